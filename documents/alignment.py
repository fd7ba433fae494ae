"""Where two texts differ, word by word, in nearly linear time. No Django.

Lines that occur once in both texts anchor the comparison (patience diff), so that a text of a
million characters is compared in well under a second; between anchors words are compared.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

# difflib is quadratic at worst: larger stretches without an anchor count as replaced.
MAX_COMPARED = 250_000  # elements of the one times elements of the other
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"\S+\s*|\s+")

Block = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """`old[old_start:old_end]` became `new[new_start:new_end]`; one of them may be empty."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int

    def touches(self, start: int, end: int) -> bool:
        """Whether the span of the old text lost, changed or took in a character."""
        if self.old_start == self.old_end:
            return start < self.old_start < end
        return self.old_start < end and self.old_end > start


def changes(old: str, new: str) -> list[Change]:
    """In order; between two of them the texts are equal."""
    old_lines, new_lines = _LINE.findall(old), _LINE.findall(new)
    old_at, new_at = _offsets(old_lines), _offsets(new_lines)
    found: list[Change] = []
    for a, b, c, d in differing(old_lines, new_lines):
        old_part, new_part = old[old_at[a] : old_at[b]], new[new_at[c] : new_at[d]]
        found += _of_words(old_part, new_part, old_at[a], new_at[c])
    return found


def _of_words(old: str, new: str, old_from: int, new_from: int) -> Iterator[Change]:
    """Equal words may be followed by other white space: that is a change of its own."""
    old_words, new_words = _WORD.findall(old), _WORD.findall(new)
    old_at, new_at = _offsets(old_words), _offsets(new_words)

    def change(a: int, b: int, c: int, d: int) -> Change:
        return Change(old_from + a, old_from + b, new_from + c, new_from + d)

    i = j = 0
    blocks = differing([w.strip() for w in old_words], [w.strip() for w in new_words])
    for a, b, c, d in [*blocks, (len(old_words), len(old_words), len(new_words), len(new_words))]:
        for k in range(a - i):
            old_word, new_word = old_words[i + k], new_words[j + k]
            if old_word != new_word:
                shared = len(old_word.rstrip())
                yield change(
                    old_at[i + k] + shared,
                    old_at[i + k + 1],
                    new_at[j + k] + shared,
                    new_at[j + k + 1],
                )
        if b > a or d > c:
            yield change(old_at[a], old_at[b], new_at[c], new_at[d])
        i, j = b, d


def differing(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """Ranges (old from, old to, new from, new to) of elements that differ, in order."""
    waiting: list[Block] = [(0, len(old), 0, len(new))]
    found: list[Block] = []
    while waiting:
        a, b, c, d = _trimmed(old, new, waiting.pop())
        if a == b and c == d:
            continue
        if a == b or c == d:
            found.append((a, b, c, d))
        elif (b - a) * (d - c) <= MAX_COMPARED:
            found += _compared(old, new, (a, b, c, d))
        elif anchors := _anchors(old[a:b], new[c:d]):
            edges = [(-1, -1), *anchors, (b - a, d - c)]
            waiting += [
                (a + i + 1, a + next_i, c + j + 1, c + next_j)
                for (i, j), (next_i, next_j) in pairwise(edges)
            ]
        else:
            found.append((a, b, c, d))
    return sorted(found)


def _trimmed(old: Sequence[str], new: Sequence[str], block: Block) -> Block:
    a, b, c, d = block
    while a < b and c < d and old[a] == new[c]:
        a, c = a + 1, c + 1
    while a < b and c < d and old[b - 1] == new[d - 1]:
        b, d = b - 1, d - 1
    return a, b, c, d


def _compared(old: Sequence[str], new: Sequence[str], block: Block) -> Iterator[Block]:
    a, b, c, d = block
    matcher = SequenceMatcher(None, old[a:b], new[c:d], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            yield a + i1, a + i2, c + j1, c + j2


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of what occurs once in each, as many as keep the order of both."""
    once_old = {text for text, count in Counter(old).items() if count == 1}
    counts_new = Counter(new)
    place = {text: j for j, text in enumerate(new) if counts_new[text] == 1}
    pairs = [(i, place[text]) for i, text in enumerate(old) if text in once_old and text in place]
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    ends: list[int] = []  # the least last value of a rising run of each length
    last: list[int] = []  # the pair that ends it
    before: list[int | None] = []
    for index, (_, value) in enumerate(pairs):
        length = bisect_left(ends, value)
        before.append(last[length - 1] if length else None)
        if length == len(ends):
            ends.append(value)
            last.append(index)
        else:
            ends[length], last[length] = value, index
    run: list[tuple[int, int]] = []
    at = last[-1] if last else None
    while at is not None:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]


def _offsets(parts: Sequence[str]) -> list[int]:
    offsets = [0]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return offsets
