"""Plain text that was broken into lines of one width, put together again.

A line goes on in the next if it is about as wide as the others, does not end as a sentence does,
and the next one does not begin as something new does. Lines that hold columns stay as they are.
"""

import re
from typing import Final

FEWEST_LINES = 8
NARROWEST, WIDEST = 50, 110  # characters of a page of text set in lines
# A line that is shorter than the width by more than this was ended by its author.
RAGGED = 0.25

_NEW: Final = re.compile(
    r"\s*(?:[-*•>|#=+]|\(?(?:\d{1,3}|[a-z]|[ivxl]{1,5})[.)]\s|pasal\s+\d|bab\s+[ivxl]+\b|bagian\s"
    r"|paragraf\s|menimbang|mengingat|memutuskan|menetapkan|memperhatikan|lampiran\b|tentang\s*$"
    r"|ayat\s*\()",
    re.IGNORECASE,
)
_COLUMNS: Final = re.compile(r"\S(?: {3,}|\t)\S")
_DIVIDED: Final = re.compile(r"[a-z]-$")


def joined(text: str) -> str:
    """The text with broken lines joined; unchanged if its lines are not of one width."""
    lines = text.split("\n")
    width = _width(lines)
    if not width:
        return text
    whole: list[str] = []
    before = ""
    for line in lines:
        if before and _goes_on(before, line, width):
            whole[-1] = _put_together(whole[-1], line.strip())
        else:
            whole.append(line)
        before = line
    return "\n".join(whole)


def _width(lines: list[str]) -> int:
    """The width at which the text was broken; 0 if it was not, or if it is a table."""
    lengths = sorted(len(line) for line in lines if line.strip())
    if len(lengths) < FEWEST_LINES:
        return 0
    widest = lengths[-1 - len(lengths) // 50]
    full = sum(widest * (1 - RAGGED) <= length <= widest for length in lengths)
    in_columns = sum(bool(_COLUMNS.search(line.strip())) for line in lines)
    if not NARROWEST <= widest <= WIDEST or full < 0.4 * len(lengths):
        return 0
    return widest if in_columns < 0.3 * len(lengths) else 0


def _goes_on(line: str, following: str, width: int) -> bool:
    if not following.strip() or _NEW.match(following) or len(line) < width * (1 - RAGGED):
        return False
    if _COLUMNS.search(line.strip()) or _COLUMNS.search(following.strip()):
        return False
    if line.strip().isupper() != following.strip().isupper():
        return False
    ended = line.rstrip().endswith((".", ":", ";", "!", "?"))
    return not (ended and following.strip()[:1].isupper())


def _put_together(line: str, following: str) -> str:
    line = line.rstrip()
    if _DIVIDED.search(line) and following[:1].islower():
        return line[:-1] + following
    return f"{line} {following}"
