"""Digits that disagree with the number words beside them are found; sound ones are left alone."""

import pytest

from documents.findings.digits_and_words import figure_disagreements


def found(text: str) -> list[tuple[str, str]]:
    return [(f.detail["digits"], f.detail["words"]) for f in figure_disagreements(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("paling lama 14 (empat puluh) hari", ("14", "40")),
        ("denda Rp5.000.000,00 (lima ratus ribu rupiah)", ("5.000.000,00", "500.000")),
        ("sebesar 25% (dua puluh lima koma lima persen)", ("25", "25,5")),
        ("sebanyak 2/3 (sepertiga) dari anggota", ("2/3", "1/3")),
        ("selama 2 (lima) tahun berturut-turut", ("2", "5")),
        ("diundang 2 (tiga) kali", ("2", "3")),
        ("Rp 1,5 miliar (dua setengah miliar rupiah)", ("1,5", "2.500.000.000")),
        ("paling lambat empat belas (15) hari", ("15", "14")),
        ("sebesar dua puluh lima persen (35%) dari", ("35", "25")),
        ("sebanyak 11 (seratus sebelas) orang", ("11", "111")),
        ("biaya Rp 2.000.000,- (dua juta lima ratus ribu rupiah)", ("2.000.000", "2.500.000")),
        ("tarif 0,5% (nol koma lima belas persen)", ("0,5", "0,15")),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_it_finds_what_disagrees(text: str, expected: tuple[str, str]) -> None:
    assert found(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "14 (empat belas) hari kerja",
        "Rp5.000.000.000,00 (lima miliar rupiah)",
        "Rp 1.000.000,- (satu juta rupiah)",
        "Rp. 1.500.000.000,- (satu setengah milyard rupiah)",
        "25% (dua puluh lima perseratus)",
        "0,25% (nol koma dua puluh lima per seratus)",
        "0,1% (satu perseribu)",
        "12,5% (dua belas setengah persen)",
        "7,05% (tujuh koma nol lima persen)",
        "1/3 (sepertiga)",
        "2/3 (dua pertiga)",
        "3/4 (tiga perempat)",
        "½ (setengah)",
        "2 ½ (dua setengah) tahun",
        "1,5 (satu setengah)",
        "2 (dua) kali",
        "2 x 24 (dua kali dua puluh empat) jam",
        "5-10 (lima sampai sepuluh) hari",
        "1.000 (seribu) orang",
        "1,000 (seribu) orang",
        "1. 000.000 (sejuta) rupiah",
        "100.000 (seratus ribu)",
        "2014 (dua ribu empat belas)",
        "60 (enam puluh ) hari",
        "60 (enampuluh) hari",
        "60 (enam-puluh) hari",
        "57 (lima puluh tqjuh) hari",  # a slip of the reader
        "90 (sembiIan puluh) hari",
        "Rp 1,50 (satu rupiah lima puluh sen)",
        "Rp 25 juta (dua puluh lima juta rupiah)",
        "empat belas (14) hari",
        "lima ratus ribu rupiah (Rp500.000,00)",
        "berjumlah tiga (2) Gubernur menetapkan",  # an ayat
        "Pasal 5 (1) Gubernur",
        "1960 (disempurnakan)",
        "ayat 3 (tiga huruf)",
        "7 (tujuh) hari dan 3 (tiga) hari",
        "3 (tiga satu) kali",  # no number in words
    ],
)
def test_it_leaves_what_agrees_or_is_in_doubt(text: str) -> None:
    assert found(text) == []


def test_the_span_holds_what_is_written() -> None:
    text = "paling lama empat belas (15) hari"
    (finding,) = figure_disagreements(text)

    assert finding.span is not None
    assert text[slice(*finding.span)] == "empat belas (15)" == finding.detail["written"]


def test_long_rows_of_figures_and_dots_take_no_time() -> None:
    assert found("1 2 3 4 " * 20_000 + "." * 50_000 + "( " * 10_000) == []
