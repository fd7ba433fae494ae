"""Lines of a page in reading order, and the lines that only repeat from page to page."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from documents.extraction.pdf_rulings import Box
from documents.extraction.pdf_words import PlacedWord

# Lines this near to the top or bottom of the text may be header, footer or page number.
EDGE_LINES = 4
# A line that returns on this share of the pages belongs to the paper, not to the text.
REPEAT_SHARE = 0.3
MIN_REPEATS = 3

_PAGE_NUMBER = re.compile(
    r"[-–—~\s.|]*(?:(?:hal(?:aman|\.)?|page|hlm\.?)\s*[:.]?\s*)?"
    r"(?P<number>\d{1,4}|[ivxl]{1,6})"
    r"(?:\s*(?:/|dari|of)\s*\d{1,4})?[-–—~\s.|]*",
    re.IGNORECASE,
)
_ELLIPSIS_END = re.compile(r"\s*(?:\.\s?){2,}\s*$|\s*…\s*$")


@dataclass(slots=True)
class Line:
    """Words of one line, left to right; `x0..y1` are reading coordinates (see PlacedWord)."""

    words: list[PlacedWord]
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    text: str = ""
    column: int = 0

    def measure(self) -> "Line":
        self.x0 = self.words[0].u0
        self.x1 = max(word.u1 for word in self.words)
        self.y0 = min(word.v0 for word in self.words)
        self.y1 = max(word.v1 for word in self.words)
        self.text = " ".join(word.text for word in self.words)
        return self

    @property
    def height(self) -> float:
        return self.y1 - self.y0


def lines_of(words: Sequence[PlacedWord], frames: Sequence[Box] = ()) -> list[Line]:
    """Words put together to lines, in reading order; columns one after the other."""
    if not words:
        return []
    lines = _clustered(words)
    gutter = _gutter(lines)
    if gutter is None:
        return [line.measure() for line in lines]
    return list(_by_columns(lines, gutter))


def _clustered(words: Sequence[PlacedWord]) -> list[Line]:
    """Lines from top to bottom: a word joins the line whose middle it covers."""
    rows: list[tuple[float, float, list[PlacedWord]]] = []
    for word in sorted(words, key=lambda w: (w.v0 + w.v1) / 2):
        middle = (word.v0 + word.v1) / 2
        if rows:
            top, bottom, members = rows[-1]
            size = min(bottom - top, word.v1 - word.v0)
            if middle - (top + bottom) / 2 < max(2.0, 0.45 * size):
                members.append(word)
                continue
        rows.append((word.v0, word.v1, [word]))
    return [Line(sorted(members, key=lambda w: w.u0)).measure() for _, _, members in rows]


def _gutter(lines: Sequence[Line]) -> float | None:
    """The middle of the white band between two columns of running text, if there are two."""
    if len(lines) < 12:
        return None
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    width = right - left
    if width < 200:
        return None
    crossed: Counter[int] = Counter()
    for line in lines:
        for word in line.words:
            crossed.update(range(int(word.u0 // 3), int(word.u1 // 3) + 1))
    low, high = int((left + 0.35 * width) // 3), int((left + 0.65 * width) // 3)
    free = [column for column in range(low, high) if crossed[column] <= 0.15 * len(lines)]
    band = _widest_run(free)
    if len(band) < 3:
        return None
    gutter = (band[0] + len(band) / 2) * 3
    return gutter if _running_text(lines, gutter, left, right) else None


def _widest_run(columns: Sequence[int]) -> list[int]:
    best: list[int] = []
    run: list[int] = []
    for column in columns:
        run = [*run, column] if run and column == run[-1] + 1 else [column]
        if len(run) > len(best):
            best = run
    return best


def _running_text(lines: Sequence[Line], gutter: float, left: float, right: float) -> bool:
    """Both sides are mostly full lines of several words: columns, not a table or labels."""
    sides: tuple[list[float], list[float]] = ([], [])
    counts: tuple[list[int], list[int]] = ([], [])
    for line in lines:
        for side, words in enumerate(_halves(line, gutter)):
            if words:
                sides[side].append(words[-1].u1 - words[0].u0)
                counts[side].append(len(words))
    widths = (gutter - left, right - gutter)
    return all(
        len(sides[side]) >= 0.5 * len(lines)
        and median(sides[side]) > 0.75 * widths[side]
        and median(counts[side]) >= 4
        for side in (0, 1)
    )


def _halves(line: Line, gutter: float) -> tuple[list[PlacedWord], list[PlacedWord]]:
    return (
        [word for word in line.words if (word.u0 + word.u1) / 2 < gutter],
        [word for word in line.words if (word.u0 + word.u1) / 2 >= gutter],
    )


def _by_columns(lines: Sequence[Line], gutter: float) -> Iterator[Line]:
    """Left column, then right, between the lines that cross both."""
    waiting: tuple[list[Line], list[Line]] = ([], [])
    for line in lines:
        if any(word.u0 < gutter - 3 and word.u1 > gutter + 3 for word in line.words):
            yield from (*waiting[0], *waiting[1])
            waiting = ([], [])
            yield line
            continue
        for side, words in enumerate(_halves(line, gutter)):
            if words:
                half = Line(words).measure()
                half.column = side + 1
                waiting[side].append(half)
    yield from (*waiting[0], *waiting[1])


# -- what repeats ----------------------------------------------------------------------------


def page_number(text: str) -> str | None:
    """The printed number when a line holds nothing else ("- 12 -", "Halaman 3 dari 9")."""
    match = _PAGE_NUMBER.fullmatch(text.strip())
    return match["number"] if match else None


def remove_running_lines(pages: Sequence[list[Line]]) -> tuple[list[list[Line]], list[str | None]]:
    """Take out headers, footers, page numbers and catchwords.

    Returns the lines that remain and the printed number of each page. A header stays on the first
    page that has it: there it may be the letterhead.
    """
    repeated = _repeated(pages)
    kept_pages: list[list[Line]] = []
    numbers: list[str | None] = []
    seen: set[str] = set()
    for lines in pages:
        edges = _edges(lines)
        number = next(
            (found for i in edges if (found := page_number(lines[i].text)) is not None), None
        )
        kept = []
        for index, line in enumerate(lines):
            key = _key(line.text)
            if index in edges and page_number(line.text) is not None:
                continue
            if index in edges and key in repeated:
                footer = index > len(lines) // 2
                if footer or key in seen:
                    continue
                seen.add(key)
            kept.append(line)
        kept_pages.append(kept)
        numbers.append(number)
    _remove_catchwords(kept_pages)
    return kept_pages, numbers


def _edges(lines: Sequence[Line]) -> set[int]:
    count = len(lines)
    return {*range(min(EDGE_LINES, count)), *range(max(0, count - EDGE_LINES), count)}


def _key(text: str) -> str:
    """The line without its figures; a page number at either end makes no difference."""
    bare = re.sub(r"\d+", "#", re.sub(r"\W+", " ", text)).strip().lower()
    return bare.removesuffix(" #").removeprefix("# ") or bare


def _repeated(pages: Sequence[list[Line]]) -> set[str]:
    counts = Counter(
        key
        for lines in pages
        for key in {_key(lines[index].text) for index in _edges(lines)}
        if key and key != "#"
    )
    least = max(MIN_REPEATS, REPEAT_SHARE * len(pages))
    return {key for key, count in counts.items() if count >= least and not _is_heading(key)}


def _is_heading(key: str) -> bool:
    """ "Pasal #" may stand at the top of many pages and is no header."""
    return bool(re.match(r"(?:pasal|bab|bagian|paragraf|cukup jelas|huruf|ayat|angka)\b", key))


def _remove_catchwords(pages: Sequence[list[Line]]) -> None:
    """ "Pasal 4 ..." at the foot of a page only says how the next one begins."""
    for lines, following in pairwise(pages):
        if not lines or not following:
            continue
        last = lines[-1].text
        if not _ELLIPSIS_END.search(last) or len(last) > 60:
            continue
        begin = _key(_ELLIPSIS_END.sub("", last))
        next_words = [_key(line.text) for line in following[:3]]
        if begin and any(words.startswith(begin) for words in next_words):
            lines.pop()
