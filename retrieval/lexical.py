"""The lexical path: the first chunks by BM25, exact, under filters.

The posting blocks of the query's terms are read as they are stored and added up outside the
database; the condition (access, filters) is then checked in SQL from the best chunk down, until
enough are left. When filters leave few chunks, each is scored in SQL instead.

Rare terms are read first. MaxScore (Turtle and Flood, 1995): the terms not read can add at most
their bounds; when that cannot change the first places, their lists are never read.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.db import connection
from django.db.models import Q
from pgvector import SparseVector

from retrieval import bm25, postings
from retrieval.access_columns import rows_where
from retrieval.lexical_entries import DIMENSIONS, binary_rows
from retrieval.models import LexicalEntry, Posting

# Postings read before the bound is tried, and the most that a query may read: beyond it, a query of
# very many common words is answered from its rarer ones, with exact scores all the same. At
# 1,000,000 chunks queries of eight words have 800,000 on average; trying the bound at 400,000 cost
# more processor time (41 ms) than reading all (32 ms), as it held for half of the queries only.
FIRST_POSTINGS = 1_000_000
MOST_POSTINGS = 4_000_000
# Of these many candidates the exact score is asked while terms are left out.
RESCORED = 500
# Candidates beyond those wanted whose access is checked at once, and the growth when too few pass.
SPARE = 20
WIDER = 4

Ranking = list[tuple[int, float]]  # (chunk id, BM25), best first

_LOOK_UP = """
    SELECT term.id, term.text, term.document_frequency, term.max_impact, chunk_count
    FROM retrieval_term AS term, retrieval_lexicalstatistics AS statistics
    WHERE statistics.id = 1 AND term.text = ANY (%s)
"""
_READ = "SELECT term_id, block, packed FROM retrieval_posting WHERE term_id = ANY (%s)"
_PASS = "SELECT chunk_id FROM ({allowed}) AS allowed WHERE chunk_id = ANY (%s)"  # noqa: S105
_SCORE = """
    SELECT chunk_id, -(weights <#> %s::sparsevec) AS score
    FROM ({allowed}) AS allowed WHERE chunk_id = ANY (%s) ORDER BY score DESC, chunk_id
"""
_SCORE_EACH = """
    SELECT chunk_id, negative
    FROM (
        SELECT chunk_id, weights <#> %s::sparsevec AS negative FROM ({allowed}) AS allowed
    ) AS scored
    WHERE negative < 0 ORDER BY negative, chunk_id LIMIT %s
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
    if not weights:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_LOOK_UP, [list(weights)])
        found = [
            _weighted(row[0], row[2], row[3], scale=weights[row[1]], chunk_count=row[4])
            for row in cursor.fetchall()
        ]
    return sorted(found, key=lambda term: (-term.weight, term.term_id))


def nearest(terms: Sequence[WeightedTerm], *, allowed: Q, limit: int, few: bool) -> Ranking:
    """The first `limit` allowed chunks with any of the terms.

    `few` says that the condition leaves so few chunks that each is scored.
    """
    if not terms:
        return []
    if few:
        return _score_each(terms, allowed=allowed, limit=limit)
    sums = postings.NO_SUMS
    for start, end in _portions(terms):
        sums = sums.plus(_sums(terms[start:end]))
        if end == len(terms):
            return _allowed_best(sums, allowed=allowed, limit=limit)
        ranking, exact = _rescored(sums, terms, read=end, allowed=allowed, limit=limit)
        if exact:
            break
    return ranking


def highest(terms: Sequence[WeightedTerm]) -> float:
    """The score that a text nears which consists of nothing but the terms.

    Of those that public texts have: a word of internal ones must change no score of others.
    """
    return sum(term.weight for term in terms if term.document_frequency) * bm25.MAX_IMPACT


def scores(terms: Sequence[WeightedTerm], chunk_ids: Collection[int]) -> dict[int, float]:
    """BM25 of these chunks, those that the index holds; access was checked before."""
    if not terms or not chunk_ids:
        return {}
    sql, parameters = rows_where(LexicalEntry, Q(), "chunk_id", "weights")
    with connection.cursor() as cursor:
        cursor.execute(
            _SCORE.format(allowed=sql), [_vector(terms).to_text(), *parameters, list(chunk_ids)]
        )
        return dict(cursor.fetchall())


