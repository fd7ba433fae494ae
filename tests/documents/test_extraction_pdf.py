"""PDF pages become text in reading order, with a box for every word."""

import re
from pathlib import Path

import pytest

from documents.extraction.pdf import PdfExtractor
from documents.extraction.types import Extraction, ExtractionError
from documents.structure import sections
from tests.documents.pdf_files import column, encrypted, line, pdf, rule

SAMPLES = Path(__file__).parents[2] / "documents" / "sample_collection" / "pdf"
FILES = sorted(SAMPLES.glob("*.pdf"))
BODY = [
    "Setiap orang berhak memperoleh informasi dari badan publik yang berada di daerah",
    "sesuai dengan ketentuan peraturan perundang-undangan yang berlaku di Aceh.",
]


def read(tmp_path: Path, contents: list[str], **options: object) -> Extraction:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf(contents, **options))  # type: ignore[arg-type]
    return PdfExtractor().extract(path)


def codes(extraction: Extraction) -> list[str]:
    return [finding.code for finding in extraction.findings]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_word_of_a_real_file_lies_on_its_page_and_in_the_text(path: Path) -> None:
    extraction = PdfExtractor().extract(path)
    count = 0
    for page in extraction.pages:
        before = page.start
        for word in page.words:
            letters = extraction.markdown[word.start : word.end]
            assert letters, word
            assert not re.search(r"\s", letters), letters
            assert before <= word.start < word.end <= page.end
            assert -1 <= word.x0 < word.x1 <= page.width + 1
            assert -1 <= word.y0 < word.y1 <= page.height + 1
            before = word.end
            count += 1
    assert count > 500


def test_a_real_regulation_is_read_pasal_by_pasal() -> None:
    extraction = PdfExtractor().extract(SAMPLES / "ojk_SALINAN_POJK_PENYIDIKAN.pdf")
    numbers = [s.number for s in sections(extraction.markdown) if s.kind == "pasal"]
    assert numbers == [str(number) for number in range(1, 15)]
    assert [page.printed_number for page in extraction.pages[1:]] == ["2", "3", "4", "5", "6", "7"]
    assert "- 2 -" not in extraction.markdown


def test_a_box_is_where_the_word_stands(tmp_path: Path) -> None:
    extraction = read(tmp_path, [line("Pemerintahan", 100, 700, size=20) + column(BODY, top=500)])
    word = extraction.pages[0].words[0]
    assert extraction.markdown[word.start : word.end] == "Pemerintahan"
    assert word.x0 == pytest.approx(100, abs=3)
    assert word.y0 < 842 - 700 < word.y1
    assert word.x1 - word.x0 == pytest.approx(125, abs=10)


def test_lines_of_a_paragraph_are_joined(tmp_path: Path) -> None:
    assert " ".join(BODY) in read(tmp_path, [column(BODY)]).markdown


def test_list_items_and_headings_begin_their_own_line(tmp_path: Path) -> None:
    text = read(
        tmp_path, [column(["Pasal 5", f"(1) {BODY[0]}", BODY[1], f"(2) {BODY[0]}", BODY[1]])]
    ).markdown
    assert re.findall(r"^(?:Pasal 5|\(\d\))", text, re.MULTILINE) == ["Pasal 5", "(1)", "(2)"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("pengem-", "bangan wilayah.", "pengembangan"),
        ("undang-", "undang dasar.", "undang-undang"),
        ("perundang-", "undangan lain.", "perundang-undangan"),
        ("non-", "Aceh berlaku.", "non-Aceh"),
    ],
)
def test_a_divided_word_is_put_together(
    tmp_path: Path, before: str, after: str, expected: str
) -> None:
    first = "Pemerintah menyelenggarakan segala urusan yang berkaitan dengan kegiatan " + before
    text = read(tmp_path, [column([first, after, "Akhir dari kalimat yang lain."])]).markdown
    assert expected in text


