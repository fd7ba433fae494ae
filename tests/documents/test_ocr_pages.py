"""Pages that are pictures are read by OCR, within limits, whatever its processes do."""

import io
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image

from documents import media_types
from documents.extraction import ExtractionError, extract
from documents.extraction.limits import OcrLimits
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.pages_read import PagesRead
from documents.extraction.pdf import PdfExtractor
from documents.extraction.types import Extraction, Finding
from tests.documents import recognisers
from tests.documents.hostile_files import huge_picture
from tests.documents.pdf_files import column, line, pdf
from tests.documents.scans import DECREE, pdf_of, scan
from tests.documents.test_extraction_isolation import gone, wait_for
from tests.documents.test_ocr_backends import alike

UPRIGHT = Image.new("RGB", (620, 877), "white")
WIDE = Image.new("RGB", (877, 620), "white")
LIMITS = OcrLimits(dpi=72, processes=1)


def order(name: str, *, options: dict[str, Any] | None = None, **limits: Any) -> OcrOrder:
    backend = f"tests.documents.recognisers.{name}"
    return OcrOrder(backend, options or {}, replace(LIMITS, **limits))


def read(path: Path, content: bytes, ocr: OcrOrder | None) -> Extraction:
    file = path / "a.pdf"
    file.write_bytes(content)
    extractor = PdfExtractor()
    extractor.ocr = ocr
    return extractor.extract(file)


def told(extraction: Extraction) -> list[tuple[str, int | None, Any]]:
    return [(f.code, f.page, f.detail.get("reason")) for f in extraction.findings]


def test_a_picture_of_billions_of_pixels_is_read_small(tmp_path: Path) -> None:
    extraction = read(tmp_path, huge_picture(40_000), order("Reading"))
    assert recognisers.TEXT in extraction.markdown
    assert [page.origin for page in extraction.pages] == ["ocr"]


OTHERS = (
    ("BUPATI ACEH BESAR", "Dengan rahmat Tuhan Yang Maha Esa", "tanggal 14 Maret 2025"),
    ("MEMUTUSKAN", "Menetapkan Peraturan Gubernur", "Berita Daerah Aceh Nomor 14"),
)


def test_a_real_scan_is_read_upright_turned_and_askew(tmp_path: Path) -> None:
    """By the default backend and in the processes that a job uses."""
    file = tmp_path / "a.pdf"
    file.write_bytes(pdf_of(scan(), scan(OTHERS[0], turned=90), scan(OTHERS[1], skew=2)))
    ocr = OcrOrder("documents.extraction.ocr.rapid.RapidOcr", {}, OcrLimits(dpi=150))
    extraction = extract(file, media_types.PDF, ocr=ocr)

    assert extraction.extractor == "pypdfium2 + rapidocr 3.10.0"
    for page, lines in zip(extraction.pages, (DECREE, *OTHERS), strict=True):
        text = extraction.markdown[page.start : page.end]
        assert (page.origin, page.judged) == ("ocr", "scan")
        assert alike(" ".join(text.split()), " ".join(lines)) > 0.97
        assert page.certainty is not None
        assert page.certainty > 0.9
    places = {
        page.number: (word.x0, word.y0)
        for page in extraction.pages
        for word in page.words
        if extraction.markdown[word.start : word.end] == "14"
    }
    # Written at 449, 408 pixels of 150 dots an inch; the second page was turned to the right.
    assert places[1] == pytest.approx((283, 187), abs=12)
    assert places[2] == pytest.approx((365 - 148, 110), abs=12)
    assert extraction.pages[1].width < extraction.pages[1].height


def test_a_scan_without_ocr_stays_unread(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError) as caught:
        read(tmp_path, pdf_of(UPRIGHT), None)
    assert caught.value.code == "no_text"


def test_pages_with_text_are_not_read_again(tmp_path: Path) -> None:
    body = [recognisers.TEXT, "Kalimat kedua dari naskah yang sama."]
    extraction = read(tmp_path, pdf([column(body)]), order("Missing"))
    assert extraction.pages[0].origin == "text_layer"
    assert extraction.findings == ()


@pytest.mark.parametrize("content", ["garbage", "watermark", "outlines"])
def test_a_page_whose_text_layer_is_of_no_use_is_read(tmp_path: Path, content: str) -> None:
    garbage = '!"# $ %$& \'&( % + * <$ -$% !3 *+ $&/& 0 %$ "!# $%& *+* %%$ #"! <>=?' * 2
    outlines = "\n".join(f"0 0 0 rg {72 + 8 * n} 700 6 9 re f" for n in range(40))
    contents = {"garbage": line(garbage, 20, 700, size=6), "outlines": outlines}
    made = pdf([contents[content]]) if content in contents else pdf_of(UPRIGHT)
    extraction = read(tmp_path, made, order("Reading"))
    assert extraction.markdown == recognisers.TEXT
    assert extraction.pages[0].origin == "ocr"
    assert extraction.findings == ()


