"""Tables on a PDF page: cells by pdfplumber's ruling lines, their words from PDFium."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from documents.extraction.pdf_words import PlacedWord

Box = tuple[float, float, float, float]
# A page whose PDFium view has fewer thin lines or boxes than this has no ruled table.
MIN_RULES = 6
MIN_FILLED_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class PageTable:
    """A ruled table of one page: its outline in page points and its cells, row by row."""

    box: Box
    rows: tuple[tuple[Box | None, ...], ...]

    def grid(self, words: Sequence[PlacedWord]) -> list[list[list[PlacedWord]]]:
        """The words in each cell, in reading order."""
        return [[_inside(cell, words) for cell in row] for row in self.rows]

    def holds(self, word: PlacedWord) -> bool:
        return _centre_in(self.box, word)


class TableFinder:
    """Opens the file a second time, with pdfplumber, and only when a page is asked for."""

    def __init__(self, path: Path, password: str = "") -> None:
        self.path = path
        self.password = password
        self._pdf: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pdf is not None:
            self._pdf.close()

    def tables(self, index: int) -> list[PageTable]:
        """Tables of the page with this 0-based index, from top to bottom."""
        if self._pdf is None:
            import pdfplumber  # noqa: PLC0415 - a second to load, for pages with tables only

            self._pdf = pdfplumber.open(self.path, password=self.password)
        page = self._pdf.pages[index]
        try:
            offset_x, offset_y = page.bbox[0], page.bbox[1]
            found = [
                _table(table, offset_x, offset_y)
                for table in page.find_tables()
                if len(table.rows) > 1
            ]
        finally:
            page.close()
        return sorted((t for t in found if t is not None), key=lambda t: t.box[1])


def _table(table: Any, offset_x: float, offset_y: float) -> PageTable | None:
    columns = max(len(row.cells) for row in table.rows)
    if columns < 2:
        return None
    rows = tuple(
        tuple(_moved(cell, offset_x, offset_y) for cell in row.cells) for row in table.rows
    )
    box = _moved(table.bbox, offset_x, offset_y)
    return PageTable(box, rows) if box else None


def _moved(box: Box | None, offset_x: float, offset_y: float) -> Box | None:
    if box is None:
        return None
    return box[0] - offset_x, box[1] - offset_y, box[2] - offset_x, box[3] - offset_y


def _inside(cell: Box | None, words: Sequence[PlacedWord]) -> list[PlacedWord]:
    if cell is None:
        return []
    members = [word for word in words if _centre_in(cell, word)]
    return _reading_order(members)


def _reading_order(words: list[PlacedWord]) -> list[PlacedWord]:
    lines: list[list[PlacedWord]] = []
    for word in sorted(words, key=lambda w: (w.v0 + w.v1) / 2):
        middle = (word.v0 + word.v1) / 2
        if lines and middle < lines[-1][0].v1:
            lines[-1].append(word)
        else:
            lines.append([word])
    ordered = [word for line in lines for word in sorted(line, key=lambda w: w.u0)]
    if len(lines) > 1 and all(_FIGURE.fullmatch(word.text) for word in ordered):
        _glue_broken(ordered)
    return ordered


# A figure, or a part of one that a narrow column has broken: "23.301." "300", "0,7" "3%".
_FIGURE = re.compile(r"[\d.,]*\d[\d.,]*%?|%")
_BROKEN = re.compile(r"[\d.,]*[.,]\d*")


def _glue_broken(words: list[PlacedWord]) -> None:
    for before, word in pairwise(words):
        below = word.v0 > (before.v0 + before.v1) / 2
        word.glued = below and (bool(_BROKEN.fullmatch(before.text)) or word.text == "%")


def _centre_in(box: Box, word: PlacedWord) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def is_useful(grid: Sequence[Sequence[Sequence[PlacedWord]]]) -> bool:
    """Enough of the cells hold words for this to be a table and not a frame."""
    cells = [cell for row in grid for cell in row]
    filled = sum(bool(cell) for cell in cells)
    columns = sum(any(row[i] for row in grid if i < len(row)) for i in range(len(grid[0])))
    rows = sum(any(row) for row in grid)
    return filled >= MIN_FILLED_SHARE * len(cells) and columns > 1 and rows > 1
