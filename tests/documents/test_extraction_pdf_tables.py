"""Tables on PDF pages become rows under named columns."""

from pathlib import Path

import pytest

from documents.extraction.pdf import PdfExtractor
from documents.extraction.pdf_tables import in_cell
from documents.extraction.pdf_words import PlacedWord
from documents.extraction.types import ExtractedTable, Extraction
from tests.documents.pdf_files import cells, column, grid, line, pdf, rule, table

XS = [72, 172, 272, 372, 472]
BODY = [
    "Setiap orang berhak memperoleh informasi dari badan publik yang berada di daerah",
    "sesuai dengan ketentuan peraturan perundang-undangan yang berlaku di Aceh.",
]
ROWS = [("Pidie", "10", "12", "5"), ("Sabang", "7", "8", "3"), ("Simeulue", "4", "6", "2")]


def read(tmp_path: Path, contents: list[str], **options: object) -> Extraction:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf(contents, **options))  # type: ignore[arg-type]
    return PdfExtractor().extract(path)


def only(extraction: Extraction) -> ExtractedTable:
    (found,) = extraction.tables
    for (start, end), row in zip(found.row_spans, found.rows, strict=True):
        written = extraction.markdown[start:end]
        assert written.startswith("|")
        assert written.endswith("|")
        assert all(cell in written for cell in row)
    return found


def test_a_header_over_several_columns_names_each_of_them(tmp_path: Path) -> None:
    ys = [700 - 20 * n for n in range(7)]
    header = [("Kabupaten", "Tahun 2013", "", "Luas"), ("", "Laki-laki", "Perempuan", "")]
    lines = grid(XS, ys, without=[(272, 700, 272, 680), (72, 680, 172, 680), (372, 680, 472, 680)])
    found = only(read(tmp_path, [column(BODY) + lines + cells([*header, *ROWS], XS, ys)]))
    assert found.columns == (
        "Kabupaten",
        "Tahun 2013 / Laki-laki",
        "Tahun 2013 / Perempuan",
        "Luas",
    )
    assert found.rows == tuple(ROWS)


def test_a_name_centred_over_three_columns_belongs_to_all(tmp_path: Path) -> None:
    ys = [700 - 20 * n for n in range(7)]
    lines = grid(XS, ys, without=[(272, 700, 272, 680), (372, 700, 372, 680), (72, 680, 172, 680)])
    header = [("Kabupaten", "", "Penduduk", ""), ("", "2011", "2012", "2013")]
    found = only(read(tmp_path, [column(BODY) + lines + cells([*header, *ROWS], XS, ys)]))
    assert found.columns[1:] == ("Penduduk / 2011", "Penduduk / 2012", "Penduduk / 2013")


@pytest.mark.parametrize("numbering", [("1", "2", "3", "4"), ("(1)", "(2)", "(3)", "(4)")])
def test_the_row_that_counts_the_columns_is_no_row(
    tmp_path: Path, numbering: tuple[str, ...]
) -> None:
    rows = [("Kabupaten", "Pria", "Wanita", "Luas"), numbering, *ROWS]
    found = only(read(tmp_path, [column(BODY) + table(rows, XS)]))
    assert found.columns == ("Kabupaten", "Pria", "Wanita", "Luas")
    assert found.rows == tuple(ROWS)


@pytest.mark.parametrize(
    ("note", "unit"),
    [
        ("(dalam ribu rupiah)", "ribu rupiah"),
        ("Satuan: jiwa", "jiwa"),
        ("(Rp. 000)", "ribu rupiah"),
        ("(dalam jutaan rupiah)", "jutaan rupiah"),
        ("", ""),
    ],
)
def test_the_caption_gives_name_and_unit(tmp_path: Path, note: str, unit: str) -> None:
    rows = [("Kabupaten", "Pria", "Wanita", "Luas"), *ROWS]
    title = line("Tabel 2.1 Anggaran Menurut Kabupaten", 150, 725) + line(note, 300, 711, size=9)
    found = only(read(tmp_path, [title + table(rows, XS)]))
    assert found.name == "Tabel 2.1 Anggaran Menurut Kabupaten"
    assert found.unit == unit


