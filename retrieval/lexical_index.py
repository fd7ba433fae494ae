"""Keep the lexical index: entries, postings and document frequencies.

Every function here runs inside a transaction that holds the index lock (`locked`), so that
frequencies change one document at a time and no two transactions wait for each other's terms.
Whoever also locks a document's row does that first.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Count, Q, Sum
from pgvector import SparseVector

from documents.models import Document
from retrieval import bm25
from retrieval.access_columns import columns_of, copy_to_index
from retrieval.models import Chunk, LexicalEntry, LexicalStatistics, Posting, Term
from retrieval.tokens import frequencies

# Ids 12 bits wide: a term of 1 % of the chunks has some 40 of them in a block, and a document adds
# to one or two blocks a term.
BLOCK_BITS = 12
# sparsevec's bound; term ids count from 1 and stay below it.
DIMENSIONS = 1_000_000_000
LOCK_KEY = 0x61636568_0001  # any number that nothing else in this database locks
# Before there is anything to measure: the mean of 8,468 chunks of Indonesian laws and tables.
FIRST_AVERAGE_LENGTH = 83.0
STALE_FROM = 0.1  # share by which the mean length may move before all impacts are made anew
INSERT_BATCH = 500
COUNTED = Q(public=True, searchable=True)

_ADD_POSTINGS = """
    INSERT INTO retrieval_posting AS held (term_id, block, chunk_ids, impacts)
    SELECT term_id, chunk_id >> %s, array_agg(chunk_id ORDER BY chunk_id),
           array_agg(impact ORDER BY chunk_id)
    FROM unnest(%s::int[], %s::int[], %s::float8[]) AS new (term_id, chunk_id, impact)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (term_id, block) DO UPDATE
    SET chunk_ids = held.chunk_ids || excluded.chunk_ids, impacts = held.impacts || excluded.impacts
"""
_REMOVE_POSTINGS = """
    UPDATE retrieval_posting AS held
    SET chunk_ids = kept.chunk_ids, impacts = kept.impacts
    FROM (
        SELECT term_id, block,
               coalesce(array_agg(chunk_id) FILTER (WHERE stays), '{}') AS chunk_ids,
               coalesce(array_agg(impact) FILTER (WHERE stays), '{}') AS impacts
        FROM retrieval_posting
        JOIN unnest(%s::int[], %s::int[]) AS touched (term_id, block) USING (term_id, block),
        LATERAL (
            SELECT chunk_id, impact, NOT chunk_id = ANY (%s::int[]) AS stays
            FROM unnest(chunk_ids, impacts) AS one (chunk_id, impact)
        ) AS each
        GROUP BY term_id, block
    ) AS kept
    WHERE (held.term_id, held.block) = (kept.term_id, kept.block)
"""
_DELETE_EMPTY = """
    DELETE FROM retrieval_posting
    WHERE chunk_ids = '{}'
      AND (term_id, block) IN (SELECT * FROM unnest(%s::int[], %s::int[]))
"""
_ADD_FREQUENCIES = """
    UPDATE retrieval_term AS term
    SET document_frequency = document_frequency + new.change,
        max_impact = greatest(max_impact, new.impact)
    FROM unnest(%s::int[], %s::int[], %s::float8[]) AS new (term_id, change, impact)
    WHERE term.id = new.term_id
"""


@dataclass(frozen=True, slots=True)
class _Weighted:
    """One chunk's terms (by id) with their impacts."""

    chunk_id: int
    length: int
    impacts: dict[int, float]


def lock() -> None:
    """Take the index lock until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK_KEY])


def locked() -> LexicalStatistics:
    """Take the index lock; returns the statistics as they are now."""
    lock()
    statistics, _ = LexicalStatistics.objects.get_or_create(
        id=1, defaults={"average_length": FIRST_AVERAGE_LENGTH}
    )
    return statistics


def add(document: Document, chunks: Sequence[Chunk], *, statistics: LexicalStatistics) -> None:
    """Index chunks of one document that are not indexed yet."""
    weighted = _weigh(chunks, language=document.language, average=statistics.average_length)
    columns = columns_of(document)
    LexicalEntry.objects.bulk_create(
        [
            LexicalEntry(
                chunk_id=one.chunk_id,
                document=document,
                length=one.length,
                weights=_vector(one.impacts),
                **columns,
            )
            for one in weighted
        ],
        batch_size=INSERT_BATCH,
    )
    _add_postings(weighted)
    counted = columns["public"] and columns["searchable"]
    _count(weighted, statistics=statistics, sign=1 if counted else 0)


def remove(chunk_ids: Iterable[int], *, statistics: LexicalStatistics) -> None:
    """Take chunks out of the index; those that are not in it are passed over."""
    entries = list(LexicalEntry.objects.filter(chunk_id__in=list(chunk_ids)))
    if not entries:
        return
    _count(_read(e for e in entries if e.public and e.searchable), statistics=statistics, sign=-1)
    pairs = {
        (term_id, one.chunk_id >> BLOCK_BITS) for one in _read(entries) for term_id in one.impacts
    }
    term_ids, blocks = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ids = [entry.chunk_id for entry in entries]
    with connection.cursor() as cursor:
        cursor.execute(_REMOVE_POSTINGS, [term_ids, blocks, ids])
        cursor.execute(_DELETE_EMPTY, [term_ids, blocks])
    LexicalEntry.objects.filter(chunk_id__in=ids).delete()


def change_access(document: Document, *, statistics: LexicalStatistics) -> None:
    """Copy the document's columns; count its terms in or out where it became public or not."""
    entries = list(LexicalEntry.objects.filter(document=document))
    columns = columns_of(document)
    counted = columns["public"] and columns["searchable"]
    changed = [entry for entry in entries if (entry.public and entry.searchable) != counted]
    _count(_read(changed), statistics=statistics, sign=1 if counted else -1)
    copy_to_index(document, LexicalEntry)


