"""Ruled tables and frames of a page: cells from the lines drawn on it, in reading coordinates."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from documents.extraction.pdf_rulings import SNAP, Box, Segment, edges_of, joined
from documents.extraction.pdf_words import PageText, PlacedWord
from documents.extraction.stages import timed

# A page with fewer thin lines or boxes than this has no ruled table.
MIN_RULES = 6
MIN_FILLED_SHARE = 0.3
# More lines than this are a drawing.
MAX_LINES = 1_500
MAX_CELLS = 40_000
# Of a table's area, the share that regular cells must cover; lines between boxes cover less.
CELL_SHARE = 0.8
FORM_WORDS = 40


@dataclass(frozen=True, slots=True, eq=False)
class TableCell:
    """One cell, at `row` and `column`, and how many of each it covers."""

    row: int
    column: int
    rows: int
    columns: int
    box: Box


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table of one page: its outline and cells, in reading coordinates (see PlacedWord)."""

    box: Box
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[TableCell, ...]

    def filled(self, words: Sequence[PlacedWord]) -> list[tuple[TableCell, list[PlacedWord]]]:
        """Each cell that holds words, with these in reading order."""
        members = self.members(words)
        return [(cell, in_cell(members[cell])) for cell in self.cells if cell in members]

    def members(self, words: Sequence[PlacedWord]) -> dict[TableCell, list[PlacedWord]]:
        owner = {
            (row, column): cell
            for cell in self.cells
            for row in range(cell.row, cell.row + cell.rows)
            for column in range(cell.column, cell.column + cell.columns)
        }
        members: dict[TableCell, list[PlacedWord]] = defaultdict(list)
        for word in words:
            if self.holds(word):
                row = bisect_left(self.ys, (word.v0 + word.v1) / 2) - 1
                column = bisect_left(self.xs, (word.u0 + word.u1) / 2) - 1
                cell = owner.get((max(row, 0), max(column, 0)))
                if cell is not None:
                    members[cell].append(word)
        return members

    def holds(self, word: PlacedWord) -> bool:
        return centre_in(self.box, word)


@dataclass(frozen=True, slots=True)
class Ruled:
    """The tables of a page from top to bottom, and the frames around text that is no table."""

    tables: tuple[PageTable, ...] = ()
    frames: tuple[Box, ...] = ()


@timed("tables")
def ruled(page: PageText) -> Ruled:
    """Find what the page's lines enclose; shaded areas count where no lines are drawn."""
    if page.rules < 2:
        return Ruled()
    drawn = page.drawn
    tables, frames = _enclosed(page, drawn.across, drawn.down)
    if len(drawn.shades) > 1:
        across, down = edges_of(drawn.shades)
        more, boxes = _enclosed(page, [*across, *drawn.across], [*down, *drawn.down])
        tables += [table for table in more if not any(_overlap(table.box, t.box) for t in tables)]
        frames += boxes
    outer = [table for table in tables if not _inside_another(table, tables)]
    return Ruled(
        tuple(sorted(outer, key=lambda table: (table.box[1], table.box[0]))),
        tuple(_frames(frames, outer, page.words)),
    )


def _enclosed(
    page: PageText, across: Sequence[Segment], down: Sequence[Segment]
) -> tuple[list[PageTable], list[Box]]:
    levels, uprights = (joined(segments) for segments in _as_read(page, across, down))
    tables: list[PageTable] = []
    frames: list[Box] = []
    if not levels or not uprights or len(levels) + len(uprights) > MAX_LINES:
        return tables, frames
    for group in _connected(levels, uprights):
        table, boxes = _cells(*group)
        if table is not None and is_useful(table, page.words):
            tables.append(table)
        else:
            frames += boxes
    return tables, frames


