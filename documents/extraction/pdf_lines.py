"""Lines of a page in reading order, and the lines that only repeat from page to page."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from documents.extraction.pdf_words import PlacedWord

# Lines this near to the top or bottom of the text may be header, footer or page number.
EDGE_LINES = 4
# A line that returns on this share of the pages belongs to the paper, not to the text.
REPEAT_SHARE = 0.3
MIN_REPEATS = 3
# They stand in this share of the page's height.
EDGE_SHARE = 0.36
LONG_KEY = 20
# Points by which the place of a running line may differ from page to page.
PLACE_STEP = 20.0

_PAGE_NUMBER = re.compile(
    r"[-–—~\s.|]*(?:(?:hal(?:aman|\.)?|page|hlm\.?)\s*[:.|]?\s*)?"
    r"(?P<number>\d{1,4}|[ivxl]{1,6})"
    r"(?:\s*(?:/|dari|of)\s*\d{1,4})?[-–—~\s.|]*",
    re.IGNORECASE,
)
_NUMBER_BESIDE = re.compile(
    r"(?:^(?P<first>\d{1,3})\s*[|/–-]?\s+\D)|(?:[|–-]\s*|\s|hal(?:aman|\.)?\s*|page\s*)"
    r"(?P<number>\d{1,3}|[ivxl]{1,5})$",
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
    column: int = 0  # lines of one column or frame share a number; 0 is the page itself
    framed: bool = False

    def measure(self) -> "Line":
        self.x0 = self.words[0].u0
        self.x1 = max(word.u1 for word in self.words)
        self.y0 = min(word.v0 for word in self.words)
        self.y1 = max(word.v1 for word in self.words)
        self.text = " ".join([word.text for word in self.words])
        if _SPACED.search(self.text):
            _put_together(self.words)
            self.text = "".join(
                word.text if word.glued or not n else f" {word.text}"
                for n, word in enumerate(self.words)
            )
        return self

    @property
    def height(self) -> float:
        return self.y1 - self.y0


# A heading with a space between its letters: "M E M U T U S K A N".
_SPACED = re.compile(r"(?:\b[A-Z] ){4,}[A-Z]\b")


def _put_together(words: Sequence[PlacedWord]) -> None:
    """Single letters that stand evenly spaced are one word."""
    single = [len(word.text) == 1 and word.text.isupper() for word in words]
    gaps = [
        word.u0 - before.u1
        for (before, a), (word, b) in pairwise(zip(words, single, strict=True))
        if a and b
    ]
    usual = median(gaps)
    for n in range(1, len(words)):
        gap = words[n].u0 - words[n - 1].u1
        words[n].glued = single[n] and single[n - 1] and gap <= 2 * max(usual, 1.0)


def clustered(words: Sequence[PlacedWord]) -> list[Line]:
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


# -- what repeats ----------------------------------------------------------------------------


def page_number(text: str) -> str | None:
    """The printed number when a line holds nothing else ("- 12 -", "Halaman 3 dari 9")."""
    match = _PAGE_NUMBER.fullmatch(text.strip())
    if match and match["number"] == text.strip()[:-1] and text.endswith("."):
        return None  # the number of a list
    return match["number"] if match else None


def remove_running_lines(
    pages: Sequence[list[Line]], heights: Sequence[float]
) -> tuple[list[list[Line]], list[str | None]]:
    """Take out headers, footers, page numbers and catchwords; `heights` are those of the pages.

    Returns the lines that remain and the printed number of each page. A header stays on the first
    page that has it: there it may be the letterhead.
    """
    all_edges = [_edges(lines, height) for lines, height in zip(pages, heights, strict=True)]
    repeated = _repeated(pages, all_edges)
    kept_pages: list[list[Line]] = []
    numbers: list[str | None] = []
    seen: set[str] = set()
    for lines, edges in zip(pages, all_edges, strict=True):
        number, gone = None, set()
        for index, is_foot in edges.items():
            line = lines[index]
            printed = page_number(line.text) if _may_number(lines, index, edges, repeated) else None
            if printed is None and (_key(line.text), _place(line)) in repeated:
                printed = _number_beside(line.text)
                if is_foot or _key(line.text) in seen:
                    gone.add(index)
                seen.add(_key(line.text))
            elif printed is not None:
                gone.add(index)
            number = number or printed
        kept_pages.append([line for index, line in enumerate(lines) if index not in gone])
        numbers.append(number)
    _remove_catchwords(kept_pages)
    return kept_pages, numbers


def _may_number(
    lines: Sequence[Line], index: int, edges: dict[int, bool], repeated: set[tuple[str, int]]
) -> bool:
    """Bare figures are a page number at the very edge, or where other pages have theirs."""
    line = lines[index]
    if not line.text.isalnum() or ("#", _place(line)) in repeated:
        return True
    at_foot = edges[index]
    further = sum(
        at_foot == edges[other]
        and (lines[other].y0 > line.y0 if at_foot else lines[other].y0 < line.y0)
        for other in edges
    )
    return further < 2


def _edges(lines: Sequence[Line], height: float) -> dict[int, bool]:
    """Indexes of the lines at top and foot, by their place on the page; True at the foot."""
    free = [index for index, line in enumerate(lines) if not line.framed]
    free.sort(key=lambda index: lines[index].y0)
    half = max(1, len(free) // 2)
    top = [i for i in free[: min(EDGE_LINES, half)] if lines[i].y0 < EDGE_SHARE * height]
    foot = [i for i in free[half:][-EDGE_LINES:] if lines[i].y1 > (1 - EDGE_SHARE) * height]
    return {**dict.fromkeys(top, False), **dict.fromkeys(foot, True)}


def _place(line: Line) -> int:
    """Height on the page, roughly: what runs from page to page stands at the same place."""
    return round(line.y0 / PLACE_STEP)


def _number_beside(text: str) -> str | None:
    """The page number in a running line with other words: "LAPORAN TAHUNAN 2018 | 31"."""
    match = _NUMBER_BESIDE.search(text)
    return match["number"] or match["first"] if match else None


def _key(text: str) -> str:
    """The line without its figures; a page number at either end makes no difference."""
    bare = re.sub(r"\d+", "#", re.sub(r"\W+", " ", text)).strip().lower()
    return bare.removesuffix(" #").removeprefix("# ") or bare


_Edges = Sequence[dict[int, bool]]


def _repeated(pages: Sequence[list[Line]], all_edges: _Edges) -> set[tuple[str, int]]:
    """Keys and places of lines that return, also where odd and even pages differ.

    A long line that runs through the file also counts on a page of another size.
    """
    counts: Counter[tuple[str, int]] = Counter()
    places: dict[str, set[int]] = {}
    for lines, edges in zip(pages, all_edges, strict=True):
        found = set()
        for index in edges:
            key, place = _key(lines[index].text), _place(lines[index])
            if key:
                found |= {(key, place - 1), (key, place), (key, place + 1)}
                places.setdefault(key, set()).add(place)
        counts.update(found)
    least = max(MIN_REPEATS, REPEAT_SHARE * len(pages))
    repeated = {pair for pair, count in counts.items() if count >= least}
    for key in {key for key, _ in repeated if len(key) > LONG_KEY}:
        repeated |= {(key, place) for place in places[key]}
    return {pair for pair in repeated if not _is_heading(pair[0])}


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
