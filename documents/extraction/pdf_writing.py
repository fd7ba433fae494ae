"""Pages of a PDF written into one canonical text, with the places of words and tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from documents.extraction.canonical import CanonicalText
from documents.extraction.legibility import Legibility
from documents.extraction.pdf_lines import Line, remove_running_lines
from documents.extraction.pdf_paragraphs import Paragraphs
from documents.extraction.pdf_tables import PageTable
from documents.extraction.pdf_words import PageText, PlacedWord
from documents.extraction.tabular import lay_out, text_of, without_empty, write_row
from documents.extraction.types import ExtractedPage, ExtractedTable, Extraction, Finding, Word


@dataclass(slots=True)
class PdfPage:
    """One page on its way: what was seen, then the lines and tables that make its text."""

    index: int
    seen: PageText
    legibility: Legibility
    lines: list[Line]
    tables: list[PageTable]


class PageWriter:
    """Pages into one canonical text."""

    def __init__(self, pages: Sequence[PdfPage], findings: list[Finding]) -> None:
        self.pages = pages
        self.findings = findings
        self.canonical = CanonicalText()
        self.paragraphs = Paragraphs(self.canonical)
        self.tables: list[ExtractedTable] = []
        self.table_open = False  # the last thing written was a row

    def extraction(self, extractor: str, version: object) -> Extraction:
        kept, numbers = remove_running_lines([page.lines for page in self.pages])
        starts, words = [], []
        for page, lines in zip(self.pages, kept, strict=True):
            start, words_before = self.canonical.length, len(self.canonical.words)
            self._page(page, lines)
            of_page = tuple(self.canonical.words[words_before:])
            # The hyphen of a word divided over two pages was taken back.
            starts.append(min(start, of_page[0].start) if of_page else start)
            words.append(of_page)
        text = self.canonical.text()
        spans = [
            _trimmed(text, start, end)
            for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
        ]
        return Extraction(
            markdown=text,
            pages=tuple(map(_extracted, self.pages, numbers, spans, words)),
            tables=tuple(self.tables),
            findings=tuple(self.findings),
            extractor=extractor,
            extractor_version=str(version),
        )

    def _page(self, page: PdfPage, lines: Sequence[Line]) -> None:
        self.paragraphs.begin_page(lines)
        for part in _in_order(lines, page.tables):
            if isinstance(part, Line):
                if self.table_open:
                    self.canonical.add("\n")
                    self.table_open = False
                self.paragraphs.add(part)
            else:
                self._table(part, page)

    def _table(self, table: PageTable, page: PdfPage) -> None:
        grid = without_empty(table.grid(page.seen.words))
        last = self.tables[-1] if self.tables and self.table_open else None
        if last is not None and len(grid[0]) == len(last.columns):
            self._go_on(last, grid)
            return
        if self.canonical.length:
            self.canonical.add("\n" if self.table_open else "\n\n")
        self.paragraphs.interrupt()
        layout = lay_out(grid)
        columns = layout.columns or tuple(f"Kolom {i + 1}" for i in range(len(grid[0])))
        first_row = layout.first_row if layout.columns else 0
        for row in grid[:first_row]:
            write_row(self.canonical, row)
        if first_row:
            self.canonical.add("|" + " --- |" * len(columns) + "\n")
        body = grid[first_row:]
        spans = tuple(write_row(self.canonical, row) for row in body)
        cells = tuple(tuple(text_of(cell) for cell in row) for row in body)
        caption = layout.captions[-1] if layout.captions else ""
        if spans:
            self.tables.append(ExtractedTable(caption, columns, cells, spans, page.index + 1))
            self.table_open = True

    def _go_on(self, last: ExtractedTable, grid: list[list[list[PlacedWord] | str]]) -> None:
        """The same table on the next page; a header that is printed again is no row."""
        spans, cells = list(last.row_spans), list(last.rows)
        for index, row in enumerate(grid):
            texts = tuple(text_of(cell) for cell in row)
            span = write_row(self.canonical, row)
            if index < 3 and _is_header_again(texts, last.columns):
                continue
            spans.append(span)
            cells.append(texts)
        self.tables[-1] = ExtractedTable(
            last.name, last.columns, tuple(cells), tuple(spans), last.page
        )


def _is_header_again(texts: Sequence[str], columns: Sequence[str]) -> bool:
    named = [(text, column) for text, column in zip(texts, columns, strict=True) if text]
    return bool(named) and all(_letters(text) in _letters(column) for text, column in named)


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


def _in_order(lines: Sequence[Line], tables: Sequence[PageTable]) -> Iterator[Line | PageTable]:
    """Lines and tables from top to bottom; columns of lines are left as they are."""
    waiting = list(tables)
    for line in lines:
        while waiting and waiting[0].box[1] < line.y0:
            yield waiting.pop(0)
        yield line
    yield from waiting


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    inside = text[start:end]
    if not inside.strip():
        return start, start
    return start + len(inside) - len(inside.lstrip()), start + len(inside.rstrip())


def _extracted(
    page: PdfPage, printed: str | None, span: tuple[int, int], words: tuple[Word, ...]
) -> ExtractedPage:
    return ExtractedPage(
        number=page.index + 1,
        printed_number=printed,
        start=span[0],
        end=span[1],
        width=page.seen.width,
        height=page.seen.height,
        words=words,
        origin="text_layer" if words else "none",
        judged=page.legibility.judged,
    )
