import pytest

from retrieval.analysis import MAX_QUERY_CHARACTERS, analyse
from retrieval.glossary import Glossary


def test_a_reference_and_its_provision_are_one_requirement() -> None:
    (reference,) = analyse("Apa isi Pasal 12 ayat (3) UU 11/2006?").references
    assert (reference.kind, reference.number, reference.year) == ("uu", "11", 2006)
    assert (reference.pasal, reference.ayat) == ("12", "3")


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("arti KM 526", ("km526",)),
        ("arti KM526", ("km526",)),
        ("isi kolom_nama", ("kolom_nama",)),
        ("APBA 2013", ()),
        ("UU 11/2006", ()),
        ("DPRA 200", ()),
        ("tahun 2013", ()),
    ],
)
def test_codes(query: str, codes: tuple[str, ...]) -> None:
    assert analyse(query).codes == codes


def test_abbreviations_are_written_out_for_both_paths() -> None:
    analysis = analyse("Apa tugas MPU?")
    assert "Majelis Permusyawaratan Ulama" in analysis.vector_text
    assert 0 < analysis.term_weights["ulama"] < analysis.term_weights["mpu"]


def test_everyday_words_add_those_of_laws() -> None:
    glossary = Glossary(everyday={"dipecat": ("diberhentikan",)})
    assert "henti" in analyse("Kapan keuchik dipecat?", glossary=glossary).term_weights


def test_an_english_question_adds_indonesian_words() -> None:
    analysis = analyse("What are the requirements of the governor?")
    assert analysis.language == "en"
    assert {"gubernur", "syarat"} <= set(analysis.term_weights)


def test_a_quoted_phrase() -> None:
    assert analyse('cari "Hutan Adat" di Aceh').phrases == ("hutan adat",)


@pytest.mark.parametrize("query", ["", "\x00\x01", "\ud800", "   "])
def test_what_is_no_text_leaves_nothing(query: str) -> None:
    assert analyse(query).query == ""


def test_a_long_query_is_cut() -> None:
    assert len(analyse("a " * 5_000).query) <= MAX_QUERY_CHARACTERS
