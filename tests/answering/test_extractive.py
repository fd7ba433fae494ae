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


def indexed(marker: int, text: str, indexed_text: str, title: str) -> Passage:
    return Passage(marker, text, title, "", (), "text/csv", True, indexed_text)


LAWS = [passage(number, text) for number, text in enumerate(TEXTS, 1)]
NUMBERS = [passage(1, TABLE, "Jumlah Kecamatan Mukim dan Gampong Tahun 2013")]


def answer(question: str, passages: list[Passage] = LAWS, *, language: str = "id") -> str:
    draft = compose(question, passages, language=language)
    return "".join(sentence.separator + sentence.shown for sentence in draft)


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


def test_of_a_list_only_the_item_that_answers_is_quoted():
    said = answer("Siapa yang melantik Gubernur Aceh terpilih?")
    assert "penyerahan hasil" not in said
    assert "2. " not in said


def test_a_question_for_an_amount_is_answered_with_an_amount():
    capital = [
        passage(1, "Pasal 1 Negara memberikan modal awal kepada BPJS Kesehatan yang dibentuk"
            " berdasarkan Undang-Undang Nomor 24 Tahun 2011."),
        passage(2, "Pasal 2 Modal awal sebagaimana dimaksud dalam Pasal 1 kepada Badan"
            " Penyelenggara Jaminan Sosial Kesehatan ditetapkan sebesar Rp500.000.000.000,00"
            " (lima ratus miliar rupiah)."),
    ]  # fmt: skip
    said = answer("Berapa modal awal BPJS Kesehatan?", capital)
    assert said.startswith("Modal awal")
    assert "Rp500.000.000.000,00" in said


def test_a_provision_is_not_said_twice():
    twice = [LAWS[3], passage(2, TEXTS[3].removeprefix("Pasal 1 "))]
    assert answer("Apa itu mukim?", twice).count("kesatuan masyarakat") == 1


def test_a_question_of_two_parts_is_answered_with_both():
    commission = [
        passage(1, "Pasal 9 (1) Anggota KIP Aceh berjumlah 7 (tujuh) orang. (2) Masa kerja anggota"
            " KIP Aceh adalah 5 (lima) tahun terhitung sejak tanggal pelantikan.")
    ]  # fmt: skip
    said = answer("Berapa anggota KIP Aceh dan berapa lama masa kerjanya?", commission)
    assert "7 (tujuh) orang" in said
    assert "5 (lima) tahun" in said


def test_a_question_for_a_regulation_is_answered_with_its_name():
    title = "Peraturan Pemerintah Nomor 20 Tahun 2007 tentang Partai Politik Lokal di Aceh"
    passages = [
        passage(1, "Pasal 95 Ketentuan lebih lanjut mengenai partai politik lokal diatur dengan"
            " Peraturan Pemerintah."),
        passage(2, "bahwa untuk melaksanakan ketentuan Pasal 95 Undang-Undang Nomor 11 Tahun 2006"
            " perlu menetapkan Peraturan Pemerintah tentang Partai Politik Lokal.", title),
    ]  # fmt: skip
    question = "Peraturan pemerintah nomor berapa yang mengatur partai politik lokal?"
    assert answer(question, passages).startswith(f"{title}: bahwa untuk melaksanakan")
    assert compose(question, passages[:1], language="id") == []


def test_a_condition_of_the_question_is_answered_by_the_provision_for_it():
    disputes = [
        passage(1, "Pasal 24 (1) Perselisihan partai diselesaikan secara musyawarah. (2) Apabila"
            " musyawarah tidak tercapai, perselisihan diselesaikan melalui arbitrase.")
    ]  # fmt: skip
    question = "Kalau musyawarah gagal, bagaimana perselisihan partai diselesaikan?"
    assert "arbitrase" in answer(question, disputes)


def test_who_holds_an_office_today_stands_in_no_provision():
    assert compose("Siapa Menteri Dalam Negeri sekarang?", LAWS, language="id") == []


FLAG = "Pasal 246 (3) Bendera daerah Aceh bukan merupakan simbol kedaulatan di Aceh."
SITTING = "Pasal 42 Sidang Komisi Informasi bersifat terbuka untuk umum."


@pytest.mark.parametrize(
    ("question", "text", "lead"),
    [
        ("Apakah bendera daerah Aceh merupakan simbol kedaulatan?", FLAG, "Tidak. "),
        ("Benarkah sidang Komisi Informasi selalu tertutup untuk umum?", SITTING, "Tidak. "),
        ("Apakah sidang Komisi Informasi bersifat terbuka untuk umum?", SITTING, "Ya. "),
        ("Apakah sidang Komisi Informasi harus diadakan di Banda Aceh?", SITTING, ""),
    ],
)
def test_yes_or_no_stands_in_front_only_where_it_is_certain(question, text, lead):
    said = answer(question, [passage(1, text)])
    assert said.startswith(lead) if lead else not said.startswith(("Ya.", "Tidak."))


def test_a_figure_leads_in_english_before_the_quotation():
    budget = [passage(1, "Pasal 193 Anggaran untuk penyelenggaraan pendidikan paling sedikit 20%"
        " (dua puluh persen) dari APBA.")]  # fmt: skip
    question = "What minimum share of the Aceh budget must be spent on education?"
    said = answer(question, budget, language="en")
    assert said.startswith("At least 20 percent. Anggaran untuk penyelenggaraan pendidikan")


def test_the_later_chunk_of_a_table_knows_its_columns():
    rest = indexed(
        1,
        "| Banda Aceh | 60033 | 249282 |\n| Sabang | 8355 | 32191 |",
        "Jumlah Penduduk Tahun 2013\n"
        "Kabupaten/Kota: Banda Aceh | Rumah Tangga: 60033 | Jumlah Penduduk: 249282\n"
        "Kabupaten/Kota: Sabang | Rumah Tangga: 8355 | Jumlah Penduduk: 32191",
        "Jumlah Penduduk Tahun 2013",
    )
    said = answer("Berapa jumlah penduduk Sabang tahun 2013?", [rest])
    assert said == "Jumlah Penduduk Sabang: 32191."


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
    ("number", "words"),
    [("52", ["Program Kegiatan Nomor 52: 1.197.484"]), ("53", [])],
    ids=["held", "not held"],
)
def test_rows_that_differ_by_a_number_alone_do_not_answer_for_one_another(number, words):
    table = passage(
        1,
        "| Uraian | Jumlah Anggaran |\n| --- | --- |\n"
        "| Program Kegiatan Nomor 45 | 1.555.515 |\n| Program Kegiatan Nomor 52 | 1.197.484 |",
    )
    said = compose(
        f"Berapa jumlah anggaran Program Kegiatan Nomor {number}?", [table], language="id"
    )
    text = " ".join(map(str, said))
    assert "1.555.515" not in text
    assert all(each in text for each in words)


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
