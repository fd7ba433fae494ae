"""What is indexed of a table that is too long to be searched row by row."""

from collections.abc import Iterator
from dataclasses import replace

from documents.extraction.types import ExtractedTable
from documents.searched_tables import FIRST_ROWS
from retrieval.chunking.lengths import estimated_tokens

LABEL_CHARACTERS = 48
LONGEST_VALUE = 120
# A column of more values than this names single things, which the summary of a table cannot.
MOST_VALUES = 2_000
# As many figures may be codes or years; more of them are measured values.
MOST_FIGURES = 60


def first_rows(table: ExtractedTable) -> ExtractedTable:
    return replace(table, rows=table.rows[:FIRST_ROWS], row_spans=table.row_spans[:FIRST_ROWS])


def value_lists(table: ExtractedTable, *, max_tokens: int) -> Iterator[str]:
    """ "Kecamatan: Kuta Alam, Meuraxa, ...": the values of each column that has not too many."""
    for place, column in enumerate(table.columns):
        label = column[:LABEL_CHARACTERS].strip()
        line = ""
        for value in _values(table, place):
            longer = f"{line}, {value}" if line else f"{label}: {value}"
            if line and estimated_tokens(longer) > max_tokens:
                yield line
                longer = f"{label}: {value}"
            line = longer
        if line:
            yield line


def _values(table: ExtractedTable, place: int) -> list[str]:
    values: dict[str, None] = {}
    for row in table.rows:
        if place < len(row) and row[place]:
            values[row[place].strip()[:LONGEST_VALUE]] = None
            if len(values) > MOST_VALUES:
                return []
    named = sum(any(map(str.isalpha, value)) for value in values)
    return list(values) if len(values) <= MOST_FIGURES or 2 * named > len(values) else []
