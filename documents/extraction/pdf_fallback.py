"""The last resort for a PDF that neither PDFium nor pdfplumber can open: text by pypdf, without
word boxes."""

from pathlib import Path

import pypdf
from pypdf.errors import FileNotDecryptedError, PyPdfError

from documents.extraction.types import ExtractedPage, Extraction, ExtractionError, Finding, Origin


def extract(path: Path, *, max_pages: int) -> Extraction:
    """Raises ExtractionError: encrypted, damaged_file, too_many_pages, no_text."""
    try:
        reader = pypdf.PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise ExtractionError("encrypted")
        if len(reader.pages) > max_pages:
            raise ExtractionError("too_many_pages", str(len(reader.pages)))
        texts = [page.extract_text().replace("\x00", "").strip() for page in reader.pages]
        sizes = [(float(page.mediabox.width), float(page.mediabox.height)) for page in reader.pages]
    except FileNotDecryptedError as error:
        raise ExtractionError("encrypted") from error
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        raise ExtractionError("damaged_file", str(error)[:200]) from error
    if not texts:
        raise ExtractionError("damaged_file", "no pages")
    if not any(texts):
        raise ExtractionError("no_text", f"{len(texts)} pages")
    return _extraction(texts, sizes)


def _extraction(texts: list[str], sizes: list[tuple[float, float]]) -> Extraction:
    pages = []
    findings = [Finding("no_word_positions", {})]
    start = 0
    for number, (text, (width, height)) in enumerate(zip(texts, sizes, strict=True), 1):
        origin: Origin = "text_layer" if text else "none"
        pages.append(
            ExtractedPage(number, None, start, start + len(text), width, height, (), origin)
        )
        if not text:
            detail = {"judged": "scan", "reason": "damaged"}
            findings.append(Finding("unread_page", detail, number))
        start += len(text) + 2
    return Extraction(
        markdown="\n\n".join(texts),
        pages=tuple(pages),
        tables=(),
        findings=tuple(findings),
        extractor="pypdf",
        extractor_version=pypdf.__version__,
    )
