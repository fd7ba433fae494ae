"""From a question to ranked chunks: analyse, look along both paths, fuse, rerank, select.

Access and filters are part of the SQL of either path, so that what the asker may not see is not
found, not counted and not hinted at.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import Q
from psycopg.errors import QueryCanceled

from documents.access import Asker
from retrieval import embedding, fingerprints, lexical, selection, spelling, vectors
from retrieval.access_columns import documents_left, rows_where, visible_to, within
from retrieval.analysis import Analysis, analyse, with_corrections
from retrieval.candidates import Candidate, Judged, Ranking
from retrieval.embedders.base import EmbeddingError, Vectors
from retrieval.fusion import reciprocal_rank_fusion
from retrieval.glossary_entries import current_glossary
from retrieval.hits import ALL_STAGES, NO_FILTERS, Filters, Hit, Mode, Scores, SearchResult, Stages
from retrieval.identifiers import asks_for_text
from retrieval.lexical import WeightedTerm
from retrieval.loading import load_hits
from retrieval.models import EmbeddingModel, LexicalEntry
from retrieval.requirements import NOTHING_REQUIRED, Requirements, resolve
from retrieval.reranking import NOT_RERANKED, Reranking, considered, rerank

MAX_LIMIT = 50
NEAR_MISSES = 5  # shown of what was found and is no hit
# More candidates than are wanted: repetitions fall out when they are selected.
CANDIDATES_PER_HIT = 3
CONSIDERED_PER_HIT = 2
# Up to so many documents that filters leave are named to both paths by their ids.
NAMED_DOCUMENTS = 1_000
NO_DOCUMENT = ""  # an id that none has: nothing is left


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
class Request:
    """What is searched, by whom and how; `model_alias` names another model than the active one."""

    query: str
    asker: Asker
    limit: int = 10
    filters: Filters = NO_FILTERS
    mode: Mode = "hybrid"
    stages: Stages = ALL_STAGES
    model_alias: str | None = None


@dataclass(frozen=True, slots=True)
class SearchRun:
    """All that a search did, stage by stage: what `result` sums up, and what an explanation reads.

    `condition` is what both paths required of a Filterable: access, filters and identifiers.
    `candidates` are the first of `fused` with their texts, `judged` the same in their final order.
    """

    request: Request
    analysis: Analysis
    model: EmbeddingModel | None = None
    query_vector: Vectors | None = None
    requirements: Requirements = NOTHING_REQUIRED
    condition: Q = field(default_factory=Q)
    terms: tuple[WeightedTerm, ...] = ()
    lexical: Ranking = field(default_factory=list)
    vector: Ranking = field(default_factory=list)
    fused: Ranking = field(default_factory=list)
    candidates: tuple[Candidate, ...] = ()
    reranking: Reranking = NOT_RERANKED
    judged: tuple[Judged, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict)

    @property
    def result(self) -> SearchResult:
        return SearchResult(
            hits=tuple(self._hits("hit")),
            near_misses=tuple(
                self._hits("beyond_limit", "below_threshold", "document_cap")[:NEAR_MISSES]
            ),
            missing_identifiers=self.requirements.missing,
            reranker=self.reranking.name,
            rerank_failed=self.reranking.failed,
            timings_ms=self.timings_ms,
        )

    def _hits(self, *fates: str) -> list[Hit]:
        return [each.candidate.hit for each in self.judged if each.fate in fates]


def search(
    query: str,
    *,
    asker: Asker,
    limit: int = 10,
    filters: Filters = NO_FILTERS,
    mode: Mode = "hybrid",
    stages: Stages = ALL_STAGES,
    model_alias: str | None = None,
) -> SearchResult:
    """Find the chunks that best answer the query, as far as the asker may see them.

    Any text is a query. Raises SearchTimeoutError, RerankError, and EmbeddingError when the query
    cannot be embedded.
    """
    request = Request(
        query, asker, max(1, min(limit, MAX_LIMIT)), filters, mode, stages, model_alias
    )
    return run(request).result


def run(request: Request) -> SearchRun:
    """Search, and keep what each stage did. Raises what `search` raises."""
    watch = Stopwatch()
    with watch.stage("total"):
        with watch.stage("analyse"):
            analysis = _analysed(request.query)
        done = SearchRun(request, analysis, timings_ms=watch.timings_ms)
        if not _says_something(analysis.query):
            return done
        done = _with_query_vector(done, watch)
        try:
            done = _found(done, watch)
        except OperationalError as error:
            if isinstance(error.__cause__, QueryCanceled):
                raise SearchTimeoutError(str(error)) from error
            raise
        with watch.stage("rerank"):
            return _judged(done)


def _says_something(query: str) -> bool:
    """Vectors of signs alone are near to passages of signs, such as dotted lines."""
    return any(character.isalnum() for character in query)


def _analysed(query: str) -> Analysis:
    glossary = current_glossary()
    analysis = analyse(query, glossary=glossary)
    corrections = spelling.corrections(analysis, glossary=glossary)
    return with_corrections(analysis, corrections, glossary=glossary)


def _with_query_vector(done: SearchRun, watch: Stopwatch) -> SearchRun:
    """Vectors are compared always but by words alone, and then too when there are none."""
    if done.request.mode == "lexical" and done.analysis.term_weights:
        return done
    model = _comparable_model(done.request)
    if model is None:
        return done
    with watch.stage("embed"):
        vector = embedding.query_vector(done.analysis.vector_text, alias=model.alias)
    return replace(done, model=model, query_vector=vector)


def _comparable_model(request: Request) -> EmbeddingModel | None:
    """The model to compare vectors of; None where words alone must do.

    That is so before anything is indexed, and when the active model's embedder is another one by
    now: its vectors are no match for those held. Raises EmbeddingError where words do not do.
    """
    alias = request.model_alias
    model = vectors.model_of(alias) if alias else vectors.active_model()
    change = fingerprints.change_of(model) if model else ""
    if model and not change:
        return model
    if alias or (change and request.mode == "vector"):
        reason = fingerprints.Change(change).label if change else "no vectors are held"
        raise EmbeddingError(f"{alias or model}: {reason}")
    return None


def _found(done: SearchRun, watch: Stopwatch) -> SearchRun:
    """What both paths found, fused, with the candidates' texts; one transaction."""
    wanted = max(settings.CANDIDATES, CANDIDATES_PER_HIT * done.request.limit)
    with transaction.atomic():
        _set_options()
        with watch.stage("identifiers"):
            done, few = _required(done)
            if done.requirements.unsatisfiable:
                return done
        with watch.stage("lexical"):
            done = _with_terms(done)
            by_words = lexical.nearest(done.terms, allowed=done.condition, limit=wanted, few=few)
        with watch.stage("vector"):
            by_vector = _by_vector(done, limit=wanted, few=few)
        with watch.stage("load"):
            done = replace(done, lexical=by_words, vector=by_vector)
            done = replace(done, fused=_fused(done))
            return replace(done, candidates=tuple(_candidates(done)))


