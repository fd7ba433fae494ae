"""PDF: text, word boxes and ruling lines by PDFium, OCR for its pictures; pdfplumber where PDFium
cannot open it, and pypdf where neither can."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pypdfium2

from documents.extraction.legibility import Legibility, judge
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.pages_read import Report, silent
from documents.extraction.pdf_columns import in_reading_order
from documents.extraction.pdf_tables import PageTable, Ruled
from documents.extraction.pdf_unruled import tables_on
from documents.extraction.pdf_words import PageText, PlacedWord, page_text
from documents.extraction.pdf_writing import PageWriter, PdfPage
from documents.extraction.picture_pages import PictureReading, may_be_wanted, needs_reading, wanted
from documents.extraction.rendering import draw
from documents.extraction.stages import timed
from documents.extraction.types import UNREAD_CODES, Extraction, ExtractionError, Finding

TAIL_BYTES = 64 * 1024
# A file with fewer letters than this on all its pages has a stamp or a page number, not a text.
FEWEST_LETTERS = 40
# A single line of text covers more of a page than this; a speck does not.
INK_SHARE = 0.0005


class PdfExtractor:
    """Options: `max_pages`; `max_table_pages`, beyond which tables are read as plain lines."""

    name = "pypdfium2"

    def __init__(self, *, max_pages: int = 2_000, max_table_pages: int = 2_000) -> None:
        self.max_pages = max_pages
        self.max_table_pages = max_table_pages
        self.ocr: OcrOrder | None = None
        self.report: Report = silent
        self._with_tables = 0

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: encrypted, damaged_file, too_many_pages, no_text."""
        _refuse_truncated(path)
        self._with_tables = 0
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
                pages = list(self._pages(document))
        finally:
            document.close()
        pictures = PictureReading(pages, self.report)
        findings = self._findings(path, pages, pictures)
        with without_collector():
            self._lay_out_rest(pages)
            _refuse_without_text(pages, findings)
            extractor = " + ".join([self.name, *sorted(pictures.readers)])
            return PageWriter(pages, findings).extraction(extractor, pypdfium2.PYPDFIUM_INFO)

    def _without_pdfium(self, path: Path, error: pypdfium2.PdfiumError) -> Extraction:
        if "password" in str(error).lower():
            raise ExtractionError("encrypted") from error
        if "security" in str(error).lower():
            raise ExtractionError("encrypted", "security handler") from error
        from documents.extraction import pdf_plumber  # noqa: PLC0415 - loads pdfplumber

        try:
            seen = pdf_plumber.page_texts(path, max_pages=self.max_pages)
        except ExtractionError as failure:
            if failure.code != "damaged_file":
                raise
            from documents.extraction import pdf_fallback  # noqa: PLC0415 - loads pypdf

            return pdf_fallback.extract(path, max_pages=self.max_pages)
        pages = [_judged(index, page) for index, page in enumerate(seen)]
        self._lay_out_rest(pages)
        findings = [finding for page in pages for finding in _told_without_pictures(page)]
        _refuse_without_text(pages, findings)
        return PageWriter(pages, findings).extraction("pdfplumber", pdf_plumber.VERSION)

    def _pages(self, document: pypdfium2.PdfDocument) -> Iterator[PdfPage]:
        """Each page with its text layer, judged."""
        for index in range(len(document)):
            self.report("reading", index, len(document))
            page = _judged(index, _seen(document, index))
            if page.legibility.code == "empty_page" and _has_ink(document, index):
                page.legibility = Legibility("scan", "no_text_layer", {})
            if page.legibility.readable and not (self.ocr and may_be_wanted(page)):
                self._lay_out(page)
            yield page

    @timed("ocr", by_the_wall=True)
    def _findings(
        self, path: Path, pages: Sequence[PdfPage], pictures: PictureReading
    ) -> list[Finding]:
        """What is to be told of the pages, after their pictures were read where that is on."""
        chosen = wanted(pages) if self.ocr else []
        asked = {each.index for each in chosen if each.why == "unread"}
        findings = [
            finding
            for page in pages
            for finding in _told(page, asked_to_be_read=page.index in asked)
        ]
        if self.ocr and chosen:
            findings += pictures.findings(path, chosen, self.ocr)
        return sorted(findings, key=lambda finding: finding.page or 0)

    def _lay_out_rest(self, pages: Sequence[PdfPage]) -> None:
        """The pages that waited for what their pictures hold."""
        for page in pages:
            if not page.laid_out and (page.legibility.readable or page.origin == "ocr"):
                self._lay_out(page)

    def _lay_out(self, page: PdfPage) -> None:
        """Lines and tables; what is drawn on the page is not needed any more."""
        boxed = tables_on(page.seen) if self._with_tables < self.max_table_pages else Ruled()
        page.seen.drawn.forget()
        self._with_tables += bool(boxed.tables)
        page.tables = list(boxed.tables)
        page.lines = in_reading_order(_outside(page.seen.words, page.tables), boxed.frames)
        page.laid_out = True


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


def _judged(index: int, seen: PageText | None) -> PdfPage:
    if seen is None:
        legibility = Legibility("empty", "page_unreadable", {})
        return PdfPage(index, PageText([], 0, 0, 0, 0, 0, 0), legibility, [], [])
    return PdfPage(index, seen, judge(seen), [], [])


def _told_without_pictures(page: PdfPage) -> Iterator[Finding]:
    """What PDFium cannot open cannot be drawn either, and so not be read by OCR."""
    unread = needs_reading(page)
    if unread:
        detail = {"judged": page.legibility.judged, "reason": "damaged"}
        yield Finding("unread_page", detail, page.index + 1)
    yield from _told(page, asked_to_be_read=unread)


def _told(page: PdfPage, *, asked_to_be_read: bool) -> Iterator[Finding]:
    if page.legibility.code and not asked_to_be_read:
        yield Finding(page.legibility.code, page.legibility.detail, page.index + 1)
    if page.seen.doubled_letters:
        yield Finding("doubled_letters", {"letters": page.seen.doubled_letters}, page.index + 1)
    if page.seen.left_out:
        yield Finding("page_cut_short", {"characters": page.seen.left_out}, page.index + 1)
    if page.seen.drawn.cut:
        yield Finding("too_much_drawn", {}, page.index + 1)


def _refuse_without_text(pages: Sequence[PdfPage], findings: Sequence[Finding]) -> None:
    """Raises ExtractionError: no_text, or nothing_legible where all pictures were looked at."""
    letters = 0
    for page in pages:
        letters += sum(
            sum(map(str.isalpha, word.text)) for line in page.lines for word in line.words
        )
        letters += FEWEST_LETTERS * bool(page.tables)
        if letters >= FEWEST_LETTERS:
            return
    codes = {finding.code for finding in findings}
    looked_at = "picture_without_text" in codes and not codes & set(UNREAD_CODES)
    raise ExtractionError("nothing_legible" if looked_at else "no_text", f"{len(pages)} pages")


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


def _has_ink(document: pypdfium2.PdfDocument, index: int) -> bool:
    """Something is drawn on a page without text or pictures: letters as outlines, a map."""
    try:
        page = document[index]
        if not pypdfium2.raw.FPDFPage_CountObjects(page.raw):
            return False
        picture = draw(page, scale=0.5, pixels=500_000).convert("L")
    except (pypdfium2.PdfiumError, ExtractionError):
        return False
    dark = sum(picture.histogram()[:128])
    return dark > INK_SHARE * picture.width * picture.height


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
