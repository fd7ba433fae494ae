import pytest

from retrieval.tokens import frequencies, query_terms, terms, words


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
    ],
)
def test_words_are_whole_and_in_parts(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_stop_words_of_both_languages_are_dropped_and_negations_kept() -> None:
    assert terms("yang tidak berlaku bagi the governor", language="id") == [
        "tidak",
        "berla",
        "governor",
    ]


def test_a_question_is_stemmed_for_both_languages() -> None:
    assert query_terms("rights melantik") == ["rights", "right", "lantik", "melantik"]


def test_a_long_word_is_cut() -> None:
    assert len(terms("x" * 500, language="id")[0]) == 64


def test_words_of_the_heading_count_as_well() -> None:
    counts, length = frequencies("Gubernur", "gubernur dan wali", language="id")
    assert counts["gubernur"] == 2
    assert length == 3