def _set_options() -> None:
    """Limit each statement of this transaction, and say how widely the index is searched."""
    options = {
        "statement_timeout": str(settings.SEARCH_STATEMENT_TIMEOUT_MS),
        # Compiling takes longer than any of these statements; rows by key are what they read.
        "jit": "off",
        "random_page_cost": "1.1",
    }
    options |= vectors.index_options()
    calls = ", ".join("set_config(%s, %s, true)" for _ in options)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {calls}", [each for pair in options.items() for each in pair])


def _required(done: SearchRun) -> tuple[SearchRun, bool]:
    """With requirements and condition; and whether they leave so few rows that each is compared."""
    request, analysis = done.request, done.analysis
    allowed = visible_to(request.asker) & _within(request.filters)
    requirements = NOTHING_REQUIRED
    if request.stages.identifiers and (analysis.references or analysis.codes):
        requirements = resolve(
            analysis.references, analysis.codes, asker=request.asker, allowed=allowed
        )
    condition = allowed & requirements.condition
    narrow = request.filters != NO_FILTERS or bool(requirements.condition)
    few = narrow and not requirements.unsatisfiable and _leaves_few(condition)
    return replace(done, requirements=requirements, condition=condition), few


def _within(filters: Filters) -> Q:
    if filters == NO_FILTERS:
        return Q()
    ids = documents_left(filters, most=NAMED_DOCUMENTS)
    if ids is None:
        return within(filters)
    return within(filters) & Q(document_id__in=ids or [NO_DOCUMENT])