def test_doubled_letters_are_read_once_and_noted(tmp_path: Path) -> None:
    doubled = "".join(
        line(letter, x + offset, 700)
        for letter, x in zip("Pasal", (72, 79.4, 85.5, 91, 97.2), strict=True)
        for offset in (0, 0.35)
    )
    extraction = read(tmp_path, [doubled + column(BODY, top=600)])
    assert extraction.markdown.startswith("Pasal\n")
    assert "PPaassaall" not in extraction.markdown


def test_running_headers_and_page_numbers_are_left_out(tmp_path: Path) -> None:
    pages = [
        line("LEMBARAN DAERAH ACEH", 220, 810)
        + column([f"{word} {BODY[0]}", BODY[1]])
        + line(f"- {number} -", 290, 30)
        for number, word in enumerate(("Alfa", "Beta", "Gamma", "Delta"), 1)
    ]
    extraction = read(tmp_path, pages)
    assert extraction.markdown.count("LEMBARAN DAERAH") == 1
    assert [page.printed_number for page in extraction.pages] == ["1", "2", "3", "4"]
    assert "- 3 -" not in extraction.markdown


def test_a_sentence_goes_on_over_the_page_break(tmp_path: Path) -> None:
    extraction = read(tmp_path, [column([BODY[0]]), column([BODY[1]])])
    assert extraction.markdown == " ".join(BODY)
    first, second = extraction.pages
    assert extraction.markdown[second.start : second.end] == BODY[1]
    assert first.end <= second.start


def test_a_catchword_at_the_foot_is_left_out(tmp_path: Path) -> None:
    pages = [column(BODY) + line("Pasal 4 . . .", 450, 60), column(["Pasal 4", *BODY])]
    assert read(tmp_path, pages).markdown.count("Pasal 4") == 1


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = [f"Kolom kiri baris ke {n} memuat beberapa kata" for n in range(15)]
    right = [f"Kolom kanan baris ke {n} memuat beberapa kata" for n in range(15)]
    text = read(tmp_path, [column(left, x=50) + column(right, x=320)]).markdown
    assert text.index("kiri baris ke 14") < text.index("kanan baris ke 0")


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_rotated_page_is_read_upright(tmp_path: Path, rotation: int) -> None:
    matrix, x, y = {
        90: ("0 1 -1 0", 300, 100),
        180: ("-1 0 0 -1", 500, 300),
        270: ("0 -1 1 0", 300, 700),
    }[rotation]
    content = "\n".join(
        line(
            text,
            x + (20 * n if rotation == 90 else -20 * n if rotation == 270 else 0),
            y + (20 * n if rotation == 180 else 0),
            matrix=matrix,
        )
        for n, text in enumerate(BODY)
    )
    extraction = read(tmp_path, [content], extra=f"/Rotate {rotation}")
    assert extraction.markdown == " ".join(BODY)
    page = extraction.pages[0]
    assert all(0 <= w.x0 < w.x1 <= page.width and w.y1 <= page.height for w in page.words)
    assert page.words[0].x1 < page.words[1].x0


def test_text_on_its_side_is_read_in_its_own_order(tmp_path: Path) -> None:
    content = "\n".join(
        line(text, 200 + 20 * n, 100, matrix="0 1 -1 0") for n, text in enumerate(BODY)
    )
    assert read(tmp_path, [content]).markdown == " ".join(BODY)


def test_a_ruled_table_is_read_row_by_row(tmp_path: Path) -> None:
    rows = [("Kabupaten", "Gampong"), ("Aceh Utara", "852"), ("Pidie", "730"), ("Sabang", "18")]
    texts = "\n".join(
        line(cell, 80 + 150 * c, 705 - 20 * r)
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
    )
    grid = "\n".join(rule(72, 720 - 20 * r, 372, 720 - 20 * r) for r in range(5))
    grid += "\n" + "\n".join(rule(72 + 150 * c, 720, 72 + 150 * c, 640) for c in range(3))
    extraction = read(tmp_path, ["\n".join((column(BODY), grid, texts))])
    (table,) = extraction.tables
    assert table.columns == ("Kabupaten", "Gampong")
    assert table.rows == tuple(rows[1:])
    assert table.page == 1
    start, end = table.row_spans[0]
    assert extraction.markdown[start:end] == "| Aceh Utara | 852 |"
    assert extraction.markdown.index(BODY[0]) < start


