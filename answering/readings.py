"""What a passage is read and checked as: its own words, with what its place in the document adds.

A chunk cut at an ayat does not say its pasal, and a table's later chunks do not say their columns.
Both are known, so they are put where the composer and the gate look for them. Quotes are given
back in the words of the passage. No Django here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_PASAL = re.compile(r"^Pasal (\d+[A-Z]?)\b")
_HEADING = re.compile(r"(?:^|\n)[ \t#]*Pasal\s+\d+[A-Z]?\b")
_AYAT = re.compile(r"\(\d{1,2}[a-z]?\)\s")
_RULE = re.compile(r"\|?[\s:|-]+\|?")


@dataclass(frozen=True, slots=True)
class Reading:
    """`rows` pairs each line of a table, as it is read here, with the line of the passage."""

    text: str
    rows: tuple[tuple[str, str], ...] = ()

    def in_passage(self, quote: str) -> str:
        """The words of the passage for words of the reading."""
        return dict(self.rows).get(quote.strip(), quote)


@lru_cache(maxsize=256)
def reading_of(text: str, *, legal_reference: str = "", indexed_text: str = "") -> Reading:
    """Read a chunk's text by its legal reference ("Pasal 4 ayat (2) UU 11/2006") and index text."""
    rows = tuple(_labelled(text, indexed_text))
    if rows:
        named = {line: read_as for read_as, line in rows}
        lines = [named.get(line.strip(), line) for line in text.split("\n") if not _header(line)]
        return Reading("\n".join(lines), rows)
    return Reading(f"{_pasal_above(text, legal_reference)}{text}")


def _header(line: str) -> bool:
    return bool(line.strip()) and _RULE.fullmatch(line.strip()) is not None


def _pasal_above(text: str, legal_reference: str) -> str:
    """The heading that a chunk has lost; empty where the chunk begins with one."""
    pasal = _PASAL.match(legal_reference)
    begins = _AYAT.match(text.lstrip())
    own = _HEADING.search(text)
    if not pasal or (own and not (begins and own.start() > 0)):
        return ""
    return f"Pasal {pasal.group(1)}\n"


def _labelled(text: str, indexed_text: str) -> Iterator[tuple[str, str]]:
    """Pair the rows of the index text ("Kota: Sabang | Luas: 122") with those of the passage."""
    waiting = iter([line for line in indexed_text.split("\n") if ": " in line])
    labelled = next(waiting, None)
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.strip().startswith("|") or not any(cells):
            continue
        if labelled and _same_values(labelled, cells):
            yield labelled.strip(), line.strip()
            labelled = next(waiting, None)


def _same_values(labelled: str, cells: list[str]) -> bool:
    held = [cell.partition(": ")[2].strip() for cell in labelled.split(" | ")]
    return held == [cell for cell in cells if cell]
