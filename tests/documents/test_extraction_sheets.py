"""Tables of sheets: several on one, notes and units, header lines, values as they are shown."""

from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from documents.extraction.delimited import DelimitedExtractor
from documents.extraction.number_formats import shown
from documents.extraction.spreadsheet import SpreadsheetExtractor
from documents.extraction.table_remarks import unit_in
from documents.extraction.types import Extraction, ExtractionError
from tests.documents import hostile_files as hostile

RUPIAH = '_-"Rp"* #,##0_-;-"Rp"* #,##0_-;_-"Rp"* "-"_-;_-@_-'


def csv(tmp_path: Path, content: str, **options: int) -> Extraction:
    path = tmp_path / "a.csv"
    path.write_text(content)
    return DelimitedExtractor(**options).extract(path)


def xlsx(
    tmp_path: Path, fill: Callable[[Worksheet], None], *, epoch_1904: bool = False
) -> Extraction:
    book = openpyxl.Workbook()
    if epoch_1904:
        book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    fill(sheet)
    path = tmp_path / "a.xlsx"
    book.save(path)
    return SpreadsheetExtractor().extract(path)


# -- parts -----------------------------------------------------------------------------


def test_captions_units_and_notes_are_no_rows(tmp_path: Path) -> None:
    extraction = csv(
        tmp_path,
        "Tabel 1. Anggaran (dalam juta rupiah);;\n\nDinas;2019;2020\nSosial;1.200;1.300\n"
        "Jumlah;1.200;1.300\nSumber: BPKA, 2020;;\n",
    )
    (table,) = extraction.tables
    assert table.rows == (("Sosial", "1.200", "1.300"), ("Jumlah", "1.200", "1.300"))
    assert table.unit == "juta rupiah"
    assert extraction.markdown.startswith("Tabel 1. Anggaran (dalam juta rupiah)\n\n| Dinas ")
    assert extraction.markdown.endswith("\n\nSumber: BPKA, 2020\n")


def test_several_tables_below_one_another(tmp_path: Path) -> None:
    extraction = csv(
        tmp_path,
        "Tabel A\nNama;Luas\nA;1\nB;2\n\nTabel B\nTahun;Pagu;Realisasi\n2010;5;6\n2011;7;8\n",
    )
    assert [table.name for table in extraction.tables] == ["Tabel A", "Tabel B"]
    assert [len(table.rows) for table in extraction.tables] == [2, 2]


def test_empty_lines_within_a_table_divide_nothing(tmp_path: Path) -> None:
    (table,) = csv(tmp_path, "Nama;Luas\nA;1\n\nB;2\n\nC;3\n").tables
    assert len(table.rows) == 3


def test_tables_side_by_side_are_two(tmp_path: Path) -> None:
    extraction = csv(tmp_path, "No;Nama;;No;Nama\n1;A;;3;C\n2;B;;4;D\n")
    assert [table.rows for table in extraction.tables] == [
        (("1", "A"), ("2", "B")),
        (("3", "C"), ("4", "D")),
    ]


def test_three_header_lines_and_counted_columns(tmp_path: Path) -> None:
    (table,) = csv(
        tmp_path,
        "Kabupaten;2019;;2020;\n;Penduduk;;Penduduk;\n;L;P;L;P\n(1);(2);(3);(4);(5)\n"
        "Pidie;1;2;3;4\nAceh;5;6;7;8\n",
    ).tables
    assert table.columns == (
        "Kabupaten",
        *("2019 / Penduduk / L", "2019 / Penduduk / P"),
        *("2020 / Penduduk / L", "2020 / Penduduk / P"),
    )
    assert table.rows[0] == ("Pidie", "1", "2", "3", "4")


def test_units_below_the_names_belong_to_them(tmp_path: Path) -> None:
    (table,) = csv(tmp_path, "Tahun;Jumlah;Luas\n;(jiwa);(km2)\n2010;5;6\n2011;7;8\n").tables
    assert table.columns == ("Tahun", "Jumlah (jiwa)", "Luas (km2)")


