import pytest

from retrieval.analysis import analyse
from retrieval.candidates import Candidate
from retrieval.hits import Scores
from retrieval.rerankers.features import FeatureReranker
from retrieval.rerankers.passages import is_contents_page, says_nothing
from tests.retrieval.candidates import candidate


def best(question: str, *candidates: Candidate) -> Candidate:
    scores = FeatureReranker().scores(analyse(question), candidates)
    return max(zip(scores, candidates, strict=True), key=lambda pair: pair[0])[1]


@pytest.mark.parametrize("score", ["word_share", "closeness"])
def test_more_words_and_more_closeness_raise(score: str) -> None:
    lower, higher = candidate("satu", **{score: 0.2}), candidate("dua", **{score: 0.4})
    assert best("zakat", lower, higher) == higher


def test_a_definition_comes_first_when_one_is_wanted() -> None:
    use = candidate("BPMA mempunyai tugas", word_share=0.31)
    definition = candidate("Badan yang selanjutnya disingkat BPMA adalah badan", word_share=0.3)
    assert best("tugas BPMA", use, definition) == use
    assert best("apa itu BPMA", use, definition) == definition


def test_relevance_is_a_probability() -> None:
    scores = Scores(bm25=20.0, similarity=0.9)
    found = candidate("Zakat dikelola Baitul Mal.", word_share=0.8, closeness=2.0, scores=scores)
    rows = [found, candidate("Pasal 5\nCukup jelas.")]
    high, low = FeatureReranker().scores(analyse("siapa mengelola zakat"), rows)
    assert 0 < low < 0.01 < 0.5 < high < 1


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


def test_a_relevance_lies_between_nothing_and_certainty() -> None:
    texts = [candidate("Gubernur melantik bupati"), candidate("Ikan laut")]
    scores = FeatureReranker().scores(analyse("siapa melantik bupati"), texts)
    assert 0 < scores[1] < scores[0] < 1


def test_what_one_path_is_sure_of_is_not_buried_by_what_both_found_a_little() -> None:
    by_words = candidate("aneuk yatim berobat gratis", scores=Scores(bm25=20.0, fused=0.008))
    by_vectors = [
        candidate(f"uraian lain ke-{n}", scores=Scores(1.0, 0.84 - n / 1000, 0.012 - n / 1e5))
        for n in range(20)
    ]
    assert best("aneuk yatim berobat gratis", *by_vectors, by_words) == by_words


def test_an_explanation_comes_after_what_it_explains_unless_it_is_asked_for() -> None:
    text = "Gubernur melantik bupati atas nama Presiden"
    rule = candidate(text, legal_reference="Pasal 5 UU 1/2001")
    explanation = candidate(text + " ya", legal_reference="Penjelasan Pasal 5 UU 1/2001")
    reranker = FeatureReranker()
    for question, is_lower in (("siapa melantik bupati", True), ("penjelasan melantik", False)):
        first, second = reranker.scores(analyse(question), [rule, explanation])
        assert (second < first) is is_lower


def test_a_path_that_was_not_asked_is_stood_for_by_the_other() -> None:
    found = [candidate("satu", scores=Scores(similarity=0.9)), candidate("dua")]
    both = [candidate("satu", scores=Scores(bm25=9.0, similarity=0.9)), candidate("dua")]
    reranker, question = FeatureReranker(), analyse("tiga")
    assert reranker.scores(question, found) == reranker.scores(question, both)


def test_a_stricter_threshold_is_an_option() -> None:
    assert FeatureReranker(threshold=0.05).threshold == 0.05
