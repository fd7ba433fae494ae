"""Small files that would cost a careless reader much, and files that are not what they say."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping

import pypdf
from pypdf.generic import DictionaryObject, NameObject, NumberObject, StreamObject

MAIN = "application/vnd.openxmlformats-officedocument.{}.main+xml"
DOCUMENT = MAIN.format("wordprocessingml.document")
SHEET = MAIN.format("spreadsheetml.sheet")
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


# -- PDF -------------------------------------------------------------------------------


def pdf(objects: Iterable[bytes], *, before: bytes = b"") -> bytes:
    """Objects 1, 2, 3 ...; the first is the catalogue."""
    out = bytearray(before + b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(places) + 1
    trailer = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, len(out))
    out += b"xref\n0 %d\n0000000000 65535 f \n%b%b" % (size, table, trailer)
    return bytes(out)


def stream(content: bytes, entries: bytes = b"") -> bytes:
    packed = zlib.compress(content, 9)
    return b"<</Filter/FlateDecode/Length %d%b>>stream\n%b\nendstream" % (
        len(packed), entries, packed,
    )  # fmt: skip


def pdf_page(
    content: bytes,
    *,
    box: bytes = b"0 0 595 842",
    resources: bytes = b"",
    more: Iterable[bytes] = (),
) -> bytes:
    """One page; objects from 6 on are `more`."""
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    return pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[%b]/Contents 4 0 R"
            b"/Resources<</Font<</F 5 0 R>>%b>>>>" % (box, resources),
            stream(content),
            font,
            *more,
        ]
    )


WORDS = b"BT /F 12 Tf 50 700 Td (Pasal 1 Setiap orang berhak atas pelayanan yang baik.) Tj ET"


def huge_page() -> bytes:
    return pdf_page(WORDS, box=b"0 0 9000000 9000000")


def deep_arrays(depth: int = 200_000) -> bytes:
    return pdf_page(WORDS, more=[b"[" * depth + b"]" * depth])


def deep_forms(depth: int = 3_000) -> bytes:
    """Each form draws the next one."""
    forms = [
        stream(
            b"/X Do",
            b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X %d 0 R>>>>"
            % (7 + n),
        )
        for n in range(depth)
    ]
    return pdf_page(b"/X Do", resources=b"/XObject<</X 6 0 R>>", more=[*forms, stream(WORDS)])


def circular_pages() -> bytes:
    return pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>",
            b"<</Type/Pages/Kids[2 0 R]/Count 1>>",
        ]
    )


def many_objects(count: int = 100_000) -> bytes:
    return pdf_page(WORDS, more=(b"<</A %d>>" % n for n in range(count)))


def many_pages(count: int) -> bytes:
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"
    kids = b" ".join(b"%d 0 R" % n for n in range(3, 3 + count))
    tree = b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, count)
    return pdf([b"<</Type/Catalog/Pages 2 0 R>>", tree, *[page] * count])


def inflating_stream(megabytes: int = 3_000) -> bytes:
    """Content that unpacks to gigabytes of blanks, packed twice to stay small."""
    packer = zlib.compressobj(9)
    once = bytearray()
    for _ in range(megabytes):
        once += packer.compress(b" " * 2**20)
    once += packer.flush()
    twice = zlib.compress(bytes(once), 9)
    content = b"<</Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n%b\nendstream" % (
        len(twice), twice,
    )  # fmt: skip
    return pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>",
            content,
        ]
    )


def many_rules(count: int = 60_000) -> bytes:
    """A page of crossing lines, as a table of a million cells has them."""
    lines = b"".join(
        b"%d 0 m %d 800 l S 0 %d m 595 %d l S\n" % (n % 595, n % 595, n % 842, n % 842)
        for n in range(count)
    )
    return pdf_page(WORDS + b"\n" + lines)


def huge_picture(side: int = 60_000) -> bytes:
    """A scan of a few kilobytes that would be gigabytes of pixels."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(595, 842)
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(side // 8)) for _ in range(side)) + packer.flush()
    picture = StreamObject()
    picture._data = rows
    picture.update(
        {
            NameObject("/Type"): NameObject("/XObject"),
            NameObject("/Subtype"): NameObject("/Image"),
            NameObject("/Width"): NumberObject(side),
            NameObject("/Height"): NumberObject(side),
            NameObject("/BitsPerComponent"): NumberObject(1),
            NameObject("/ColorSpace"): NameObject("/DeviceGray"),
            NameObject("/Filter"): NameObject("/FlateDecode"),
        }
    )
    drawn = StreamObject()
    drawn._data = b"595 0 0 842 0 0 cm /X Do"
    page[NameObject("/Resources")] = DictionaryObject(
        {NameObject("/XObject"): DictionaryObject({NameObject("/X"): writer._add_object(picture)})}
    )
    page[NameObject("/Contents")] = writer._add_object(drawn)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def encrypted_pdf() -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf_page(WORDS)))
    writer.encrypt("rahasia")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


