"""What a search does when its reranker fails."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from pytest_django import Settings

from retrieval.analysis import Analysis, analyse
from retrieval.candidates import Candidate
from retrieval.rerankers.base import Reranker, RerankError, ScoreKind
from retrieval.reranking import rerank
from retrieval.selection import ordered
from tests.retrieval.candidates import candidate


class FakeReranker(Reranker):
    name = "fake"
    score_kind: ClassVar[ScoreKind] = "logit"

    def __init__(self, *, gives: Any) -> None:
        self.gives = gives

    def scores(self, analysis: Analysis, candidates: Sequence[Candidate]) -> Sequence[float]:
        if isinstance(self.gives, Exception):
            raise self.gives
        given: list[float] = self.gives
        return given


def use(settings: Settings, gives: Any, **more: str) -> None:
    path = f"{__name__}.{FakeReranker.__name__}"
    settings.RERANKER = {"BACKEND": path, "OPTIONS": {"gives": gives}, **more}


BAD: list[Any] = [[0.5], [0.1, float("nan")], RuntimeError("no memory"), RerankError("no")]


@pytest.mark.parametrize("gives", BAD)
def test_a_failed_reranking_fails_the_search(settings: Settings, gives: Any) -> None:
    use(settings, gives)
    with pytest.raises(RerankError):
        rerank(analyse("zakat"), [candidate("satu"), candidate("dua")])


@pytest.mark.parametrize("gives", BAD)
def test_or_keeps_the_fused_order_and_says_so(settings: Settings, gives: Any) -> None:
    use(settings, gives, ON_FAILURE="fused")
    done = rerank(analyse("zakat"), [candidate("satu"), candidate("dua")])
    assert (done.scores, done.name, done.failed) == (None, None, True)


def test_scores_carry_the_name_of_their_reranker(settings: Settings) -> None:
    use(settings, [2.5, -1.0])
    done = rerank(analyse("zakat"), [candidate("satu"), candidate("dua")])
    assert (done.scores, done.name, done.failed) == ([2.5, -1.0], "fake", False)


def test_none_may_be_set(settings: Settings) -> None:
    settings.RERANKER = {}
    assert rerank(analyse("zakat"), [candidate("satu")]).name is None


def test_a_model_reads_no_more_than_it_has_time_for(settings: Settings) -> None:
    """The closest to the identifiers first; what was not read comes last, in its own order."""
    use(settings, [1.0] * FakeReranker.most)
    found = [candidate(f"teks {n}", fused=0.5 - n / 100) for n in range(FakeReranker.most + 2)]
    named = candidate("teks yang disebut", fused=0.01, level=1)
    scores = rerank(analyse("zakat"), [*found, named]).scores
    assert scores == [1.0] * (FakeReranker.most - 1) + [None] * 3 + [1.0]
    last = [each.hit.text for each in ordered([*found, named], scores)][-3:]
    assert last == ["teks 19", "teks 20", "teks 21"]