def test_a_table_goes_on_over_the_page_without_its_header(tmp_path: Path) -> None:
    first = column(BODY) + table([("Kabupaten", "Pria", "Wanita", "Luas"), *ROWS], XS, top=200)
    more = [("Pidie Jaya", "1", "", "9"), ("Bireuen", "2", "", "8"), ("Langsa", "3", "", "7")]
    found = only(read(tmp_path, [first, table(more, XS, top=800)]))
    assert found.columns[2] == "Wanita"
    assert found.rows == (*ROWS, *more)


def test_a_header_printed_again_is_no_row(tmp_path: Path) -> None:
    header = ("Kabupaten", "Pria", "Wanita", "Luas")
    more = [("Bireuen", "2", "1", "8"), ("Langsa", "3", "1", "7")]
    contents = [table([header, *ROWS], XS, top=200), table([header, *more], XS, top=800)]
    assert only(read(tmp_path, contents)).rows == (*ROWS, *more)


def test_rows_that_only_upright_lines_divide_are_told_apart(tmp_path: Path) -> None:
    ys = [700, 680, 580]
    texts = "\n".join(
        line(text, XS[c] + 4, 665 - 20 * r, size=9)
        for r, row in enumerate(ROWS)
        for c, text in enumerate(row)
    )
    header = cells([("Kabupaten", "Pria", "Wanita", "Luas")], XS, ys)
    found = only(read(tmp_path, [column(BODY) + grid(XS, ys) + header + texts]))
    assert found.rows == tuple(ROWS)


def test_a_cell_of_several_lines_is_one_cell(tmp_path: Path) -> None:
    ys = [700, 680, 640, 620]
    lines = grid(XS[:3], ys)
    texts = cells([("Uraian", "Jumlah"), ("", ""), ("Lainnya", "8")], XS, ys)
    texts += line("Kabupaten yang", 76, 665, size=9) + line("berada di barat", 76, 650, size=9)
    texts += line("21", 176, 657, size=9)
    found = only(read(tmp_path, [column(BODY) + lines + texts]))
    assert found.rows == (("Kabupaten yang berada di barat", "21"), ("Lainnya", "8"))


@pytest.mark.parametrize("rotation", [0, 90])
def test_a_table_on_a_turned_page_is_read(tmp_path: Path, rotation: int) -> None:
    content = (
        f"0 1 -1 0 595 0 cm {table([('Kabupaten', 'Pria', 'Wanita', 'Luas'), *ROWS], XS, top=500)}"
    )
    extraction = read(tmp_path, [content], extra=f"/Rotate {rotation}")
    found = only(extraction)
    assert found.columns == ("Kabupaten", "Pria", "Wanita", "Luas")
    assert found.rows == tuple(ROWS)
    page = extraction.pages[0]
    assert all(0 <= w.x0 < w.x1 <= page.width and w.y1 <= page.height for w in page.words)


def test_boxes_joined_by_lines_are_no_table(tmp_path: Path) -> None:
    boxes = [(250, 700), *((60 + 170 * n, 600) for n in range(3))]
    drawn = "\n".join(f"{x} {y} 120 40 re S" for x, y in boxes)
    drawn += rule(310, 700, 310, 660) + rule(120, 660, 460, 660)
    drawn += "".join(rule(x + 60, 660, x + 60, 640) for x, _ in boxes[1:])
    names = ("KEPALA DINAS", "BIDANG ANGGARAN", "BIDANG PAJAK", "BIDANG ASET")
    texts = "".join(
        line(part, x + 6, y + 25 - 12 * n, size=9)
        for (x, y), name in zip(boxes, names, strict=True)
        for n, part in enumerate(name.split())
    )
    extraction = read(tmp_path, [column(BODY) + drawn + texts])
    assert extraction.tables == ()
    assert "KEPALA" in extraction.markdown


