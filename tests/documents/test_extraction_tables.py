"""CSV and XLSX become one Markdown row a line, and rows that one can compute over."""

import datetime
from pathlib import Path

import openpyxl
import pytest

from documents.extraction.delimited import DelimitedExtractor, delimiter_of
from documents.extraction.spreadsheet import SpreadsheetExtractor
from documents.extraction.types import ExtractedTable, Extraction, ExtractionError

SAMPLES = Path(__file__).parents[2] / "documents" / "sample_collection" / "office" / "aceh"


def read_csv(tmp_path: Path, content: str | bytes) -> Extraction:
    path = tmp_path / "a.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return DelimitedExtractor().extract(path)


def read_xlsx(tmp_path: Path, sheets: dict[str, list[list[object]]]) -> Extraction:
    book = openpyxl.Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    path = tmp_path / "a.xlsx"
    book.save(path)
    return SpreadsheetExtractor().extract(path)


def only(extraction: Extraction) -> ExtractedTable:
    (table,) = extraction.tables
    for span, row in zip(table.row_spans, table.rows, strict=True):
        line = extraction.markdown[slice(*span)]
        assert line.startswith("|")
        assert line.endswith("|")
        assert all(cell.replace("|", "\\|") in line for cell in row)
    return table


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.csv")), ids=lambda path: path.stem[:30])
def test_it_reads_the_sample_tables_whole(path: Path) -> None:
    lines = path.read_text(encoding="utf-8-sig").strip().splitlines()
    table = only(DelimitedExtractor().extract(path))
    assert table.columns == tuple(lines[0].split(";"))
    assert len(table.rows) == len(lines) - 1


def test_the_markdown_has_the_header_first(tmp_path: Path) -> None:
    text = read_csv(tmp_path, "\ufeffTahun;IKK\n2003;96,27\n").markdown
    assert text == "| Tahun | IKK |\n| --- | --- |\n| 2003 | 96,27 |\n"


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a;b\n1,5;2,5\n", ";"),
        ("a,b\n1.5,2.5\n", ","),
        ('a,b\n"x;y",2\n', ","),
        ("a\tb\n1\t2\n", "\t"),
        ("Tahun;Hidup;Huruf\n1999;67,7;93,1\n2000;67,8;93,2\n", ";"),
    ],
)
def test_it_finds_the_delimiter(text: str, delimiter: str) -> None:
    assert delimiter_of(text) == delimiter


def test_two_header_lines_make_one_name_each(tmp_path: Path) -> None:
    table = only(
        read_csv(
            tmp_path, "Kabupaten;Penduduk;;Luas\n;Laki-laki;Perempuan;\nPidie;10;12;5\nAceh;1;2;3\n"
        )
    )
    assert table.columns == ("Kabupaten", "Penduduk / Laki-laki", "Penduduk / Perempuan", "Luas")
    assert table.rows[0] == ("Pidie", "10", "12", "5")


def test_repeated_and_missing_names_become_unique(tmp_path: Path) -> None:
    table = only(read_csv(tmp_path, "Nama,Nilai,Nilai,\nA,1,2,3\nB,4,5,6\n"))
    assert table.columns == ("Nama", "Nilai", "Nilai (2)", "Kolom 4")


def test_a_caption_above_the_header_is_no_row(tmp_path: Path) -> None:
    extraction = read_csv(
        tmp_path, "Tabel 1. Luas;;\nNama;Luas;Tahun\nPidie;5;2013\nSabang;3;2013\n"
    )
    assert only(extraction).columns == ("Nama", "Luas", "Tahun")
    assert extraction.markdown.startswith("Tabel 1. Luas\n\n| Nama")


def test_years_are_names_of_columns(tmp_path: Path) -> None:
    table = only(read_csv(tmp_path, "Negara;2009;2010\nTiongkok;2.708;12.334\nThailand;1;2\n"))
    assert table.columns == ("Negara", "2009", "2010")


def test_a_bar_within_a_cell_does_not_divide_it(tmp_path: Path) -> None:
    assert "| x\\|y | 2 |" in read_csv(tmp_path, "a,b\nx|y,2\nz,3\n").markdown


def test_a_line_break_within_a_cell_stays_in_its_row(tmp_path: Path) -> None:
    table = only(read_csv(tmp_path, 'a,b\n"dua\nbaris",2\nx,3\n'))
    assert table.rows[0] == ("dua baris", "2")


def test_too_many_rows_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a;b\n" + "1;2\n" * 20)
    with pytest.raises(ExtractionError) as caught:
        DelimitedExtractor(max_rows=10).extract(path)
    assert caught.value.code == "too_large_inside"


def test_each_visible_sheet_has_its_heading_and_table(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Nama", "Nilai"], ["A", 1], ["B", 2]]
    extraction = read_xlsx(tmp_path, {"Pertama": rows, "Kosong": [], "Kedua": rows})
    assert [table.name for table in extraction.tables] == ["Pertama", "Kedua"]
    assert [x for x in extraction.markdown.splitlines() if x.startswith("#")] == [
        "## Pertama",
        "## Kedua",
    ]


def test_values_are_written_as_they_are_shown(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Nama", "Nilai", "Tanggal"],
        ["A", 0.38339999999999996, datetime.datetime(2013, 5, 1)],
        ["B", 70.0, None],
    ]
    table = only(read_xlsx(tmp_path, {"Sheet1": rows}))
    assert table.rows == (("A", "0.3834", "2013-05-01"), ("B", "70", ""))


def test_a_form_is_read_without_a_header_made_up(tmp_path: Path) -> None:
    extraction = read_xlsx(tmp_path, {"Sheet1": [["Nomor SOP", "067"], ["Tanggal", "2019"]]})
    assert extraction.markdown.splitlines()[0] in ("Nomor SOP : 067", "| Nomor SOP | 067 |")
    assert "Tanggal" in extraction.markdown


def test_a_damaged_workbook_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(b"PK\x03\x04 rusak")
    with pytest.raises(ExtractionError) as caught:
        SpreadsheetExtractor().extract(path)
    assert caught.value.code == "damaged_file"


def test_an_empty_workbook_has_no_text(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError) as caught:
        read_xlsx(tmp_path, {"Sheet1": []})
    assert caught.value.code == "no_text"