def test_a_table_without_header_is_computed_over_and_noted(tmp_path: Path) -> None:
    extraction = csv(tmp_path, "Pidie,10,12\nAceh,3,4\nSabang,5,6\n")
    (table,) = extraction.tables
    assert table.columns == ("Kolom 1", "Kolom 2", "Kolom 3")
    assert len(table.rows) == 3
    assert [finding.code for finding in extraction.findings] == ["sheet_without_header"]


def test_one_column_is_a_table(tmp_path: Path) -> None:
    (table,) = csv(tmp_path, "Nama\nPidie\nAceh\nSabang\n").tables
    assert (table.columns, len(table.rows)) == (("Nama",), 3)


def test_a_column_of_colons_makes_a_form(tmp_path: Path) -> None:
    extraction = csv(tmp_path, "Nama;:;Budi\nNIP;:;1980\n")
    assert (extraction.tables, extraction.markdown) == ((), "Nama : Budi\nNIP : 1980\n")


def test_a_mark_that_is_never_closed_swallows_nothing(tmp_path: Path) -> None:
    (table,) = csv(tmp_path, 'Nama;Ket\nA;"terbuka\nB;x\nC;y\n').tables
    assert [row[0] for row in table.rows] == ["A", "B", "C"]


def test_rows_of_unequal_length_are_kept_whole(tmp_path: Path) -> None:
    (table,) = csv(tmp_path, "a;b;c\n1;2\n1;2;3;4\n5;6;7\n").tables
    assert table.columns == ("a", "b", "c", "Kolom 4")
    assert table.rows == (("1", "2", "", ""), ("1", "2", "3", "4"), ("5", "6", "7", ""))


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        ({"max_rows": 3}, "rows: 3"),
        ({"max_columns": 2}, "columns: 2"),
        ({"max_cells": 9}, "cells: 9"),
    ],
)
def test_limits_name_what_is_too_much(tmp_path: Path, options: dict[str, int], detail: str) -> None:
    with pytest.raises(ExtractionError) as caught:
        csv(tmp_path, "a;b;c\n" * 5, **options)
    assert (caught.value.code, caught.value.detail) == ("too_large_inside", detail)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Tabel 2. Pagu (dalam ribu rupiah)", "ribu rupiah"),
        ("Satuan: Persen", "persen"),
        ("(Juta Rupiah)", "juta rupiah"),
        ("Dinyatakan dalam jutaan rupiah", "jutaan rupiah"),
        ("Luas Panen (ha) dan Produksi (ton)", ""),
        ("Penduduk dalam kota", ""),
    ],
)
def test_units_are_read_from_captions(text: str, unit: str) -> None:
    assert unit_in([text]) == unit


# -- values ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "code", "expected"),
    [
        (1234567.5, "#,##0.00", "1,234,567.50"),
        (0.1234, "0%", "12.34%"),
        (1 / 3, "0.0%", "33.3%"),
        (0.311, "0.00", "0.311"),
        (1 / 3, "0.00", "0.33"),
        (70.0, "0.00", "70"),
        (-5, "#,##0;(#,##0)", "(5)"),
        (42, "00000", "00042"),
        (123456789, "000\\-000\\-000", "123-456-789"),
        (1500000000, '#,##0.0,,"jt"', "1,500.0jt"),
        (5, '0 "orang"', "5 orang"),
        (41395, "dd/mm/yyyy", "2013-05-01"),
        (41395.5, "d/m/yyyy h:mm", "2013-05-01 12:00"),
        (41395, "[$-421]dd mmmm yyyy;@", "1 Mei 2013"),
        (41395, "mmm-yy", "Mei 2013"),
        (0.75, "h:mm AM/PM", "18:00"),
        (1.5, "[h]:mm:ss", "36:00"),
        (1e20, "General", "100000000000000000000"),
        (0.1 + 0.2, "General", "0.3"),
    ],
)
def test_numbers_are_written_as_their_format_shows_them(
    value: float, code: str, expected: str
) -> None:
    assert shown(value, code) == expected


