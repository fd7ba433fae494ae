"""Small PDF files written by hand, for what no real file shows alone."""

from collections.abc import Sequence
from pathlib import Path

import pypdf

A4 = (595, 842)


def line(text: str, x: float, y: float, *, size: float = 11, matrix: str = "1 0 0 1") -> str:
    """One piece of text; `y` counts from the bottom of the page."""
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /F1 {size} Tf {matrix} {x} {y} Tm ({escaped}) Tj ET"


def column(texts: Sequence[str], *, x: float = 72, top: float = 760, step: float = 16) -> str:
    """Lines one below the other."""
    return "\n".join(line(text, x, top - step * n) for n, text in enumerate(texts))


def rule(x0: float, y0: float, x1: float, y1: float) -> str:
    return f"{x0} {y0} m {x1} {y1} l S"


def pdf(contents: Sequence[str], *, size: tuple[float, float] = A4, extra: str = "") -> bytes:
    """A file with one page for each content stream; `extra` goes into every page's dictionary."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>"
        % (
            b" ".join(b"%d 0 R" % (4 + 2 * n) for n in range(len(contents))),
            len(contents),
        ),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for n, content in enumerate(contents):
        stream = content.encode("cp1252")
        objects.append(
            (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size[0]} {size[1]}] {extra}"
                f" /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * n} 0 R >>"
            ).encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    body, offsets = b"%PDF-1.4\n", []
    for number, content_of in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content_of)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    count = len(objects) + 1
    return body + (
        b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
        + b"trailer\n<< /Size %d /Root 1 0 R >>\n" % count
        + b"startxref\n%d\n%%%%EOF\n" % len(body)
    )


def encrypted(path: Path, target: Path, *, password: str, owner: str = "pemilik") -> Path:
    """The file with a password asked of its readers (none when empty)."""
    writer = pypdf.PdfWriter(clone_from=path)
    writer.encrypt(user_password=password, owner_password=owner, algorithm="RC4-128")
    with target.open("wb") as file:
        writer.write(file)
    return target
