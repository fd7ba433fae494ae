"""What an extractor hands on. Character offsets are into `Extraction.markdown`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from documents.extraction.ocr.order import OcrOrder
from documents.extraction.pages_read import Report

Origin = Literal["text_layer", "ocr", "none"]
# What a page of a PDF turned out to be: its text layer is good, it is a picture, its letters have
# no meaning, it carries only a watermark or stamp, it is part text and part picture, or empty.
Judged = Literal["text", "scan", "garbage", "watermark", "mixed", "empty"]


class Word(NamedTuple):
    """One word of a page: `markdown[start:end]` and its box in page points, origin top left.

    A tuple, because a long file has a million of them.
    """

    start: int
    end: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Finding:
    """Something staff should know of a page or document; `code` is stable, `detail` is data.

    The codes stand in documents.findings.catalogue. `span` is where, in the canonical text.
    """

    code: str
    detail: dict[str, Any]
    page: int | None = None
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ExtractedPage:
    """One page; `number` is 1-based, or None for formats without pages.

    `certainty` (0..1) is the mean of its lines where it was read by OCR. A page of contents
    (`is_contents`) only points to others and is not searched.
    """

    number: int | None
    printed_number: str | None
    start: int
    end: int
    width: float
    height: float
    words: tuple[Word, ...]
    origin: Origin
    judged: Judged = "text"
    certainty: float | None = None
    is_contents: bool = False


@dataclass(frozen=True, slots=True)
class ExtractedTable:
    """A table over which one can compute; cells are text as read, spans are row by row.

    `unit` is what the caption says of all figures ("dalam ribu rupiah" is "ribu rupiah").
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    row_spans: tuple[tuple[int, int], ...]
    page: int | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was read from one file."""

    markdown: str
    pages: tuple[ExtractedPage, ...]
    tables: tuple[ExtractedTable, ...]
    findings: tuple[Finding, ...]
    extractor: str
    extractor_version: str


class ExtractionError(Exception):
    """A file that cannot be read. `code` is one of ERROR_CODES; the wording is the caller's."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


# Findings of pages that hold something which nobody can search: the document needs OCR.
UNREAD_CODES = (
    "no_text_layer",
    "watermark_only",
    "garbage_text",
    "page_unreadable",
    "unread_page",
    "ocr_budget_spent",
)

ERROR_CODES = (
    "unsupported_type",
    "empty_file",
    "damaged_file",
    "encrypted",
    "no_text",
    "nothing_legible",
    "too_many_pages",
    "took_too_long",
    "too_much_memory",
    "too_large_inside",
)


class Extractor(Protocol):
    """A backend of the EXTRACTORS setting, built once with its OPTIONS as keyword arguments."""

    def extract(self, path: Path) -> Extraction:
        """Read the file; raises ExtractionError."""
        ...


@runtime_checkable
class ReadsPages(Extractor, Protocol):
    """An extractor that reads page by page and can have pictures read.

    `ocr` is None where OCR is switched off; `report` is told how far it is.
    """

    ocr: OcrOrder | None
    report: Report