def test_rupiah_has_dots_between_thousands(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.append(["Dinas", "Pagu", "Porsi"])
        for name, amount, share in (("Sosial", 1500000, 0.125), ("Umum", -2000, 0.5)):
            sheet.append([name, amount, share])
            sheet.cell(sheet.max_row, 2).number_format = RUPIAH

    (table,) = xlsx(tmp_path, fill).tables
    assert table.rows == (("Sosial", "Rp1.500.000", "0,125"), ("Umum", "-Rp2.000", "0,5"))


def test_days_are_counted_from_1904_where_the_workbook_says_so(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.append(["Nama", "Tanggal"])
        for name in ("A", "B"):
            sheet.append([name, 39933])
            sheet.cell(sheet.max_row, 2).number_format = "d/m/yyyy"

    (table,) = xlsx(tmp_path, fill, epoch_1904=True).tables
    assert table.rows[0] == ("A", "2013-05-01")


def test_truth_errors_and_formulas_without_value(tmp_path: Path) -> None:
    content = hostile.workbook(
        "<row r='1'><c r='A1' t='inlineStr'><is><t>Nama</t></is></c>"
        "<c r='B1' t='inlineStr'><is><t>Sah</t></is></c>"
        "<c r='C1' t='inlineStr'><is><t>Nilai</t></is></c></row>"
        "<row r='2'><c r='A2' t='str'><f>A9</f><v>Pidie</v></c><c r='B2' t='b'><v>1</v></c>"
        "<c r='C2' t='e'><f>1/0</f><v>#REF!</v></c></row>"
        "<row r='3'><c r='A3' t='inlineStr'><is><t>Aceh</t></is></c><c r='B3' t='b'><v>0</v></c>"
        "<c r='C3'><f>SUM(C1:C2)</f></c></row>"
    )
    path = tmp_path / "a.xlsx"
    path.write_bytes(content)
    extraction = SpreadsheetExtractor().extract(path)
    assert extraction.tables[0].rows == (("Pidie", "TRUE", "#REF!"), ("Aceh", "FALSE", ""))
    assert {finding.code: finding.detail["count"] for finding in extraction.findings} == {
        "formula_without_value": 1,
        "cell_errors": 1,
    }


# -- what is merged and what is hidden ---------------------------------------------------


def test_merged_names_stand_in_each_row_and_a_title_is_said_once(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in (
            ["REKAP PENDUDUK", None, None],
            ["Kabupaten", "Penduduk", None],
            [None, "L", "P"],
            ["Pidie", 1, 2],
            [None, 3, 4],
        ):
            sheet.append(row)
        for area in ("A1:C1", "A2:A3", "B2:C2", "A4:A5"):
            sheet.merge_cells(area)

    extraction = xlsx(tmp_path, fill)
    (table,) = extraction.tables
    assert table.columns == ("Kabupaten", "Penduduk / L", "Penduduk / P")
    assert table.rows == (("Pidie", "1", "2"), ("Pidie", "3", "4"))
    assert extraction.markdown.count("REKAP PENDUDUK") == 1


def test_what_is_hidden_is_left_out_and_noted(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in (["Nama", "NIK", "Luas"], ["A", 11, 1], ["Rahasia", 12, 2], ["C", 13, 3]):
            sheet.append(row)
        sheet.column_dimensions["B"].hidden = True
        sheet.row_dimensions[3].hidden = True
        other = sheet.parent.create_sheet("Lama")  # type: ignore[union-attr]
        other.append(["x", "y"])
        other.sheet_state = "veryHidden"

    extraction = xlsx(tmp_path, fill)
    assert extraction.tables[0].rows == (("A", "1"), ("C", "3"))
    assert {finding.code for finding in extraction.findings} == {"hidden_sheet", "hidden_cells"}


def test_rows_that_a_filter_hides_are_kept(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in (["Nama", "Luas"], ["A", 1], ["B", 2]):
            sheet.append(row)
        sheet.auto_filter.ref = "A1:B3"
        sheet.auto_filter.add_filter_column(0, ["A"])
        sheet.row_dimensions[3].hidden = True

    extraction = xlsx(tmp_path, fill)
    assert len(extraction.tables[0].rows) == 2
    assert extraction.findings == ()


def test_a_cell_far_away_costs_no_empty_columns(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in (["Nama", "Luas"], ["A", 1], ["B", 2]):
            sheet.append(row)
        sheet["XFD9"] = "catatan"

    assert len(xlsx(tmp_path, fill).markdown) < 200
