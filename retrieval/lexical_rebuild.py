"""Build the next generation of the whole lexical index in bulk.

Chunks are read in the order of their ids, so that blocks fill one after the other. What is held in
memory is the vocabulary (some 100 bytes a term) and the postings of the blocks being filled (about
300 MB when they are sorted), however many chunks there are.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
from django.db import connection

from documents.models import Document
from retrieval import lexical_entries, lexical_index, postings, spelling
from retrieval.access_columns import Columns, columns_of
from retrieval.lexical_entries import ChunkText, Entry
from retrieval.models import Chunk, LexicalEntry, LexicalStatistics, Posting, Term
from retrieval.postings import BLOCK_BITS, Postings
from retrieval.tokens import TOKENISER_VERSION

READ_BATCH = 2_000  # chunks
MOST_HELD = 4_000_000  # postings in memory

_COPY_POSTINGS = "COPY retrieval_posting (term_id, block, packed) FROM STDIN (FORMAT BINARY)"
_SET_FREQUENCIES = """
    UPDATE retrieval_term AS term
    SET document_frequency = new.frequency, max_impact = new.impact
    FROM unnest(%s::int[], %s::int[], %s::float4[]) AS new (term_id, frequency, impact)
    WHERE term.id = new.term_id
"""


def rebuild(*, statistics: LexicalStatistics) -> int:
    """Make everything anew with the average length as it is now; returns the entries made.

    In one transaction that holds the index lock: searches read the former generation until it
    commits.
    """
    statistics.average_length = lexical_index.measured_average()
    # Terms keep their ids: a search that looked them up before the commit reads postings after it.
    for model in (LexicalEntry, Posting):
        model._default_manager.all()._raw_delete(connection.alias)
    spelling.forget_all()
    generation = _Generation(statistics)
    for chunks in _live_chunks():
        generation.add(chunks)
    generation.close()
    return generation.made


class _Generation:
    """The index as far as it is built."""

    def __init__(self, statistics: LexicalStatistics) -> None:
        self.made = 0
        self._statistics = statistics
        self._statistics.chunk_count = self._statistics.total_length = 0
        self._ids = dict(Term.objects.values_list("text", "pk").iterator())
        self._documents: dict[str, tuple[str, Columns]] = {}
        self._open: list[Postings] = []
        self._words: set[str] = set()
        self._frequencies = np.zeros(1, np.int64)
        self._bounds = np.zeros(1, np.float32)

    def add(self, chunks: Sequence[tuple[str, ChunkText]]) -> None:
        """Index chunks of any documents; ids go on from those before."""
        self._write_closed_blocks(before=chunks[0][1].chunk_id)
        for document_id, own in groupby(chunks, lambda row: row[0]):
            self._add(document_id, [chunk for _, chunk in own])

    def close(self) -> None:
        """Write what is open, and the frequencies."""
        self._write_blocks(postings.joined(self._open))
        held = np.flatnonzero(self._bounds)
        gone = np.setdiff1d(np.fromiter(self._ids.values(), np.int64), held)
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM retrieval_term WHERE id = ANY (%s)", [gone.tolist()])
            cursor.execute(
                _SET_FREQUENCIES,
                [held.tolist(), self._frequencies[held].tolist(), self._bounds[held].tolist()],
            )
        self._statistics.generation += 1
        self._statistics.tokeniser_version = TOKENISER_VERSION
        self._statistics.frozen_at_count = self._statistics.chunk_count
        self._statistics.save()

    def _add(self, document_id: str, chunks: Sequence[ChunkText]) -> None:
        language, columns = self._document(document_id)
        entries = lexical_entries.weigh(
            chunks,
            language=language,
            average_length=self._statistics.average_length,
            term_ids=self._term_ids,
        )
        lexical_entries.write((document_id, columns, entry) for entry in entries)
        found = lexical_entries.postings_of(entries)
        self._open.append(found)
        counted = columns["public"] and columns["searchable"]
        self._count(found, entries, counted=counted)
        if counted:
            spelling.learn((chunk.indexed_text for chunk in chunks), known=self._words)
        self.made += len(entries)

    def _count(self, found: Postings, entries: Sequence[Entry], *, counted: bool) -> None:
        ids, counts, bounds = lexical_index.by_term(found)
        if not len(ids):
            return
        missing = int(ids[-1]) + 1 - len(self._bounds)
        if missing > 0:
            room = max(missing, len(self._bounds))
            self._frequencies = np.pad(self._frequencies, (0, room))
            self._bounds = np.pad(self._bounds, (0, room))
        self._bounds[ids] = np.maximum(self._bounds[ids], bounds)
        if counted:
            self._frequencies[ids] += counts
            self._statistics.chunk_count += len(entries)
            self._statistics.total_length += sum(entry.length for entry in entries)

    def _document(self, document_id: str) -> tuple[str, Columns]:
        if document_id not in self._documents:
            document = Document.objects.get(pk=document_id)
            self._documents[document_id] = document.language, columns_of(document)
        return self._documents[document_id]

    def _term_ids(self, texts: set[str]) -> dict[str, int]:
        missing = texts - self._ids.keys()
        if missing:
            self._ids.update(lexical_index.term_ids(missing))
        return self._ids

    def _write_closed_blocks(self, *, before: int) -> None:
        """Write the blocks that no chunk from here on belongs to, once they are many."""
        if sum(map(len, self._open)) < MOST_HELD:
            return
        held = postings.joined(self._open)
        closed = held.chunk_ids >> BLOCK_BITS < before >> BLOCK_BITS
        self._write_blocks(held.where(closed))
        self._open = [held.where(~closed)]

    def _write_blocks(self, closed: Postings) -> None:
        with connection.cursor() as cursor, cursor.copy(_COPY_POSTINGS) as copy:
            copy.set_types(["int4", "int4", "bytea"])
            for block in postings.packed(closed):
                copy.write_row(block)


def _live_chunks() -> Iterator[list[tuple[str, ChunkText]]]:
    """All live chunks by id, in batches, each with its document's id."""
    last = 0
    while True:
        rows = Chunk.objects.filter(live=True, pk__gt=last).order_by("pk")
        batch = [
            (document_id, ChunkText(pk, text, indexed_text))
            for pk, document_id, text, indexed_text in rows.values_list(
                "pk", "document_id", "text", "indexed_text"
            )[:READ_BATCH]
        ]
        if not batch:
            return
        yield batch
        last = batch[-1][1].chunk_id
