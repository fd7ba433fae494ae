"""A table of a page as rows of cells: merged cells known, rows without rules told apart."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from documents.extraction.pdf_tables import PageTable, TableCell, in_cell, lines_in_cell
from documents.extraction.pdf_words import PlacedWord
from documents.extraction.tabular import Cell, text_of

# So many lines must stand level in one tall row before it is taken to be several.
MIN_LEVEL_LINES = 3
WIDEST_SLIT = 16.0
# Entries of a column stand this many heights of a line from one another, its lines nearer.
ENTRY_HEIGHTS = 1.7
_FIGURES = re.compile(r"[-+(]?(?:Rp\.?)?[\d.,]*\d[\d.,]*\)?%?|[-–—]")


@dataclass(slots=True)
class Grid:
    """Rows of cells; `covering` repeats the text of merged cells, `edges` are the columns'."""

    rows: list[list[Cell]]
    covering: list[list[str]]
    edges: list[tuple[float, float]]


def grid_of(table: PageTable, words: Sequence[PlacedWord]) -> Grid:
    """The table's rows, without those rows and columns in which nothing stands."""
    height, width = len(table.ys) - 1, len(table.xs) - 1
    rows: list[list[Cell]] = [["" for _ in range(width)] for _ in range(height)]
    covering = [["" for _ in range(width)] for _ in range(height)]
    filled = table.filled(words)
    slits = _slits(table, [cell for cell, _ in filled])
    for cell, inside in filled:
        column = cell.column
        while column in slits and cell.columns > column + 1 - cell.column:
            column += 1
        rows[cell.row][column] = inside
        for row in range(cell.row, cell.row + cell.rows):
            for column in range(cell.column, cell.column + cell.columns):
                covering[row][column] = text_of(inside)
    rows, covering = _divided(rows, covering)
    return _compact(rows, covering, table)


def _slits(table: PageTable, filled: Sequence[TableCell]) -> set[int]:
    """Columns that exist only because header and body are not drawn quite alike."""
    own = {cell.column for cell in filled if cell.columns == 1}
    return {
        column
        for column, (left, right) in enumerate(pairwise(table.xs))
        if right - left < WIDEST_SLIT and column not in own
    }


def _compact(rows: list[list[Cell]], covering: list[list[str]], table: PageTable) -> Grid:
    kept = [number for number, row in enumerate(rows) if any(map(len, row))]
    width = len(table.xs) - 1
    used = [column for column in range(width) if any(len(rows[n][column]) for n in kept)]
    return Grid(
        [[rows[number][column] for column in used] for number in kept],
        [[covering[number][column] for column in used] for number in kept],
        [(table.xs[column], table.xs[column + 1]) for column in used],
    )


def _divided(
    rows: list[list[Cell]], covering: list[list[str]]
) -> tuple[list[list[Cell]], list[list[str]]]:
    """Rows that only upright lines divide are told apart by their lines of text."""
    new_rows: list[list[Cell]] = []
    new_covering: list[list[str]] = []
    for row, covers in zip(rows, covering, strict=True):
        parts = _level_rows(row)
        new_rows += parts
        if len(parts) == 1:
            new_covering.append(covers)
        else:
            new_covering += [[text_of(cell) for cell in part] for part in parts]
    return new_rows, new_covering


def _level_rows(row: list[Cell]) -> list[list[Cell]]:
    if sum(len(cell) >= MIN_LEVEL_LINES for cell in row if not isinstance(cell, str)) < 2:
        return [row]
    columns = [lines_in_cell(cell) if not isinstance(cell, str) else [] for cell in row]
    starts = _starts_by_figures(columns) or _starts_by_entries(columns)
    if len(starts) < MIN_LEVEL_LINES:
        return [row]
    parts: list[list[list[PlacedWord]]] = [[[] for _ in row] for _ in starts]
    for column, lines in enumerate(columns):
        for line in lines:
            top = min(word.v0 for word in line)
            at = max((n for n, start in enumerate(starts) if start <= top + 3), default=0)
            parts[at][column].extend(line)
    return [[in_cell(cell) if cell else "" for cell in part] for part in parts]