def _leaves_few(allowed: Q) -> bool:
    """Counts no further than that."""
    sql, parameters = rows_where(LexicalEntry, allowed, "chunk_id")
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*) FROM ({sql} LIMIT %s) AS first_rows",  # noqa: S608 - compiled by the ORM
            [*parameters, vectors.EXACT_ROWS + 1],
        )
        count: int = cursor.fetchone()[0]
    return count <= vectors.EXACT_ROWS


def _with_terms(done: SearchRun) -> SearchRun:
    if done.request.mode == "vector":
        return done
    return replace(done, terms=tuple(lexical.look_up(done.analysis.term_weights)))


def _by_vector(done: SearchRun, *, limit: int, few: bool) -> Ranking:
    if done.model is None or done.query_vector is None:
        return []
    return vectors.nearest(
        done.query_vector, model=done.model, allowed=done.condition, limit=limit, few=few
    )


def _fused(done: SearchRun) -> Ranking:
    rankings = [[i for i, _ in done.vector], [i for i, _ in done.lexical]]
    weights = [settings.RRF_WEIGHTS["vector"], settings.RRF_WEIGHTS["lexical"]]
    return reciprocal_rank_fusion(rankings, k=settings.RRF_K, weights=weights)


def _candidates(done: SearchRun) -> list[Candidate]:
    """The first fused ones with their texts; where identifiers order first, any may come first."""
    fused = done.fused
    if not done.requirements.held:
        fused = fused[: _considered(done.request)]
    ids = [chunk_id for chunk_id, _ in fused]
    bm25, similarity = _path_scores(done, ids)
    hits = load_hits({i: Scores(bm25.get(i), similarity.get(i), score) for i, score in fused})
    highest = lexical.highest(done.terms)
    mean, spread = _usual_similarity(done)
    return [
        Candidate(
            hits[i],
            done.requirements.level(hits[i].document_id, hits[i].provisions),
            word_share=_word_share(bm25[i], highest) if i in bm25 else None,
            closeness=(similarity[i] - mean) / spread if i in similarity else None,
        )
        for i in ids
        if i in hits
    ]


def _word_share(score: float, highest: float) -> float:
    """At most 1, also for words that only internal texts have: they are not in the highest."""
    return min(1.0, score / highest) if highest else 1.0


def _path_scores(done: SearchRun, ids: Sequence[int]) -> tuple[dict[int, float], dict[int, float]]:
    """BM25 and similarity by chunk id; for a reranker also of what only one path found."""
    bm25, similarity = dict(done.lexical), dict(done.vector)
    if _is_reranked(done.request):
        bm25 |= lexical.scores(done.terms, [i for i in ids if i not in bm25])
        if done.model and done.query_vector is not None:
            similarity |= vectors.similarities(
                done.query_vector, [i for i in ids if i not in similarity], model=done.model
            )
    return bm25, similarity


def _usual_similarity(done: SearchRun) -> tuple[float, float]:
    return embedding.embedder(done.model.alias).usual_similarity if done.model else (0.0, 1.0)


def _is_reranked(request: Request) -> bool:
    """A single path is asked for in its own order."""
    return request.stages.rerank and request.mode == "hybrid"


def _considered(request: Request) -> int:
    """How many fused candidates are read: for the reranker, or as many as may be shown."""
    wanted = considered() if _is_reranked(request) else 0
    return max(wanted, CONSIDERED_PER_HIT * (request.limit + NEAR_MISSES))


def _judged(done: SearchRun) -> SearchRun:
    reranking = NOT_RERANKED
    if _is_reranked(done.request):
        reranking = rerank(done.analysis, done.candidates)
    as_written = asks_for_text(done.analysis.query, done.analysis.references)
    judged = selection.judged(
        selection.ordered(done.candidates, reranking.scores, as_written=as_written),
        limit=done.request.limit,
        threshold=reranking.threshold,
        cap=_cap(done),
    )
    return replace(done, reranking=reranking, judged=tuple(judged))


def _cap(done: SearchRun) -> int | None:
    """How many hits a document may have; any number where it was asked for itself."""
    named = done.request.filters.document_ids or done.requirements.held
    return None if named else settings.HITS_PER_DOCUMENT
