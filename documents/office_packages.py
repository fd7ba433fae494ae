"""What kind of office file a ZIP archive is, told without unpacking it. No Django.

Archives come from strangers, so the directory is measured before it is read, nothing is unpacked
but the first bytes of a member, and no member is trusted to be as small as it says.
"""

import re
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from documents.extraction.types import ExtractionError
from documents.media_types import DOCX, XLSX

MAX_BYTES_INSIDE = 300 * 1024 * 1024
MAX_MEMBERS = 10_000
# An entry of the directory is 46 bytes and a name; more would be read into memory for nothing.
MAX_DIRECTORY_BYTES = MAX_MEMBERS * 512
# Deflate packs no better than about 1,000 to 1; office files stay under 100 to 1.
MAX_RATIO = 400
HEAD_BYTES = 4096

_END: Final = struct.Struct("<4s4H2LH")
_END_64: Final = struct.Struct("<4sQ2H2L4Q")
_LOCATOR: Final = struct.Struct("<4sLQL")
_MAX_COMMENT = 65_535

_MAIN_PARTS: Final = {"word/document.xml": DOCX, "xl/workbook.xml": XLSX}
_CONTENT_TYPES: Final = (
    (b"wordprocessingml.document.main+xml", DOCX),
    (b"wordprocessingml.template.main+xml", DOCX),
    (b"spreadsheetml.sheet.main+xml", XLSX),
    (b"spreadsheetml.template.main+xml", XLSX),
)
_DOCTYPES: Final = tuple(
    word.encode(encoding)
    for word in ("<!DOCTYPE", "<!ENTITY")
    for encoding in ("ascii", "utf-16-le", "utf-16-be")
)


def office_type(path: Path, *, max_bytes_inside: int = MAX_BYTES_INSIDE) -> str:
    """DOCX or XLSX.

    Raises ExtractionError: damaged_file, encrypted, too_large_inside (a bomb), unsupported_type
    with what it is instead ("macros", "powerpoint", "open_document", "archive" ...).
    """
    try:
        _measure_directory(path)
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            _refuse_bomb(members, path.stat().st_size, max_bytes_inside)
            if any(member.flag_bits & 1 for member in members):
                raise ExtractionError("encrypted")
            return _kind(archive, {member.filename for member in members})
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        NotImplementedError,
        OSError,
        ValueError,
    ) as error:
        raise ExtractionError("damaged_file", str(error)) from error


def _measure_directory(path: Path) -> None:
    """Refuse a directory of a million entries before `zipfile` makes an object of each."""
    size = path.stat().st_size
    with path.open("rb") as file:
        tail_start = max(0, size - _MAX_COMMENT - _END.size)
        file.seek(tail_start)
        tail = file.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or len(tail) - at < _END.size:
            raise zipfile.BadZipFile("no end of the directory")
        count, length = _END.unpack_from(tail, at)[4:6]
        locator_at = at - _LOCATOR.size
        if locator_at >= 0 and tail[locator_at : locator_at + 4] == b"PK\x06\x07":
            # zipfile takes these figures wherever the locator stands, so they are judged too.
            file.seek(max(0, tail_start + locator_at - _END_64.size))
            end_64 = file.read(_END_64.size)
            if end_64[:4] == b"PK\x06\x06":
                fields = _END_64.unpack(end_64)
                count, length = fields[7], fields[8]
    if count > MAX_MEMBERS or length > MAX_DIRECTORY_BYTES:
        raise ExtractionError("too_large_inside", f"members: {MAX_MEMBERS}")


def _refuse_bomb(members: list[zipfile.ZipInfo], size: int, max_bytes_inside: int) -> None:
    total = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if len(members) > MAX_MEMBERS:
        raise ExtractionError("too_large_inside", f"members: {MAX_MEMBERS}")
    if total > max_bytes_inside:
        raise ExtractionError("too_large_inside", f"megabytes: {max_bytes_inside // 1024**2}")
    if packed > size:
        raise ExtractionError("too_large_inside", "overlap")
    if total > 10 * 1024 * 1024 and total > MAX_RATIO * max(packed, 1):
        raise ExtractionError("too_large_inside", f"ratio: {total // max(packed, 1)}")


def _kind(archive: zipfile.ZipFile, names: set[str]) -> str:
    declared = _beginning(archive, "[Content_Types].xml", 256 * 1024).lower()
    if b"macroenabled" in declared or any(n.lower().endswith("vbaproject.bin") for n in names):
        raise ExtractionError("unsupported_type", "macros")
    known = {part: kind for part, kind in _MAIN_PARTS.items() if part in names}
    kind = next((kind for mark, kind in _CONTENT_TYPES if mark in declared), None)
    kind = kind or next(iter(known.values()), None)
    if kind is None:
        raise ExtractionError("unsupported_type", _other_kind(archive, names))
    for name in sorted(names):
        if name.endswith((".xml", ".rels")):
            _refuse_doctype(_beginning(archive, name))
    for part in known:
        _check_xml(_beginning(archive, part))
    return kind


def _other_kind(archive: zipfile.ZipFile, names: set[str]) -> str:
    mimetype = _beginning(archive, "mimetype", 200)
    if b"opendocument" in mimetype:
        return "open_document"
    if b"epub" in mimetype:
        return "book"
    if any(name.startswith("ppt/") for name in names):
        return "powerpoint"
    if "xl/workbook.bin" in names:
        return "binary_workbook"
    return "archive"


def _beginning(archive: zipfile.ZipFile, name: str, count: int = HEAD_BYTES) -> bytes:
    try:
        with archive.open(name) as file:
            return file.read(count)
    except KeyError:
        return b""


def _refuse_doctype(beginning: bytes) -> None:
    """No office program writes one; with it come entities that grow or fetch."""
    if any(mark in beginning for mark in _DOCTYPES):
        raise ExtractionError("unsupported_type", "doctype")


def _check_xml(beginning: bytes) -> None:
    """The first bytes of the main part are XML."""
    parser: XMLPullParser[Element] = XMLPullParser()
    try:
        parser.feed(beginning)
        list(parser.read_events())  # raises what feeding found
    except ParseError as error:
        raise ExtractionError("damaged_file", str(error)) from error


def old_office_kind(beginning: bytes) -> str:
    """What an OLE file holds: a document of before 2007, a mail, or one behind a password."""

    def holds(name: str) -> bool:
        return name.encode("utf-16-le") in beginning

    if holds("EncryptedPackage"):
        return "encrypted"
    for stream, kind in (
        ("WordDocument", "old_word"),
        ("Workbook", "old_excel"),
        ("PowerPoint Document", "old_powerpoint"),
        ("__properties_version1.0", "mail"),
    ):
        if holds(stream):
            return kind
    if re.search(b"B\x00o\x00o\x00k\x00\x00", beginning):
        return "old_excel"
    return "old_office"
