"""Small typing errors are corrected towards the words of public documents."""

import pytest

from documents.access import CITIZEN
from documents.models import Visibility
from documents.signals import document_changed
from retrieval import spelling
from retrieval.analysis import Correction, analyse, with_corrections
from retrieval.glossary import STANDARD
from retrieval.models import Word
from retrieval.reindexing import rebuild_lexical
from retrieval.search import search
from tests.retrieval.conftest import IndexText

TEXT = (
    "Gubernur dan majelis menetapkan qanun tentang keterbukaan informasi, pemilihan, anggaran"
    " pendapatan, penyelenggaraan pemerintahan, pendidikan dan pelayanan publik Nomor 526 di"
    " mukim pada hari kerja."
)


@pytest.fixture
def vocabulary(index_text: IndexText) -> None:
    for _ in range(spelling.RARE):
        index_text(TEXT)


def meant(question: str) -> list[str]:
    found = spelling.corrections(analyse(question), glossary=STANDARD)
    return [correction.meant for correction in found]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("gubenur", ["gubernur"]),
        ("Gubenur Aceh", ["gubernur"]),
        ("gubrenur", ["gubernur"]),
        ("ugbernur", ["gubernur"]),
        ("ubernur", ["gubernur"]),
        ("keterbukan infomasi", ["keterbukaan", "informasi"]),
        ("pemiihan", ["pemilihan"]),
        ("anggran", ["anggaran"]),
        ("pendidkan", ["pendidikan"]),
        ("qonun", ["qanun"]),
        ("kanun", ["qanun"]),
        ("penyelengaran", ["penyelenggaraan"]),
        ("pelayanna", ["pelayanan"]),
        ("mukin", ["mukim"]),
        ("gubernur", []),
        ("informasinya", []),
        ("xgbrnur", []),
        ("mukan", []),
        ("yaitu", []),
        ("keuchik Hadi", []),
        ("KM527", []),
        ("527", []),
        ('"gubenur aceh"', []),
        ("UU Gubenur Nomor 5 Tahun 2006", []),
        ("kolom_gubenur", []),
        ("duit", []),
        ("what must the board do", []),
    ],
)
def test_it_corrects(question: str, expected: list[str], vocabulary: None) -> None:
    assert meant(question) == expected


def test_a_search_finds_what_was_meant_and_says_so(vocabulary: None) -> None:
    assert search("gubenur", asker=CITIZEN, mode="lexical").hits


def test_a_corrected_word_weighs_less_than_a_written_one() -> None:
    analysis = with_corrections(analyse("gubenur aceh"), [Correction("gubenur", "gubernur")])
    assert 0 < analysis.term_weights["gubernur"] < analysis.term_weights["aceh"]
    assert analysis.corrections == (Correction("gubenur", "gubernur"),)
    assert "gubernur" in analysis.vector_text


def test_a_corrected_everyday_word_brings_those_of_laws() -> None:
    analysis = with_corrections(analyse("dipecaat"), [Correction("dipecaat", "dipecat")])
    assert "henti" in analysis.term_weights


def test_a_rare_word_is_taken_for_an_error_beside_a_frequent_one(
    index_text: IndexText, vocabulary: None
) -> None:
    index_text("Gubenur saja.")
    assert meant("gubenur") == []
    for _ in range(spelling.TIMES_AS_FREQUENT):
        index_text("Gubernur.")
    assert meant("gubenur") == ["gubernur"]


def test_words_of_internal_documents_are_never_hinted_at(index_text: IndexText) -> None:
    documents = [index_text("Rahasia.", visibility=Visibility.INTERNAL) for _ in range(3)]
    assert meant("rahasea") == []
    assert not Word.objects.exists()
    for document in documents:
        document.visibility = Visibility.PUBLIC
        document.save()
        document_changed.send(sender=type(document), document=document)
    assert meant("rahasea") == ["rahasia"]
    for document in documents:
        document.visibility = Visibility.INTERNAL
        document.save()
        document_changed.send(sender=type(document), document=document)
    assert meant("rahasea") == []


def test_the_vocabulary_is_made_anew_with_the_index(vocabulary: None) -> None:
    words = set(Word.objects.values_list("text", flat=True))
    Word.objects.all().delete()
    Word.objects.create(text="kuno")
    rebuild_lexical()
    assert set(Word.objects.values_list("text", flat=True)) == words