def test_a_picture_without_text_is_told_and_is_not_unread(tmp_path: Path) -> None:
    file = tmp_path / "nothing.pdf"
    file.write_bytes(pdf_of(UPRIGHT))
    extractor = PdfExtractor()
    extractor.ocr = order("Reading", options={"text": ""})
    with pytest.raises(ExtractionError) as caught:
        extractor.extract(file)
    assert caught.value.code == "nothing_legible"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Misbehaving", "reader_failed"),
        ("Dying", "reader_failed"),
        ("Hanging", "took_too_long"),
    ],
)
def test_a_page_that_ends_its_process_is_named_and_the_next_is_read(
    tmp_path: Path, name: str, reason: str
) -> None:
    content = pdf_of(UPRIGHT, WIDE, UPRIGHT)
    patience = 3 if name == "Hanging" else 60
    extraction = read(tmp_path, content, order(name, page_seconds=patience))
    assert told(extraction) == [("unread_page", 2, reason)]
    assert [page.origin for page in extraction.pages] == ["ocr", "none", "ocr"]


def test_pages_beyond_the_limit_are_named(tmp_path: Path) -> None:
    extraction = read(tmp_path, pdf_of(*[UPRIGHT] * 3), order("Reading", pages=1))
    assert [page.origin for page in extraction.pages] == ["ocr", "none", "none"]
    assert told(extraction) == [
        ("ocr_budget_spent", 2, "page_limit"),
        ("ocr_budget_spent", 3, "page_limit"),
    ]


def test_ocr_ends_when_its_time_is_over(tmp_path: Path) -> None:
    began = time.monotonic()
    with pytest.raises(ExtractionError) as caught:
        read(tmp_path, pdf_of(WIDE, WIDE), order("Hanging", seconds=2))
    assert caught.value.code == "no_text"
    assert time.monotonic() - began < 15


def test_a_missing_model_leaves_pages_unread_and_text_searchable(tmp_path: Path) -> None:
    content = pdf([column([recognisers.TEXT, recognisers.TEXT]), "0 0 0 rg 50 50 300 300 re f"])
    extraction = read(tmp_path, content, order("Missing"))
    assert told(extraction) == [("unread_page", 2, "ocr_unavailable")]
    assert extraction.findings[0].detail["detail"] == "the model is missing"
    assert recognisers.TEXT in extraction.markdown


def test_lines_of_little_certainty_are_told(tmp_path: Path) -> None:
    extraction = read(tmp_path, pdf_of(UPRIGHT), order("Reading", options={"certainty": 0.6}))
    told_lines = [{"text": recognisers.TEXT, "certainty": 0.6}]
    detail = {"count": 1, "worst": recognisers.TEXT, "lines": told_lines}
    assert extraction.findings == (Finding("low_certainty", detail, 1),)


def test_it_tells_how_many_pages_are_read(tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(pdf_of(UPRIGHT, UPRIGHT))
    reports: list[PagesRead | None] = []
    extract(file, media_types.PDF, ocr=order("Reading"), on_tick=reports.append)
    seen = [(report.stage, report.total) for report in reports if report]
    assert ("ocr", 2) in seen
    assert all(0 <= report.done <= report.total for report in reports if report)


class Cancelled(Exception):
    pass


def stopping(condition: Callable[[], bool]) -> Callable[[object], None]:
    def on_tick(pages: object) -> None:
        if condition():
            raise Cancelled

    return on_tick


def test_cancelling_ends_every_process(tmp_path: Path) -> None:
    file, pids = tmp_path / "a.pdf", tmp_path / "pids"
    file.write_bytes(pdf_of(UPRIGHT, UPRIGHT, UPRIGHT))
    ocr = order("Telling", options={"path": str(pids)}, processes=2)

    def both_run() -> bool:
        return pids.exists() and len(pids.read_text().split()) == 2

    with pytest.raises(Cancelled):
        extract(file, media_types.PDF, ocr=ocr, on_tick=stopping(both_run))
    assert wait_for(lambda: all(gone(int(pid)) for pid in pids.read_text().split()))


def test_no_process_is_left_after_reading(tmp_path: Path) -> None:
    before = threading.active_count(), len(os.listdir("/proc/self/fd"))
    read(tmp_path, pdf_of(UPRIGHT), order("Reading"))
    assert (threading.active_count(), len(os.listdir("/proc/self/fd"))) == before


def with_picture(body: list[str]) -> bytes:
    """A page of text above a picture that covers a third of it."""
    writer = pypdf.PdfWriter()
    page = writer.add_page(pypdf.PdfReader(io.BytesIO(pdf([column(body)]))).pages[0])
    picture = pypdf.PdfReader(io.BytesIO(pdf_of(WIDE))).pages[0]
    page.merge_transformed_page(picture, pypdf.Transformation().scale(1.2).translate(40, 40))
    content = io.BytesIO()
    writer.write(content)
    return content.getvalue()


def test_what_a_picture_beside_text_holds_is_added(tmp_path: Path) -> None:
    body = ["Bagian pertama dari naskah yang diketik memuat beberapa kata.", "Bagian kedua."]
    content = with_picture(body)
    extraction = read(tmp_path, content, order("Reading", options={"top": 600}))
    (page,) = extraction.pages
    assert (page.judged, page.origin, page.certainty) == ("mixed", "text_layer", 0.98)
    assert body[0] in extraction.markdown
    assert recognisers.TEXT in extraction.markdown
    # What stands where the text layer has words is the same text once more.
    there_already = {"text": "Setiap orang", "top": 75}
    again = read(tmp_path, content, order("Reading", options=there_already))
    assert (again.pages[0].judged, "Setiap orang" in again.markdown) == ("text", False)