def test_pages_are_judged_one_by_one(tmp_path: Path) -> None:
    garbage = '!"# $ %$& \'&( % + * <$ -$% !3 *+ $&/& 0 %$ "!# $%& *+* %%$ #"! <>=?' * 2
    extraction = read(tmp_path, [column(BODY), line(garbage, 20, 700, size=6), ""])
    assert [page.origin for page in extraction.pages] == ["text_layer", "none", "none"]
    assert codes(extraction) == ["garbage_text", "empty_page"]
    assert extraction.markdown == " ".join(BODY)


@pytest.mark.parametrize(
    "contents", [[""], ["", ""], [line("hal", 72, 700)]], ids=["empty", "two empty", "stamp"]
)
def test_a_file_without_text_says_so(tmp_path: Path, contents: list[str]) -> None:
    with pytest.raises(ExtractionError) as caught:
        read(tmp_path, contents)
    assert caught.value.code == "no_text"


def test_a_password_is_reported_and_an_empty_one_opened(tmp_path: Path) -> None:
    plain = tmp_path / "plain.pdf"
    plain.write_bytes(pdf([column(BODY)]))
    locked = encrypted(plain, tmp_path / "locked.pdf", password="rahasia")
    with pytest.raises(ExtractionError) as caught:
        PdfExtractor().extract(locked)
    assert caught.value.code == "encrypted"
    opened = encrypted(plain, tmp_path / "open.pdf", password="")
    assert PdfExtractor().extract(opened).markdown == " ".join(BODY)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_truncated_file_is_damaged(tmp_path: Path, share: float) -> None:
    content = FILES[0].read_bytes()
    path = tmp_path / "a.pdf"
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(ExtractionError) as caught:
        PdfExtractor().extract(path)
    assert caught.value.code == "damaged_file"


def test_a_file_with_too_many_pages_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([column(BODY)] * 3))
    with pytest.raises(ExtractionError) as caught:
        PdfExtractor(max_pages=2).extract(path)
    assert caught.value.code == "too_many_pages"


def test_a_page_of_a_million_characters_is_cut_and_told(tmp_path: Path) -> None:
    words = " ".join(f"kata{n}" for n in range(14))
    rows = "\n".join(line(words, 20, 10 + n / 4, size=0.2) for n in range(2_500))
    extraction = read(tmp_path, [column(BODY) + rows])
    (finding,) = (f for f in extraction.findings if f.code == "page_cut_short")
    assert finding.page == 1
    assert finding.detail["characters"] > 0
    assert len(extraction.markdown) < 250_000


@pytest.mark.parametrize("shape", ["re S", "l S"])
def test_a_page_of_too_many_lines_keeps_its_words(tmp_path: Path, shape: str) -> None:
    drawn = "\n".join(
        f"{n % 500} {n % 700} 9 9 re S" if shape == "re S" else rule(n % 500, n % 700, 400, n % 700)
        for n in range(25_000)
    )
    extraction = read(tmp_path, [column(BODY) + drawn])
    assert codes(extraction) == ["too_much_drawn"]
    assert extraction.markdown == " ".join(BODY)


def test_a_page_of_any_size_is_read(tmp_path: Path) -> None:
    extraction = read(tmp_path, [column(BODY)], size=(200_000, 200_000))
    assert extraction.markdown == " ".join(BODY)


def test_figures_beside_the_paper_are_not_read(tmp_path: Path) -> None:
    numbers = "".join(line(str(n), 3, 700 - 20 * n, size=8) for n in range(1, 9))
    assert read(tmp_path, [column(BODY) + numbers]).markdown == " ".join(BODY)
