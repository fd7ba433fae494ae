"""The lexical path: the first chunks by BM25, exact, under filters.

MaxScore (Turtle and Flood, 1995): the rarest terms' postings give candidates with a partial score;
the terms left out can add at most their bounds. While that could still change the first places,
more candidates or more terms are taken in. Few chunks left by filters are scored one by one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Q
from pgvector import SparseVector
from pgvector.django import MaxInnerProduct

from retrieval import bm25
from retrieval.lexical_index import DIMENSIONS
from retrieval.models import LexicalEntry, LexicalStatistics, Term

# Postings read before the bound is tried the first time: about a millisecond's worth.
FIRST_POSTINGS = 4_000
# Candidates rescored for one that is wanted.
SPARE = 4

_SCORE_CANDIDATES = """
    WITH wanted AS MATERIALIZED (
        SELECT chunk_id, sum(impact * weight) AS partial
        FROM unnest(%s::int[], %s::float8[]) AS query (term_id, weight)
        JOIN retrieval_posting USING (term_id),
             LATERAL unnest(chunk_ids, impacts) AS one (chunk_id, impact)
        GROUP BY chunk_id
    )
    SELECT chunk_id, partial, -(weights <#> %s::sparsevec)
    FROM wanted JOIN ({allowed}) AS allowed USING (chunk_id)
    ORDER BY partial DESC, chunk_id
    LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class WeightedTerm:
    """A query's term as the index holds it; `bound` is the most it can add to a score."""

    term_id: int
    weight: float
    document_frequency: int
    bound: float


def look_up(weights: Mapping[str, float]) -> list[WeightedTerm]:
    """Terms of a query that the index holds, rarest first; `weights` scale their idf."""
    statistics = LexicalStatistics.objects.filter(id=1).first()
    if not statistics or not weights:
        return []
    found = [
        _weighted(term, scale=weights[term.text], chunk_count=statistics.chunk_count)
        for term in Term.objects.filter(text__in=list(weights))
    ]
    return sorted(found, key=lambda term: (-term.weight, term.term_id))


def nearest(
    terms: Sequence[WeightedTerm], *, allowed: Q, limit: int, few: bool
) -> list[tuple[int, float]]:
    """(chunk id, BM25) of the first `limit` allowed chunks with any of the terms, best first.

    `few` says that the condition leaves so few chunks that each is scored.
    """
    if not terms:
        return []
    vector = SparseVector({term.term_id - 1: term.weight for term in terms}, DIMENSIONS)
    if few:
        return _score_each(vector, allowed=allowed, limit=limit)
    return _score_candidates(terms, vector, allowed=allowed, limit=limit)


def _weighted(term: Term, *, scale: float, chunk_count: int) -> WeightedTerm:
    weight = scale * bm25.idf(term.document_frequency, chunk_count=chunk_count)
    return WeightedTerm(term.pk, weight, term.document_frequency, weight * term.max_impact)


def _score_each(vector: SparseVector, *, allowed: Q, limit: int) -> list[tuple[int, float]]:
    rows = (
        LexicalEntry.objects.filter(allowed)
        .annotate(negative=MaxInnerProduct("weights", vector))
        .filter(negative__lt=0)
        .order_by("negative", "chunk_id")
        .values_list("chunk_id", "negative")[:limit]
    )
    return [(chunk_id, -negative) for chunk_id, negative in rows]


def _score_candidates(
    terms: Sequence[WeightedTerm], vector: SparseVector, *, allowed: Q, limit: int
) -> list[tuple[int, float]]:
    taken = limit * SPARE
    prefixes = _prefixes(terms)
    essential = next(prefixes)
    while True:
        rows = _candidates(terms[:essential], vector, allowed=allowed, limit=taken)
        ranked = sorted(((i, score) for i, _, score in rows), key=lambda row: (-row[1], row[0]))
        threshold = ranked[limit - 1][1] if len(ranked) >= limit else 0.0
        rest = sum(term.bound for term in terms[essential:])
        if essential < len(terms) and rest >= threshold:
            essential = next(prefixes)
        elif len(rows) == taken and rows[-1][1] + rest > threshold and essential < len(terms):
            taken *= SPARE
        else:
            return ranked[:limit]


def _prefixes(terms: Sequence[WeightedTerm]) -> Iterator[int]:
    """How many of the rarest terms to take: as many as the budget of postings allows, then more."""
    postings, budget = 0, FIRST_POSTINGS
    for count, term in enumerate(terms):
        postings += term.document_frequency
        if count and postings > budget:
            yield count
            budget = max(2 * budget, postings)
    yield len(terms)


def _candidates(
    terms: Sequence[WeightedTerm], vector: SparseVector, *, allowed: Q, limit: int
) -> list[tuple[int, float, float]]:
    """(chunk id, score by these terms, score by all terms), best by these terms first."""
    entries = LexicalEntry.objects.filter(allowed).values("chunk_id", "weights").query
    sql, parameters = entries.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            _SCORE_CANDIDATES.format(allowed=sql),
            [
                [term.term_id for term in terms],
                [term.weight for term in terms],
                vector.to_text(),
                *parameters,
                limit,
            ],
        )
        return [(row[0], row[1], row[2]) for row in cursor.fetchall()]
