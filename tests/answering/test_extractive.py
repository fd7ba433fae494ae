"""Answers made of the sources' own provisions."""

import pytest

from answering.faithfulness import check_claim
from answering.generators.base import DraftRequest, Passage
from answering.generators.extractive import ExtractiveGenerator, compose

UUPA = "UU 11/2006 tentang Pemerintahan Aceh"
TEXTS = [
    "Pasal 115 (3) Gampong dipimpin oleh keuchik yang dipilih secara langsung dari dan oleh anggota"
    " masyarakat untuk masa jabatan 6 (enam) tahun dan dapat dipilih kembali hanya untuk satu kali"
    " masa jabatan berikutnya.",
    "Pasal 69 Tahap pengesahan dan pelantikan Gubernur/Wakil Gubernur Aceh terpilih meliputi: a."
    " penyerahan hasil pemilihan oleh KIP Aceh kepada DPRA; b. pengusulan pasangan calon terpilih;"
    " c. pelantikan dan pengucapan sumpah jabatan Gubernur dilakukan oleh Menteri Dalam Negeri atas"
    " nama Presiden Republik Indonesia di hadapan Ketua Mahkamah Syar’iyah Aceh.",
    "Pasal 192 Zakat yang dibayar menjadi faktor pengurang terhadap jumlah pajak penghasilan"
    " terhutang dari wajib pajak.",
    "Pasal 1 Mukim adalah kesatuan masyarakat hukum di bawah kecamatan yang terdiri atas gabungan"
    " beberapa gampong.",
    "Pasal 21 Komponen standar pelayanan meliputi: a. dasar hukum; b. persyaratan; c. jangka waktu"
    " penyelesaian; d. biaya/tarif; e. kompetensi pelaksana.",
]
TABLE = (
    "| Kabupaten/Kota | Ibukota | Kecamatan | Mukim | Gampong |\n| --- | --- | --- | --- | --- |\n"
    "| Aceh Utara | Lhoksukon | 27 | 67 | 852 |\n| Aceh Timur | Idi | 24 | 53 | 511 |\n"
    "| Simeulue | Sinabang | 10 | 29 | 138 |"
)


def passage(marker: int, text: str, title: str = UUPA) -> Passage:
    return Passage(marker, text, title, "", (), "text/markdown", cleared=True)


LAWS = [passage(number, text) for number, text in enumerate(TEXTS, 1)]
NUMBERS = [passage(1, TABLE, "Jumlah Kecamatan Mukim dan Gampong Tahun 2013")]


def answer(question: str, passages: list[Passage] = LAWS) -> str:
    draft = compose(question, passages, language="id")
    return "".join(sentence.separator + sentence.text for sentence in draft)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Berapa tahun masa jabatan keuchik?", "6 (enam) tahun"),
        ("pak keuchik brp taon sekali periode?", "6 (enam) tahun"),
        ("Siapa yang melantik Gubernur Aceh terpilih?", "Menteri Dalam Negeri"),
        ("bayar zakat bs ngurangin pajak ga", "faktor pengurang"),
        ("Apa itu mukim?", "Mukim adalah kesatuan masyarakat hukum"),
        ("Sebutkan komponen standar pelayanan.", "e. kompetensi pelaksana"),
    ],
)
def test_the_answer_has_the_deciding_words(question, words):
    assert words in answer(question)


def test_an_item_keeps_the_words_that_lead_into_it():
    said = answer("Siapa yang melantik Gubernur Aceh terpilih?")
    assert "Tahap pengesahan dan pelantikan" in said
    assert said.index("meliputi:") < said.index("c. pelantikan")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Berapa jumlah gampong di Aceh Utara tahun 2013?", "Gampong Aceh Utara: 852"),
        ("Kabupaten mana yang gampongnya paling banyak?", "Aceh Utara: 852"),
        ("Kabupaten mana yang jumlah mukim paling sedikit?", "Simeulue: 29"),
    ],
)
def test_a_table_answers_with_the_row_and_column_asked_for(question, words):
    assert words in answer(question, NUMBERS)


@pytest.mark.parametrize(
    "question",
    [
        "Berapa UMP Aceh tahun 2024?",
        "Berapa tarif parkir motor di Banda Aceh?",
        "Apa saja syarat beasiswa luar negeri dari BPSDM Aceh?",
        "Berapa jumlah gampong di Aceh Utara tahun 2020?",
        "Siapa pemenang Piala Dunia?",
    ],
)
def test_what_no_passage_answers_is_not_answered(question):
    assert compose(question, LAWS + NUMBERS, language="id") == []


def test_every_sentence_passes_the_gate_against_its_own_passage():
    for question in ("Berapa masa jabatan keuchik?", "Sebutkan komponen standar pelayanan."):
        for sentence in compose(question, LAWS, language="id"):
            (marker,) = sentence.markers
            assert check_claim(sentence.text, [LAWS[marker - 1].text]).supported


def test_an_answer_stays_within_what_a_reader_sees():
    long = passage(1, "Pasal 5 Syarat izin meliputi: " + " ".join(
        f"{letter}. syarat izin usaha nomor {letter} yang harus dipenuhi oleh pemohon izin;"
        for letter in "abcdefghijklmnopqrstuvwxyz"
    ))  # fmt: skip
    said = answer("Sebutkan syarat izin usaha.", [long])
    assert 0 < len(said) <= 1000
    assert said.startswith("Syarat izin meliputi") or "Syarat izin" in said[:40]


def test_the_generator_yields_the_same_draft():
    request = DraftRequest("Apa itu mukim?", "id", tuple(LAWS))
    assert list(ExtractiveGenerator().draft(request)) == compose(
        "Apa itu mukim?", LAWS, language="id"
    )


@pytest.mark.parametrize("question", ["", "?", "apa", "\x00", "x" * 2000])
def test_a_question_without_words_is_not_answered(question):
    assert compose(question, LAWS, language="id") == []
    assert compose(question, [], language="id") == []
