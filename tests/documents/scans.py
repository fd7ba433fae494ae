"""Pages that are pictures, drawn for tests of OCR."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

SIZE = (1000, 760)  # pixels, at 150 dots an inch: small pages are read in a second
DECREE = (
    "Pasal 7",
    "(1) Setiap orang berhak memperoleh informasi publik",
    "sesuai dengan ketentuan peraturan perundang-undangan.",
    "(2) Permohonan informasi diajukan secara tertulis",
    "kepada badan publik paling lambat 14 hari kerja.",
)


def scan(lines: Sequence[str] = DECREE, *, skew: float = 0, turned: int = 0) -> Image.Image:
    """Black letters on white paper; `skew` and `turned` in degrees, clockwise."""
    picture = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=30)
    for row, line in enumerate(lines):
        draw.text((100, 150 + 60 * row), line, fill="black", font=font)
    picture = picture.rotate(-skew, resample=Image.Resampling.BICUBIC, fillcolor="white")
    return picture.rotate(-turned, expand=True)


def pdf_of(*pictures: Image.Image) -> bytes:
    """A file with one page for each picture."""
    content = io.BytesIO()
    first, *others = [picture.copy() for picture in pictures]  # Pillow notes on it what it saves
    first.save(content, "PDF", resolution=150, save_all=True, append_images=others)
    return content.getvalue()


def table_scan(rows: Sequence[Sequence[str]], xs: Sequence[int], *, skew: float = 0) -> Image.Image:
    """A line of text above a ruled table; `xs` are the upright lines, in pixels."""
    picture = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=28)
    draw.text((xs[0], 90), "Rekapitulasi belanja menurut jenis", fill="black", font=font)
    top, step = 180, 70
    bottom = top + step * len(rows)
    for x in xs:
        draw.line((x, top, x, bottom), fill=(70, 70, 70), width=3)
    for number in range(len(rows) + 1):
        y = top + step * number
        draw.line((xs[0], y, xs[-1], y), fill=(70, 70, 70), width=3)
    for number, row in enumerate(rows):
        for x, text in zip(xs, row, strict=False):
            draw.text((x + 14, top + step * number + 18), text, fill="black", font=font)
    return picture.rotate(-skew, resample=Image.Resampling.BICUBIC, fillcolor="white")
