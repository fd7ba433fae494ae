"""PDF that PDFium refuses is read by pdfplumber, and by pypdf where that fails too."""

import subprocess
import sys
from collections.abc import Callable
from difflib import SequenceMatcher
from pathlib import Path

import pypdfium2
import pytest

from documents import media_types
from documents.extraction import ExtractionError, extract
from documents.extraction.limits import Limits
from documents.extraction.pdf import PdfExtractor
from documents.extraction.types import Extraction, Word
from tests.documents.pdf_files import column, line, pdf, table, without_header, without_root

SAMPLES = Path(__file__).parents[2] / "documents" / "sample_collection" / "pdf"
XS = [72, 110, 300, 400]
ROWS = [["No", "Uraian", "Jumlah"], ["1", "Belanja pegawai", "1.200"], ["2", "Modal", "3.400"]]
BODY = ["Pasal 1", "Setiap orang berhak memperoleh informasi dari badan publik di Aceh."]
CONTENT = pdf([column(BODY) + "\n" + table(ROWS, XS, top=600), column(BODY[1:] * 3)])

WRONG_ROOT = CONTENT.replace(b"/Root 1 0 R", b"/Root 9 0 R")
HUGE_NUMBER = CONTENT.replace(b"1 0 obj", b"99999999 0 obj", 1)


def read(tmp_path: Path, content: bytes) -> Extraction:
    path = tmp_path / "a.pdf"
    path.write_bytes(content)
    with pytest.raises(pypdfium2.PdfiumError):
        pypdfium2.PdfDocument(path)
    return PdfExtractor().extract(path)


@pytest.mark.parametrize(
    "content",
    [without_header(CONTENT), CONTENT[9:], WRONG_ROOT, HUGE_NUMBER],
    ids=["letters before it", "no header", "wrong catalogue", "absurd object number"],
)
def test_what_pdfium_refuses_is_read_with_positions_and_tables(
    tmp_path: Path, content: bytes
) -> None:
    extraction = read(tmp_path, content)

    assert extraction.extractor == "pdfplumber"
    assert extraction.findings == ()
    assert BODY[1] in extraction.markdown
    first, second = extraction.pages
    assert (first.width, first.height, second.number) == (595, 842, 2)
    word = first.words[0]
    assert extraction.markdown[word.start : word.end] == "Pasal"
    assert word.x0 == pytest.approx(72, abs=1)
    assert word.y0 < 842 - 760 < word.y1
    (found,) = extraction.tables
    assert found.columns == ("No", "Uraian", "Jumlah")
    assert found.rows == (("1", "Belanja pegawai", "1.200"), ("2", "Modal", "3.400"))
    start, end = found.row_spans[1]
    assert extraction.markdown[start:end].startswith("| 2 | Modal | 3.400 |")


def test_a_real_regulation_reads_the_same_by_both(tmp_path: Path) -> None:
    path = SAMPLES / "ojk_SALINAN_POJK_PENYIDIKAN.pdf"
    whole = PdfExtractor().extract(path)
    repaired = read(tmp_path, without_header(path.read_bytes()))

    assert repaired.extractor == "pdfplumber"
    assert [(page.width, page.height) for page in repaired.pages] == [
        pytest.approx((page.width, page.height), abs=0.1) for page in whole.pages
    ]
    mine, theirs = placed(repaired), placed(whole)
    same = SequenceMatcher(None, [w[0] for w in mine], [w[0] for w in theirs], autojunk=False)
    assert same.ratio() > 0.99
    for one, other, size in same.get_matching_blocks():
        for word, twin in zip(mine[one : one + size], theirs[other : other + size], strict=True):
            assert word[1].x0 == pytest.approx(twin[1].x0, abs=2)
            assert word[1].x1 == pytest.approx(twin[1].x1, abs=2)
            assert word[1].y0 < (twin[1].y0 + twin[1].y1) / 2 < word[1].y1


def placed(extraction: Extraction) -> list[tuple[str, Word]]:
    return [
        (extraction.markdown[word.start : word.end], word)
        for page in extraction.pages
        for word in page.words
    ]


@pytest.mark.parametrize(("turned", "matrix"), [(0, "0 1 -1 0"), (90, "1 0 0 1")])
def test_text_on_its_side_is_read_along_its_lines(tmp_path: Path, turned: int, matrix: str) -> None:
    texts = ["Setiap orang berhak memperoleh", "informasi dari badan publik"]
    lines = [line(text, 300 + 20 * n, 300 - 20 * n * turned, matrix=matrix)
             for n, text in enumerate(texts)]  # fmt: skip
    content = pdf(["\n".join(lines)], extra=f"/Rotate {turned} /CropBox [50 50 550 800]")
    extraction = read(tmp_path, without_header(content))
    plain = tmp_path / "plain.pdf"
    plain.write_bytes(content)
    expected = PdfExtractor().extract(plain)

    assert extraction.markdown == expected.markdown
    for one, two in zip(extraction.pages[0].words, expected.pages[0].words, strict=True):
        assert one == pytest.approx(two, abs=6)


def test_letters_printed_twice_are_read_once(tmp_path: Path) -> None:
    twice = "\n".join(line(BODY[1], x, 700) for x in (72, 72.3))
    extraction = read(tmp_path, without_header(pdf([twice])))
    assert extraction.markdown == BODY[1]
    assert [finding.code for finding in extraction.findings] == ["doubled_letters"]


def test_a_picture_in_such_a_file_is_named_as_unread(tmp_path: Path) -> None:
    content = pdf([column(BODY * 2), "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI"])
    drawn = content.replace(b"BI /W 1", b"400 0 0 700 50 50 cm BI /W 1")
    extraction = read(tmp_path, without_header(drawn))
    unread = [(f.page, f.detail["reason"]) for f in extraction.findings if f.code == "unread_page"]
    assert unread == [(2, "damaged")]
    assert extraction.pages[1].origin == "none"


def test_what_pdfplumber_refuses_too_is_read_by_pypdf(tmp_path: Path) -> None:
    extraction = read(tmp_path, without_root(CONTENT))
    assert extraction.extractor == "pypdf"
    assert "Setiap orang berhak" in extraction.markdown
    assert [finding.code for finding in extraction.findings] == ["no_word_positions"]


@pytest.mark.parametrize("damage", [without_header, without_root])
def test_the_limit_of_pages_holds_for_every_parser(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(damage(CONTENT))
    with pytest.raises(ExtractionError) as caught:
        PdfExtractor(max_pages=1).extract(path)
    assert (caught.value.code, caught.value.detail) == ("too_many_pages", "2")


def test_the_limit_of_time_holds_for_it(tmp_path: Path) -> None:
    """Two million words, at a second for some ten thousand of them."""
    many = column([BODY[1]] * 30) + "\n"
    path = tmp_path / "a.pdf"
    path.write_bytes(without_header(pdf([many * 300])))
    with pytest.raises(ExtractionError) as caught:
        extract(path, media_types.PDF, limits=Limits(seconds=3))
    assert caught.value.code == "took_too_long"


def test_nothing_of_it_is_loaded_for_a_good_file() -> None:
    path = SAMPLES / "ojk_SALINAN_POJK_PENYIDIKAN.pdf"
    code = (
        "import sys; from pathlib import Path; from documents.extraction.pdf import PdfExtractor;"
        f"PdfExtractor().extract(Path({str(path)!r}));"
        "print({'pdfplumber', 'pdfminer', 'pypdf'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
