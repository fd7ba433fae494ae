"""Which tables are too long to be searched row by row. No Django.

A register of 100,000 rows of 8 cells makes 20,000 passages. At the 3.9 a second that the default
embedder was measured to make on two cores they would hold up the queue for more than an hour, and
bury what the other documents say. All rows of such a table are kept and can be
computed over; what is searched is its header, its first rows and the values of its columns.
"""

from collections.abc import Iterator, Sequence

from documents.extraction.types import ExtractedTable, Finding

# Rows of a long table that are searched all the same: they show what a row is.
FIRST_ROWS = 100


def long_tables(tables: Sequence[ExtractedTable], *, most_rows: int) -> set[int]:
    """Places of the tables that are more than what the ones before leave of `most_rows`."""
    found: set[int] = set()
    left = most_rows
    for place, table in enumerate(tables):
        count = len(table.row_spans)
        if count > max(left, FIRST_ROWS):
            found.add(place)
            count = FIRST_ROWS
        left -= count
    return found


def not_searched_whole(tables: Sequence[ExtractedTable], *, most_rows: int) -> Iterator[Finding]:
    for place in sorted(long_tables(tables, most_rows=most_rows)):
        table = tables[place]
        detail = {"name": table.name[:80], "rows": len(table.rows), "searched": FIRST_ROWS}
        yield Finding("table_not_searched_whole", detail, table.page)
