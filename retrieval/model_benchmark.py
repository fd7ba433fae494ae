"""How much processor and wall time models take for questions, passages and reranking."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import Any

from retrieval.analysis import Analysis
from retrieval.candidates import Candidate
from retrieval.embedders.base import Embedder
from retrieval.rerankers.base import Reranker


@dataclass(frozen=True, slots=True)
class Time:
    """Milliseconds of one call: of all threads of this process, and by the clock."""

    processor_ms: float
    wall_ms: float


@dataclass(frozen=True, slots=True)
class EmbedderTimes:
    name: str
    query: Time  # of one
    passage: Time  # of one, embedded with many

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "chunks_per_wall_s": round(1000 / self.passage.wall_ms, 2)}


@dataclass(frozen=True, slots=True)
class RerankerTimes:
    name: str
    candidates: int
    rerank: Time  # of all of them

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def measure_embedder(
    name: str, embedder: Embedder, *, queries: Sequence[str], passages: Sequence[str], rounds: int
) -> EmbedderTimes:
    embedder.embed_query("warm")
    query = [_time(partial(embedder.embed_query, one)) for one in [*queries] * rounds]
    passage = [_time(lambda: embedder.embed_passages(passages)) for _ in range(rounds)]
    return EmbedderTimes(name, _middle(query), _middle(passage, parts=len(passages)))


def measure_reranker(
    name: str,
    reranker: Reranker,
    *,
    analyses: Sequence[Analysis],
    candidates: Sequence[Candidate],
    rounds: int,
) -> RerankerTimes:
    reranker.scores(analyses[0], candidates)
    times = [_time(partial(reranker.scores, one, candidates)) for one in [*analyses] * rounds]
    return RerankerTimes(name, len(candidates), _middle(times))


def _time(call: Callable[[], object]) -> Time:
    processor, wall = process_time(), perf_counter()
    call()
    return Time((process_time() - processor) * 1000, (perf_counter() - wall) * 1000)


def _middle(times: Sequence[Time], *, parts: int = 1) -> Time:
    return Time(
        round(median(each.processor_ms for each in times) / parts, 2),
        round(median(each.wall_ms for each in times) / parts, 2),
    )
