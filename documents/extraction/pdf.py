"""PDF: text and word boxes by PDFium, tables by pdfplumber, pypdf where PDFium cannot open it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2

from documents.extraction.canonical import CanonicalText
from documents.extraction.legibility import Legibility, judge
from documents.extraction.pdf_lines import Line, lines_of, remove_running_lines
from documents.extraction.pdf_paragraphs import Paragraphs
from documents.extraction.pdf_tables import MIN_RULES, PageTable, TableFinder, is_useful
from documents.extraction.pdf_words import PageText, PlacedWord, page_text
from documents.extraction.tabular import lay_out, text_of, without_empty, write_row
from documents.extraction.types import (
    ExtractedPage,
    ExtractedTable,
    Extraction,
    ExtractionError,
    Finding,
    Word,
)

TAIL_BYTES = 64 * 1024
# A file with fewer letters than this on all its pages has a stamp or a page number, not a text.
FEWEST_LETTERS = 40


@dataclass(slots=True)
class _Page:
    """One page on its way: what was seen, then the lines and tables that make its text."""

    index: int
    seen: PageText
    legibility: Legibility
    lines: list[Line]
    tables: list[PageTable]


class PdfExtractor:
    """Options: `max_pages`; `max_table_pages`, beyond which tables are read as plain lines."""

    name = "pypdfium2"

    def __init__(self, *, max_pages: int = 2_000, max_table_pages: int = 400) -> None:
        self.max_pages = max_pages
        self.max_table_pages = max_table_pages

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: encrypted, damaged_file, too_many_pages, no_text."""
        _refuse_truncated(path)
        try:
            document = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError as error:
            return self._without_pdfium(path, error)
        try:
            if len(document) > self.max_pages:
                raise ExtractionError("too_many_pages", str(len(document)))
            if not len(document):
                raise ExtractionError("damaged_file", "no pages")
            with TableFinder(path) as finder:
                pages, findings = self._read(document, finder)
        finally:
            document.close()
        if not _has_text(pages):
            raise ExtractionError("no_text", f"{len(pages)} pages")
        return _Writer(pages, findings).extraction(self.name, str(pypdfium2.PYPDFIUM_INFO))

    def _without_pdfium(self, path: Path, error: pypdfium2.PdfiumError) -> Extraction:
        if "password" in str(error).lower():
            raise ExtractionError("encrypted") from error
        if "security" in str(error).lower():
            raise ExtractionError("encrypted", "security handler") from error
        from documents.extraction import pdf_fallback  # noqa: PLC0415 - loads pypdf

        return pdf_fallback.extract(path, max_pages=self.max_pages)

    def _read(
        self, document: pypdfium2.PdfDocument, finder: TableFinder
    ) -> tuple[list[_Page], list[Finding]]:
        findings: list[Finding] = []
        pages: list[_Page] = []
        with_tables = 0
        for index in range(len(document)):
            seen = _seen(document, index)
            if seen is None:
                findings.append(Finding("page_unreadable", {}, index + 1))
                seen = PageText([], 0, 0, 0, 0, 0, 0)
            page = _Page(index, seen, judge(seen), [], [])
            if page.legibility.code:
                detail = page.legibility.detail
                findings.append(Finding(page.legibility.code, detail, index + 1))
            if seen.doubled_letters:
                detail = {"letters": seen.doubled_letters}
                findings.append(Finding("doubled_letters", detail, index + 1))
            if page.legibility.readable:
                if (
                    seen.rules >= MIN_RULES
                    and not seen.turned
                    and with_tables < self.max_table_pages
                ):
                    page.tables = _useful_tables(finder, index, seen.words)
                    with_tables += 1
                page.lines = lines_of(_outside(seen.words, page.tables))
            pages.append(page)
        return pages, findings


def _has_text(pages: Sequence[_Page]) -> bool:
    letters = 0
    for page in pages:
        if page.legibility.readable:
            letters += sum(sum(map(str.isalpha, word.text)) for word in page.seen.words)
        if letters >= FEWEST_LETTERS:
            return True
    return False


def _seen(document: pypdfium2.PdfDocument, index: int) -> PageText | None:
    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return None
    try:
        return page_text(page)
    except pypdfium2.PdfiumError:
        return None
    finally:
        page.close()


def _useful_tables(finder: TableFinder, index: int, words: Sequence[PlacedWord]) -> list[PageTable]:
    try:
        tables = finder.tables(index)
    except Exception:
        return []
    return [table for table in tables if is_useful(table.grid(words))]


def _outside(words: Sequence[PlacedWord], tables: Sequence[PageTable]) -> list[PlacedWord]:
    if not tables:
        return list(words)
    return [word for word in words if not any(table.holds(word) for table in tables)]


def _refuse_truncated(path: Path) -> None:
    """A PDF ends in its cross-reference; PDFium would read half a file as if it were whole."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - TAIL_BYTES))
        tail = file.read()
    if b"startxref" not in tail and b"%%EOF" not in tail:
        raise ExtractionError("damaged_file", "truncated")


class _Writer:
    """Pages into one canonical text."""

    def __init__(self, pages: Sequence[_Page], findings: list[Finding]) -> None:
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

    def _page(self, page: _Page, lines: Sequence[Line]) -> None:
        self.paragraphs.begin_page(lines)
        for part in _in_order(lines, page.tables):
            if isinstance(part, Line):
                if self.table_open:
                    self.canonical.add("\n")
                    self.table_open = False
                self.paragraphs.add(part)
            else:
                self._table(part, page)

    def _table(self, table: PageTable, page: _Page) -> None:
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
    page: _Page, printed: str | None, span: tuple[int, int], words: tuple[Word, ...]
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
    )
