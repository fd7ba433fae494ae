"""Tables without lines: figures that stand in columns over several lines of text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from documents.extraction.pdf_lines import Line, clustered
from documents.extraction.pdf_tables import PageTable, Ruled, TableCell, ruled
from documents.extraction.pdf_words import PageText, PlacedWord

# A page with fewer words that begin with a figure has no such table.
FEWEST_FIGURES = 8
FEWEST_ROWS = 4
# Lines of words alone that may stand between two rows.
MOST_BETWEEN = 2
MOST_HEADER_LINES = 4
# Points by which the right or left edges of a column's figures may differ.
EDGE_TOLERANCE = 5.0
BAND_STEP = 2.0
NARROWEST_BAND = 5.0

_FIGURE = re.compile(
    r"(?:[-+(]{0,2}(?:Rp\.?\s?)?\d[\d.,]*(?:\s?%|\))?|[-–—]|Rp\.?(?:\s[\d.,-]+)?|n/a|\d[\d.,]*\s\d[\d.,]*)"
)
_MARK = re.compile(r"\(?\d{1,2}[.)]")
_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?\)?$")
_LEADERS = re.compile(r"\.{4,}|(?:\.\s){4,}|…{2,}")


@dataclass(slots=True)
class _Cells:
    """A line with its words in groups that white space divides."""

    line: Line
    groups: list[list[PlacedWord]]
    figures: list[list[PlacedWord]]

    @property
    def is_row(self) -> bool:
        if _LEADERS.search(self.line.text) or len(self.groups) < 2:
            return False
        return len(self.figures) > 1 or (
            len(self.figures) == 1
            and self.figures[0] is self.groups[-1]
            and bool(_GROUPED.search(self.figures[0][-1].text))
        )


def tables_on(page: PageText) -> Ruled:
    """Tables and frames of the page: those that lines enclose, and those that figures make."""
    found = ruled(page)
    words = page.words
    if found.tables:
        words = [word for word in words if not any(t.holds(word) for t in found.tables)]
    figures = sum(word.text[0].isdigit() and word.text[-1] not in ".);" for word in words)
    if figures < FEWEST_FIGURES or found.frames:
        return found
    more = unruled(clustered(words))
    if not more:
        return found
    tables = sorted((*found.tables, *more), key=lambda table: (table.box[1], table.box[0]))
    return Ruled(tuple(tables), found.frames)


def unruled(lines: Sequence[Line]) -> list[PageTable]:
    """Tables among lines that go from top to bottom."""
    cells = [_divided(line) for line in lines]
    tables = []
    index = 0
    while index < len(cells):
        end = _last_row(cells, index) if cells[index].is_row else index
        rows = [each for each in cells[index:end] if each.is_row]
        if len(rows) >= FEWEST_ROWS and (xs := _edges(rows)) is not None:
            top = _first_header(cells, index, xs)
            tables.append(_table(cells[top:index], cells[index:end], xs))
            index = end
        else:
            index = max(end, index + 1)
    return tables


def _divided(line: Line) -> _Cells:
    least = max(7.0, 0.9 * line.height)
    groups = [[line.words[0]]]
    for before, word in pairwise(line.words):
        if word.u0 - before.u1 >= least:
            groups.append([word])
        else:
            groups[-1].append(word)
    return _Cells(line, groups, [group for group in groups if _is_figure(group)])


def _is_figure(group: Sequence[PlacedWord]) -> bool:
    text = " ".join(word.text for word in group)
    return bool(_FIGURE.fullmatch(text)) and not _MARK.fullmatch(text)


def _last_row(cells: Sequence[_Cells], start: int) -> int:
    """One past the last row of those that follow; few lines of words may stand between."""
    end = start + 1
    for index in range(start + 1, len(cells)):
        line, above = cells[index].line, cells[index - 1].line
        if line.y0 - above.y1 > 3 * max(line.height, above.height):
            break
        if cells[index].is_row:
            end = index + 1
        elif index - end >= MOST_BETWEEN or len(cells[index].groups) > 2:
            break
    return end


def _edges(rows: Sequence[_Cells]) -> list[float] | None:
    """Where the columns begin and end: bands that stay white, with aligned figures between."""
    low = min(row.line.x0 for row in rows)
    high = max(row.line.x1 for row in rows)
    crossed = [False] * (int((high - low) / BAND_STEP) + 2)
    for row in rows:
        for group in row.groups:
            first, last = group[0].u0 - low, group[-1].u1 - low
            for place in range(int(first / BAND_STEP), int(last / BAND_STEP) + 1):
                crossed[place] = True
    edges = [low - 1]
    run = 0
    for place, taken in enumerate(crossed):
        if not taken:
            run += 1
            continue
        if run * BAND_STEP >= NARROWEST_BAND:
            edges.append(low + (place - run / 2) * BAND_STEP)
        run = 0
    edges.append(high + 1)
    return edges if _aligned(rows, edges) else None


def _aligned(rows: Sequence[_Cells], edges: Sequence[float]) -> bool:
    """Enough columns of figures whose right or left edges, or middles, agree."""
    columns: list[list[list[PlacedWord]]] = [[] for _ in edges]
    for row in rows:
        for group in row.figures:
            columns[_column(edges, (group[0].u0 + group[-1].u1) / 2)].append(group)
    good = [groups for groups in columns if len(groups) >= 0.7 * len(rows) and _one_edge(groups)]
    grouped = sum(bool(_GROUPED.search(group[-1].text)) for groups in good for group in groups)
    if len(good) == 1:
        return len(rows) > FEWEST_ROWS and grouped >= 0.7 * len(rows)
    return len(good) > 1


def _one_edge(groups: Sequence[Sequence[PlacedWord]]) -> bool:
    places = (
        sorted(group[-1].u1 for group in groups),
        sorted(group[0].u0 for group in groups),
        sorted((group[0].u0 + group[-1].u1) / 2 for group in groups),
    )
    skip = len(groups) // 5  # a title or total may stand out
    return any(
        edge[len(edge) - 1 - skip // 2] - edge[skip - skip // 2] <= EDGE_TOLERANCE
        for edge in places
    )


def _column(edges: Sequence[float], u: float) -> int:
    return max(0, sum(edge <= u for edge in edges) - 1)


def _first_header(cells: Sequence[_Cells], start: int, edges: Sequence[float]) -> int:
    """Lines above the rows that name the columns."""
    top = start
    while top > 0 and start - top < MOST_HEADER_LINES:
        line, below = cells[top - 1].line, cells[top].line
        named = {_column(edges, (g[0].u0 + g[-1].u1) / 2) for g in cells[top - 1].groups}
        inside = line.x0 >= edges[0] - 15 and line.x1 <= edges[-1] + 15
        near = below.y0 - line.y1 < 1.5 * line.height
        if not inside or not near or (len(named) < 2 and top == start):
            break
        if len(cells[top - 1].groups) < 2 and len(line.words) > 4:
            break
        top -= 1
    return top


def _table(header: Sequence[_Cells], body: Sequence[_Cells], xs: Sequence[float]) -> PageTable:
    rows = [*_header_rows(header, xs), *_body_rows(body)]
    ys = [rows[0][0].line.y0 - 1]
    ys += [(above[-1].line.y1 + below[0].line.y0) / 2 for above, below in pairwise(rows)]
    ys.append(rows[-1][-1].line.y1 + 1)
    cells = []
    for number, lines in enumerate(rows):
        taken = 0
        for first, last in _spans(lines, xs):
            if first >= taken:
                cells.append((number, first, 1, last - first + 1))
                taken = last + 1
    return PageTable(
        (xs[0], ys[0], xs[-1], ys[-1]),
        tuple(xs),
        tuple(ys),
        tuple(
            TableCell(r, c, deep, wide, (xs[c], ys[r], xs[c + wide], ys[r + deep]))
            for r, c, deep, wide in cells
        ),
    )


def _spans(lines: Sequence[_Cells], xs: Sequence[float]) -> list[tuple[int, int]]:
    """First and last column of each cell: a name that reaches over several covers them."""
    spans = []
    for each in lines:
        for group in each.groups:
            spans.append((_column(xs, group[0].u0 + 1), _column(xs, group[-1].u1 - 1)))
    covered = {column for first, last in spans for column in range(first, last + 1)}
    spans += [(column, column) for column in range(len(xs) - 1) if column not in covered]
    return sorted(set(spans), key=lambda span: (span[0], -span[1]))


def _header_rows(header: Sequence[_Cells], xs: Sequence[float]) -> list[list[_Cells]]:
    """Lines of one name put together; a name over several columns has a row of its own."""
    rows: list[list[_Cells]] = []
    for each in header:
        wide = any(first < last for first, last in _spans([each], xs))
        if rows and not wide and not any(f < n for f, n in _spans(rows[-1], xs)):
            rows[-1].append(each)
        else:
            rows.append([each])
    return rows


def _body_rows(body: Sequence[_Cells]) -> list[list[_Cells]]:
    rows: list[list[_Cells]] = []
    for each in body:
        if rows and not each.is_row and each.line.text[:1].islower():
            rows[-1].append(each)
        else:
            rows.append([each])
    return rows