_Lines = list[list[PlacedWord]]


def _starts_by_figures(columns: Sequence[_Lines]) -> list[float]:
    """Tops of the lines of a column of figures, where another column stands level with it."""
    figures = [lines for lines in columns if _is_figures(lines)]
    if not figures:
        return []
    leading = max(figures, key=len)
    starts = _tops(leading)
    level = [
        lines
        for lines in columns
        if len(lines) >= MIN_LEVEL_LINES and _shared(starts, _tops(lines)) >= 0.8 * len(starts)
    ]
    return starts if len(level) > 1 and _spaced(leading) else []


def _starts_by_entries(columns: Sequence[_Lines]) -> list[float]:
    """Tops of the entries in the first column: short, set apart, and others begin beside them."""
    used = [lines for lines in columns if lines]
    if len(used) < 3 or max(map(len, used)) < 2 * MIN_LEVEL_LINES:
        return []
    leading = used[0]
    tops = _tops(leading)
    height = max(word.v1 - word.v0 for word in leading[0])
    starts = [tops[0]]
    starts += [top for before, top in pairwise(tops) if top - before > ENTRY_HEIGHTS * height]
    if len(starts) < MIN_LEVEL_LINES or len(starts) < 0.6 * len(tops):
        return []
    beside = [_shared(starts, _tops(lines)) for lines in used[1:]]
    return starts if sum(beside) >= 0.8 * len(starts) * len(beside) else []


def _is_figures(lines: Sequence[Sequence[PlacedWord]]) -> bool:
    """A column of measured values, one a line."""
    if len(lines) < MIN_LEVEL_LINES:
        return False
    values = sum(len(line) < 4 and bool(_FIGURES.fullmatch(line[-1].text)) for line in lines)
    return values >= 0.8 * len(lines)


def _tops(lines: Sequence[Sequence[PlacedWord]]) -> list[float]:
    return [min(word.v0 for word in line) for line in lines]


def _shared(tops: Sequence[float], others: Sequence[float]) -> int:
    return sum(any(abs(top - other) < 3 for other in others) for top in tops)


def _spaced(lines: Sequence[Sequence[PlacedWord]]) -> bool:
    """No figure that a narrow column broke over its lines."""
    return not any(line[-1].text.endswith((".", ",")) for line in lines)


def aligned(grid: Grid, edges: Sequence[tuple[float, float]]) -> list[list[Cell]] | None:
    """The rows put under the columns with these edges, or None if they do not fit there.

    A column in which nothing stands on this page may be missing.
    """
    if len(grid.edges) > len(edges) or not grid.edges or not edges:
        return None
    if len(grid.edges) == len(edges):
        return grid.rows if _as_wide(grid.edges, edges) else None
    places: list[int] = []
    for left, right in grid.edges:
        middle = (left + right) / 2
        at = next((n for n, (x0, x1) in enumerate(edges) if x0 <= middle <= x1), None)
        if at is None or (places and at <= places[-1]):
            return None
        places.append(at)
    if len(places) < 0.6 * len(edges):
        return None
    rows: list[list[Cell]] = []
    for row in grid.rows:
        wide: list[Cell] = ["" for _ in edges]
        for place, cell in zip(places, row, strict=True):
            wide[place] = cell
        rows.append(wide)
    return rows


def _as_wide(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    """Columns of about the same proportions; margins of odd and even pages may differ."""
    whole = max(one[-1][1] - one[0][0], 1.0)
    shift = other[0][0] - one[0][0]
    return all(
        abs(left + shift - start) < 0.12 * whole and abs(right + shift - end) < 0.12 * whole
        for (left, right), (start, end) in zip(one, other, strict=True)
    )
