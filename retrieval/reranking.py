"""The reranker of the RERANKER setting, built once, and what happens when it fails."""

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import setting_changed

from retrieval.analysis import Analysis
from retrieval.backends import built
from retrieval.candidates import Candidate
from retrieval.rerankers.base import Reranker, RerankError

logger = logging.getLogger(__name__)

_lock = Lock()
_built: list[Reranker] = []


@dataclass(frozen=True, slots=True)
class Reranking:
    """One score a candidate, or None where they keep the order in which they were found.

    Of more candidates than a model reads, those that it did not read have None and come last.
    """

    scores: Sequence[float | None] | None = None
    name: str | None = None
    threshold: float | None = None
    failed: bool = False


NOT_RERANKED = Reranking()


def reranker() -> Reranker | None:
    """Return the reranker that is set, if any. Raises ImproperlyConfigured naming the setting."""
    if not settings.RERANKER:
        return None
    with _lock:
        if not _built:
            _built.append(built(settings.RERANKER, where="RERANKER"))
        return _built[0]


def rerank(analysis: Analysis, candidates: Sequence[Candidate]) -> Reranking:
    """Score the candidates.

    Raises RerankError when that fails, unless the setting's ON_FAILURE is "fused".
    """
    try:
        if not (chosen := reranker()) or not candidates:
            return NOT_RERANKED
        scores = _scored(chosen, analysis, candidates)
    except (RerankError, ImproperlyConfigured) as error:
        if settings.RERANKER.get("ON_FAILURE") != "fused":
            raise RerankError(str(error)) from error
        logger.exception("The reranker failed; hits stay in the order in which they were fused")
        return Reranking(failed=True)
    return Reranking(scores, chosen.name, chosen.threshold)


def considered() -> int:
    """How many candidates the reranker would score; 0 without one.

    0 as well when it cannot be loaded: `rerank` says so.
    """
    try:
        chosen = reranker()
    except ImproperlyConfigured:
        return 0
    return chosen.most if chosen else 0


def _scored(
    chosen: Reranker, analysis: Analysis, candidates: Sequence[Candidate]
) -> Sequence[float | None]:
    """One score a candidate; None for those that a model has no time for.

    A model reads the closest to the identifiers, then the first ones.
    """
    if chosen.score_kind == "relevance" or len(candidates) <= chosen.most:
        return _checked(chosen, analysis, candidates)
    places = range(len(candidates))
    read = sorted(places, key=lambda place: -candidates[place].level)[: chosen.most]
    scores = _checked(chosen, analysis, [candidates[place] for place in read])
    by_place = dict(zip(read, scores, strict=True))
    return [by_place.get(place) for place in places]


def _checked(
    chosen: Reranker, analysis: Analysis, candidates: Sequence[Candidate]
) -> Sequence[float]:
    try:
        scores = chosen.scores(analysis, candidates)
    except RerankError:
        raise
    except Exception as error:  # whatever a model's library raises
        raise RerankError(f"{chosen.name}: {type(error).__name__}: {error}") from error
    if len(scores) != len(candidates) or not all(map(math.isfinite, scores)):
        raise RerankError(f"{chosen.name} gave {len(scores)} scores for {len(candidates)} texts")
    return scores


def forget(*, setting: str = "RERANKER", **_: object) -> None:
    """Drop what was built: the setting changed."""
    if setting == "RERANKER":
        with _lock:
            _built.clear()


setting_changed.connect(forget)
