"""A text read once for comparison: its words, figures, order words and turning words."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from answering.faithfulness.cues import Cues, cues
from answering.faithfulness.lexicon import Word, all_keys, content_words
from answering.figures import Figure, figures
from answering.sentences import Provision, provisions

_MARKER = re.compile(r"\s*\[\d{1,3}(?:\s*,\s*\d{1,3})*\]")
_NUMBERING = re.compile(r"^\d{1,2}[.)]\s+(?=\S)")
_BROKEN_HYPHEN = re.compile(r"(?<=[a-z])- (?=[a-z])")


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim, or one provision of a passage together with the words that lead into it.

    `keys` are those of its words and of the ayat it points back to, `own_keys` of its words alone.
    """

    text: str
    span: tuple[int, int]
    words: tuple[Word, ...]
    keys: frozenset[str]
    own_keys: frozenset[str]
    quantities: tuple[Figure, ...]
    references: tuple[Figure, ...]
    cues: Cues
    turning: str
    provision: Provision | None = None

    @property
    def place(self) -> tuple[str, str]:
        """The pasal and ayat that this is, or is an item of."""
        return (self.provision.pasal, self.provision.ayat) if self.provision else ("", "")


@dataclass(frozen=True, slots=True)
class Source:
    """A passage: whole, and provision by provision."""

    text: str
    whole: Statement
    parts: tuple[Statement, ...]


def read(
    text: str, span: tuple[int, int] = (0, 0), provision: Provision | None = None
) -> Statement:
    """Read a text whose place in the passage is `span`."""
    found = figures(text)
    turning = _turning(text, found)
    held = all_keys(text)
    inside = frozenset(at for figure in found for at in range(*figure.span))
    return Statement(
        text,
        span,
        tuple(content_words(text, skip=inside)),
        held,
        held,
        tuple(figure for figure in found if not figure.structural),
        tuple(figure for figure in found if figure.structural),
        cues(_BROKEN_HYPHEN.sub("-", turning)),
        turning,
        provision,
    )


_NO_IN_A_NAME = re.compile(r"(?<=\w )(?:Bukan|Tidak|Tanpa|Non)(?= [A-Z])")


def _turning(text: str, found: list[Figure]) -> str:
    """Blank what looks like a turning word: the month of May, "Penerimaan Negara Bukan Pajak"."""
    text = _NO_IN_A_NAME.sub(lambda match: " " * len(match.group()), text)
    for figure in found:
        start, end = figure.span
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def read_claim(claim: str) -> Statement:
    """Read a claim without its citation markers."""
    text = _NUMBERING.sub("", _MARKER.sub("", claim).strip())
    return read(text, (0, len(text)))


@lru_cache(maxsize=256)
def read_source(text: str) -> Source:
    """Read a passage; kept, since one passage is held against every sentence of a draft."""
    parts = []
    for provision in provisions(text):
        start, end = provision.span
        lead = text[slice(*provision.lead)] + " " if provision.lead else ""
        parts.append(read(lead + text[start:end], (start, end), provision))
    return Source(
        text, read(text, (0, len(text))), tuple(_with_context(part, parts) for part in parts)
    )


_POINTS_BACK = re.compile(r"\b(?:dimaksud|tersebut|ini|such|referred|said)\b")


def _with_context(part: Statement, parts: list[Statement]) -> Statement:
    """Add the words of the ayat that a provision points back to, as far back as they point."""
    keys, wanted, seen = part.keys, _pointed_at(part), {part.place}
    while wanted - seen:
        place = (wanted - seen).pop()
        seen.add(place)
        for other in parts:
            if other.place == place:
                keys |= other.keys
                wanted |= _pointed_at(other)
    return replace(part, keys=keys)


def _pointed_at(part: Statement) -> set[tuple[str, str]]:
    if not _POINTS_BACK.search(part.text.lower()):
        return set()
    own = part.place
    found = {(own[0], str(f.value)) for f in part.references if f.unit == "ayat"} - {own}
    before = {(own[0], str(int(own[1]) - 1))} if own[1].isdecimal() and own[1] != "1" else set()
    return found or before
