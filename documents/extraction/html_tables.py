"""The cells of an HTML table in a grid, spans filled in; HTML Living Standard, 4.9.12."""

import re
from dataclasses import dataclass
from typing import Any

from documents.extraction.html_words import words_of
from documents.extraction.sheet_tables import Again, is_value
from documents.extraction.types import ExtractionError

MAX_SPAN = 200
MAX_CELLS = 1_000_000
LONGEST_LABEL = 80


@dataclass(frozen=True, slots=True)
class TableGrid:
    """`header_rows` are those of <thead>, or the first ones of <th> alone."""

    rows: list[list[str]]
    header_rows: int


def grid_of(table: Any) -> TableGrid | None:
    """None for a table that only places things: one column, or tables within its cells.

    Raises ExtractionError too_large_inside.
    """
    if next(table.iterdescendants("table"), None) is not None:
        return None
    rows: list[list[str]] = []
    header_rows = 0
    reaching: dict[int, tuple[int, str]] = {}  # column -> rows still to fill, text
    cells = 0
    for line in table.iterdescendants("tr"):
        found = list(line.iterdescendants("td", "th"))
        row = _row(found, reaching)
        cells += len(row)
        if cells > MAX_CELLS:
            raise ExtractionError("too_large_inside", f"cells: {MAX_CELLS}")
        if header_rows == len(rows) and found and _is_header(line, found):
            header_rows += 1
        rows.append(row)
    width = max(map(len, rows), default=0)
    if width < 2:
        return None
    return TableGrid(
        [row + [""] * (width - len(row)) for row in rows],
        header_rows if header_rows < len(rows) else 0,
    )


def _row(found: list[Any], reaching: dict[int, tuple[int, str]]) -> list[str]:
    row: list[str] = []

    def fill_from_above() -> None:
        while len(row) in reaching:
            left, text = reaching.pop(len(row))
            if left > 1:
                reaching[len(row)] = (left - 1, text)
            row.append(Again(text) if text else "")

    for cell in found:
        fill_from_above()
        text = words_of(cell)
        repeats = text if not is_value(text) and len(text) <= LONGEST_LABEL else ""
        below = _span(cell, "rowspan") - 1
        for number in range(_span(cell, "colspan")):
            if below > 0:
                reaching[len(row)] = (below, repeats if not number else "")
            row.append(text if not number else "")
    fill_from_above()
    return row


def _is_header(line: Any, cells: list[Any]) -> bool:
    above = line.getparent()
    if above is not None and above.tag == "thead":
        return True
    return all(cell.tag == "th" for cell in cells)


def _span(cell: Any, name: str) -> int:
    text = cell.get(name) or "1"
    return min(max(int(text), 1), MAX_SPAN) if re.fullmatch(r"\d{1,6}", text) else 1
