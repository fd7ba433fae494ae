"""From a question to ranked chunks: analyse, look along both paths, fuse, order.

Access and filters are part of the SQL of either path, so that what the asker may not see is not
found, not counted and not hinted at.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import Q
from psycopg.errors import QueryCanceled

from documents.access import Asker
from retrieval import embedding, lexical, vectors
from retrieval.access_columns import visible_to, within
from retrieval.analysis import Analysis, analyse
from retrieval.fusion import reciprocal_rank_fusion
from retrieval.hits import NO_FILTERS, Filters, Hit, Mode, Scores, SearchResult
from retrieval.models import Chunk, LexicalEntry
from retrieval.ordering import Candidate, Wanted, ordered
from retrieval.requirements import NOTHING_REQUIRED, Requirements, resolve

MAX_LIMIT = 50
NEAR_MISSES = 5  # shown of what was found beyond the limit
# More candidates than are wanted: repetitions fall out when they are ordered.
CANDIDATES_PER_HIT = 3
CONSIDERED_PER_HIT = 2

Ranking = list[tuple[int, float]]  # (chunk id, score), best first


class SearchTimeoutError(Exception):
    """The search took longer than SEARCH_STATEMENT_TIMEOUT_MS."""


@dataclass(slots=True)
class Stopwatch:
    """Milliseconds of each stage."""

    timings_ms: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = perf_counter()
        try:
            yield
        finally:
            self.timings_ms[name] = round((perf_counter() - start) * 1000, 2)


@dataclass(frozen=True, slots=True)
class Found:
    """What the paths found, each best first; `requirements` hold for both."""

    lexical: Ranking
    vector: Ranking
    requirements: Requirements


def search(
    query: str,
    *,
    asker: Asker,
    limit: int = 10,
    filters: Filters = NO_FILTERS,
    mode: Mode = "hybrid",
) -> SearchResult:
    """Find the chunks that best answer the query, as far as the asker may see them.

    Any text is a query. Raises SearchTimeoutError, and EmbeddingError when the query cannot be
    embedded.
    """
    watch = Stopwatch()
    limit = max(1, min(limit, MAX_LIMIT))
    with watch.stage("total"):
        with watch.stage("analyse"):
            analysis = analyse(query)
        if not analysis.query:
            return SearchResult(hits=(), timings_ms=watch.timings_ms)
        try:
            hits, missing = _find(
                analysis, asker=asker, limit=limit, filters=filters, mode=mode, watch=watch
            )
        except OperationalError as error:
            if isinstance(error.__cause__, QueryCanceled):
                raise SearchTimeoutError(str(error)) from error
            raise
    return SearchResult(
        hits=tuple(hits[:limit]),
        near_misses=tuple(hits[limit : limit + NEAR_MISSES]),
        missing_identifiers=missing,
        timings_ms=watch.timings_ms,
    )


def _find(
    analysis: Analysis,
    *,
    asker: Asker,
    limit: int,
    filters: Filters,
    mode: Mode,
    watch: Stopwatch,
) -> tuple[list[Hit], tuple[str, ...]]:
    """Hits best first, some more than `limit`, and the identifiers that are not held."""
    model = vectors.active_model() if _wants_vectors(analysis, mode) else None
    query_vector = None
    if model:
        with watch.stage("embed"):
            query_vector = embedding.query_vector(analysis.vector_text, alias=model.alias)
    wanted = max(settings.CANDIDATES, CANDIDATES_PER_HIT * limit)
    with transaction.atomic():
        _bound_time()
        with watch.stage("identifiers"):
            allowed = visible_to(asker) & within(filters)
            requirements = _requirements(analysis, asker=asker, allowed=allowed)
            if requirements.unsatisfiable:
                return [], requirements.missing
            allowed &= requirements.condition
            few = _leaves_few(allowed) if filters != NO_FILTERS or requirements.condition else False
        with watch.stage("lexical"):
            by_words = _by_words(analysis, mode, allowed=allowed, limit=wanted, few=few)
        with watch.stage("vector"):
            by_vector: Ranking = []
            if model and query_vector is not None:
                vectors.set_index_options()
                by_vector = vectors.nearest(
                    query_vector, model=model, allowed=allowed, limit=wanted, few=few
                )
        with watch.stage("order"):
            found = Found(by_words, by_vector, requirements)
            hits = _ordered_hits(found, analysis, limit=limit + NEAR_MISSES)
    return hits, requirements.missing


def _wants_vectors(analysis: Analysis, mode: Mode) -> bool:
    """Whether to compare vectors: always but by words alone, and then too when there are none."""
    return mode != "lexical" or not analysis.term_weights


def _bound_time() -> None:
    """Limit each statement of this transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('statement_timeout', %s, true)",
            [str(settings.SEARCH_STATEMENT_TIMEOUT_MS)],
        )


