"""Why a document is shown, or where it fell: read from the very search that was done.

For staff: it tells of what the asker of the search may not see.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from documents.models import Document
from retrieval import identifiers, standings
from retrieval.access_columns import visible_to, within
from retrieval.candidates import Judged
from retrieval.fates import FILTERS, REASONS, fate_values
from retrieval.hits import NO_SCORES, Filters, Hit
from retrieval.loading import load_hits
from retrieval.models import LexicalEntry
from retrieval.naming import Named, live_chunks, named
from retrieval.query_terms import QueryTerm, query_terms
from retrieval.search import SearchRun
from retrieval.standings import Standings

# The fate that is told of a document is the best of its chunks'.
BEST_FIRST = ("hit", "beyond_limit", "document_cap", "below_threshold", "repeated")


@dataclass(frozen=True, slots=True)
class Explanation:
    """`reason` is a key of fates.REASONS, `values` belong to its text.

    `chunk` is the chunk that is told of: the best of the document, with the scores it got.
    `chunk_count` are the document's, `found_count` those of them that either path handed on.
    """

    reason: str
    values: dict[str, Any]
    document: Document | None = None
    chunk: Hit | None = None
    standings: Standings | None = None
    terms: tuple[QueryTerm, ...] = ()
    better: Hit | None = None
    chunk_count: int = 0
    found_count: int = 0

    @property
    def label(self) -> str:
        return str(REASONS[self.reason].label)

    @property
    def text(self) -> str:
        return REASONS[self.reason].told(self.values)

    @property
    def advice(self) -> str:
        return str(REASONS[self.reason].advice)

    @property
    def shown(self) -> bool:
        return self.reason == "hit"


def explain(done: SearchRun, text: str) -> list[Explanation]:
    """One explanation for each document that the text names (retrieval.naming), at least one."""
    meant = named(text)
    if not meant:
        return [Explanation("not_held", {"named": text.strip()})]
    return [explained(done, each) for each in meant]


def explained(done: SearchRun, meant: Named) -> Explanation:
    """Where the document fell in this search, or its best chunk among those that are meant."""
    document, chunk_ids = meant.document, live_chunks(meant)
    if reason := _shut_out(done, document, chunk_ids):
        return Explanation(*reason, document=document, chunk_count=len(chunk_ids))
    entries = LexicalEntry.objects.filter(done.condition, pk__in=chunk_ids)
    if not (allowed := list(entries.values_list("pk", flat=True))):
        told = _identifier(done)
    else:
        told = _fallen(done, allowed)
    return replace(
        told,
        document=document,
        chunk_count=len(chunk_ids),
        found_count=len(set(chunk_ids) & {i for i, _score in done.fused}),
    )


def _shut_out(
    done: SearchRun, document: Document, chunk_ids: Collection[int]
) -> tuple[str, dict[str, Any]] | None:
    """The reason for which none of the document could be found, whatever was asked."""
    request = done.request
    rows = LexicalEntry.objects.filter(document=document)
    if document.trashed_at:
        return "trashed", {}
    if not chunk_ids:
        return "not_searchable", {
            "status": document.get_status_display(),
            "error": document.error_message,
        }
    if not rows.filter(visible_to(request.asker)).exists():
        return "internal", {}
    if filters := list(_excluding(request.filters, document)):
        return "filtered", {"filters": "; ".join(filters)}
    if not done.analysis.query:
        return "nothing_asked", {}
    if done.requirements.unsatisfiable:
        return "identifier_not_held", {"missing": ", ".join(done.requirements.missing)}
    return None


def _excluding(filters: Filters, document: Document) -> Iterator[str]:
    """Each filter that leaves the document out, with what it is instead."""
    rows = LexicalEntry.objects.filter(document=document)
    own = {
        "document_ids": document.title,
        "kinds": document.get_kind_display(),
        "numbers": document.number,
        "year_from": document.year,
        "year_to": document.year,
        "legal_status": document.get_legal_status_display(),
        "language": document.language,
        "tags": ", ".join(document.tags),
    }
    for name, value in own.items():
        alone = Filters(**{name: getattr(filters, name)})
        if alone != Filters() and not rows.filter(within(alone)).exists():
            yield _("%(filter)s (here: %(value)s)") % {
                "filter": FILTERS[name],
                "value": value or "–",
            }


def _identifier(done: SearchRun) -> Explanation:
    asked = [identifiers.describe(each) for each in done.analysis.references]
    asked += [code.upper() for code in done.analysis.codes]
    held = [each for each in asked if each and each not in done.requirements.missing]
    return Explanation("identifier", {"asked": ", ".join(held)})


def _fallen(done: SearchRun, chunk_ids: Collection[int]) -> Explanation:
    """Where the best of these chunks fell; the condition lets them through."""
    if judged := _best_judged(done, chunk_ids):
        return _judged(done, *judged)
    fused = {chunk_id: rank for rank, (chunk_id, _score) in enumerate(done.fused, 1)}
    if found := min((i for i in chunk_ids if i in fused), key=fused.__getitem__, default=None):
        values = {"rank": fused[found], "considered": len(done.candidates)}
        return _with_chunk(done, Explanation("not_considered", values), found)
    best = standings.best(done, chunk_ids)
    return _with_chunk(done, Explanation("not_retrieved", {}), best)


def _best_judged(done: SearchRun, chunk_ids: Collection[int]) -> tuple[int, Judged] | None:
    """With its rank among all that were judged."""
    own = [
        (rank, judged)
        for rank, judged in enumerate(done.judged, 1)
        if judged.candidate.hit.chunk_id in chunk_ids
    ]
    return min(own, key=lambda each: BEST_FIRST.index(each[1].fate), default=None)


def _judged(done: SearchRun, rank: int, judged: Judged) -> Explanation:
    hit = judged.candidate.hit
    told = Explanation(
        judged.fate,
        fate_values(done, judged, rank=rank),
        chunk=hit,
        better=judged.better.hit if judged.better else None,
    )
    return _with_chunk(done, told, hit.chunk_id)


def _with_chunk(done: SearchRun, told: Explanation, chunk_id: int) -> Explanation:
    """With the chunk, its places on either path and the question's words in it."""
    chunk = told.chunk or load_hits({chunk_id: NO_SCORES}).get(chunk_id)
    terms = tuple(query_terms(done.analysis, chunk_id=chunk_id))
    places = standings.standings(done, chunk_id)
    values = told.values | {"words": places.words.text, "vectors": places.vectors.text}
    return replace(told, chunk=chunk, terms=terms, standings=places, values=values)
