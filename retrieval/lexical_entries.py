"""Entries of the lexical index: made from chunks, written and read in bulk."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np
import psycopg
from django.db import connection
from numpy.typing import NDArray

from retrieval import bm25
from retrieval.access_columns import Columns
from retrieval.postings import Ids, Postings, joined
from retrieval.tokens import frequencies

# sparsevec's bound; term ids count from 1 and stay below it.
DIMENSIONS: Final = 1_000_000_000
_HEADER_BYTES = 12  # of a sparsevec as it is sent: dimensions, number of elements, unused

_COPY = """
    COPY retrieval_lexicalentry (chunk_id, document_id, searchable, public, group_ids, kind, number,
                                 year, legal_status, language, tags, length, weights) FROM STDIN
"""
_READ = """
    SELECT chunk_id, length, public AND searchable, sparsevec_send(weights)
    FROM retrieval_lexicalentry WHERE chunk_id = ANY (%s)
"""

TermIds = Callable[[set[str]], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class ChunkText:
    """What of a chunk is indexed."""

    chunk_id: int
    text: str
    indexed_text: str

    def heading_and_text(self) -> tuple[str, str]:
        """What `indexed_text` says before the text, and the text.

        Rows of a table are indexed in other words than the text has (with their labels): then all
        is text.
        """
        if self.indexed_text.endswith(self.text):
            return self.indexed_text.removesuffix(self.text), self.text
        return "", self.indexed_text


@dataclass(frozen=True, slots=True)
class Entry:
    """One chunk's terms (by id) with their impacts; `length` in tokens."""

    chunk_id: int
    length: int
    impacts: dict[int, float]


@dataclass(frozen=True, slots=True)
class Held:
    """Entries as read: `counted` are those whose terms the document frequencies count."""

    chunk_ids: Ids
    lengths: Ids
    counted: NDArray[np.bool_]
    postings: Postings


def weigh(
    chunks: Sequence[ChunkText], *, language: str, average_length: float, term_ids: TermIds
) -> list[Entry]:
    """Take the chunks' words and their impacts; `term_ids` finds the ids of terms or makes them."""
    counted = [frequencies(*chunk.heading_and_text(), language=language) for chunk in chunks]
    ids = term_ids({term for counts, _ in counted for term in counts})
    return [
        Entry(
            chunk_id=chunk.chunk_id,
            length=length,
            impacts={
                ids[term]: weight
                for term, weight in bm25.impacts(
                    counts, length=length, average_length=average_length
                ).items()
            },
        )
        for chunk, (counts, length) in zip(chunks, counted, strict=True)
    ]


def postings_of(entries: Sequence[Entry]) -> Postings:
    counts = np.array([len(entry.impacts) for entry in entries], np.int64)
    total = int(counts.sum())
    return Postings(
        np.fromiter(chain.from_iterable(e.impacts for e in entries), np.int64, total),
        np.repeat(np.array([entry.chunk_id for entry in entries], np.int64), counts),
        np.fromiter(chain.from_iterable(e.impacts.values() for e in entries), np.float32, total),
    )


def write(rows: Iterable[tuple[str, Columns, Entry]]) -> None:
    """Store entries with their document's id and columns."""
    with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        for document_id, columns, entry in rows:
            copy.write_row(
                (
                    entry.chunk_id,
                    document_id,
                    columns["searchable"],
                    columns["public"],
                    columns["group_ids"],
                    columns["kind"],
                    columns["number"],
                    columns["year"],
                    columns["legal_status"],
                    columns["language"],
                    columns["tags"],
                    entry.length,
                    sparse(entry.impacts),
                )
            )


def read(chunk_ids: Iterable[int]) -> Held:
    """The entries of these chunks, of those that have one."""
    rows = binary_rows(_READ, [list(chunk_ids)])
    return Held(
        chunk_ids=np.array([row[0] for row in rows], np.int64),
        lengths=np.array([row[1] for row in rows], np.int64),
        counted=np.array([row[2] for row in rows], np.bool_),
        postings=joined([_postings(chunk_id, sent) for chunk_id, _, _, sent in rows]),
    )


def sparse(weights: Mapping[int, float]) -> str:
    """Weights by term id as PostgreSQL reads a sparsevec; nine digits give a float4 back."""
    rounded = zip(weights, array("f", weights.values()), strict=True)
    elements = ",".join(f"{term_id}:{weight:.9g}" for term_id, weight in sorted(rounded))
    return f"{{{elements}}}/{DIMENSIONS}"


def binary_rows(sql: str, parameters: Sequence[Any]) -> list[Any]:
    """Rows as they are stored: Django's cursor would have each byte written out in hexadecimal."""
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        return cursor.execute(sql, parameters, binary=True).fetchall()


def _postings(chunk_id: int, sent: bytes) -> Postings:
    """A sparsevec as PostgreSQL sends it: big-endian, term ids counted from 0."""
    count = (len(sent) - _HEADER_BYTES) // 8
    term_ids = np.frombuffer(sent, ">i4", count, _HEADER_BYTES).astype(np.int64) + 1
    impacts = np.frombuffer(sent, ">f4", count, _HEADER_BYTES + 4 * count).astype(np.float32)
    return Postings(term_ids, np.full(count, chunk_id), impacts)