STATISTICS = [
    ("Kabupaten", "2011", "2012", "2013"),
    ("Simeulue", "1.234", "2.345", "13.456"),
    ("Aceh Singkil", "10.234", "2.345", "3.456"),
    ("Aceh Selatan", "1.234", "12.345", "3.456"),
    ("Aceh Tenggara", "934", "2.345", "3.456"),
    ("Jumlah", "13.636", "19.380", "23.824"),
]


def right_aligned(text: str, right: float, y: float) -> str:
    width = sum(2.78 if c in ".," else 5.56 for c in text)
    return line(text, right - width, y, size=10)


def test_figures_in_columns_without_lines_are_a_table(tmp_path: Path) -> None:
    texts = "\n".join(
        line(row[0], 80, 600 - 15 * n, size=10)
        + "".join(right_aligned(text, 260 + 80 * c, 600 - 15 * n) for c, text in enumerate(row[1:]))
        for n, row in enumerate(STATISTICS)
    )
    title = line("Tabel 1.2 Jumlah Penduduk Menurut Kabupaten (jiwa)", 120, 630)
    extraction = read(tmp_path, [column(BODY) + title + texts + column(BODY, top=400)])
    found = only(extraction)
    assert found.columns == STATISTICS[0]
    assert found.rows == tuple(STATISTICS[1:])
    assert found.unit == "jiwa"
    assert found.name == "Tabel 1.2 Jumlah Penduduk Menurut Kabupaten"
    assert extraction.markdown.index("| Jumlah |") < extraction.markdown.rindex(BODY[0])


def test_a_name_over_two_columns_without_lines_belongs_to_both(tmp_path: Path) -> None:
    texts = line("Penduduk Tahun", 200, 620, size=10) + "".join(
        line(row[0], 80, 600 - 15 * n, size=10)
        + "".join(
            right_aligned(text, 240 + 60 * c, 600 - 15 * n) for c, text in enumerate(row[1:3])
        )
        for n, row in enumerate(STATISTICS)
    )
    found = only(read(tmp_path, [column(BODY) + texts]))
    assert found.rows == tuple(row[:3] for row in STATISTICS[1:])


@pytest.mark.parametrize(
    "texts",
    [
        [f"{n}. Undang-Undang Nomor {n} Tahun 200{n} tentang Pajak {n}" for n in range(1, 9)],
        [f"Pasal {n} {'.' * 50} {n * 3}" for n in range(1, 9)],
        [f"{n}) pada tanggal {n} Mei 2020 sebanyak {n} orang" for n in range(1, 9)],
    ],
    ids=["list", "contents", "dates"],
)
def test_lines_with_figures_are_not_taken_for_a_table(tmp_path: Path, texts: list[str]) -> None:
    assert read(tmp_path, [column(BODY) + column(texts, top=600)]).tables == ()


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("17.785.", "400"), "17.785.400"),
        (("0,7", "3%"), "0,73%"),
        (("72.058.712.400", "6.405.218.880", "158"), "72.058.712.400 6.405.218.880 158"),
        (("18.987.342", ",00"), "18.987.342,00"),
    ],
)
def test_only_a_broken_figure_is_put_together(lines: tuple[str, ...], text: str) -> None:
    words = [
        PlacedWord(each, 0, 12 * n, 40, 12 * n + 10, 0, 12 * n, 40, 12 * n + 10)
        for n, each in enumerate(lines)
    ]
    assert "".join(" " * (not w.glued) + w.text for w in in_cell(words)).strip() == text


def test_a_tall_row_of_short_lines_is_a_table_and_no_letter(tmp_path: Path) -> None:
    xs, ys = [72, 172, 372], [720, 700, 40]
    names = [f"Unsur {chr(65 + n % 26)}{n}" for n in range(45)]
    tall = "\n".join(
        line(str(n + 1), 80, 685 - 14 * n, size=9) + "\n" + line(name, 180, 685 - 14 * n, size=9)
        for n, name in enumerate(names)
    )
    head = cells([("Nomor Atom", "Nama unsur")], xs, ys[:2])
    found = only(read(tmp_path, ["\n".join([column(BODY), grid(xs, ys), head, tall])]))
    assert found.columns == ("Nomor Atom", "Nama unsur")
    assert found.rows[-1] == ("45", "Unsur S44")
