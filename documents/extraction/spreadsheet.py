"""XLSX: every visible sheet as a Markdown table, values as they are shown."""

import datetime
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from documents.extraction.canonical import CanonicalText
from documents.extraction.tabular import write_grid
from documents.extraction.types import (
    ExtractedPage,
    ExtractedTable,
    Extraction,
    ExtractionError,
    Finding,
)

DEFAULT_NAMES = ("sheet", "lembar", "worksheet")


class SpreadsheetExtractor:
    """Options: `max_rows` over all sheets, `max_columns` of one."""

    def __init__(self, *, max_rows: int = 100_000, max_columns: int = 300) -> None:
        self.max_rows = max_rows
        self.max_columns = max_columns
        self.rows_left = max_rows

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: damaged_file, too_large_inside, no_text."""
        self.rows_left = self.max_rows
        try:
            book = openpyxl.load_workbook(path, read_only=True, data_only=True, keep_links=False)
            sheets = [
                (sheet.title, list(self._rows(sheet)))
                for sheet in book.worksheets
                if sheet.sheet_state == "visible"
            ]
        except (
            InvalidFileException,
            zipfile.BadZipFile,
            ParseError,
            KeyError,
            ValueError,
            TypeError,
            AttributeError,
            OSError,
        ) as error:
            raise ExtractionError("damaged_file", str(error)[:200]) from error
        return _extraction([(title, rows) for title, rows in sheets if any(map(any, rows))])

    def _rows(self, sheet: Any) -> Iterator[list[str]]:
        sheet.reset_dimensions()
        for row in sheet.iter_rows(max_col=self.max_columns):
            texts = [_shown(cell) for cell in row]
            if not any(texts):
                continue
            self.rows_left -= 1
            if self.rows_left < 0:
                raise ExtractionError("too_large_inside", f"rows: {self.max_rows}")
            yield texts


def _shown(cell: Any) -> str:
    """A value as Excel shows it by default: 15 digits, percent, ISO dates."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        if "%" in (cell.number_format or ""):
            return f"{value * 100:.15g}%"
        return f"{value:.15g}" if isinstance(value, float) else str(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else str(value)
    return str(value).replace("_x000D_", "")


def _extraction(sheets: list[tuple[str, list[list[str]]]]) -> Extraction:
    if not sheets:
        raise ExtractionError("no_text", "empty_sheets")
    canonical = CanonicalText()
    tables: list[ExtractedTable] = []
    findings: list[Finding] = []
    for title, rows in sheets:
        if canonical.length:
            canonical.add("\n")
        if len(sheets) > 1 or not title.lower().startswith(DEFAULT_NAMES):
            canonical.add(f"## {' '.join(title.split())}\n\n")
        table = write_grid(canonical, rows, name=title)
        if table is not None:
            tables.append(table)
        else:
            findings.append(Finding("sheet_without_header", {"sheet": title}))
    markdown = canonical.text()
    page = ExtractedPage(None, None, 0, len(markdown), 0, 0, (), "text_layer")
    return Extraction(
        markdown, (page,), tuple(tables), tuple(findings), "openpyxl", openpyxl.__version__
    )
