"""Keep the lexical index: entries, postings and document frequencies.

Every function that changes it runs inside a transaction that holds the index lock (`locked`), so
that frequencies change one document at a time and no two transactions wait for each other's terms.
Whoever also locks a document's row does that first.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from django.db import connection
from django.db.models import Q, Sum
from django.db.models.functions import Coalesce
from numpy.typing import NDArray

from documents.models import Document
from retrieval import lexical_entries, postings, spelling
from retrieval.access_columns import columns_of, copy_to_index
from retrieval.lexical_entries import ChunkText, Held
from retrieval.models import Chunk, LexicalEntry, LexicalStatistics, Term
from retrieval.postings import BLOCK_BITS, Block, Ids, Impacts, Postings
from retrieval.tokens import TOKENISER_VERSION

LOCK_KEY = 0x61636568_0001  # any number that nothing else in this database locks
# Before there is anything to measure: the mean of 8,468 chunks of Indonesian laws and tables.
FIRST_AVERAGE_LENGTH = 83.0
STALE_FROM = 0.1  # share by which the mean length may move before all impacts are made anew
BATCH = 10_000  # blocks in one statement: some 10 MB at most
COUNTED = Q(public=True, searchable=True)

_APPEND = """
    INSERT INTO retrieval_posting AS held (term_id, block, packed)
    SELECT * FROM unnest(%s::int[], %s::int[], %s::bytea[])
    ON CONFLICT (term_id, block) DO UPDATE SET packed = held.packed || excluded.packed
"""
_READ_BLOCKS = """
    SELECT term_id, block, packed FROM retrieval_posting
    JOIN unnest(%s::int[], %s::int[]) AS touched (term_id, block) USING (term_id, block)
"""
_REPLACE = """
    UPDATE retrieval_posting AS held SET packed = new.packed
    FROM unnest(%s::int[], %s::int[], %s::bytea[]) AS new (term_id, block, packed)
    WHERE (held.term_id, held.block) = (new.term_id, new.block)
"""
_DELETE = """
    DELETE FROM retrieval_posting
    WHERE (term_id, block) IN (SELECT * FROM unnest(%s::int[], %s::int[]))
"""
_ADD_FREQUENCIES = """
    UPDATE retrieval_term AS term
    SET document_frequency = greatest(0, document_frequency + new.change),
        max_impact = greatest(max_impact, new.impact)
    FROM unnest(%s::int[], %s::int[], %s::float4[]) AS new (term_id, change, impact)
    WHERE term.id = new.term_id
"""
_ADD_TERMS = """
    INSERT INTO retrieval_term (text, document_frequency, max_impact)
    SELECT text, 0, 0 FROM unnest(%s::text[]) AS new (text)
    ON CONFLICT DO NOTHING RETURNING text, id
"""


def lock() -> None:
    """Take the index lock until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK_KEY])


def locked() -> LexicalStatistics:
    """Take the index lock; returns the statistics as they are now."""
    lock()
    statistics, _ = LexicalStatistics.objects.get_or_create(
        id=1,
        defaults={
            "average_length": FIRST_AVERAGE_LENGTH,
            "tokeniser_version": TOKENISER_VERSION,
        },
    )
    return statistics


def add(document: Document, chunks: Sequence[Chunk], *, statistics: LexicalStatistics) -> None:
    """Index chunks of one document that are not indexed yet."""
    entries = lexical_entries.weigh(
        [ChunkText(chunk.pk, chunk.text, chunk.indexed_text) for chunk in chunks],
        language=document.language,
        average_length=statistics.average_length,
        term_ids=term_ids,
    )
    columns = columns_of(document)
    lexical_entries.write((document.pk, columns, entry) for entry in entries)
    added = lexical_entries.postings_of(entries)
    _write(_APPEND, postings.packed(added))
    counted = columns["public"] and columns["searchable"]
    lengths = np.array([entry.length for entry in entries], np.int64)
    _count(added, lengths, statistics=statistics, sign=1 if counted else 0)
    if counted:
        spelling.learn((chunk.indexed_text for chunk in chunks), known=set())


def remove(chunk_ids: Iterable[int], *, statistics: LexicalStatistics) -> None:
    """Take chunks out of the index; those that are not in it are passed over."""
    held = lexical_entries.read(chunk_ids)
    if not len(held.chunk_ids):
        return
    _count_held(held, held.counted, statistics=statistics, sign=-1)
    for touched in _touched(held.postings):
        _remove_from(blocks_of(touched), held.chunk_ids)
    LexicalEntry.objects.filter(chunk_id__in=held.chunk_ids.tolist()).delete()


def change_access(document: Document, *, statistics: LexicalStatistics) -> None:
    """Copy the document's columns; count its terms in or out where it became public or not."""
    columns = columns_of(document)
    counted = columns["public"] and columns["searchable"]
    own = LexicalEntry.objects.filter(document=document)
    changed = own.exclude(COUNTED) if counted else own.filter(COUNTED)
    held = lexical_entries.read(changed.values_list("pk", flat=True))
    all_of_them = np.ones(len(held.chunk_ids), np.bool_)
    _count_held(held, all_of_them, statistics=statistics, sign=1 if counted else -1)
    copy_to_index(document, LexicalEntry)
    if counted:
        texts = Chunk.objects.filter(pk__in=held.chunk_ids.tolist())
        spelling.learn(texts.values_list("indexed_text", flat=True), known=set())


