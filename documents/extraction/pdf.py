"""PDF: text, word boxes and ruling lines by PDFium, pypdf where PDFium cannot open it."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pypdfium2

from documents.extraction.legibility import judge
from documents.extraction.pdf_columns import in_reading_order
from documents.extraction.pdf_tables import PageTable, Ruled, ruled
from documents.extraction.pdf_words import PageText, PlacedWord, page_text
from documents.extraction.pdf_writing import PageWriter, PdfPage
from documents.extraction.types import (
    Extraction,
    ExtractionError,
    Finding,
)

TAIL_BYTES = 64 * 1024
# A file with fewer letters than this on all its pages has a stamp or a page number, not a text.
FEWEST_LETTERS = 40


class PdfExtractor:
    """Options: `max_pages`; `max_table_pages`, beyond which tables are read as plain lines."""

    name = "pypdfium2"

    def __init__(self, *, max_pages: int = 2_000, max_table_pages: int = 2_000) -> None:
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
            with without_collector():
                pages, findings = self._read(document)
                if not _has_text(pages):
                    raise ExtractionError("no_text", f"{len(pages)} pages")
                return PageWriter(pages, findings).extraction(
                    self.name, str(pypdfium2.PYPDFIUM_INFO)
                )
        finally:
            document.close()

    def _without_pdfium(self, path: Path, error: pypdfium2.PdfiumError) -> Extraction:
        if "password" in str(error).lower():
            raise ExtractionError("encrypted") from error
        if "security" in str(error).lower():
            raise ExtractionError("encrypted", "security handler") from error
        from documents.extraction import pdf_fallback  # noqa: PLC0415 - loads pypdf

        return pdf_fallback.extract(path, max_pages=self.max_pages)

    def _read(self, document: pypdfium2.PdfDocument) -> tuple[list[PdfPage], list[Finding]]:
        findings: list[Finding] = []
        pages: list[PdfPage] = []
        with_tables = 0
        for index in range(len(document)):
            seen = _seen(document, index)
            if seen is None:
                findings.append(Finding("page_unreadable", {}, index + 1))
                seen = PageText([], 0, 0, 0, 0, 0, 0)
            page = PdfPage(index, seen, judge(seen), [], [])
            if page.legibility.code:
                detail = page.legibility.detail
                findings.append(Finding(page.legibility.code, detail, index + 1))
            if seen.doubled_letters:
                detail = {"letters": seen.doubled_letters}
                findings.append(Finding("doubled_letters", detail, index + 1))
            if page.legibility.readable:
                boxed = ruled(seen) if with_tables < self.max_table_pages else Ruled()
                seen.drawn.forget()
                with_tables += bool(boxed.tables)
                page.tables = list(boxed.tables)
                page.lines = in_reading_order(_outside(seen.words, page.tables), boxed.frames)
            pages.append(page)
        return pages, findings


@contextmanager
def without_collector() -> Iterator[None]:
    """Words are many and refer to nothing: looking for cycles among them costs a fifth."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _has_text(pages: Sequence[PdfPage]) -> bool:
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
