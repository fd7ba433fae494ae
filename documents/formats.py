"""Tell a file's media type from its content. No Django, no library beside the standard one.

The name decides only between formats that are all plain text (Markdown, CSV, text).
"""

import codecs
import re
import zipfile
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from documents.extraction.types import ExtractionError
from documents.media_types import CSV, DOCX, HTML, MARKDOWN, PDF, PLAIN, XLSX

HEAD_BYTES = 64 * 1024
# A PDF may have rubbish before its header; readers look in the first kilobyte (ISO 32000, 7.5.2).
PDF_HEADER_BYTES = 1024
MAX_BYTES_INSIDE = 300 * 1024 * 1024
MAX_MEMBERS = 10_000
# Deflate packs no better than about 1,000 to 1; office files stay under 100 to 1.
MAX_RATIO = 400

_MAIN_PARTS: Final = {"word/document.xml": DOCX, "xl/workbook.xml": XLSX}
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # Word and Excel before 2007, and encrypted new ones
_FOREIGN: Final = (
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"Rar!",
    b"7z\xbc\xaf",
    b"\x1f\x8b",
    b"MZ",
    b"\x7fELF",
    b"{\\rtf",
    b"%!PS",
)


def detect(path: Path, filename: str = "", *, max_bytes_inside: int = MAX_BYTES_INSIDE) -> str:
    """One of MEDIA_TYPES.

    Raises ExtractionError: empty_file, damaged_file (a PDF or office file that breaks off),
    encrypted (an office file with a password), too_large_inside (a zip bomb), unsupported_type.
    """
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    if not head.strip(b"\x00 \t\r\n\x0c"):
        raise ExtractionError("empty_file")
    if b"%PDF-" in head[:PDF_HEADER_BYTES]:
        return PDF
    if head.startswith(b"PK"):
        return _office(path, max_bytes_inside)
    if head.startswith(_OLE):
        if _is_encrypted_office(path):
            raise ExtractionError("encrypted")
        raise ExtractionError("unsupported_type", "Office 97-2003")
    if head.startswith(_FOREIGN):
        raise ExtractionError("unsupported_type")
    return _textual(head, filename or path.name)


def _is_encrypted_office(path: Path) -> bool:
    with path.open("rb") as file:
        content = file.read(4 * 1024 * 1024)
    return "EncryptedPackage".encode("utf-16-le") in content


def _office(path: Path, max_bytes_inside: int) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            _refuse_bomb(members, max_bytes_inside)
            if any(member.flag_bits & 1 for member in members):
                raise ExtractionError("encrypted")
            names = {member.filename for member in members}
            if any(name.lower().endswith("vbaproject.bin") for name in names):
                raise ExtractionError("unsupported_type", "macros")
            for part, media_type in _MAIN_PARTS.items():
                if part in names:
                    _check_xml(archive, part)
                    return media_type
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError, ValueError) as error:
        raise ExtractionError("damaged_file", str(error)) from error
    raise ExtractionError("unsupported_type", "zip")


def _refuse_bomb(members: list[zipfile.ZipInfo], max_bytes_inside: int) -> None:
    total = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if len(members) > MAX_MEMBERS or total > max_bytes_inside:
        raise ExtractionError("too_large_inside", f"{total} bytes in {len(members)} files")
    if total > 10 * 1024 * 1024 and total > MAX_RATIO * max(packed, 1):
        raise ExtractionError("too_large_inside", f"packed {total // max(packed, 1)} to 1")


def _check_xml(archive: zipfile.ZipFile, part: str) -> None:
    """The first bytes of the main part are XML and can be unpacked."""
    with archive.open(part) as file:
        beginning = file.read(4096)
    if b"<!ENTITY" in beginning or b"<!DOCTYPE" in beginning:
        raise ExtractionError("unsupported_type", "DOCTYPE")
    parser: XMLPullParser[Element] = XMLPullParser()
    try:
        parser.feed(beginning)
        list(parser.read_events())  # raises what feeding found
    except ParseError as error:
        raise ExtractionError("damaged_file", str(error)) from error


# -- text ------------------------------------------------------------------------------


def _textual(head: bytes, filename: str) -> str:
    text = decoded(head)
    if _is_binary(text):
        raise ExtractionError("unsupported_type", "binary")
    if _looks_like_html(text):
        return HTML
    ending = filename.lower().rpartition(".")[2]
    if ending in ("md", "markdown"):
        return MARKDOWN
    if _looks_like_table(text, named_csv=ending in ("csv", "tsv")):
        return CSV
    if ending in ("csv", "tsv", "txt", "text", "log") or "." not in filename:
        return PLAIN
    if ending in ("pdf", "docx", "xlsx", "doc", "xls", "htm", "html"):
        raise ExtractionError("damaged_file", f"plain text named .{ending}")
    return PLAIN


def decoded(content: bytes) -> str:
    """Text of unknown encoding: byte order mark, else UTF-8, else Windows-1252; NUL removed."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if content.startswith(mark):
            text = content[len(mark) :].decode(encoding, errors="replace")
            return text.replace("\x00", "")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        cut_off = error.start >= len(content) - 4 and error.reason == "unexpected end of data"
        if cut_off:
            text = content[: error.start].decode("utf-8")
        else:
            text = content.decode("cp1252", errors="replace")
    return text.replace("\x00", "")


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
    for delimiter in ";,\t":
        counts = [line.count(delimiter) for line in lines]
        filled = sum(count > 0 for count in counts)
        if named_csv and counts[0]:
            return True
        common = max(set(counts), key=counts.count)
        if (
            len(lines) > 2
            and filled == len(lines)
            and common
            and counts.count(common) >= 0.9 * len(lines)
        ):
            return True
    return named_csv and len(lines) > 1
