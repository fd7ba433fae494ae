import pytest

from retrieval.tokens import frequencies, query_terms, stem, terms, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Undang-Undang", ["undang"]),
        ("kabupaten/kota", ["kabupaten", "kota"]),
        ("Syar’iyah Syar'iyah", ["syariyah", "syariyah"]),
        ("UU 11/2006", ["uu", "11/2006", "11", "2006", "uu11"]),
        ("KM526", ["km526", "km", "526"]),
        ("KM 526", ["km", "526", "km526"]),
        ("kolom_nama", ["kolom_nama", "kolom", "nama"]),
        ("Rp1.500.000,00", ["rp1.500.000", "rp", "1", "500", "000", "00"]),
        ("1.500.000", ["1.500.000"]),
        ("ﬁnansial", ["finansial"]),
        ("?! \x00 😀", []),
        ("Gampông Gampöng gampong", ["gampong"] * 3),
        ("cm² cm2", ["cm2", "cm", "2"] * 2),
        ("شَرِيعَة شريعة", ["شريعة"] * 2),
        ("كتــاب كتاب", ["كتاب"] * 2),
    ],
)
def test_words_are_whole_and_in_parts(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_stop_words_of_both_languages_are_dropped_and_negations_kept() -> None:
    assert terms("yang tidak berlaku bagi the governor", language="id") == [
        "tidak",
        "laku",
        "governor",
    ]


@pytest.mark.parametrize(
    "family",
    [
        "pengelolaan mengelola pengelola dikelola kelola",
        "penerimaan menerima diterima penerima terima",
        "pengawasan mengawasi diawasi pengawas",
        "perencanaan merencanakan direncanakan rencana",
        "penetapan menetapkan ditetapkan ketetapan tetap",
        "penilaian menilai dinilai nilai nilainya",
        "penuntutan penuntut menuntut dituntut tuntutan",
        "kepala kepalanya mengepalai dikepalai",
        "ketua ketuanya mengetuai diketuai",
        "pegawai pegawainya kepegawaian",
        "menteri menterinya kementerian",
        "penjara dipenjara pemenjaraan",
        "permohonan pemohon memohon dimohonkan",
        "kepemilikan memiliki dimiliki pemilik milik",
        "pertambangan penambangan menambang tambang",
        "partai partainya kepartaian",
        "kewenangan berwenang wewenang",
        "penduduk kependudukan",
        "pemerintah pemerintahan",
        "berlaku diberlakukan pemberlakuan berlakunya",
    ],
)
def test_a_family_of_words_has_one_stem(family: str) -> None:
    assert len({stem(word, language="id") for word in family.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pemerintah", "perintah"),
        ("pengadilan", "keadilan"),
        ("penduduk", "kedudukan"),
        ("pendapatan", "mendapat"),
        ("mukim", "permukiman"),
        ("menteri", "teri"),
        ("kepala", "pala"),
        ("ketua", "tua"),
        ("pengumuman", "umum"),
        ("pemohon", "pohon"),
    ],
)
def test_words_of_different_matters_have_different_stems(one: str, other: str) -> None:
    assert stem(one, language="id") != stem(other, language="id")


def test_a_question_is_stemmed_for_both_languages() -> None:
    assert query_terms("rights melantik") == ["rights", "right", "lantik", "melantik"]


def test_a_long_word_is_cut() -> None:
    assert len(terms("x" * 500, language="id")[0]) == 64


def test_words_of_the_heading_count_as_well() -> None:
    counts, length = frequencies("Gubernur", "gubernur dan wali", language="id")
    assert counts["gubernur"] == 2
    assert length == 3
