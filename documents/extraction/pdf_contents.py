"""Pages that only point to others: contents, lists of tables, figures and annexes."""

import re
from collections.abc import Sequence

from documents.extraction.pdf_lines import Line

FEWEST_ENTRIES = 4
_TITLE = re.compile(
    r"DAFTAR\s+(?:ISI|TABEL|GAMBAR|LAMPIRAN|GRAFIK|BAGAN|DIAGRAM|FOTO|PETA)"
    r"|(?:TABLE|LIST)\s+OF\s+(?:CONTENTS|TABLES|FIGURES)|ISI\s+BUKU|CONTENTS",
    re.IGNORECASE,
)
_PLACE = r"(?:\d{1,4}|[ivxlcIVXLC]{1,7})"
_LEADERS = re.compile(rf"(?:\.\s?){{4,}}.?\s*{_PLACE}?$|…+\s*{_PLACE}?$|_{{4,}}\s*{_PLACE}$")
_ENDS_IN_PLACE = re.compile(rf"\D.*\s{_PLACE}$")


def is_contents(lines: Sequence[Line], *, goes_on: bool) -> bool:
    """Most lines are entries with the page they point to.

    Leaders prove it; without them the page must be named so, or follow one that was (`goes_on`).
    """
    texts = [line.text for line in lines]
    led = sum(bool(_LEADERS.search(text)) for text in texts)
    named = any(_TITLE.fullmatch(text.strip(" .:")) for text in texts[:4])
    if led >= FEWEST_ENTRIES and led >= (0.3 if named or goes_on else 0.5) * len(lines):
        return True
    if not named and not goes_on:
        return False
    entries = [line for line in lines if _is_entry(line)]
    return len(entries) >= FEWEST_ENTRIES and len(entries) >= 0.4 * len(lines)


def _is_entry(line: Line) -> bool:
    """Ends in a number that stands apart at the right."""
    if len(line.words) < 2 or not _ENDS_IN_PLACE.match(line.text):
        return False
    return line.words[-1].u0 - line.words[-2].u1 > 2 * line.height
