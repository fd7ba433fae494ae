"""Tables in pictures: lines are found, and become rows over which one can compute."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from documents import media_types
from documents.extraction import extract
from documents.extraction.limits import OcrLimits
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.ocr.picture_rulings import rulings_in
from tests.documents.scans import SIZE, pdf_of, scan, table_scan

ROWS = (
    ("No", "Uraian", "Jumlah"),
    ("1", "Belanja pegawai", "1.200"),
    ("2", "Belanja modal", "3.400"),
    ("3", "Belanja barang", "5.600"),
)
XS = (100, 180, 620, 880)


def levels_and_uprights(picture: Image.Image) -> tuple[list[int], list[int]]:
    boxes = rulings_in(picture, dpi=150)
    across = sorted(round(y0) for x0, y0, x1, y1 in boxes if x1 - x0 > y1 - y0)
    down = sorted(round(x0) for x0, y0, x1, y1 in boxes if x1 - x0 <= y1 - y0)
    return across, down


def test_lines_are_found_where_they_are_drawn() -> None:
    across, down = levels_and_uprights(table_scan(ROWS, XS))
    assert across == pytest.approx([180, 250, 320, 390, 460], abs=2)
    assert down == pytest.approx(XS, abs=2)


def test_letters_are_no_lines() -> None:
    assert rulings_in(scan(), dpi=150) == []


def test_a_thick_bar_is_none_and_a_faint_broken_line_is_one() -> None:
    picture = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((100, 100, 900, 200), fill="black")
    for x in (100, 400, 700):
        draw.line((x, 400, x + 280, 400), fill=(190, 190, 190), width=2)
    assert [y0 for x0, y0, x1, y1 in rulings_in(picture, dpi=150) if y0 > 250] == (
        pytest.approx([400] * 3, abs=2)
    )
    assert not [box for box in rulings_in(picture, dpi=150) if 120 < box[1] == box[3] < 180]


def jpeg(picture: Image.Image) -> Image.Image:
    content = io.BytesIO()
    picture.save(content, "JPEG", quality=50)
    return Image.open(content)


@pytest.mark.parametrize(("skew", "turned"), [(0, 0), (1.5, 90)])
def test_a_scanned_table_becomes_rows(tmp_path: Path, skew: float, turned: int) -> None:
    picture = jpeg(table_scan(ROWS, XS, skew=skew)).rotate(-turned, expand=True)
    file = tmp_path / "a.pdf"
    file.write_bytes(pdf_of(picture))
    ocr = OcrOrder("documents.extraction.ocr.rapid.RapidOcr", {}, OcrLimits(dpi=150))
    extraction = extract(file, media_types.PDF, ocr=ocr)

    (table,) = extraction.tables
    assert (table.page, table.columns, table.rows) == (1, ROWS[0], ROWS[1:])
    start, end = table.row_spans[1]
    assert extraction.markdown[start:end] == "| 2 | Belanja modal | 3.400 |"
    assert extraction.markdown.startswith("Rekapitulasi belanja menurut jenis")
