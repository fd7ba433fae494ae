"""Follows the gold passages of a question through a search."""

from collections.abc import Iterable, Sequence

from answering.evaluation.holdings import held_documents
from answering.evaluation.metrics import holds
from answering.evaluation.questions import Question
from answering.evaluation.traces import Trace
from retrieval.candidates import Judged, Ranking
from retrieval.models import Chunk, LexicalEntry
from retrieval.search import SearchRun


def traced(question: Question, run: SearchRun) -> tuple[Trace, ...]:
    """One trace a group of gold passages."""
    held = held_documents({gold.document for gold in question.gold})
    return tuple(_trace(question, group, run, held) for group in question.groups)


def _trace(question: Question, group: int, run: SearchRun, held: set[str]) -> Trace:
    golds = [gold for gold in question.gold if gold.group == group]
    ids = {
        chunk_id for gold in golds for chunk_id, text in _chunks(gold.document) if holds(gold, text)
    }
    final, fate = _best(run.judged, ids)
    return Trace(
        group=group,
        document=golds[0].document,
        held=any(gold.document in held for gold in golds),
        chunks=len(ids),
        admitted=not run.requirements.unsatisfiable and _admitted(run, ids),
        vector=_rank(run.vector, ids),
        lexical=_rank(run.lexical, ids),
        fused=_rank(run.fused, ids),
        final=final,
        fate=fate,
        read=max(len(run.vector), len(run.lexical)),
        considered=len(run.candidates),
    )


def _chunks(source: str) -> Iterable[tuple[int, str]]:
    live = Chunk.objects.filter(live=True, document__source=source)
    return live.order_by().values_list("pk", "text")


def _admitted(run: SearchRun, ids: set[int]) -> bool:
    return LexicalEntry.objects.filter(run.condition, chunk_id__in=ids).exists()


def _rank(ranking: Ranking, ids: set[int]) -> int | None:
    return next((rank for rank, (pk, _) in enumerate(ranking, start=1) if pk in ids), None)


def _best(judged: Sequence[Judged], ids: set[int]) -> tuple[int | None, str]:
    """Rank and fate of the best of the chunks; the rank of a hit is that in the list shown.

    A hit is better than any other: a repetition of it may stand before it.
    """
    hits = [each for each in judged if each.fate == "hit"]
    for those in (hits, judged):
        for rank, each in enumerate(those, start=1):
            if each.candidate.hit.chunk_id in ids:
                return rank, each.fate
    return None, ""
