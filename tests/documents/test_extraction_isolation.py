"""A hostile file costs its own process and no more."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from documents import media_types
from documents.extraction import ExtractionError, Limits, extract, render_page, wire
from documents.extraction.pdf import PdfExtractor
from tests.documents.hostile_files import huge_picture
from tests.documents.pdf_files import column, encrypted, pdf

SAMPLE = (
    Path(__file__).parents[2] / "documents/sample_collection/pdf/ojk_SALINAN_POJK_PENYIDIKAN.pdf"
)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def text_file(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text("isi")
    return path


def misbehaving(name: str) -> dict[str, dict[str, str]]:
    return {media_types.PLAIN: {"BACKEND": f"tests.documents.slow_extractors.{name}"}}


def run(path: Path, name: str, limits: Limits) -> str:
    return extract(path, media_types.PLAIN, limits=limits, extractors=misbehaving(name)).markdown


def gone(pid: int) -> bool:
    """Ended, or ended and not yet collected by whoever inherited it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def wait_for(condition: Callable[[], object], seconds: float = 15) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        threading.Event().wait(0.05)
    return False


def test_a_file_is_read_in_another_process_as_in_this_one() -> None:
    assert extract(SAMPLE, media_types.PDF) == wire.unpack(
        wire.pack(PdfExtractor().extract(SAMPLE))
    )


def test_an_error_of_the_reader_keeps_its_code(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([""]))
    with pytest.raises(ExtractionError) as caught:
        extract(path, media_types.PDF)
    assert caught.value.code == "no_text"


@pytest.mark.parametrize(
    ("name", "limits", "code"),
    [
        ("Sleeping", Limits(seconds=1), "took_too_long"),
        ("Spinning", Limits(seconds=1), "took_too_long"),
        ("Greedy", Limits(seconds=30, memory_mb=512), "too_much_memory"),
        ("Crashing", Limits(seconds=30), "damaged_file"),
        ("Disordered", Limits(seconds=30, memory_mb=256), "damaged_file"),
        ("Exhausted", Limits(seconds=30), "too_much_memory"),
        ("Silent", Limits(seconds=30, memory_mb=256), "too_much_memory"),
    ],
)
def test_a_reader_that_misbehaves_is_ended(
    text_file: Path, name: str, limits: Limits, code: str
) -> None:
    with pytest.raises(ExtractionError) as caught:
        run(text_file, name, limits)
    assert caught.value.code == code


def test_a_reader_that_is_cancelled_ends_at_once(text_file: Path) -> None:
    class Cancelled(Exception):
        pass

    pid_file = text_file.with_suffix(".pid")

    def on_tick(pages: object) -> None:
        if pid_file.exists():
            raise Cancelled

    with pytest.raises(Cancelled):
        extract(text_file, media_types.PLAIN, extractors=misbehaving("Sleeping"), on_tick=on_tick)
    assert gone(int(pid_file.read_text()))


def test_a_reader_ends_with_its_parent(text_file: Path) -> None:
    program = (
        "from documents.extraction import extract\n"
        "from tests.documents.test_extraction_isolation import misbehaving\n"
        f"extract({str(text_file)!r}, 'text/plain', extractors=misbehaving('Sleeping'))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    pid_file = text_file.with_suffix(".pid")
    try:
        assert wait_for(lambda: pid_file.exists() and pid_file.read_text())
    finally:
        parent.kill()
        parent.wait()
    assert wait_for(lambda: gone(int(pid_file.read_text())))


def test_a_reader_sees_no_secret(text_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTAL_SECRET_KEY", "rahasia")
    assert "PORTAL_SECRET_KEY" not in run(text_file, "Curious", Limits(seconds=30))


def test_an_unknown_type_is_refused_without_a_process(text_file: Path) -> None:
    with pytest.raises(ExtractionError) as caught:
        extract(text_file, "image/png")
    assert caught.value.code == "unsupported_type"


def test_a_page_is_drawn_as_png() -> None:
    small, large = (render_page(SAMPLE, 1, scale=scale) for scale in (0.5, 1))
    assert small.startswith(b"\x89PNG")
    assert int.from_bytes(small[16:20], "big") == pytest.approx(298, abs=2)
    assert int.from_bytes(large[16:20], "big") == pytest.approx(596, abs=2)


def test_a_page_of_any_size_stays_within_bounds(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([column(["besar"])], size=(14_000, 14_000)))
    picture = render_page(path, 1, scale=4)
    width = int.from_bytes(picture[16:20], "big")
    assert width * width <= 16_100_000


def test_a_picture_of_billions_of_pixels_is_drawn_small(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(huge_picture())
    picture = render_page(path, 1, scale=1)
    assert int.from_bytes(picture[16:20], "big") == pytest.approx(595, abs=2)


@pytest.mark.parametrize("page", [0, 99, -1])
def test_a_page_that_is_not_there_is_an_error(page: int) -> None:
    with pytest.raises(ExtractionError) as caught:
        render_page(SAMPLE, page)
    assert caught.value.code == "damaged_file"


def test_an_encrypted_file_is_not_drawn(tmp_path: Path) -> None:
    path = encrypted(SAMPLE, tmp_path / "a.pdf", password="rahasia")
    with pytest.raises(ExtractionError) as caught:
        render_page(path, 1)
    assert caught.value.code == "encrypted"


def test_the_seam_loads_no_heavy_library() -> None:
    program = (
        "import sys; import documents.extraction, documents.formats\n"
        "heavy = set('pypdfium2 pdfplumber pypdf openpyxl docx lxml django'.split())\n"
        "sys.exit(' '.join(heavy & set(sys.modules)) or None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, env=os.environ
    )
    assert (done.returncode, done.stderr) == (0, "")