def _as_read(
    page: PageText, across: Sequence[Segment], down: Sequence[Segment]
) -> tuple[Sequence[Segment], Sequence[Segment]]:
    """Level and upright lines in reading coordinates."""
    width, height = page.width, page.height
    if page.turned == 90:
        return (
            [(width - x, y0, y1) for x, y0, y1 in down],
            [(y, width - x1, width - x0) for y, x0, x1 in across],
        )
    if page.turned == 270:
        return (
            [(x, height - y1, height - y0) for x, y0, y1 in down],
            [(height - y, x0, x1) for y, x0, x1 in across],
        )
    if page.turned == 180:
        return (
            [(height - y, width - x1, width - x0) for y, x0, x1 in across],
            [(width - x, height - y1, height - y0) for x, y0, y1 in down],
        )
    return across, down


def _connected(
    across: Sequence[Segment], down: Sequence[Segment]
) -> Iterable[tuple[list[Segment], list[Segment]]]:
    """Lines that cross or touch one another, group by group."""
    parents = list(range(len(across) + len(down)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    places = [level[0] for level in across]
    for number, (x, top, bottom) in enumerate(down, len(across)):
        for index in range(bisect_left(places, top - SNAP), len(across)):
            y, left, right = across[index]
            if y > bottom + SNAP:
                break
            if left - SNAP <= x <= right + SNAP:
                parents[root(index)] = root(number)
    groups: dict[int, tuple[list[Segment], list[Segment]]] = defaultdict(lambda: ([], []))
    for index, level in enumerate(across):
        groups[root(index)][0].append(level)
    for index, upright in enumerate(down, len(across)):
        groups[root(index)][1].append(upright)
    return [group for group in groups.values() if len(group[0]) > 1 and len(group[1]) > 1]


def _cells(
    levels: Sequence[Segment], uprights: Sequence[Segment]
) -> tuple[PageTable | None, list[Box]]:
    """The grid of connected lines as a table, or else the boxes they close."""
    levels, uprights = _closed(levels, uprights), _closed(uprights, levels)
    xs, ys = _places(uprights), _places(levels)
    columns, rows = len(xs) - 1, len(ys) - 1
    if columns < 1 or rows < 1 or rows * columns > MAX_CELLS:
        return None, []
    walls = _walls(uprights, xs, ys)
    floors = _walls(levels, ys, xs)
    regular, odd = _regions(rows, columns, walls, floors)

    def box(cell: tuple[int, int, int, int]) -> Box:
        row, column, deep, wide = cell
        return xs[column], ys[row], xs[column + wide], ys[row + deep]

    boxes = [box(cell) for cell in regular]
    area = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes)
    whole = (xs[-1] - xs[0]) * (ys[-1] - ys[0])
    if columns < 2 or (rows < 2 and columns < 3) or area < CELL_SHARE * whole:
        return None, boxes
    cells = [TableCell(*cell, box(cell)) for cell in (*regular, *odd)]
    cells.sort(key=lambda cell: (cell.row, cell.column))
    return PageTable((xs[0], ys[0], xs[-1], ys[-1]), xs, ys, tuple(cells)), boxes


def _closed(lines: Sequence[Segment], others: Sequence[Segment]) -> list[Segment]:
    """With the outer edges that a table open at its sides leaves undrawn."""
    first, last = min(line[0] for line in lines), max(line[0] for line in lines)
    low, high = min(line[1] for line in others), max(line[2] for line in others)
    start = min(line[0] for line in others)
    end = max(line[0] for line in others)
    closed = list(lines)
    if first - low > 2 * SHORTEST_OPEN:
        closed.append((low, start, end))
    if high - last > 2 * SHORTEST_OPEN:
        closed.append((high, start, end))
    return closed


# Lines that reach this much further than the last one across them leave a cell open.
SHORTEST_OPEN = 6.0


def _places(lines: Sequence[Segment]) -> tuple[float, ...]:
    """Where the lines stand, each place once."""
    places: list[float] = []
    for place in sorted(line[0] for line in lines):
        if not places or place - places[-1] > SNAP:
            places.append(place)
    return tuple(places)


def _walls(
    lines: Sequence[Segment], places: Sequence[float], steps: Sequence[float]
) -> set[tuple[int, int]]:
    """(place, step) pairs that a line closes: it covers the middle of the step."""
    walls = set()
    for place, start, end in lines:
        at = _nearest(places, place)
        for step in range(max(0, bisect_left(steps, start - SNAP) - 1), len(steps) - 1):
            middle = (steps[step] + steps[step + 1]) / 2
            if middle > end + SNAP:
                break
            if start - SNAP <= middle <= end + SNAP:
                walls.add((at, step))
    return walls


def _nearest(places: Sequence[float], place: float) -> int:
    at = bisect_left(places, place)
    if at == len(places) or (at and place - places[at - 1] < places[at] - place):
        return at - 1
    return at


_Region = tuple[int, int, int, int]


def _regions(
    rows: int, columns: int, walls: set[tuple[int, int]], floors: set[tuple[int, int]]
) -> tuple[list[_Region], list[_Region]]:
    """Cells as (row, column, rows, columns): rectangles, and the strips of what is none."""
    seen = bytearray(rows * columns)
    regular: list[_Region] = []
    odd: list[_Region] = []
    for start in range(rows * columns):
        if seen[start]:
            continue
        members = _flood(start, rows, columns, walls, floors, seen)
        across = [member % columns for member in members]
        down = [member // columns for member in members]
        top, left = min(down), min(across)
        deep, wide = max(down) - top + 1, max(across) - left + 1
        if deep * wide == len(members):
            regular.append((top, left, deep, wide))
            continue
        odd += _strips(members, columns)
    return regular, odd


def _flood(
    start: int,
    rows: int,
    columns: int,
    walls: set[tuple[int, int]],
    floors: set[tuple[int, int]],
    seen: bytearray,
) -> list[int]:
    members, waiting = [], [start]
    seen[start] = 1
    while waiting:
        here = waiting.pop()
        members.append(here)
        row, column = divmod(here, columns)
        open_sides = (
            (column + 1 < columns and (column + 1, row) not in walls, here + 1),
            (column > 0 and (column, row) not in walls, here - 1),
            (row + 1 < rows and (row + 1, column) not in floors, here + columns),
            (row > 0 and (row, column) not in floors, here - columns),
        )
        for is_open, there in open_sides:
            if is_open and not seen[there]:
                seen[there] = 1
                waiting.append(there)
    return members


def _strips(members: Sequence[int], columns: int) -> list[_Region]:
    strips: list[_Region] = []
    for member in sorted(members):
        row, column = divmod(member, columns)
        if strips and strips[-1][0] == row and strips[-1][1] + strips[-1][3] == column:
            strips[-1] = (row, strips[-1][1], 1, strips[-1][3] + 1)
        else:
            strips.append((row, column, 1, 1))
    return strips


def _inside_another(table: PageTable, tables: Sequence[PageTable]) -> bool:
    return any(other is not table and _contains(other.box, table.box) for other in tables)


def _contains(outer: Box, inner: Box) -> bool:
    return (
        outer[0] - SNAP <= inner[0]
        and outer[1] - SNAP <= inner[1]
        and outer[2] + SNAP >= inner[2]
        and outer[3] + SNAP >= inner[3]
    )


def _frames(
    boxes: Sequence[Box], tables: Sequence[PageTable], words: Sequence[PlacedWord]
) -> list[Box]:
    """Innermost boxes that hold whole words; a shade behind a part of a line is none."""
    found: list[Box] = []
    for box in sorted(set(boxes), key=lambda b: (b[2] - b[0]) * (b[3] - b[1])):
        if any(_contains(box, inner) for inner in found):
            continue
        if any(_overlap(box, table.box) for table in tables):
            continue
        inside = [word for word in words if centre_in(box, word)]
        if inside and _is_apart(box, inside, words):
            found.append(box)
    return found if len(found) > 1 else []


def _overlap(one: Box, other: Box) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > SNAP
        and min(one[3], other[3]) - max(one[1], other[1]) > SNAP
    )


def _is_apart(box: Box, inside: Sequence[PlacedWord], words: Sequence[PlacedWord]) -> bool:
    """No line of text runs across the frame's sides."""
    height = max(word.v1 - word.v0 for word in inside)
    if box[3] - box[1] < 1.2 * height:
        return False
    near = 0.6 * height
    for word in words:
        if centre_in(box, word):
            if word.u0 < box[0] - near or word.u1 > box[2] + near:
                return False
        elif box[1] < (word.v0 + word.v1) / 2 < box[3] and (
            0 <= box[0] - word.u1 < near / 2 or 0 <= word.u0 - box[2] < near / 2
        ):
            return False
    return True


def in_cell(words: list[PlacedWord]) -> list[PlacedWord]:
    """The words of one cell, line by line; a figure broken by a narrow column made whole."""
    lines = lines_in_cell(words)
    ordered = [word for line in lines for word in line]
    if len(lines) > 1 and all(_FIGURE.fullmatch(word.text) for word in ordered):
        _glue_broken(ordered)
    return ordered


def lines_in_cell(words: Sequence[PlacedWord]) -> list[list[PlacedWord]]:
    if len(words) < 2:
        return [list(words)] if words else []
    lines: list[list[PlacedWord]] = []
    bottom = 0.0
    for word in sorted(words, key=lambda w: (w.v0 + w.v1) / 2):
        middle = (word.v0 + word.v1) / 2
        if lines and middle < bottom:
            lines[-1].append(word)
        else:
            lines.append([word])
            bottom = word.v1
        if word.v1 - word.v0 > lines[-1][0].v1 - lines[-1][0].v0:
            bottom = max(bottom, (word.v0 + 2 * word.v1) / 3)
    return [sorted(line, key=lambda w: w.u0) for line in lines]


# A figure, or a part of one that a narrow column has broken: "23.301." "300", "0,7" "3%".
_FIGURE = re.compile(r"[\d.,]*\d[\d.,]*%?|%")
_BROKEN = re.compile(r"[\d.,]*[.,]\d*")
# Nothing is missing behind thousands, millions and more in full groups.
_WHOLE = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+(?:[.,]\d{2})?")


def _glue_broken(words: list[PlacedWord]) -> None:
    for before, word in pairwise(words):
        below = word.v0 > (before.v0 + before.v1) / 2
        whole = _WHOLE.fullmatch(before.text) and word.text[0].isdigit()
        broken = _BROKEN.fullmatch(before.text) and not whole
        word.glued = below and (bool(broken) or word.text == "%")


def centre_in(box: Box, word: PlacedWord) -> bool:
    u, v = (word.u0 + word.u1) / 2, (word.v0 + word.v1) / 2
    return box[0] <= u <= box[2] and box[1] <= v <= box[3]


def is_useful(table: PageTable, words: Sequence[PlacedWord]) -> bool:
    """Words stand side by side in its rows: no form to fill in, no drawing of boxes."""
    filled = table.members(words)
    rows: dict[int, int] = defaultdict(int)
    for cell in filled:
        for row in range(cell.row, cell.row + cell.rows):
            rows[row] += 1
    longest = max(filled.values(), key=len, default=[])
    if (
        len(longest) > FORM_WORDS
        and len(longest) > 0.6 * sum(map(len, filled.values()))
        and len(longest) > 3 * len(lines_in_cell(longest))
    ):
        return False  # a letter or form in a border
    if len(table.ys) == 2:  # only upright lines within
        return len(filled) > 2 and _stands_level(filled.values())
    if len(filled) < MIN_FILLED_SHARE * len(table.cells) or len(rows) < 2:
        return False
    side_by_side = sum(count > 1 for count in rows.values())
    return side_by_side > 1 and side_by_side >= 0.3 * len(rows)


def _stands_level(cells: Iterable[Sequence[PlacedWord]]) -> bool:
    """Several lines of the columns share their height, as the rows of a table do."""
    tops: list[set[int]] = [
        {round(line[0].v0 / 2) for line in lines_in_cell(cell)} for cell in cells
    ]
    return len(tops[0]) > 2 and len(tops[0] & set[int]().union(*tops[1:])) >= 0.5 * len(tops[0])
