"""What every OCR backend must do, done by both; Tesseract only where it is installed."""

import difflib
from pathlib import Path

import pytest
from PIL import Image

from documents.extraction.ocr import rapid
from documents.extraction.ocr.base import OcrUnavailable, Recogniser, build, problem_of
from documents.extraction.ocr.rapid import RapidOcr
from documents.extraction.ocr.tesseract import Tesseract
from tests.documents.scans import DECREE, scan

BACKENDS = {
    "rapidocr": "documents.extraction.ocr.rapid.RapidOcr",
    "tesseract": "documents.extraction.ocr.tesseract.Tesseract",
}


def alike(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


@pytest.mark.parametrize("name", BACKENDS)
class TestBackend:
    @pytest.fixture(scope="class")
    @staticmethod
    def made() -> dict[str, Recogniser]:
        """Built once: loading the models takes a second."""
        return {}

    @pytest.fixture
    def backend(self, name: str, made: dict[str, Recogniser]) -> Recogniser:
        if problem := problem_of(BACKENDS[name], {}):
            if name == "tesseract":
                pytest.skip(problem)
            pytest.fail(problem)
        return made.get(name) or made.setdefault(name, build(BACKENDS[name], {}))

    def test_it_reads_lines_and_words_where_they_stand(self, backend: Recogniser) -> None:
        seen = backend.recognise(scan())
        assert seen.turned == 0
        assert alike(" ".join(line.text for line in seen.lines), " ".join(DECREE)) > 0.97
        assert all(0.8 < line.certainty <= 1 for line in seen.lines)
        word = next(w for line in seen.lines for w in line.words if w.text == "orang")
        assert word.x0 == pytest.approx(233, abs=15)
        assert word.x1 == pytest.approx(313, abs=15)
        assert word.y0 < 228 < word.y1

    @pytest.mark.parametrize("turned", [90, 180, 270])
    def test_it_says_how_a_picture_is_turned(self, backend: Recogniser, turned: int) -> None:
        assert backend.recognise(scan(turned=turned)).turned == turned

    def test_it_finds_nothing_on_white_paper(self, backend: Recogniser) -> None:
        assert backend.recognise(Image.new("RGB", (600, 800), "white")).lines == ()

    def test_it_names_itself_and_its_version(self, name: str, backend: Recogniser) -> None:
        assert backend.name == name
        assert backend.version[:1].isdigit()


def test_a_missing_model_is_named_and_never_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rapid, "model_folder", lambda: tmp_path)
    with pytest.raises(OcrUnavailable, match=r"PP-OCRv6_rec_small\.onnx"):
        RapidOcr()


def test_a_missing_program_is_named() -> None:
    with pytest.raises(OcrUnavailable, match="pembaca-gambar"):
        Tesseract(program="pembaca-gambar")


def test_an_unknown_backend_is_named() -> None:
    assert "documents.nothing.Here" in problem_of("documents.nothing.Here", {})


@pytest.mark.parametrize(
    ("gaps", "spaced", "least"),
    [
        ([2, 3, 2, 2, 18, 6, 2, 1, 2], [False] * 4 + [True] + [False] * 4, 10.8),
        ([2, 3, 2, 2, 12, 2, 2, 1, 2], [False] * 9, 6.8),
        ([2, 12, 2], [False] * 3, float("inf")),
    ],
    ids=["less white than the spaces read", "no space read", "too short to tell"],
)
def test_what_counts_as_a_space_between_letters(
    gaps: list[int], spaced: list[bool], least: float
) -> None:
    assert rapid._least_space(gaps, spaced, height=40) == pytest.approx(least)
