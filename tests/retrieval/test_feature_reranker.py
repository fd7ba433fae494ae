import pytest

from retrieval.analysis import analyse
from retrieval.candidates import Candidate
from retrieval.rerankers.features import FeatureReranker, is_contents_page, says_nothing
from tests.retrieval.candidates import candidate


def best(question: str, *candidates: Candidate) -> Candidate:
    scores = FeatureReranker().scores(analyse(question), candidates)
    return max(zip(scores, candidates, strict=True), key=lambda pair: pair[0])[1]


def test_a_heading_that_matches_raises() -> None:
    plain = candidate("satu dua tiga", heading="Lain", fused=0.0101)
    headed = candidate("empat lima enam", heading="Baitul Mal")
    assert best("Baitul Mal", plain, headed) == headed


def test_a_definition_comes_first_when_one_is_wanted() -> None:
    use = candidate("BPMA mempunyai tugas", fused=0.0101)
    definition = candidate("Badan yang selanjutnya disingkat BPMA adalah badan")
    assert best("tugas BPMA", use, definition) == use
    assert best("apa itu BPMA", use, definition) == definition


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
