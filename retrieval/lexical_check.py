"""Compare the lexical index with itself: postings with entries, frequencies with a count."""

from dataclasses import dataclass, fields

import numpy as np
from django.db.models import Max
from numpy.typing import NDArray

from retrieval import lexical_entries, lexical_index, postings
from retrieval.lexical_entries import Held
from retrieval.models import Chunk, LexicalEntry, LexicalStatistics, Posting, Term
from retrieval.postings import BLOCK_BITS, Ids, Postings

CHUNKS_AT_ONCE = 16 << BLOCK_BITS  # whole blocks; their postings take some 300 MB while compared
SAMPLED = 16  # entries

_READ_BLOCKS = """
    SELECT term_id, block, packed FROM retrieval_posting WHERE block >= %s AND block < %s
"""
_SAMPLE = """
    SELECT DISTINCT near.chunk_id
    FROM (
        SELECT lowest + floor(random() * (highest - lowest + 1))::int AS start
        FROM (SELECT min(chunk_id) AS lowest, max(chunk_id) AS highest FROM retrieval_lexicalentry)
             AS ids, generate_series(1, %s)
    ) AS drawn,
    LATERAL (
        SELECT chunk_id FROM retrieval_lexicalentry WHERE chunk_id >= start
        ORDER BY chunk_id LIMIT 1
    ) AS near
"""


@dataclass(frozen=True, slots=True)
class Damage:
    """How many of each are wrong; all 0 is an index that is sound.

    `entries` are live chunks that have none, or entries of chunks that are not live; postings are
    `missing`, `stray` (of no entry) or have another impact than the entry (`different`);
    `frequencies` are terms with another document frequency than counted, `bounds` terms with an
    impact above their bound, `totals` figures of LexicalStatistics that differ from a count.
    """

    entries: int = 0
    missing: int = 0
    stray: int = 0
    different: int = 0
    frequencies: int = 0
    bounds: int = 0
    totals: int = 0

    @property
    def found(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


def check() -> Damage:
    """Compare everything with everything, in pieces; takes no lock.

    What is published meanwhile may be told as damage: whoever repairs, checks again under the lock.
    """
    wrong = np.zeros(3, np.int64)
    counted = _Counted()
    for first in range(0, _last_id() + 1, CHUNKS_AT_ONCE):
        held = _entries(first)
        counted.add(held)
        wrong += _differences(held.postings, _postings(first))
    frequencies, bounds = counted.differences()
    missing, stray, different = wrong.tolist()
    return Damage(
        entries=_unpaired(),
        missing=missing,
        stray=stray,
        different=different,
        frequencies=frequencies,
        bounds=bounds,
        totals=_wrong_totals(),
    )


def sample_is_sound() -> bool:
    """Whether the terms of some entries, drawn anew each time, are held and lead back to them.

    A few milliseconds, however large the index. Of an index that lost a tenth of its postings at
    random, some 800 are looked at.
    """
    ids = [row[0] for row in lexical_entries.binary_rows(_SAMPLE, [SAMPLED])]
    held = lexical_entries.read(ids).postings
    found = postings.unpacked(lexical_index.blocks_of(held))
    named = Term.objects.filter(pk__in=np.unique(held.term_ids).tolist()).count()
    kept = not ids or LexicalStatistics.objects.filter(id=1, average_length__gt=0).exists()
    return (
        kept
        and named == len(np.unique(held.term_ids))
        and bool(np.isin(_keys(held), _keys(found)).all())
    )


class _Counted:
    """Frequencies and bounds of terms as the entries have them."""

    def __init__(self) -> None:
        size = (Term.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
        self._frequencies = np.zeros(size, np.int64)
        self._bounds = np.zeros(size, np.float32)
        self._unknown = 0

    def add(self, held: Held) -> None:
        own = held.postings
        known = own.term_ids < len(self._bounds)
        self._unknown += int((~known).sum())
        own = own.where(known)
        np.maximum.at(self._bounds, own.term_ids, own.impacts)
        chosen = np.isin(own.chunk_ids, held.chunk_ids[held.counted])
        self._frequencies += np.bincount(own.term_ids[chosen], minlength=len(self._frequencies))

    def differences(self) -> tuple[int, int]:
        """How many terms have another frequency, and how many a bound that is too low."""
        rows = list(Term.objects.values_list("pk", "document_frequency", "max_impact").iterator())
        kept = [row for row in rows if row[0] < len(self._bounds)]
        ids = np.array([row[0] for row in kept], np.int64)
        frequencies = np.zeros_like(self._frequencies)
        bounds = np.zeros_like(self._bounds)
        frequencies[ids] = [row[1] for row in kept]
        bounds[ids] = [row[2] for row in kept]
        too_low = self._bounds > bounds * (1 + 1e-6)
        return int((frequencies != self._frequencies).sum()) + self._unknown, int(too_low.sum())


def _last_id() -> int:
    last = LexicalEntry.objects.aggregate(last=Max("chunk_id"))["last"] or 0
    block = Posting.objects.aggregate(last=Max("block"))["last"] or 0
    return max(last, block << BLOCK_BITS)


def _entries(first: int) -> Held:
    ids = LexicalEntry.objects.filter(chunk_id__gte=first, chunk_id__lt=first + CHUNKS_AT_ONCE)
    return lexical_entries.read(ids.values_list("chunk_id", flat=True))


def _postings(first: int) -> Postings:
    bounds = [first >> BLOCK_BITS, (first + CHUNKS_AT_ONCE) >> BLOCK_BITS]
    return postings.unpacked(lexical_entries.binary_rows(_READ_BLOCKS, bounds))


def _differences(expected: Postings, held: Postings) -> NDArray[np.int64]:
    """How many postings are missing, stray, and of another impact."""
    _, ours, theirs = np.intersect1d(_keys(expected), _keys(held), return_indices=True)
    different = expected.impacts[ours] != held.impacts[theirs]
    return np.array([len(expected) - len(ours), len(held) - len(ours), different.sum()], np.int64)


def _keys(found: Postings) -> Ids:
    return found.term_ids << 32 | found.chunk_ids


def _unpaired() -> int:
    """Live chunks without an entry, and entries of chunks that are not live."""
    without = Chunk.objects.filter(live=True, lexical=None).count()
    return without + LexicalEntry.objects.filter(chunk__live=False).count()


def _wrong_totals() -> int:
    kept = LexicalStatistics.objects.filter(id=1).first()
    return sum(getattr(kept, name, 0) != count for name, count in lexical_index.totals().items())
