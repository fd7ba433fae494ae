"""Which extractor reads which media type when no setting says otherwise."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from documents import media_types
from documents.extraction.types import ExtractionError, Extractor

BACKENDS: Final[Mapping[str, Mapping[str, Any]]] = {
    media_types.PDF: {"BACKEND": "documents.extraction.pdf.PdfExtractor"},
    media_types.DOCX: {"BACKEND": "documents.extraction.word.WordExtractor"},
    media_types.XLSX: {"BACKEND": "documents.extraction.spreadsheet.SpreadsheetExtractor"},
    media_types.CSV: {"BACKEND": "documents.extraction.delimited.DelimitedExtractor"},
    media_types.HTML: {"BACKEND": "documents.extraction.html.HtmlExtractor"},
    media_types.MARKDOWN: {"BACKEND": "documents.extraction.markdown.MarkdownExtractor"},
    media_types.PLAIN: {"BACKEND": "documents.extraction.plain_text.PlainTextExtractor"},
}


def backend_for(
    media_type: str, extractors: Mapping[str, Mapping[str, Any]] | None = None
) -> tuple[str, dict[str, Any]]:
    """Dotted path and options; raises ExtractionError unsupported_type."""
    chosen = (BACKENDS if extractors is None else extractors).get(media_type)
    if chosen is None:
        raise ExtractionError("unsupported_type", media_type)
    return chosen["BACKEND"], dict(chosen.get("OPTIONS") or {})


def build(path: str, options: Mapping[str, Any]) -> Extractor:
    """Build a backend with its options; its heavy library is imported here."""
    module, _, name = path.rpartition(".")
    extractor: Extractor = getattr(import_module(module), name)(**options)
    return extractor
