"""Reading files: bytes in, canonical Markdown, pages, words and tables out."""

from documents.extraction.limits import Limits
from documents.extraction.reading import extract
from documents.extraction.rendering import render_page
from documents.extraction.types import Extraction, ExtractionError

__all__ = ["Extraction", "ExtractionError", "Limits", "extract", "render_page"]
