"""Tell a file's media type from its content. No Django, no library beside the standard one.

The name decides only between formats that are all plain text (Markdown, CSV, text).
"""

import re
from pathlib import Path
from typing import Final

from documents.decoding import decoded
from documents.extraction.types import ExtractionError
from documents.media_types import CSV, HTML, MARKDOWN, PDF, PLAIN
from documents.office_packages import MAX_BYTES_INSIDE, office_type, old_office_kind

HEAD_BYTES = 64 * 1024
# A PDF may have rubbish before its header; readers look in the first kilobyte (ISO 32000, 7.5.2).
PDF_HEADER_BYTES = 1024

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # Office before 2007, mails, and encrypted new files
_OLE_BYTES = 4 * 1024 * 1024
# What a file begins with, and what it is; the kind chooses the advice (documents.reasons).
_FOREIGN: Final = (
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"II*\x00", "picture"),
    (b"MM\x00*", "picture"),
    (b"BM", "picture"),
    (b"\x00\x00\x01\x00", "picture"),
    (b"Rar!", "archive"),
    (b"7z\xbc\xaf", "archive"),
    (b"\x1f\x8b", "archive"),
    (b"BZh", "archive"),
    (b"\xfd7zXZ", "archive"),
    (b"MZ", "program"),
    (b"\x7fELF", "program"),
    (b"{\\rtf", "rich_text"),
    (b"%!PS", "postscript"),
    (b"ID3", "recording"),
    (b"OggS", "recording"),
    (b"\x1aE\xdf\xa3", "recording"),
)
# Word and Excel of 2003 could save as a single XML file, often named .doc or .xls.
_OFFICE_XML: Final = ("<?mso-application", 'urn:schemas-microsoft-com:office:spreadsheet"')
_NAMED_OTHERWISE: Final = ("pdf", "docx", "xlsx", "doc", "xls", "ppt", "pptx", "odt", "rtf")


def detect(path: Path, filename: str = "", *, max_bytes_inside: int = MAX_BYTES_INSIDE) -> str:
    """One of MEDIA_TYPES.

    Raises ExtractionError: empty_file, damaged_file (a PDF or office file that breaks off),
    encrypted (an office file with a password), too_large_inside (a zip bomb), unsupported_type.
    """
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    if not head:
        raise ExtractionError("empty_file")
    if not head.strip(b"\x00 \t\r\n\x0c"):
        raise ExtractionError("empty_file", "zeros" if b"\x00" in head else "")
    if head.startswith(b"PK"):
        return office_type(path, max_bytes_inside=max_bytes_inside)
    if head.startswith(_OLE):
        raise _old_office(path)
    if _is_pdf(head):
        return PDF
    if kind := _foreign_kind(head):
        raise ExtractionError("unsupported_type", kind)
    return _textual(head, filename or path.name)


def _is_pdf(head: bytes) -> bool:
    """The header, at the start or after rubbish; a page of text that only names it is no PDF."""
    at = head[:PDF_HEADER_BYTES].find(b"%PDF-")
    if at < 0 or _foreign_kind(head):
        return False
    return not head[:at].strip(b"\xef\xbb\xbf\x00 \t\r\n") or b" obj" in head[at:]


def _foreign_kind(head: bytes) -> str:
    if head[4:8] == b"ftyp":
        return "picture" if head[8:12] in (b"heic", b"heix", b"mif1", b"avif") else "recording"
    if head.startswith(b"RIFF"):
        return "picture" if head[8:12] == b"WEBP" else "recording"
    if head.startswith(b"BM") and head[6:10] != b"\x00\x00\x00\x00":
        return ""  # a text that begins with these two letters
    if head.startswith(b"MZ") and b"\x00" not in head[:64]:
        return ""
    return next((kind for mark, kind in _FOREIGN if head.startswith(mark)), "")


def _old_office(path: Path) -> ExtractionError:
    with path.open("rb") as file:
        kind = old_office_kind(file.read(_OLE_BYTES))
    if kind == "encrypted":
        return ExtractionError("encrypted")
    return ExtractionError("unsupported_type", kind)


# -- text ------------------------------------------------------------------------------


def _textual(head: bytes, filename: str) -> str:
    text = decoded(head)
    if _is_binary(text):
        raise ExtractionError("unsupported_type", "binary")
    if text.lstrip().startswith("MIME-Version:"):
        raise ExtractionError("unsupported_type", "web_archive")
    if any(mark in text[:2000] for mark in _OFFICE_XML):
        raise ExtractionError("unsupported_type", "office_xml")
    if _looks_like_html(text):
        return HTML
    ending = filename.lower().rpartition(".")[2]
    if ending in ("md", "markdown"):
        return MARKDOWN
    if ending in _NAMED_OTHERWISE:
        raise ExtractionError("damaged_file", f"other_content: .{ending}")
    if _looks_like_table(text, named_csv=ending in ("csv", "tsv")):
        return CSV
    return PLAIN


def _is_binary(text: str) -> bool:
    """Control characters, or what no encoding explains, in more than one of fifty places."""
    strange = sum(1 for c in text if (c < " " and c not in "\t\n\r\f\v\x1a\x1b") or c in "\x7f�")
    return not text or strange > len(text) / 50


def _looks_like_html(text: str) -> bool:
    start = text[:2000].lstrip("﻿ \t\r\n").lower()
    if re.match(r"<(?:!doctype\s+html|html|head|body)\b", start):
        return True
    if start.startswith(("<?xml", "<!--")):
        return bool(re.search(r"<html\b", start))
    return (
        start.startswith("<") and len(re.findall(r"</?(?:p|div|table|h[1-6]|ul|span)\b", start)) > 2
    )


def _looks_like_table(text: str, *, named_csv: bool) -> bool:
    lines = [line for line in text.splitlines()[:40] if line.strip()]
    if not lines:
        return False
    if named_csv:
        return len(lines) > 1 or any(delimiter in lines[0] for delimiter in ";,\t|")
    return len(lines) > 2 and any(_divides(lines, delimiter) for delimiter in ";,\t|")


def _divides(lines: list[str], delimiter: str) -> bool:
    """Every line has the delimiter, nearly all equally often; commas of a sentence do not count."""
    if delimiter == "," and sum(", " in line for line in lines) > len(lines) / 2:
        return False
    counts = [line.count(delimiter) for line in lines]
    common = max(set(counts), key=counts.count)
    return all(counts) and counts.count(common) >= 0.9 * len(lines)
