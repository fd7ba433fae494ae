"""Numbers as Indonesian and English texts write them, with the values and units they mean."""

import time
from decimal import Decimal

import pytest

from answering.figures import figures


def read(text: str) -> list[tuple[str, str]]:
    """Return value and unit of each figure; structural units are marked with a star."""
    return [(str(f.value), f.unit + ("*" if f.structural else "")) for f in figures(text)]


CASES = [
    # money
    ("Rp10.000.000,00 (sepuluh juta rupiah)", [("10000000", "IDR")]),
    ("Rp 50 ribu", [("50000", "IDR")]),
    ("Rp2,5 T", [("2500000000000", "IDR")]),
    ("Rp1-2 juta", [("1000000", "IDR"), ("2000000", "IDR")]),
    ("Rp1 juta sampai 2 juta", [("1000000", "IDR"), ("2000000", "IDR")]),
    ("IDR 3 billion", [("3000000000", "IDR")]),
    ("1.5 million rupiah", [("1500000", "IDR")]),
    ("five million rupiah", [("5000000", "IDR")]),
    ("dua ratus lima puluh ribu rupiah", [("250000", "IDR")]),
    ("satu triliun dua ratus miliar rupiah", [("1200000000000", "IDR")]),
    ("Rp3.460.000.000.000,00 (tiga triliun empat ratus enam puluh miliar rupiah)",
     [("3460000000000", "IDR")]),
    ("fine of Rp200,000,000.00", [("200000000", "IDR")]),
    ("biaya Rp. 7.500,-", [("7500", "IDR")]),
    ("seribu rupiah", [("1000", "IDR")]),
    ("€1.250,50", [("1250.5", "EUR")]),
    ("minus Rp5 juta", [("-5000000", "IDR")]),
    # shares
    ("paling sedikit 30% (tiga puluh persen)", [("30", "percent")]),
    ("3.125%", [("3.125", "percent")]),
    ("5,25 percent", [("5.25", "percent")]),
    ("lima belas perseratus", [("15", "percent")]),
    ("turun dari 17,08% menjadi 16,43%", [("17.08", "percent"), ("16.43", "percent")]),
    ("naik 25 basis poin", [("25", "basis_point")]),
    ("5‰", [("5", "permille")]),
    ("antara 10 dan 20 persen", [("10", "percent"), ("20", "percent")]),
    ("fifty percent", [("50", "percent")]),
    ("0,5 persen", [("0.5", "percent")]),
    # ratios and fractions
    ("rasio 1:2:3", [("1:2:3", "ratio")]),
    ("dengan imbangan 90 berbanding 10", [("90:10", "ratio")]),
    ("a ratio of 3 to 1", [("3:1", "ratio")]),
    ("tiga perempat", [("3/4", "fraction")]),
    ("sepersepuluh bagian", [("1/10", "fraction")]),
    ("one-third of the members", [("1/3", "fraction")]),
    ("two thirds", [("2/3", "fraction")]),
    ("half of the votes", [("1/2", "fraction")]),
    ("setengah jam", [("0.5", "hour")]),
    ("2½ tahun", [("2.5", "year")]),
    ("tiga setengah bulan", [("3.5", "month")]),
    # counts and units
    ("paling sedikit 5 (lima) komisi dan paling banyak 8 (delapan) komisi",
     [("5", "count"), ("8", "count")]),
    ("dua belas gampong", [("12", "count")]),
    ("duabelas bulan", [("12", "month")]),
    ("sebelas orang", [("11", "person")]),
    ("4.000 (empat ribu) jiwa atau 800 (delapan ratus) kepala keluarga",
     [("4000", "person"), ("800", "household")]),
    ("2 atau 3 orang", [("2", "person"), ("3", "person")]),
    ("luas 56.758,85 km2", [("56758.85", "km2")]),
    ("1.500 m² tanah", [("1500", "m2")]),
    ("12 mil laut", [("12", "mile")]),
    ("five (5) years", [("5", "year")]),
    ("lima (5) hari", [("5", "day")]),
    ("a five-year term", [("5", "year")]),
    ("six consecutive months", [("6", "month")]),
    ("one hundred and eighty days", [("180", "day")]),
    ("twenty-one years", [("21", "year")]),
    ("tiga puluh lima hari kerja", [("35", "working_day")]),
    ("3 kali sehari", [("3", "times")]),
    ("2-3 juta orang", [("2000000", "person"), ("3000000", "person")]),
    ("5 s.d. 10 hari", [("5", "day"), ("10", "day")]),
    ("7 hingga 15 tahun", [("7", "year"), ("15", "year")]),
    ("Aceh Utara;Lhoksukon;27;67;852", [("27", "count"), ("67", "count"), ("852", "count")]),
    ("IPM: 71.94", [("71.94", "count")]),
    ("suhu -3,5 derajat celcius", [("-3.5", "celsius")]),
    ("salah satu anggota", []),
    ("limbah B3 dan kepadatan (jiwa/km2)", []),
    ("satu kesatuan", []),
    ("Each one of them", []),
    # structure
    ("Pasal 5, 6, dan 7", [("5", "pasal*"), ("6", "pasal*"), ("7", "pasal*")]),
    ("Pasal 21 sampai dengan Pasal 23", [("21", "pasal*"), ("23", "pasal*")]),
    ("ayat (1), ayat (2), dan (3)", [("1", "ayat*"), ("2", "ayat*"), ("3", "ayat*")]),
    ("Pasal 16C ayat (2)", [("16C", "pasal*"), ("2", "ayat*")]),
    ("Articles 5 and 6", [("5", "pasal*"), ("6", "pasal*")]),
    ("Article 71(1) of Law 11/2006",
     [("71", "pasal*"), ("1", "ayat*"), ("11", "nomor*"), ("2006", "year*")]),
    ("Law 14 of 2008", [("14", "nomor*"), ("2008", "year*")]),
    ("UU 44 Tahun 1999", [("44", "nomor*"), ("1999", "year*")]),
    ("Qanun Aceh Nomor 6 Tahun 2014", [("6", "nomor*"), ("2014", "year*")]),
    ("Nomor 13/POJK.03/2014", [("13", "nomor*"), ("2014", "year*")]),
    ("Pasal 10 ayat (2) huruf b angka 3", [("10", "pasal*"), ("2", "ayat*"), ("3", "angka*")]),
    ("tahun 2009-2013", [("2009", "year*"), ("2013", "year*")]),
    ("Tahun Anggaran 2012/2013", [("2012", "year*"), ("2013", "year*")]),
    ("mencapai angka 15,4 persen", [("15.4", "percent")]),
    ("Nomor 5 Tahun 1960 tentang 3 hal", [("5", "nomor*"), ("1960", "year*"), ("3", "count")]),
    ("(2) Partai politik lokal", [("2", "ayat*")]),
    ("1. Gubernur\n2. Bupati", []),
    ("Gubernur dipilih untuk 5 tahun [1]", [("5", "year")]),
    ("Bab IV Pasal 9", [("4", "bab*"), ("9", "pasal*")]),
    ("Semester II 2013", [("2", "semester*"), ("2013", "year*")]),
    ("in 2013 there were 1,985 people", [("2013", "year*"), ("1985", "person")]),
    ("2013: 852", [("2013", "year*"), ("852", "count")]),
    ("NPWP 01.234.567.8-901.000", [("012345678901000", "id_number*")]),
    ("telepon 0651-7551234", [("06517551234", "id_number*")]),
    # dates and times
    ("31 Desember 2013", [("2013-12-31", "date")]),
    ("May 24, 2001", [("2001-05-24", "date")]),
    ("1/8/2006", [("2006-08-01", "date")]),
    ("2010-05-15", [("2010-05-15", "date")]),
    ("17.08.1945", [("1945-08-17", "date")]),
    ("24-26 Mei 2001", [("2001-05-24", "date"), ("2001-05-26", "date")]),
    ("the 1st of August 2006", [("2006-08-01", "date")]),
    ("09.00-15.30 WIB", [("09:00", "time"), ("15:30", "time")]),
    ("7:30 p.m.", [("19:30", "time")]),
    ("pukul 8 pagi", [("08:00", "time")]),
    ("two may be enough", [("2", "count")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_a_number_is_read_with_value_and_unit(text, expected):
    assert read(text) == expected


def test_words_that_contradict_the_digits_beside_them_are_both_read():
    assert read("50 (lima belas) orang") == [("50", "person"), ("15", "person")]
    assert read("180 (seratus delapan) hari") == [("180", "day"), ("108", "day")]


def test_the_span_covers_the_words_read():
    text = "denda paling banyak Rp. 50.000.000,00 (lima puluh juta rupiah) saja"
    (figure,) = figures(text)
    assert text[slice(*figure.span)] == "Rp. 50.000.000,00 (lima puluh juta rupiah)"


def test_equal_amounts_compare_equal_however_they_are_written():
    amounts = ["1.500.000 rupiah", "Rp1,500,000.00", "1,5 juta rupiah", "Rp 1.500.000,-"]
    assert {figures(amount)[0].value for amount in amounts} == {Decimal(1500000)}


def seconds(text: str) -> float:
    started = time.process_time()
    figures(text)
    return time.process_time() - started


def test_a_hundred_thousand_characters_are_read_in_bounded_time():
    assert seconds("dua puluh hari kerja, Pasal 1 dan Rp1.500,00; " * 2_000) < 20


@pytest.mark.parametrize(
    "piece", ["1.", "(1", "1/", "1:", "dua puluh ", "1-", "Nomor 1/a/", "1,1."]
)
def test_the_time_grows_with_the_length_alone(piece):
    short, long = (seconds(piece * (length // len(piece))) for length in (3_000, 12_000))
    assert long < 12 * short + 0.5


@pytest.mark.parametrize("text", ["", "\x00", "١٢٣", "²", "9" * 5000, "½", "(" * 99, "Rp", "satu"])
def test_odd_input_is_read_without_an_error(text):
    assert all(figure.span[0] < figure.span[1] for figure in figures(text))
