"""A search as a table for people: what each stage did, and each candidate's places and fate."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from retrieval.candidates import Ranking
from retrieval.fates import REASONS, fate_values
from retrieval.hits import Hit
from retrieval.search import NEAR_MISSES, SearchRun

STAGES: dict[str, Promise] = {
    "analyse": _("question taken apart"),
    "embed": _("question as a vector"),
    "identifiers": _("identifiers looked up"),
    "lexical": _("by words"),
    "vector": _("by meaning"),
    "load": _("joined and read"),
    "rerank": _("ordered and chosen"),
    "total": _("in all"),
}


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage; `count` says how many chunks it handed on, where it did."""

    name: str
    milliseconds: float
    count: int | None

    @property
    def label(self) -> str:
        return str(STAGES.get(self.name, self.name))


@dataclass(frozen=True, slots=True)
class Row:
    """A candidate with its ranks, from 1; None where the path did not hand it on.

    `level` says how closely it is an identifier that was asked for (candidates.Candidate).
    """

    hit: Hit
    fate: str
    why: str
    level: int
    rank: int
    word_rank: int | None
    vector_rank: int | None
    fused_rank: int | None

    @property
    def label(self) -> str:
        return str(REASONS[self.fate].label)


def stages(done: SearchRun) -> list[Stage]:
    counts = {
        "lexical": len(done.lexical),
        "vector": len(done.vector),
        "load": len(done.candidates),
        "rerank": sum(each.fate == "hit" for each in done.judged),
    }
    times = done.timings_ms
    names = sorted(times, key=lambda name: name == "total")
    return [Stage(name, times[name], counts.get(name)) for name in names]


def hits(done: SearchRun) -> list[Row]:
    return [row for row in rows(done) if row.fate == "hit"]


def near_misses(done: SearchRun, *, most: int = NEAR_MISSES) -> list[Row]:
    """What comes next in order, whatever kept it out."""
    return [row for row in rows(done) if row.fate != "hit"][:most]


def rows(done: SearchRun) -> list[Row]:
    """All that were judged, in their final order."""
    by_words, by_vectors, fused = map(_ranks, (done.lexical, done.vector, done.fused))
    return [
        Row(
            hit=(hit := judged.candidate.hit),
            fate=judged.fate,
            why=REASONS[judged.fate].told(fate_values(done, judged, rank=rank)),
            level=judged.candidate.level,
            rank=rank,
            word_rank=by_words.get(hit.chunk_id),
            vector_rank=by_vectors.get(hit.chunk_id),
            fused_rank=fused.get(hit.chunk_id),
        )
        for rank, judged in enumerate(done.judged, 1)
    ]


def _ranks(ranking: Ranking) -> dict[int, int]:
    return {chunk_id: rank for rank, (chunk_id, _score) in enumerate(ranking, 1)}
