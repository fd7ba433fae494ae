"""Postings in the form that is stored: blocks of fixed records. No Django.

A block holds the chunks of one term among `1 << BLOCK_BITS` consecutive chunk ids, as records of an
offset within the block and the BM25 impact (idf apart), in any order. A record is of fixed length
and independent of those around it: blocks are appended to, and added up, without being parsed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]
Impacts = NDArray[np.float32]

# 4,096 ids: a term of a third of all chunks fits a page of the table, so that no list is read in
# pieces from elsewhere, and a document rewrites at most some 1.2 MB.
BLOCK_BITS: Final = 12
RECORD: Final = np.dtype([("offset", "<u2"), ("impact", "<f4")])
# Chunks whose best is compared at first when the best of all are sought.
GROUP: Final = 64

Block = tuple[int, int, bytes]  # term id, block, records


@dataclass(frozen=True, slots=True)
class Postings:
    """Parallel arrays: chunk `chunk_ids[i]` holds term `term_ids[i]` with `impacts[i]`."""

    term_ids: Ids
    chunk_ids: Ids
    impacts: Impacts

    def __len__(self) -> int:
        return len(self.term_ids)

    def where(self, kept: NDArray[np.bool_]) -> "Postings":
        return Postings(self.term_ids[kept], self.chunk_ids[kept], self.impacts[kept])


NO_POSTINGS: Final = Postings(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float32))


def joined(parts: Sequence[Postings]) -> Postings:
    if not parts:
        return NO_POSTINGS
    return Postings(
        np.concatenate([part.term_ids for part in parts]),
        np.concatenate([part.chunk_ids for part in parts]),
        np.concatenate([part.impacts for part in parts]),
    )


def packed(postings: Postings) -> list[Block]:
    """Postings as blocks, in the order of terms and blocks."""
    if not len(postings):
        return []
    order = np.argsort(postings.term_ids << 32 | postings.chunk_ids)
    term_ids, chunk_ids = postings.term_ids[order], postings.chunk_ids[order]
    blocks = chunk_ids >> BLOCK_BITS
    records = np.empty(len(postings), RECORD)
    records["offset"] = chunk_ids & ((1 << BLOCK_BITS) - 1)
    records["impact"] = postings.impacts[order]
    changes = (np.diff(term_ids) != 0) | (np.diff(blocks) != 0)
    starts = np.concatenate(([0], np.flatnonzero(changes) + 1))
    ends = np.append(starts[1:], len(records)) * RECORD.itemsize
    data = records.tobytes()
    return [
        (term_id, block, data[start:end])
        for term_id, block, start, end in zip(
            term_ids[starts].tolist(),
            blocks[starts].tolist(),
            (starts * RECORD.itemsize).tolist(),
            ends.tolist(),
            strict=True,
        )
    ]


def unpacked(blocks: Sequence[Block]) -> Postings:
    if not blocks:
        return NO_POSTINGS
    terms, numbers, data = zip(*blocks, strict=True)
    records, counts = _records(data)
    bases = np.array(numbers, np.int64) << BLOCK_BITS
    return Postings(
        np.repeat(np.array(terms, np.int64), counts),
        np.repeat(bases, counts) + records["offset"],
        records["impact"],
    )


@dataclass(frozen=True, slots=True)
class Sums:
    """Scores of all chunks of some blocks: row i of `scores` belongs to block `numbers[i]`."""

    numbers: Ids
    scores: NDArray[np.float64]

    def best(self, count: int) -> tuple[list[int], list[float]]:
        """Ids and scores of the best `count` chunks that have any score, best first."""
        grouped = self.scores.reshape(-1, GROUP)
        highest = grouped.max(axis=1) if len(grouped) else np.empty(0)
        floor = np.partition(highest, -count)[-count] if count < len(highest) else 0.0
        # As many groups as chunks are wanted reach the floor, so no chunk below it is among them.
        reached = np.flatnonzero(highest >= floor)
        rows, columns = np.nonzero(grouped[reached] >= max(floor, np.nextafter(0, 1)))
        scores = grouped[reached[rows], columns]
        ids = self._ids(reached[rows] * GROUP + columns)
        order = np.lexsort((ids, -scores))[:count]
        return ids[order].tolist(), scores[order].tolist()

    def reaching(self, floor: float) -> tuple[list[int], list[float]]:
        """Ids and scores of all chunks with at least this score, best first."""
        positions = np.flatnonzero(self.scores.ravel() >= floor)
        ids, scores = self._ids(positions), self.scores.ravel()[positions]
        order = np.lexsort((ids, -scores))
        return ids[order].tolist(), scores[order].tolist()

    def plus(self, other: "Sums") -> "Sums":
        """The scores of both added up."""
        if not len(self.numbers):
            return other
        numbers = np.union1d(self.numbers, other.numbers)
        scores = np.zeros((len(numbers), 1 << BLOCK_BITS))
        scores[np.searchsorted(numbers, self.numbers)] = self.scores
        scores[np.searchsorted(numbers, other.numbers)] += other.scores
        return Sums(numbers, scores)

    def of(self, chunk_ids: Iterable[int]) -> dict[int, float]:
        """The scores of these chunks, of those that have any."""
        ids = np.fromiter(chunk_ids, np.int64)
        rows = np.searchsorted(self.numbers, ids >> BLOCK_BITS)
        held = rows < len(self.numbers)
        held[held] = self.numbers[rows[held]] == (ids[held] >> BLOCK_BITS)
        ids, rows = ids[held], rows[held]
        scores = self.scores[rows, ids & ((1 << BLOCK_BITS) - 1)]
        return {i: score for i, score in zip(ids.tolist(), scores.tolist(), strict=True) if score}

    def _ids(self, positions: Ids) -> Ids:
        bases: Ids = self.numbers[positions >> BLOCK_BITS] << BLOCK_BITS
        return bases + (positions & ((1 << BLOCK_BITS) - 1))


NO_SUMS: Final = Sums(np.empty(0, np.int64), np.empty((0, 1 << BLOCK_BITS)))


def summed(blocks: Sequence[Block], weights: Mapping[int, float]) -> Sums:
    """Add up impact * weight of the term over all blocks."""
    if not blocks:
        return NO_SUMS
    # Ids far apart take no more room than their blocks.
    held, rows = np.unique(np.array([block[1] for block in blocks]), return_inverse=True)
    bases = rows << BLOCK_BITS
    scores = np.zeros(len(held) << BLOCK_BITS)
    start = 0
    # One term at a time, whose chunks differ: four times as fast as all at once by bincount.
    for term_id, own in groupby(blocks, itemgetter(0)):
        records, counts = _records([block[2] for block in own])
        end = start + len(counts)
        positions = np.repeat(bases[start:end], counts)
        positions += records["offset"]
        scores[positions] += records["impact"] * np.float64(weights[term_id])
        start = end
    return Sums(held, scores.reshape(len(held), -1))


def without(blocks: Sequence[Block], chunk_ids: Iterable[int]) -> list[Block]:
    """The blocks without these chunks; a block that held nothing else has no bytes left."""
    if not blocks:
        return []
    terms, numbers, data = zip(*blocks, strict=True)
    records, counts = _records(data)
    owners = np.repeat(np.arange(len(blocks)), counts)
    ids = np.repeat(np.array(numbers, np.int64) << BLOCK_BITS, counts) + records["offset"]
    stays = ~np.isin(ids, np.fromiter(chunk_ids, np.int64))
    ends = np.cumsum(np.bincount(owners[stays], minlength=len(blocks))) * RECORD.itemsize
    kept = records[stays].tobytes()
    starts = [0, *ends[:-1].tolist()]
    return [
        (term, number, kept[start:end])
        for term, number, start, end in zip(terms, numbers, starts, ends.tolist(), strict=True)
    ]


def _records(data: Sequence[bytes]) -> tuple[NDArray[Any], Ids]:
    """All records of some blocks in a row, and how many each block has."""
    sizes = np.fromiter(map(len, data), np.int64, len(data))
    return np.frombuffer(b"".join(data), RECORD), sizes // RECORD.itemsize
