"""Word files made by hand, so that they hold what python-docx cannot write."""

import zipfile
from pathlib import Path

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMESPACES = (
    f'{W} xmlns:r="{R}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
CONTENT_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{MAIN}"/></Types>'
)
STRICT = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": (
        "http://purl.oclc.org/ooxml/wordprocessingml/main"
    ),
    R: "http://purl.oclc.org/ooxml/officeDocument/relationships",
}


def relationships(targets: dict[str, tuple[str, str]]) -> str:
    """Id -> (kind, target); a target with `://` lies outside the file."""
    lines = "".join(
        f'<Relationship Id="{name}" Type="{R}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if "://" in target else "/>")
        for name, (kind, target) in targets.items()
    )
    namespace = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{namespace}">{lines}</Relationships>'


def word_file(
    path: Path,
    body: str,
    *,
    parts: dict[str, str] | None = None,
    links: dict[str, str] | None = None,
    strict: bool = False,
) -> Path:
    """`parts`: kind of relationship ("numbering", "footnotes", "header") -> inner XML of its root,
    with the tag of the root after a bar where it is not `w:<kind>`. `links`: id -> address.
    """
    targets = {name: ("hyperlink", address) for name, address in (links or {}).items()}
    members = {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": relationships({"rId1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>",
    }
    roots = {"header": "hdr", "footer": "ftr"}
    for kind, inner in (parts or {}).items():
        root = roots.get(kind, kind)
        members[f"word/{kind}.xml"] = f"<w:{root} {NAMESPACES}>{inner}</w:{root}>"
        targets[f"r{kind}"] = (kind, f"{kind}.xml")
    members["word/_rels/document.xml.rels"] = relationships(targets)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            for usual, other in STRICT.items() if strict else ():
                content = content.replace(usual, other)
            archive.writestr(name, content)
    return path


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*pieces: str, properties: str = "") -> str:
    inner = "".join(piece if piece.startswith("<") else run(piece) for piece in pieces)
    return f"<w:p><w:pPr>{properties}</w:pPr>{inner}</w:p>"


def cell(*content: str, properties: str = "") -> str:
    inner = "".join(each if each.startswith("<") else paragraph(each) for each in content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    inner = "".join(each if each.startswith("<") else cell(each) for each in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{inner}</w:tr>"


def table(*rows: str) -> str:
    borders = '<w:tblPr><w:tblBorders><w:insideH w:val="single"/></w:tblBorders></w:tblPr>'
    return f"<w:tbl>{borders}{''.join(rows)}</w:tbl>"


def in_list(level: int = 0, number: int = 1) -> str:
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'


def numbering(*levels: tuple[str, str], overrides: str = "") -> str:
    """Lists 1 and 2 of one definition; `overrides` belongs to list 2."""
    inner = "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{shape}"/>'
        f'<w:lvlText w:val="{pattern}"/></w:lvl>'
        for n, (shape, pattern) in enumerate(levels)
    )
    return (
        f'<w:abstractNum w:abstractNumId="7">{inner}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
        f'<w:num w:numId="2"><w:abstractNumId w:val="7"/>{overrides}</w:num>'
    )
