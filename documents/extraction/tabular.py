"""Rows of cells laid out as a table: captions, header, columns with names, Markdown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from documents.extraction.canonical import CanonicalText
from documents.extraction.pdf_words import PlacedWord
from documents.extraction.types import ExtractedTable

Cell = str | list[PlacedWord]
# The text that covers each place of a grid, merged cells repeated.
Covering = Sequence[Sequence[str]]
MAX_HEADER_ROWS = 4
# Between the lines of a header: "Tahun 2013 / Laki-laki".
NAME_JOINT = " / "
_NUMBER = re.compile(r"[-+(]?\s*(?:Rp\.?\s*)?\d[\d.,\s%)]*")
_YEAR = re.compile(r"(?:19|20)\d{2}[a-z*]{0,2}")


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid read as a table: what stands above it, its column names, and how many of its rows
    those take. `columns` is empty where the grid is a form rather than a table.
    """

    captions: tuple[str, ...]
    columns: tuple[str, ...]
    first_header: int
    first_row: int


def text_of(cell: Cell) -> str:
    if isinstance(cell, str):
        return " ".join(cell.split())
    return "".join(word.text if word.glued else f" {word.text}" for word in cell).strip()


def without_empty(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """The grid without rows and columns in which nothing stands; all rows of equal length."""
    width = max((len(row) for row in rows), default=0)
    full: list[list[Cell]] = [
        [*row, *([""] * (width - len(row)))] for row in rows if any(text_of(c) for c in row)
    ]
    used = [i for i in range(width) if any(text_of(row[i]) for row in full)]
    return [[row[i] for i in used] for row in full]


def lay_out(rows: Sequence[Sequence[Cell]], covering: Covering | None = None) -> Layout:
    """Find captions and header of a grid without empty rows and columns.

    `covering` gives for each place the text of the cell that covers it, where merged cells are
    known; otherwise a name is taken to go on over the empty cells to its right.
    """
    width = len(rows[0]) if rows else 0
    texts = [[text_of(cell) for cell in row] for row in rows]
    filled = [sum(bool(text) for text in row) for row in texts]
    first = 0
    while first < len(rows) - 1 and width > 1 and filled[first] == 1:
        first += 1
    captions = tuple(next(text for text in row if text) for row in texts[:first])
    below, covers = texts[first:], covering[first:] if covering else None
    if width < 2 or len(rows) - first < 2 or not _is_header(below, filled[first:], width, covers):
        return Layout(captions, (), first, first)
    depth = _header_depth(below, covers)
    columns = _columns(covers[:depth] if covers else _spread_over(below[:depth]))
    if depth < len(below) and is_numbering(below[depth]) and depth + 1 < len(below):
        depth += 1
    return Layout(captions, columns, first, first + depth)


def _is_header(
    texts: Sequence[Sequence[str]],
    filled: Sequence[int],
    width: int,
    covers: Covering | None,
) -> bool:
    """Names in most columns, and no measured values among them."""
    typical = sorted(filled[1:])[len(filled[1:]) // 2]
    names = sum(map(bool, covers[0])) if covers else filled[0]
    if names < max(2, 0.5 * min(width, typical)):
        return False
    if _is_value(texts[0][0]):
        return False
    named = [text for text in texts[0] if text]
    numbers = [text for text in named if _is_value(text)]
    return len(numbers) <= len(named) // 3


def _is_value(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text)) and not _YEAR.fullmatch(text)


def is_numbering(texts: Sequence[str]) -> bool:
    """The row below a header that only counts the columns: 1 2 3, (1) (2) (3), a b c."""
    named = [text.strip("().- ") for text in texts if text.strip("().- ")]
    if len(named) < 3 or len(named) < 0.6 * len(texts):
        return False
    if all(text.split("=")[0].split("(")[0].strip().isdigit() for text in named):
        numbers = [int(text.split("=")[0].split("(")[0]) for text in named]
        return numbers[0] in (0, 1, 2) and all(b - a == 1 for a, b in pairwise(numbers))
    letters = [text.lower() for text in named]
    return letters[0] == "a" and all(
        len(b) == 1 and ord(b) - ord(a) == 1 for a, b in pairwise(letters)
    )


def _header_depth(texts: Sequence[Sequence[str]], covers: Covering | None) -> int:
    """A further header row names what the first leaves open, and begins with an empty cell."""
    depth = 1
    while depth < min(MAX_HEADER_ROWS, len(texts) - 1):
        upper, row = texts[depth - 1], texts[depth]
        opens = any(not above and below for above, below in zip(upper, row, strict=True))
        opens = opens or any(
            below and above and above == left
            for below, above, left in zip(row[1:], upper[1:], upper, strict=False)
        )
        if covers:
            # A cell of the first row reaches down here, or one spans what this row divides.
            reaches = any(
                not own and here and here == above
                for own, here, above in zip(row, covers[depth], covers[depth - 1], strict=True)
            )
            opens = opens or (reaches and not row[0])
            reaches = reaches or (not row[0] and not any(map(_is_value, row)))
        else:
            reaches = not row[0]
        values = sum(_is_value(text) for text in row)
        if not reaches or not opens or values > sum(map(bool, row)) / 4:
            break
        depth += 1
    return depth


def _columns(header: Covering) -> tuple[str, ...]:
    """One unique name a column: "Penduduk / Laki-laki", "Jumlah (2)", "Kolom 7"."""
    names: list[str] = []
    for index in range(len(header[0])):
        parts = dict.fromkeys(row[index] for row in header if row[index])
        names.append(NAME_JOINT.join(parts) or f"Kolom {index + 1}")
    return tuple(_unique(names))


def _spread_over(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """A name over several columns stands only in the first of them, where others are below."""
    spread: list[list[str]] = []
    for number, row in enumerate(rows):
        names: list[str] = []
        for index, text in enumerate(row):
            goes_on = (
                not text and names and number + 1 < len(rows) and bool(rows[number + 1][index])
            )
            names.append(names[-1] if goes_on else text)
        spread.append(names)
    return spread


def _unique(names: Sequence[str]) -> list[str]:
    counts: dict[str, int] = {}
    unique = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        unique.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
    return unique


def write_grid(
    canonical: CanonicalText, rows: Sequence[Sequence[Cell]], *, name: str, page: int | None = None
) -> ExtractedTable | None:
    """Write a grid as Markdown and return it as a table; a form is written line by line."""
    grid = without_empty(rows)
    if not grid:
        return None
    layout = lay_out(grid)
    for caption in layout.captions:
        canonical.add(f"{caption}\n\n")
    body = grid[layout.first_row :]
    if not layout.columns:
        _write_form(canonical, body)
        return None
    for row in grid[layout.first_header : layout.first_row]:
        write_row(canonical, row)
    canonical.add("|" + " --- |" * len(layout.columns) + "\n")
    spans = tuple(write_row(canonical, row) for row in body)
    cells = tuple(tuple(text_of(cell) for cell in row) for row in body)
    caption = layout.captions[-1] if layout.captions else ""
    return ExtractedTable(name or caption, layout.columns, cells, spans, page)


def write_row(canonical: CanonicalText, row: Sequence[Cell]) -> tuple[int, int]:
    """One line of a Markdown table; returns its span without the line break."""
    start = canonical.length
    canonical.add("|")
    for cell in row:
        canonical.add(" ")
        if isinstance(cell, str):
            text = text_of(cell).replace("|", "\\|")
            canonical.add(f"{text} |" if text else "|")
        else:
            canonical.add_words(cell)
            canonical.add(" |" if cell else "|")
    end = canonical.length
    canonical.add("\n")
    return start, end


def _write_form(canonical: CanonicalText, rows: Sequence[Sequence[Cell]]) -> None:
    """Cells of one line side by side; no header is made up for them."""
    for row in rows:
        cells = [cell for cell in row if text_of(cell)]
        for index, cell in enumerate(cells):
            if index:
                canonical.add(" : " if index == 1 and len(cells) == 2 else "; ")
            if isinstance(cell, str):
                canonical.add(text_of(cell))
            else:
                canonical.add_words(cell)
        canonical.add("\n")
