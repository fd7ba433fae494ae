"""Pages of a PDF written into one canonical text, with the places of words and tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from documents.extraction.canonical import CanonicalText
from documents.extraction.legibility import Legibility
from documents.extraction.pdf_contents import is_contents
from documents.extraction.pdf_grids import aligned, grid_of
from documents.extraction.pdf_lines import Line, remove_running_lines
from documents.extraction.pdf_paragraphs import Paragraphs
from documents.extraction.pdf_tables import PageTable
from documents.extraction.pdf_words import PageText
from documents.extraction.table_captions import caption_of
from documents.extraction.tabular import Cell, is_numbering, lay_out, text_of, write_row
from documents.extraction.types import (
    ExtractedPage,
    ExtractedTable,
    Extraction,
    Finding,
    Origin,
    Word,
)


@dataclass(slots=True)
class PdfPage:
    """One page on its way: what was seen, then the lines and tables that make its text."""

    index: int
    seen: PageText
    legibility: Legibility
    lines: list[Line]
    tables: list[PageTable]
    origin: Origin = "text_layer"
    certainty: float | None = None
    laid_out: bool = False


class PageWriter:
    """Pages into one canonical text."""

    def __init__(self, pages: Sequence[PdfPage], findings: list[Finding]) -> None:
        self.pages = pages
        self.findings = findings
        self.canonical = CanonicalText()
        self.paragraphs = Paragraphs(self.canonical)
        self.tables: list[ExtractedTable] = []
        self.table_open = False  # the last thing written was a row
        self.edges: list[tuple[float, float]] = []  # of the columns of the last table
        self.table_page = 0  # index of the page on which it was last seen
        self.above: list[str] = []  # the lines written last on this page

    def extraction(self, extractor: str, version: object) -> Extraction:
        kept, numbers = remove_running_lines(
            [page.lines for page in self.pages],
            [page.seen.reading_height for page in self.pages],
        )
        starts, words = [], []
        contents: list[bool] = []
        for page, lines in zip(self.pages, kept, strict=True):
            contents.append(is_contents(lines, goes_on=bool(contents and contents[-1])))
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
            pages=tuple(map(_extracted, self.pages, numbers, spans, words, contents)),
            tables=tuple(self.tables),
            findings=tuple(self.findings),
            extractor=extractor,
            extractor_version=str(version),
        )

    def _page(self, page: PdfPage, lines: Sequence[Line]) -> None:
        self.paragraphs.begin_page(lines)
        self.above = []
        for part in _in_order(lines, page.tables):
            if isinstance(part, Line):
                if self.table_open:
                    self.canonical.add("\n")
                    self.table_open = False
                    self.above = []
                self.paragraphs.add(part)
                self.above = [*self.above[-3:], part.text]
            else:
                self._table(part, page)

    def _table(self, table: PageTable, page: PdfPage) -> None:
        grid = grid_of(table, page.seen.words)
        last = self.tables[-1] if self.tables and self.table_open else None
        if last is not None and (rows := aligned(grid, self.edges)) is not None:
            self._go_on(last, rows)
            self.table_page = page.index
            return
        if self.canonical.length:
            self.canonical.add("\n" if self.table_open else "\n\n")
        self.paragraphs.interrupt()
        layout = lay_out(grid.rows, grid.covering)
        name, unit = caption_of([*self.above, *layout.captions])
        if self._goes_on_after_a_note(layout.columns, name, page):
            self._go_on(self.tables[-1], grid.rows)
            self.table_open, self.edges, self.table_page = True, grid.edges, page.index
            return
        columns = layout.columns or tuple(f"Kolom {i + 1}" for i in range(len(grid.edges)))
        first_row = layout.first_row if layout.columns else 0
        for row in grid.rows[:first_row]:
            write_row(self.canonical, row)
        if first_row:
            self.canonical.add("|" + " --- |" * len(columns) + "\n")
        body = grid.rows[first_row:]
        spans = tuple(write_row(self.canonical, row) for row in body)
        cells = tuple(tuple(text_of(cell) for cell in row) for row in body)
        if spans:
            self.tables.append(ExtractedTable(name, columns, cells, spans, page.index + 1, unit))
            self.table_open, self.edges, self.table_page = True, grid.edges, page.index

    def _goes_on_after_a_note(self, columns: tuple[str, ...], name: str, page: PdfPage) -> bool:
        """The same header again on the next page, without a title of its own."""
        return (
            bool(columns and self.tables and not name)
            and self.tables[-1].columns == columns
            and page.index - self.table_page <= 1
        )

    def _go_on(self, last: ExtractedTable, rows: list[list[Cell]]) -> None:
        """The same table on the next page; a header that is printed again is no row."""
        spans, cells = list(last.row_spans), list(last.rows)
        in_header = True
        for row in rows:
            texts = tuple(text_of(cell) for cell in row)
            span = write_row(self.canonical, row)
            in_header = in_header and (_is_header_again(texts, last.columns) or is_numbering(texts))
            if in_header:
                continue
            spans.append(span)
            cells.append(texts)
        self.tables[-1] = replace(last, rows=tuple(cells), row_spans=tuple(spans))


def _is_header_again(texts: Sequence[str], columns: Sequence[str]) -> bool:
    """Its words are those of the header, wherever merged cells put them."""
    names = _letters(" ".join(columns))
    named = [_letters(text) for text in texts if _letters(text)]
    if not named or not all(name in names for name in named):
        return False
    return any(not name.isdigit() for name in named)


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
    page: PdfPage,
    printed: str | None,
    span: tuple[int, int],
    words: tuple[Word, ...],
    contents: bool,
) -> ExtractedPage:
    return ExtractedPage(
        number=page.index + 1,
        printed_number=printed,
        start=span[0],
        end=span[1],
        width=page.seen.width,
        height=page.seen.height,
        words=words,
        origin=page.origin if words else "none",
        judged=page.legibility.judged,
        is_contents=contents,
        certainty=page.certainty,
    )
