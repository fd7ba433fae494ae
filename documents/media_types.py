"""The media types that can be read."""

from typing import Final

PDF: Final = "application/pdf"
DOCX: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV: Final = "text/csv"
HTML: Final = "text/html"
MARKDOWN: Final = "text/markdown"
PLAIN: Final = "text/plain"
MEDIA_TYPES: Final = (PDF, DOCX, XLSX, CSV, HTML, MARKDOWN, PLAIN)