# -- archives --------------------------------------------------------------------------


def zipped(members: Mapping[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def office(content_type: str, members: Mapping[str, bytes | str]) -> bytes:
    """An office file of these parts, with what makes it one."""
    main = "word/document.xml" if "word" in content_type else "xl/workbook.xml"
    namespace = "http://schemas.openxmlformats.org/package/2006/"
    types = (
        f'<Types xmlns="{namespace}content-types"><Default Extension="xml"'
        f' ContentType="application/xml"/><Override PartName="/{main}"'
        f' ContentType="{content_type}"/></Types>'
    )
    links = (
        f'<Relationships xmlns="{namespace}relationships"><Relationship Id="r" Target="{main}"'
        f' Type="{R}/officeDocument"/></Relationships>'
    )
    whole = {"[Content_Types].xml": types, "_rels/.rels": links, **members}
    return zipped({n: c.encode() if isinstance(c, str) else c for n, c in whole.items()})


def word(body: str, *, before: str = "", **parts: bytes | str) -> bytes:
    text = f'{before}<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'
    return office(DOCUMENT, {"word/document.xml": text, **parts})


def workbook(sheet: str, *, shared: str = "", content_type: str = SHEET) -> bytes:
    namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
    members = {
        "xl/workbook.xml": (
            f'<workbook xmlns="{S}" xmlns:r="{R}"><sheets><sheet name="A" sheetId="1" r:id="r1"/>'
            "</sheets></workbook>"
        ),
        "xl/_rels/workbook.xml.rels": (
            f'<Relationships xmlns="{namespace}"><Relationship Id="r1" Type="{R}/worksheet"'
            f' Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="{R}/sharedStrings"'
            ' Target="sharedStrings.xml"/></Relationships>'
        ),
        "xl/worksheets/sheet1.xml": (
            f'<worksheet xmlns="{S}"><sheetData>{sheet}</sheetData></worksheet>'
        ),
        "xl/sharedStrings.xml": shared or f'<sst xmlns="{S}"/>',
    }
    return office(content_type, members)


LAUGHS = "<!DOCTYPE x [<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(9)
) + "]>"  # fmt: skip
FETCHING = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'


def zip_of_zeros(megabytes: int = 400) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "")
        with archive.open("xl/workbook.xml", "w", force_zip64=True) as member:
            for _ in range(megabytes):
                member.write(bytes(2**20))
    return out.getvalue()


def many_members(count: int) -> bytes:
    """Only the directory of an archive with that many entries; nothing is behind it."""
    entry = struct.pack(
        "<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0
    )
    directory = (entry + b"x") * count
    start = b"PK\x03\x04" + bytes(26)
    shown = min(count, 0xFFFF)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, shown, shown, len(directory), len(start), 0)
    return start + directory + end


def overlapping_members(count: int = 2_000) -> bytes:
    """Many names for the same packed megabyte, as D. Fifield's bomb has it."""
    one = zipped({"word/document.xml": bytes(2**20)})
    end = one.rindex(b"PK\x05\x06")
    (start,) = struct.unpack_from("<L", one, end + 16)
    directory = one[start:end] * count
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(directory), start, 0)
    return one[:start] + directory + tail


def lying_member() -> bytes:
    """Says that it unpacks to a hundred bytes and unpacks to twenty megabytes."""
    content = bytearray(word("<w:p/>" + " " * 20 * 2**20))
    at = content.rindex(b"PK\x01\x02")
    struct.pack_into("<L", content, at + 24, 100)
    return bytes(content)


def old_office(stream_name: str) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + stream_name.encode("utf-16-le")