def rebuild(*, statistics: LexicalStatistics) -> int:
    """Build the next generation with the average length as it is now; returns the entries made.

    One transaction: searches read the former generation until it commits.
    """
    chunks = Chunk.objects.filter(live=True).select_related("document").order_by("document_id")
    _forget_all()
    statistics.average_length = _measured_average(statistics)
    statistics.chunk_count = statistics.total_length = 0
    made = 0
    for document, own in _by_document(chunks.iterator(chunk_size=2_000)):
        add(document, own, statistics=statistics)
        made += len(own)
    Term.objects.exclude(pk__in=Posting.objects.values("term_id"))._raw_delete(connection.alias)
    statistics.generation += 1
    statistics.frozen_at_count = statistics.chunk_count
    statistics.save()
    return made


def recount() -> dict[str, tuple[int, int]]:
    """Differences of the kept statistics to counted ones: name -> (kept, counted)."""
    statistics = LexicalStatistics.objects.filter(id=1).first()
    counted = LexicalEntry.objects.filter(COUNTED).aggregate(
        chunk_count=Count("pk"), total_length=Sum("length", default=0)
    )
    kept = {name: getattr(statistics, name, 0) for name in counted}
    return {name: (kept[name], counted[name]) for name in counted if kept[name] != counted[name]}


def average_is_stale() -> bool:
    """Has the mean length of a chunk moved away from the frozen one by more than a tenth?"""
    statistics = LexicalStatistics.objects.filter(id=1).first()
    if statistics is None:
        return False
    ratio = _measured_average(statistics) / statistics.average_length
    return bool(statistics.chunk_count) and abs(ratio - 1) > STALE_FROM


def _measured_average(statistics: LexicalStatistics) -> float:
    if not statistics.chunk_count:
        return FIRST_AVERAGE_LENGTH
    return statistics.total_length / statistics.chunk_count


def _forget_all() -> None:
    # Terms keep their ids: a search that looked them up before the commit reads postings after it.
    for model in (LexicalEntry, Posting):
        model._default_manager.all()._raw_delete(connection.alias)
    Term.objects.update(document_frequency=0, max_impact=0)


def _by_document(chunks: Iterable[Chunk]) -> Iterable[tuple[Document, list[Chunk]]]:
    own: list[Chunk] = []
    for chunk in chunks:
        if own and own[0].document_id != chunk.document_id:
            yield own[0].document, own
            own = []
        own.append(chunk)
    if own:
        yield own[0].document, own


def _weigh(chunks: Sequence[Chunk], *, language: str, average: float) -> list[_Weighted]:
    counted = [frequencies(*_heading_and_text(one), language=language) for one in chunks]
    ids = _term_ids({term for counts, _ in counted for term in counts})
    return [
        _Weighted(
            chunk_id=chunk.pk,
            length=length,
            impacts={
                ids[term]: weight
                for term, weight in bm25.impacts(
                    counts, length=length, average_length=average
                ).items()
            },
        )
        for chunk, (counts, length) in zip(chunks, counted, strict=True)
    ]


def _heading_and_text(chunk: Chunk) -> tuple[str, str]:
    """What `indexed_text` says before the text, and the text.

    Rows of a table are indexed in other words than the text has (with their labels): then all is
    text.
    """
    if chunk.indexed_text.endswith(chunk.text):
        return chunk.indexed_text.removesuffix(chunk.text), chunk.text
    return "", chunk.indexed_text


def _term_ids(texts: set[str]) -> dict[str, int]:
    ordered = sorted(texts)
    Term.objects.bulk_create(
        [Term(text=text) for text in ordered], ignore_conflicts=True, batch_size=5_000
    )
    return dict(Term.objects.filter(text__in=ordered).values_list("text", "pk"))


def _vector(impacts: dict[int, float]) -> SparseVector:
    # pgvector's Python indices count from 0, PostgreSQL's term ids from 1.
    return SparseVector({term_id - 1: weight for term_id, weight in impacts.items()}, DIMENSIONS)


def _read(entries: Iterable[LexicalEntry]) -> list[_Weighted]:
    return [
        _Weighted(
            chunk_id=entry.chunk_id,
            length=entry.length,
            impacts={
                index + 1: value
                for index, value in zip(
                    entry.weights.indices(), entry.weights.values(), strict=True
                )
            },
        )
        for entry in entries
    ]


def _add_postings(weighted: Sequence[_Weighted]) -> None:
    flat = [(term_id, one.chunk_id, w) for one in weighted for term_id, w in one.impacts.items()]
    if not flat:
        return
    term_ids, chunk_ids, impacts = map(list, zip(*flat, strict=True))
    with connection.cursor() as cursor:
        cursor.execute(_ADD_POSTINGS, [BLOCK_BITS, term_ids, chunk_ids, impacts])


def _count(weighted: Sequence[_Weighted], *, statistics: LexicalStatistics, sign: int) -> None:
    """Count chunks in (1) or out (-1); 0 only raises the bounds of their terms' impacts."""
    changes: Counter[int] = Counter()
    bounds: dict[int, float] = {}
    for one in weighted:
        for term_id, weight in one.impacts.items():
            changes[term_id] += sign
            bounds[term_id] = max(bounds.get(term_id, 0.0), weight)
    if not changes:
        return
    ordered = sorted(changes)
    with connection.cursor() as cursor:
        cursor.execute(
            _ADD_FREQUENCIES,
            [ordered, [changes[i] for i in ordered], [bounds[i] for i in ordered]],
        )
    statistics.chunk_count += sign * len(weighted)
    statistics.total_length += sign * sum(one.length for one in weighted)
    statistics.save()
