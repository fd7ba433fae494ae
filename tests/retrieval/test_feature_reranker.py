import pytest

from retrieval.analysis import analyse
from retrieval.candidates import Candidate
from retrieval.rerankers.features import FeatureReranker, is_contents_page, says_nothing
from tests.retrieval.candidates import candidate


def best(question: str, *candidates: Candidate) -> Candidate:
    scores = FeatureReranker().scores(analyse(question), candidates)
    return max(zip(scores, candidates, strict=True), key=lambda pair: pair[0])[1]


@pytest.mark.parametrize("score", ["word_share", "closeness"])
def test_more_words_and_more_closeness_raise(score: str) -> None:
    lower, higher = candidate("satu", **{score: 0.2}), candidate("dua", **{score: 0.4})
    assert best("zakat", lower, higher) == higher


def test_what_one_path_is_sure_of_is_not_buried_by_what_both_found_a_little() -> None:
    sure = candidate("Kepala desa dilarang", word_share=0.6, closeness=-1.5)
    both = candidate("Partai politik", word_share=0.25, closeness=-0.5)
    assert best("kades boleh jadi pengurus parpol", both, sure) == sure


def test_a_definition_comes_first_when_one_is_wanted() -> None:
    use = candidate("BPMA mempunyai tugas", word_share=0.31)
    definition = candidate("Badan yang selanjutnya disingkat BPMA adalah badan", word_share=0.3)
    assert best("tugas BPMA", use, definition) == use
    assert best("apa itu BPMA", use, definition) == definition


def test_relevance_is_a_probability() -> None:
    rows = [candidate("satu", word_share=1.0, closeness=3.0), candidate("Pasal 5\nCukup jelas.")]
    high, low = FeatureReranker().scores(analyse("zakat"), rows)
    assert 0 < low < 0.01 < 0.9 < high < 1


def test_what_is_farther_than_usual_and_has_no_word_is_below_the_threshold() -> None:
    reranker = FeatureReranker()
    [score] = reranker.scores(analyse("zakat"), [candidate("satu", closeness=-0.5)])
    assert reranker.threshold is not None
    assert score < reranker.threshold


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pasal 5\nCukup jelas.", True),
        ("Pasal 5 ayat (1) Cukup jelas. Ayat (2) Cukup jelas.", True),
        ("Pasal 5 Gubernur melantik bupati dan wali kota atas nama Presiden.", False),
        ("Pasal 5 Keuchik memimpin gampong.", False),
    ],
)
def test_what_says_nothing(text: str, expected: bool) -> None:
    assert says_nothing(text) is expected


def test_dot_leaders_make_a_contents_page() -> None:
    assert is_contents_page("BAB I ....... 1\nBAB II ...... 4\nBAB III ..... 9")
    assert not is_contents_page("Pasal 1 ... dan seterusnya.")
