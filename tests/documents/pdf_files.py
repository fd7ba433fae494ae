"""Small PDF files written by hand, for what no real file shows alone."""

from collections.abc import Sequence
from itertools import pairwise
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


def grid(
    xs: Sequence[float],
    ys: Sequence[float],
    *,
    without: Sequence[tuple[float, float, float, float]] = (),
) -> str:
    """Ruling lines at these places, cell by cell; `without` lists the pieces left out."""
    pieces = [(x0, y, x1, y) for y in ys for x0, x1 in pairwise(xs)]
    pieces += [(x, y0, x, y1) for x in xs for y0, y1 in pairwise(ys)]
    return "\n".join(rule(*piece) for piece in pieces if piece not in set(without))


def cells(rows: Sequence[Sequence[str]], xs: Sequence[float], ys: Sequence[float]) -> str:
    """Texts in the cells of such a grid, from the top; empty ones are left out."""
    return "\n".join(
        line(text, xs[c] + 4, ys[r + 1] + 5, size=9)
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
        if text
    )


def table(rows: Sequence[Sequence[str]], xs: Sequence[float], *, top: float = 700) -> str:
    """A ruled table with rows 20 points high."""
    ys = [top - 20 * n for n in range(len(rows) + 1)]
    return grid(xs, ys) + "\n" + cells(rows, xs, ys)


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


def without_header(content: bytes) -> bytes:
    """Begins with what a mail program put there: PDFium refuses it, other parsers do not."""
    return b"X-Mailer: surat\n" * 100 + content


def without_root(content: bytes) -> bytes:
    """Its trailer does not say where the catalogue is; only pypdf looks for it."""
    return content.replace(b"/Root 1 0 R", b"")
