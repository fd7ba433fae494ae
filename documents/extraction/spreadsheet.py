"""XLSX: every visible sheet as Markdown tables, values as they are shown.

What is hidden was not meant to be read: hidden sheets, rows and columns are left out and noted.
Rows that only a filter hides belong to the table.
"""

from collections.abc import Iterator
from pathlib import Path

import openpyxl

from documents.extraction.canonical import CanonicalText
from documents.extraction.office_parts import opened
from documents.extraction.sheet_tables import Again, is_value, write_sheet
from documents.extraction.types import (
    ExtractedPage,
    ExtractedTable,
    Extraction,
    ExtractionError,
    Finding,
)
from documents.extraction.workbook import SheetCells, SheetEntry, Workbook

DEFAULT_NAMES = ("sheet", "lembar", "worksheet", "table", "tabel")
ERRORS_NAMED = 10
# A longer text in a merged cell is no name that the rows beside it need.
LONGEST_LABEL = 80


class SpreadsheetExtractor:
    """Options: `max_rows` and `max_cells` over all sheets, `max_columns` of one."""

    def __init__(
        self,
        *,
        max_rows: int = 100_000,
        max_columns: int = 1_000,
        max_cells: int = 2_000_000,
    ) -> None:
        self.max_rows = max_rows
        self.max_columns = max_columns
        self.max_cells = max_cells
        self._rows = self._cells = 0

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: damaged_file, too_large_inside, no_text."""
        self._rows = self._cells = 0
        with opened(path) as package:
            book = Workbook(package)
            read = [
                self._sheet(book, entry) for entry in book.sheets if entry.visible and entry.part
            ]
            filled = [sheet for sheet in read if sheet.rows]
            if not filled:
                pictures = any(book.has_drawings(entry) for entry in book.sheets)
                raise ExtractionError("no_text", "pictures" if pictures else "empty_sheets")
            hidden = [entry.title for entry in book.sheets if entry.part and not entry.visible]
        return _extraction(filled, hidden)

    def _sheet(self, book: Workbook, entry: SheetEntry) -> SheetCells:
        sheet = SheetCells(entry.title)
        columns: set[int] = set()
        for sheet, row, cells in book.cells(entry):
            self._rows += bool(cells)
            self._cells += cells
            if self._rows > self.max_rows:
                raise ExtractionError("too_large_inside", f"rows: {self.max_rows}")
            if self._cells > self.max_cells:
                raise ExtractionError("too_large_inside", f"cells: {self.max_cells}")
            if cells:
                columns.update(sheet.rows[row])
                if len(columns) > self.max_columns:
                    raise ExtractionError("too_large_inside", f"columns: {self.max_columns}")
        return sheet


def _extraction(sheets: list[SheetCells], hidden_sheets: list[str]) -> Extraction:
    canonical = CanonicalText()
    tables: list[ExtractedTable] = []
    findings = [Finding("hidden_sheet", {"sheet": title}) for title in hidden_sheets]
    for sheet in sheets:
        findings += _remarks(sheet)
        is_default = sheet.title.lower().startswith(DEFAULT_NAMES)
        if len(sheets) > 1 or not is_default:
            canonical.add(f"## {sheet.title}\n\n")
        written = write_sheet(canonical, list(_grid(sheet)), name="" if is_default else sheet.title)
        tables += written.tables
        findings += written.findings
    markdown = canonical.text().rstrip("\n") + "\n"
    page = ExtractedPage(None, None, 0, len(markdown), 0, 0, (), "text_layer")
    return Extraction(
        markdown, (page,), tuple(tables), tuple(findings), "workbook", openpyxl.__version__
    )


def _remarks(sheet: SheetCells) -> Iterator[Finding]:
    """What staff should know of the sheet. Leaves out of `sheet` what is hidden."""
    first, last = sheet.filtered or (0, -1)
    hidden_rows = {row for row in sheet.hidden_rows if not first <= row <= last}
    hidden_columns = {
        column for row in sheet.rows.values() for column in row if column in sheet.hidden_columns
    }
    for row in hidden_rows:
        del sheet.rows[row]
    if hidden_columns:
        for cells in sheet.rows.values():
            for column in hidden_columns & cells.keys():
                del cells[column]
    if hidden_rows or hidden_columns:
        detail = {
            "sheet": sheet.title,
            "rows": len(hidden_rows),
            "columns": len(hidden_columns),
        }
        yield Finding("hidden_cells", detail)
    if sheet.without_value:
        yield Finding("formula_without_value", {"sheet": sheet.title, "count": sheet.without_value})
    if sheet.errors:
        places = ", ".join(sheet.errors[:ERRORS_NAMED])
        yield Finding(
            "cell_errors", {"sheet": sheet.title, "count": len(sheet.errors), "cells": places}
        )


def _grid(sheet: SheetCells) -> Iterator[list[str]]:
    """Rows of the used columns, an empty one for each gap between rows and between columns."""
    _fill_merged(sheet)
    used = sorted({column for row in sheet.rows.values() for column in row})
    places: list[int | None] = []
    for index, column in enumerate(used):
        if index and column > used[index - 1] + 1:
            places.append(None)
        places.append(column)
    before = None
    for number in sorted(sheet.rows):
        if before is not None and number > before + 1:
            yield []
        before = number
        row = sheet.rows[number]
        yield [row.get(place, "") if place is not None else "" for place in places]


def _fill_merged(sheet: SheetCells) -> None:
    """A name over several rows belongs to each; an amount does not, or it would count twice."""
    for top, left, bottom, _right in sheet.merged:
        text = sheet.rows.get(top, {}).get(left, "")
        if not text or is_value(text) or len(text) > LONGEST_LABEL:
            continue
        for number in range(top + 1, bottom + 1):
            row = sheet.rows.get(number)
            if row is not None and left not in row:
                row[left] = Again(text)
