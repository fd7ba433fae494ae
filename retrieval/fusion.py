"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

Id = TypeVar("Id", bound=Hashable)


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[Id]],
    k: int = 60,
    weights: Sequence[float] | None = None,
) -> list[tuple[Id, float]]:
    """Ids of all rankings with their fused score, best first; ties keep the order of appearance.

    A ranking is best first and adds `weight / (k + rank)` to each of its ids, rank from 1; an id
    that stands twice in one ranking counts at its first place. Without weights each counts 1.
    Raises ValueError when there are not as many weights as rankings.
    """
    weights = [1.0] * len(rankings) if weights is None else weights
    if len(weights) != len(rankings):
        raise ValueError(f"{len(rankings)} rankings but {len(weights)} weights")
    scores: dict[Id, float] = {}
    for ranking, weight in zip(rankings, weights, strict=True):
        for rank, id_ in enumerate(dict.fromkeys(ranking), 1):
            scores[id_] = scores.get(id_, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda item: -item[1])
