"""Tables cut between rows, with the names of the columns said in what is indexed."""

from collections.abc import Iterator, Sequence

from documents.extraction.types import ExtractedTable
from documents.structure import Section
from retrieval.chunking.cutting import LEAD_IN_CHARACTERS, Cutter
from retrieval.chunking.drafts import Piece, Segment
from retrieval.chunking.lengths import estimated_tokens
from retrieval.chunking.long_tables import LABEL_CHARACTERS, first_rows, value_lists


def table_pieces(
    cutter: Cutter,
    segment: Segment,
    tables: Sequence[ExtractedTable],
    long: Sequence[ExtractedTable] = (),
) -> Iterator[Piece]:
    """Text around the tables as prose, the tables row by row, but for those that are too long."""
    cursor = segment.start
    for table in tables:
        first = _table_start(cutter, cursor, table.row_spans[0][0])
        if len(cutter.text[cursor:first].strip()) > 2 * LEAD_IN_CHARACTERS:
            yield from cutter.prose(cursor, first, segment.section)
            cursor = first
        end = min(segment.end, table.row_spans[-1][1])
        if any(table is each for each in long):
            yield from _long_table(cutter, cursor, table, segment.section)
        else:
            yield from _rows(cutter, cursor, end, table, segment.section)
        cursor = end
    if cutter.text[cursor : segment.end].strip():
        yield from cutter.prose(cursor, segment.end, segment.section)


def _long_table(
    cutter: Cutter, start: int, table: ExtractedTable, section: Section
) -> Iterator[Piece]:
    """The first rows, then the values of the columns, each list cited by a row further down."""
    caption = _caption(cutter, start, table.row_spans[0][0])
    head = first_rows(table)
    yield from _rows(cutter, start, head.row_spans[-1][1], head, section)
    budget = cutter.budget(section, caption)
    for number, values in enumerate(value_lists(table, max_tokens=budget), len(head.rows)):
        left, right = table.row_spans[min(number, len(table.row_spans) - 1)]
        yield Piece(left, right, section, lead_in=caption, labelled=values)


def _table_start(cutter: Cutter, floor: int, row: int) -> int:
    """Start of the header line: the lines that begin with a bar right above the first row."""
    start = row
    while start > floor:
        line = cutter.text.rfind("\n", floor, start - 1) + 1
        if line <= floor and not cutter.text.startswith("|", floor):
            break
        if not cutter.text.startswith("|", max(line, floor)):
            break
        start = max(line, floor)
    return start


def _rows(
    cutter: Cutter, start: int, end: int, table: ExtractedTable, section: Section
) -> Iterator[Piece]:
    """Whole rows; the first chunk takes caption and header with it."""
    caption = _caption(cutter, start, table.row_spans[0][0])
    budget = cutter.budget(section, caption)
    group: list[int] = []
    used = 0
    for index, span in enumerate(table.row_spans):
        if span[0] >= end:
            break
        cost = estimated_tokens(_labelled(table, index)) - 4
        full = group and (
            used + cost > budget or span[1] - table.row_spans[group[0]][0] > cutter.size
        )
        if full:
            yield from _row_group(cutter, start, table, group, section, caption)
            # From the last row's end: a header printed again on the next page comes along.
            start, group, used = table.row_spans[group[-1]][1], [], 0
        group.append(index)
        used += cost
    if group:
        yield from _row_group(cutter, start, table, group, section, caption, end=end)


def _row_group(
    cutter: Cutter,
    start: int,
    table: ExtractedTable,
    group: Sequence[int],
    section: Section,
    caption: str,
    *,
    end: int = 0,
) -> Iterator[Piece]:
    end = end or table.row_spans[group[-1]][1]
    labelled = "\n".join(_labelled(table, index) for index in group)
    budget = cutter.budget(section, caption)
    if estimated_tokens(labelled) <= budget:
        yield Piece(start, end, section, lead_in=caption, labelled=labelled)
        return
    for left, right in cutter.cuts(start, end, budget, overlap=0):
        yield Piece(left, right, section, lead_in=caption)


def _caption(cutter: Cutter, start: int, row: int) -> str:
    """The words above a table's header, without its header and heading marks."""
    lines = (line.strip(" #*") for line in cutter.text[start:row].splitlines())
    words = " ".join(line for line in lines if line and not line.startswith("|"))
    return words[-LEAD_IN_CHARACTERS:]


def _labelled(table: ExtractedTable, index: int) -> str:
    """One row with its column names, "Kabupaten/Kota: Aceh Utara | Gampong: 852"."""
    cells = []
    for column, cell in zip(table.columns, table.rows[index], strict=False):
        if cell.strip():
            label = column[:LABEL_CHARACTERS].strip()
            cells.append(f"{label}: {cell.strip()}" if label else cell.strip())
    return " | ".join(cells)
