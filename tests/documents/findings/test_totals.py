"""Totals of tables are summed; averages, shares and levels of a budget raise no alarm."""

import pytest

from documents.extraction.types import ExtractedTable
from documents.findings.totals import differing_totals

DISTRICTS = """Kabupaten | Rumah tangga | Laki-laki | Perempuan | Jumlah Penduduk | Kepadatan
Simeulue | 20.145 | 41.744 | 41.429 | 83.173 | 46
Singkil | 24.903 | 56.987 | 53.719 | 110.706 | 60
Sabang | 8.355 | 16.469 | 15.722 | 32.191 | 264
Jumlah | 53.403 | 115.200 | 110.870 | 226.070 | 84"""


def table(text: str, **more: str) -> ExtractedTable:
    lines = [tuple(cell.strip() for cell in line.split("|")) for line in text.splitlines()]
    spans = tuple((10 * n, 10 * n + 9) for n in range(len(lines) - 1))
    return ExtractedTable(
        more.get("name", ""), lines[0], tuple(lines[1:]), spans, unit=more.get("unit", "")
    )


def found(text: str, **more: str) -> list[tuple[str, str, str, str]]:
    return [
        (f.detail["place"], f.detail["column"], f.detail["stated"], f.detail["computed"])
        for f in differing_totals(table(text, **more))
    ]


def test_a_sound_table_raises_no_alarm() -> None:
    assert found(DISTRICTS) == []


def test_a_wrong_total_row_is_found_with_what_it_should_be() -> None:
    text = DISTRICTS.replace("53.403", "54.403")

    assert found(text) == [("Jumlah", "Rumah tangga", "54.403", "53.403")]


def test_a_wrong_total_column_is_found_in_its_row() -> None:
    text = DISTRICTS.replace("110.706", "110.706").replace("56.987", "55.987")

    assert ("Singkil", "Jumlah Penduduk", "110.706", "109.706") in found(text)


def test_the_finding_points_to_the_row() -> None:
    (finding,) = differing_totals(table(DISTRICTS.replace("53.403", "54.403")))

    assert finding.span == (30, 39)


@pytest.mark.parametrize(
    "text",
    [
        # A mean, and shares of which each row is one.
        "Tahun | L | P | Total\n1971 | 150 | 120 | 135\n1980 | 102 | 85 | 93\n1990 | 61 | 47 | 54",
        "Kelompok | 2010 | 2011\nL | 0,19 | 0,3\nP | 0,18 | 0,31\nJumlah | 0,19 | 0,3",
        "Wilayah | Indeks\nA | 70,5\nB | 71,5\nC | 69,0\nJumlah | 100,5",
        "Wilayah | Rata-rata (kg)\nA | 70\nB | 71\nC | 69\nJumlah | 211",
        # Rounded parts.
        "Sektor | Persentase\nA | 33,3\nB | 33,3\nC | 33,3\nJumlah | 100",
        "Sektor | Luas\nA | 10,4\nB | 10,4\nC | 10,4\nJumlah | 31,3",
        # Blanks and dashes.
        "Desa | KK\nA | 10\nB | -\nC | 5\nTotal | 15",
        "Desa | KK\nA | 10\nB | \nC | 5\nTotal | 19",
        # Subtotals, and levels of a budget without the word.
        "Uraian | Rp\nA | 10\nB | 5\nJumlah 1 | 15\nC | 4\nD | 6\nJumlah 2 | 10\nTotal | 25",
        "No | Uraian | Rp\nA | Belanja | 30\n1 | Pegawai | 10\n2 | Barang | 20\n"
        "B | Modal | 12\n1 | Tanah | 12\n | Jumlah | 42",
        # A count called Jumlah, and a number of years.
        "Tahun | Produksi | Jumlah Langganan | Terjual\n1968 | 10 | 8 | 9\n1969 | 12 | 9 | 10",
        "Tahun | Nilai\n2010 | 5\n2011 | 6\n2012 | 7\nJumlah | 18",
        # Words among the figures.
        "Desa | KK\nA | 10\nB | tidak ada data\nC | 5\nTotal | 18",
        "Wilayah | Pertumbuhan (%)\nA | 3,5\nB | 4,5\nC | 2,0\nTotal | 9,1",
    ],
)
def test_what_is_no_wrong_sum_raises_no_alarm(text: str) -> None:
    assert found(text) == []


def test_a_wrong_grand_total_over_subtotals_is_found() -> None:
    text = (
        "Uraian | Rp | Unit\nA | 10 | 1\nB | 5 | 2\nJumlah 1 | 15 | 3\nC | 4 | 1\nD | 6 | 1\n"
        "Jumlah 2 | 10 | 2\nTotal | 27 | 5"
    )

    assert found(text) == [("Total", "Rp", "27", "25")]


def test_a_single_column_is_told_where_the_total_comes_near() -> None:
    text = "Desa | KK\nA | 1.210\nB | 305\nC | 412\nD | 96\nJumlah | 2.123"

    assert found(text) == [("Jumlah", "KK", "2.123", "2.023")]


def test_a_title_that_names_a_rate_beside_counts_leaves_the_counts_to_be_summed() -> None:
    wrong = table(DISTRICTS.replace("53.403", "54.403"))

    assert differing_totals(wrong, subject="Jumlah Penduduk dan Kepadatan Penduduk") != []


@pytest.mark.parametrize("more", [{"name": "Persentase penduduk"}, {"unit": "persen"}])
def test_a_table_of_rates_is_left_alone(more: dict[str, str]) -> None:
    text = "Desa | KK\nA | 12\nB | 30\nC | 41\nD | 9\nJumlah | 85"

    assert found(text) != []
    assert found(text, **more) == []


@pytest.mark.parametrize(
    ("cells", "total"),
    [
        (("1.500", "2.500", "3.000"), "7.000"),
        (("1,500", "2,500", "3,000"), "7,000"),
        (("1.500,50", "2.500,25", "3.000,25"), "7.001,00"),
        (("1500.50", "2500.25", "3000.25"), "7001.00"),
        (("Rp 1.500.000", "Rp 2.500.000", "Rp 3.000.000"), "Rp 7.000.000"),
        (("1 500", "2 500", "3 000"), "7 000"),
        (("(100)", "400", "-50"), "250"),
    ],
)
def test_figures_are_read_as_the_office_writes_them(cells: tuple[str, ...], total: str) -> None:
    rows = [f"D{n} | {cell}" for n, cell in enumerate([*cells, "0"])]

    assert found("\n".join(["Desa | KK", *rows, f"Jumlah | {total}"])) == []
    wrong = total.replace("7", "6").replace("25", "24")
    assert len(found("\n".join(["Desa | KK", *rows, f"Jumlah | {wrong}"]))) == 1
