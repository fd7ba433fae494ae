"""What was added to a text and what was taken away, shown with a little of what stands around it.

No Django.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from documents.alignment import Change, changes

CONTEXT_CHARACTERS = 90
# A page of the admin, not a file: who changed more sees the first of it.
MOST_HUNKS = 150
LONGEST = 4_000

Kind = Literal["same", "added", "removed"]


@dataclass(frozen=True, slots=True)
class Piece:
    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Hunk:
    """Changes that stand close to one another; `start` is an offset into the new text."""

    start: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much differs, in words, and the first MOST_HUNKS places where."""

    added: int
    removed: int
    hunks: tuple[Hunk, ...]
    hunk_count: int

    @property
    def only_spacing(self) -> bool:
        """Line breaks and blanks differ, no words."""
        return bool(self.hunks) and not (self.added or self.removed)


def difference(old: str, new: str) -> Difference:
    found = changes(old, new)
    groups = list(_close_together(found))
    return Difference(
        added=sum(len(new[c.new_start : c.new_end].split()) for c in found),
        removed=sum(len(old[c.old_start : c.old_end].split()) for c in found),
        hunks=tuple(_hunk(old, new, group) for group in groups[:MOST_HUNKS]),
        hunk_count=len(groups),
    )


def _close_together(found: Sequence[Change]) -> Iterator[list[Change]]:
    group: list[Change] = []
    for change in found:
        if group and change.old_start - group[-1].old_end > 2 * CONTEXT_CHARACTERS:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _hunk(old: str, new: str, group: Sequence[Change]) -> Hunk:
    first = _word_start(old, group[0].old_start - CONTEXT_CHARACTERS)
    pieces, at = [], first
    for change in group:
        pieces.append(Piece("same", old[at : change.old_start]))
        pieces.append(Piece("removed", _shortened(old[change.old_start : change.old_end])))
        pieces.append(Piece("added", _shortened(new[change.new_start : change.new_end])))
        at = change.old_end
    pieces.append(Piece("same", old[at : _word_end(old, at + CONTEXT_CHARACTERS)]))
    return Hunk(group[0].new_start, tuple(piece for piece in pieces if piece.text))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def _word_start(text: str, at: int) -> int:
    if at <= 0:
        return 0
    blank = text.find(" ", at, at + 30)
    return blank + 1 if blank >= 0 else at


def _word_end(text: str, at: int) -> int:
    if at >= len(text):
        return len(text)
    blank = text.rfind(" ", at - 30, at)
    return blank if blank >= 0 else at
