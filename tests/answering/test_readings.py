"""What a passage is read as beyond its own words, and how quotes come back in its own."""

from answering.faithfulness import check_claim
from answering.readings import reading_of

ROWS = "| Banda Aceh | 60033 | |\n| Sabang | 8355 | 264 |"
INDEXED = (
    "Penduduk 2013\nKota: Banda Aceh | Rumah Tangga: 60033\n"
    "Kota: Sabang | Rumah Tangga: 8355 | Kepadatan: 264"
)
AYAT = "(2) Gubernur wajib menyampaikan laporan paling lambat 30 (tiga puluh) hari."


def test_rows_without_a_header_have_the_columns_of_the_table():
    assert "Kota: Sabang | Rumah Tangga: 8355" in reading_of(ROWS, indexed_text=INDEXED).text


def test_a_row_is_quoted_as_it_stands_in_the_passage():
    reading = reading_of(ROWS, indexed_text=INDEXED)
    verdict = check_claim("Kepadatan Sabang: 264.", [reading.text])
    assert verdict.supported
    assert verdict.quote is not None
    assert reading.in_passage(verdict.quote) == "| Sabang | 8355 | 264 |"


def test_an_ayat_alone_knows_its_pasal():
    reading = reading_of(AYAT, legal_reference="Pasal 48 ayat (2) UU 11/2006")
    claim = "Menurut Pasal {}, Gubernur wajib menyampaikan laporan paling lambat 30 hari."
    assert check_claim(claim.format(48), [reading.text]).supported
    assert check_claim(claim.format(49), [reading.text]).reason == "wrong_article"


def test_a_passage_that_says_its_pasal_stays_as_it_is():
    text = "Bagian Kedua\nPasal 48\n(2) Gubernur wajib menyampaikan laporan."
    assert reading_of(text, legal_reference="Pasal 48 UU 11/2006").text == text


def test_other_text_stays_as_it_is():
    assert (
        reading_of("Kata sambutan.", indexed_text="Buku\nKata: sambutan").text == "Kata sambutan."
    )