def term_ids(texts: set[str]) -> dict[str, int]:
    """Ids of the terms; those not held yet are made."""
    ids = dict(Term.objects.filter(text__in=sorted(texts)).values_list("text", "pk"))
    # Only what is missing: a conflicting row would use up an id as well.
    missing = sorted(texts - ids.keys())
    if missing:
        with connection.cursor() as cursor:
            cursor.execute(_ADD_TERMS, [missing])
            ids.update(cursor.fetchall())
    return ids


def average_is_stale() -> bool:
    """Has the mean length of a chunk moved away from the frozen one by more than a tenth?"""
    statistics = LexicalStatistics.objects.filter(id=1).first()
    if statistics is None or not statistics.chunk_count:
        return False
    ratio = statistics.total_length / statistics.chunk_count / statistics.average_length
    return abs(ratio - 1) > STALE_FROM


def is_outdated() -> bool:
    """Were the terms made by another tokeniser than the one that queries are taken apart with?"""
    made_by = LexicalStatistics.objects.filter(id=1).values_list("tokeniser_version", flat=True)
    return any(version != TOKENISER_VERSION for version in made_by)


def totals() -> dict[str, int]:
    """What LexicalStatistics keeps, counted over the entries."""
    counted = LexicalEntry.objects.filter(COUNTED)
    return {
        "chunk_count": counted.count(),
        **counted.aggregate(total_length=Coalesce(Sum("length"), 0)),
    }


def measured_average() -> float:
    """Mean length of the counted entries, in tokens."""
    counted = totals()
    if not counted["chunk_count"]:
        return FIRST_AVERAGE_LENGTH
    return counted["total_length"] / counted["chunk_count"]


def by_term(found: Postings) -> tuple[Ids, Ids, Impacts]:
    """Ids of the terms in order, how many chunks each is in, and its highest impact."""
    order = np.argsort(found.term_ids)
    ids, starts, counts = np.unique(found.term_ids[order], return_index=True, return_counts=True)
    if not len(ids):
        return ids, counts, found.impacts
    return ids, counts, np.maximum.reduceat(found.impacts[order], starts)


def blocks_of(found: Postings) -> list[Block]:
    """The blocks, as they are held, that these postings belong to."""
    keys = np.unique(found.term_ids << 32 | found.chunk_ids >> BLOCK_BITS)
    pairs = [(keys >> 32).tolist(), (keys & 0xFFFFFFFF).tolist()]
    return lexical_entries.binary_rows(_READ_BLOCKS, pairs)


def _count_held(
    held: Held, chosen: NDArray[np.bool_], *, statistics: LexicalStatistics, sign: int
) -> None:
    own = held.postings.where(np.isin(held.postings.chunk_ids, held.chunk_ids[chosen]))
    _count(own, held.lengths[chosen], statistics=statistics, sign=sign)


def _count(found: Postings, lengths: Ids, *, statistics: LexicalStatistics, sign: int) -> None:
    """Count chunks in (1) or out (-1); 0 only raises the bounds of their terms' impacts."""
    ids, counts, bounds = by_term(found)
    if len(ids):
        with connection.cursor() as cursor:
            cursor.execute(
                _ADD_FREQUENCIES, [ids.tolist(), (sign * counts).tolist(), bounds.tolist()]
            )
    # Never below 0, whatever is damaged: a document must be removable, a rebuild counts anew.
    statistics.chunk_count = max(0, statistics.chunk_count + sign * len(lengths))
    statistics.total_length = max(0, statistics.total_length + sign * int(lengths.sum()))
    statistics.save()


def _touched(found: Postings) -> Iterator[Postings]:
    """The postings by the blocks they are in, so many blocks at a time as one statement writes."""
    keys = found.term_ids << 32 | found.chunk_ids >> BLOCK_BITS
    blocks = np.unique(keys)
    for start in range(0, len(blocks), BATCH):
        part = blocks[start : start + BATCH]
        yield found.where((keys >= part[0]) & (keys <= part[-1]))


def _remove_from(blocks: Sequence[Block], chunk_ids: Ids) -> None:
    left = postings.without(blocks, chunk_ids)
    _write(_REPLACE, [block for block in left if block[2]])
    emptied = [block[:2] for block in left if not block[2]]
    if emptied:
        with connection.cursor() as cursor:
            cursor.execute(_DELETE, [list(column) for column in zip(*emptied, strict=True)])


def _write(sql: str, blocks: Sequence[Block]) -> None:
    with connection.cursor() as cursor:
        for start in range(0, len(blocks), BATCH):
            columns = zip(*blocks[start : start + BATCH], strict=True)
            cursor.execute(sql, [list(column) for column in columns])
