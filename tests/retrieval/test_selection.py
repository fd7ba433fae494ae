import pytest

from retrieval.candidates import Candidate, Fate
from retrieval.selection import judged, ordered
from tests.retrieval.candidates import candidate


def fates(
    *candidates: Candidate, limit: int = 10, threshold: float | None = None, cap: int | None = None
) -> list[Fate]:
    return [each.fate for each in judged(candidates, limit=limit, threshold=threshold, cap=cap)]


def test_the_pasal_comes_before_a_better_score() -> None:
    asked = candidate("Pasal 12 tentang urusan", level=2)
    other = candidate("Uraian lain sama sekali", level=1)
    assert ordered([other, asked], [0.9, 0.1])[0].hit.text == asked.hit.text


def test_naming_a_regulation_only_weighs() -> None:
    repealing = candidate("Undang-Undang 18 dicabut", fused=0.02)
    own = candidate("Pemilih adalah warga", level=1)
    assert ordered([own, repealing], None)[0] == repealing


def test_without_scores_the_fused_order_stays() -> None:
    first, second = candidate("satu", fused=0.02), candidate("dua", fused=0.01)
    assert ordered([second, first], None) == [first, second]


def test_the_score_of_the_reranker_is_kept_under_its_name() -> None:
    only = ordered([candidate("satu", fused=0.02)], [-3.5])[0].hit.scores
    assert (only.fused, only.rerank) == (0.02, -3.5)


def test_nearly_the_same_words_are_shown_once_but_other_figures_twice() -> None:
    law = "modal awal diberikan negara kepada badan penyelenggara jaminan sosial sebesar 500"
    again, other = law.upper() + ".", law.replace("500", "900")
    assert fates(*map(candidate, [law, again, other])) == ["hit", "repeated", "hit"]


@pytest.mark.parametrize(("threshold", "expected"), [(None, "hit"), (0.5, "below_threshold")])
def test_what_is_below_the_threshold_is_no_hit(threshold: float | None, expected: Fate) -> None:
    [only] = ordered([candidate("satu")], [0.4])
    assert fates(only, threshold=threshold) == [expected]


def test_what_was_asked_for_by_its_number_is_never_below_the_threshold() -> None:
    [only] = ordered([candidate("satu", level=2)], [0.4])
    assert fates(only, threshold=0.5) == ["hit"]


def test_the_order_of_the_text_is_kept_when_asked_for() -> None:
    rows = [candidate(text, level=2, ordinal=n) for n, text in enumerate(("satu", "dua"))]
    other = candidate("tiga", ordinal=0)
    scores = [0.1, 0.2, 0.9]
    assert [each.hit.text for each in ordered([*rows, other], scores)] == ["dua", "satu", "tiga"]
    kept = ordered([*rows, other], scores, as_written=True)
    assert [each.hit.text for each in kept] == ["satu", "dua", "tiga"]


def test_a_document_has_no_more_hits_than_the_cap_allows() -> None:
    rows = [candidate(text) for text in ("satu", "dua", "tiga")]
    other = candidate("empat", document_id="doc_2")
    assert fates(*rows, other, cap=2) == ["hit", "hit", "document_cap", "hit"]


def test_pasal_that_were_asked_for_are_not_capped() -> None:
    rows = [candidate(text, level=3) for text in ("satu", "dua", "tiga")]
    assert fates(*rows, cap=2) == ["hit"] * 3


def test_what_fits_beyond_the_limit_is_told_apart() -> None:
    rows = [candidate("satu"), candidate("dua")]
    assert fates(*rows, limit=1) == ["hit", "beyond_limit"]