def _requirements(analysis: Analysis, *, asker: Asker, allowed: Q) -> Requirements:
    if not analysis.references and not analysis.codes:
        return NOTHING_REQUIRED
    return resolve(analysis.references, analysis.codes, asker=asker, allowed=allowed)


def _leaves_few(allowed: Q) -> bool:
    """Whether so few rows are left that each is compared; counts no further than that."""
    some = LexicalEntry.objects.filter(allowed).values("pk")[: vectors.EXACT_ROWS + 1]
    return some.count() <= vectors.EXACT_ROWS


def _by_words(analysis: Analysis, mode: Mode, *, allowed: Q, limit: int, few: bool) -> Ranking:
    if mode == "vector":
        return []
    terms = lexical.look_up(analysis.term_weights)
    return lexical.nearest(terms, allowed=allowed, limit=limit, few=few)


def _ordered_hits(found: Found, analysis: Analysis, *, limit: int) -> list[Hit]:
    rankings = [[i for i, _ in found.vector], [i for i, _ in found.lexical]]
    weights = [settings.RRF_WEIGHTS["vector"], settings.RRF_WEIGHTS["lexical"]]
    ranked = reciprocal_rank_fusion(rankings, k=settings.RRF_K, weights=weights)
    # Where identifiers order first, any candidate may come first.
    fused = dict(ranked if found.requirements.held else ranked[: CONSIDERED_PER_HIT * limit])
    chunks = Chunk.objects.select_related("document", "version").defer("version__canonical")
    by_id = chunks.in_bulk(list(fused))
    candidates = [
        _candidate(by_id[i], score, found.requirements) for i, score in fused.items() if i in by_id
    ]
    wanted = Wanted(analysis.own_terms, analysis.phrases, analysis.wants_definition)
    best = ordered(candidates, wanted)[:limit]
    bm25, similarity = dict(found.lexical), dict(found.vector)
    return [
        hit(by_id[each.chunk_id], _scores(each.chunk_id, bm25, similarity, fused)) for each in best
    ]


def _candidate(chunk: Chunk, fused: float, requirements: Requirements) -> Candidate:
    return Candidate(
        chunk_id=chunk.pk,
        text=chunk.text,
        heading=" ".join([chunk.document.title, *chunk.section_path]),
        fused=fused,
        level=requirements.level(chunk.document_id, chunk.provisions),
        is_explanation=_is_explanation(chunk),
    )


def _is_explanation(chunk: Chunk) -> bool:
    """The penjelasan of a law, or what stands before its first pasal."""
    return chunk.legal_reference.startswith("Penjelasan") or any(
        label.casefold().startswith(("penjelasan", "menimbang", "mengingat"))
        for label in chunk.section_path
    )


def _scores(
    chunk_id: int,
    bm25: Mapping[int, float],
    similarity: Mapping[int, float],
    fused: Mapping[int, float],
) -> Scores:
    return Scores(
        bm25=bm25.get(chunk_id), similarity=similarity.get(chunk_id), fused=fused.get(chunk_id)
    )


def hit(chunk: Chunk, scores: Scores) -> Hit:
    """A chunk as it is handed on."""
    document, version = chunk.document, chunk.version
    return Hit(
        chunk_id=chunk.pk,
        public_id=chunk.public_id,
        document_id=document.pk,
        document_title=document.title,
        version=version.number,
        ordinal=chunk.ordinal,
        text=chunk.text,
        start=chunk.start,
        end=chunk.end,
        section_path=tuple(chunk.section_path),
        legal_reference=chunk.legal_reference,
        page_from=chunk.page_from,
        page_to=chunk.page_to,
        original_filename=document.original_filename,
        source=document.source,
        kind=document.kind,
        legal_status=document.legal_status,
        visibility=document.visibility,
        media_type=version.media_type,
        scores=scores,
    )