def ranks(
    terms: Sequence[WeightedTerm], chunk_ids: Collection[int], *, allowed: Q
) -> dict[int, tuple[int, float]]:
    """Rank (from 1) and BM25 of these chunks among all that are allowed, however far down.

    Chunks that hold none of the terms, or are not allowed, are left out.
    """
    if not terms or not chunk_ids:
        return {}
    sums = _sums(terms)
    wanted = sums.of(_passing(list(chunk_ids), allowed=allowed))
    if not wanted:
        return {}
    ids, scores = sums.reaching(min(wanted.values()))
    passed = _passing(ids, allowed=allowed)
    standing = (row for row in zip(ids, scores, strict=True) if row[0] in passed)
    return {
        chunk_id: (rank, score)
        for rank, (chunk_id, score) in enumerate(standing, 1)
        if chunk_id in wanted
    }


def chunks_with(term: str) -> list[int]:
    """Ids of the chunks that hold the (unstemmed) term."""
    found = Posting.objects.filter(term__text=term).values_list("term_id", "block", "packed")
    ids: list[int] = postings.unpacked(
        [(term_id, block, bytes(data)) for term_id, block, data in found]
    ).chunk_ids.tolist()
    return ids


def _weighted(
    term_id: int, frequency: int, max_impact: float, *, scale: float, chunk_count: int
) -> WeightedTerm:
    weight = scale * bm25.idf(frequency, chunk_count=chunk_count)
    return WeightedTerm(term_id, weight, frequency, weight * max_impact)


def _portions(terms: Sequence[WeightedTerm]) -> Iterator[tuple[int, int]]:
    """Which terms to read at first, the rarest, and which then, if that does not settle it."""
    read = list(accumulate(term.document_frequency for term in terms))
    first = max(1, bisect_right(read, FIRST_POSTINGS))
    most = max(first, bisect_right(read, MOST_POSTINGS))
    yield 0, first
    if most > first:
        yield first, most


def _sums(terms: Sequence[WeightedTerm]) -> postings.Sums:
    blocks = binary_rows(_READ, [[term.term_id for term in terms]])
    return postings.summed(blocks, {term.term_id: term.weight for term in terms})


def _allowed_best(sums: postings.Sums, *, allowed: Q, limit: int) -> Ranking:
    """The first allowed chunks; all terms were read."""
    taken, passed, checked = limit + SPARE, set[int](), 0
    while True:
        ids, scores = sums.best(taken)
        passed |= _passing(ids[checked:], allowed=allowed)
        if len(passed) >= limit or len(ids) < taken:
            rows = zip(ids, scores, strict=True)
            return [(chunk_id, score) for chunk_id, score in rows if chunk_id in passed][:limit]
        checked, taken = taken, taken * WIDER


def _rescored(
    sums: postings.Sums, terms: Sequence[WeightedTerm], *, read: int, allowed: Q, limit: int
) -> tuple[Ranking, bool]:
    """The first allowed chunks by all terms, of the best by those that were read.

    Also whether these are certainly the first: no chunk beyond can reach them by what was left out.
    """
    ids, partial = sums.best(RESCORED)
    sql, parameters = rows_where(LexicalEntry, allowed, "chunk_id", "weights")
    with connection.cursor() as cursor:
        cursor.execute(_SCORE.format(allowed=sql), [_vector(terms).to_text(), *parameters, ids])
        ranking = [(chunk_id, score) for chunk_id, score in cursor.fetchall()][:limit]
    reached = ranking[-1][1] if len(ranking) == limit else 0.0
    beyond = partial[-1] if len(ids) == RESCORED else 0.0
    return ranking, beyond + sum(term.bound for term in terms[read:]) < reached


def _passing(chunk_ids: Sequence[int], *, allowed: Q) -> set[int]:
    """Those of the chunks that the condition allows."""
    sql, parameters = rows_where(LexicalEntry, allowed, "chunk_id")
    with connection.cursor() as cursor:
        cursor.execute(_PASS.format(allowed=sql), [*parameters, list(chunk_ids)])
        return {row[0] for row in cursor.fetchall()}


def _score_each(terms: Sequence[WeightedTerm], *, allowed: Q, limit: int) -> Ranking:
    sql, parameters = rows_where(LexicalEntry, allowed, "chunk_id", "weights")
    with connection.cursor() as cursor:
        cursor.execute(
            _SCORE_EACH.format(allowed=sql), [_vector(terms).to_text(), *parameters, limit]
        )
        return [(chunk_id, -negative) for chunk_id, negative in cursor.fetchall()]


def _vector(terms: Sequence[WeightedTerm]) -> SparseVector:
    return SparseVector({term.term_id - 1: term.weight for term in terms}, DIMENSIONS)
