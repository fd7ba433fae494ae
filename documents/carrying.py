"""What is known of a text - pages, places of words, tables - carried over into its corrected form.

Everything before the corrected stretch stays, everything behind it moves by the same distance.
Inside it, words that are still there keep their boxes, words that were replaced hand theirs on, and
rows of tables that were touched are read again from the corrected lines. No Django.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from documents.alignment import Change, changes
from documents.extraction.types import ExtractedTable, Word

_TOKEN = re.compile(r"\S+")
_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*")
_CELL_BREAK = re.compile(r"(?<!\\)\|")

Span = tuple[int, int]
Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """`text` in the place of `canonical[start:end]`."""

    start: int
    end: int
    text: str

    @property
    def shift(self) -> int:
        """Characters by which what stands behind it moves."""
        return len(self.text) - (self.end - self.start)

    @property
    def new_end(self) -> int:
        return self.start + len(self.text)

    def applied(self, canonical: str) -> str:
        return canonical[: self.start] + self.text + canonical[self.end :]


class Carrier:
    """Offsets of a canonical text carried over one correction."""

    def __init__(self, canonical: str, correction: Correction) -> None:
        self.old = canonical
        self.new = correction.applied(canonical)
        self.correction = correction
        inside = canonical[correction.start : correction.end]
        self.changes = [
            Change(*(offset + correction.start for offset in _bounds(change)))
            for change in changes(inside, correction.text)
        ]
        self._old_ends = [change.old_end for change in self.changes]

    def moved(self, offset: int) -> int:
        """Where something untouched that begins at the offset of the old text begins now."""
        at = bisect_right(self._old_ends, offset)
        if not at:
            return offset
        return offset + self.changes[at - 1].new_end - self.changes[at - 1].old_end

    def widened(self, start: int, end: int) -> Span:
        """Where a span of the old text stands now, with what was put in at its edges."""
        new_start, new_end = self.moved(start), self.moved(end)
        for change in self.changes[bisect_left(self._old_ends, start) :]:
            if change.old_start > end:
                break
            put_in = change.old_start == change.old_end
            if change.old_start <= start and (put_in or change.old_end > start):
                new_start = min(new_start, change.new_start)
            if change.old_start < end <= change.old_end or (put_in and change.old_end == end):
                new_end = max(new_end, change.new_end)
        return new_start, max(new_start, new_end)

    def touched(self, start: int, end: int) -> bool:
        at = bisect_left(self._old_ends, start)
        while at < len(self.changes) and self.changes[at].old_start <= end:
            if self.changes[at].touches(start, end):
                return True
            at += 1
        return False

    def carried(self, start: int, end: int) -> Span:
        """Where an untouched span of the old text stands now."""
        moved = self.moved(start)
        return moved, moved + end - start

    # -- words -------------------------------------------------------------------------------

    def words(self, words: Iterable[Word]) -> list[Word]:
        """Words of a page in the order of the new text; one without a place has no entry."""
        kept, lost = [], []
        for word in words:
            if word.end <= self.correction.start:
                kept.append(word)
            elif word.start >= self.correction.end:
                kept.append(_shifted(word, self.correction.shift))
            elif self.touched(word.start, word.end):
                lost.append(word)
            else:
                kept.append(_shifted(word, self.moved(word.start) - word.start))
        for change in self.changes:
            kept += self._handed_on(change, lost)
        return sorted(kept, key=lambda word: word.start)

    def _handed_on(self, change: Change, lost: Sequence[Word]) -> Iterator[Word]:
        """Boxes of the words that a change took away, given to the words it brought."""
        places = [word for word in lost if change.touches(word.start, word.end)]
        brought = [
            match.span()
            for match in _TOKEN.finditer(self.new, change.new_start, change.new_end)
            if any(map(str.isalnum, match[0]))
        ]
        for index, (start, end) in enumerate(brought if places else ()):
            first = index * len(places) // len(brought)
            last = max(first + 1, (index + 1) * len(places) // len(brought))
            yield _joined(places[first:last], start, end)

    # -- tables ------------------------------------------------------------------------------

    def rows(self, table: ExtractedTable) -> ExtractedTable | None:
        """A table with rows in the corrected stretch, after it; None if no row is left.

        `table` holds those rows alone that stand in the stretch.
        """
        region = self._region(table)
        by_place = self._lines_kept(table)
        cells, spans = [], []
        for match in _LINE.finditer(self.new, *region):
            line, span = match[0], match.span()
            row = by_place.get(span[0], None)
            if span[0] not in by_place and _is_row(line):
                row = fitted(cells_of(line), len(table.columns))
            if row is not None:
                cells.append(row)
                spans.append(span)
        if not cells:
            return None
        columns = self._columns(table, region[0])
        return replace(table, columns=columns, rows=tuple(cells), row_spans=tuple(spans))

    def _region(self, table: ExtractedTable) -> Span:
        """From the first row to the last, with lines that were added below it."""
        start, end = self.widened(table.row_spans[0][0], table.row_spans[-1][1])
        newline = self.new.find("\n", end)
        end = newline if newline >= 0 else len(self.new)
        while match := _LINE.match(self.new, end + 1, self.correction.new_end):
            if not match[0].lstrip().startswith("|"):
                break
            end = match.end()
        return start, max(start, end)

    def _lines_kept(self, table: ExtractedTable) -> dict[int, Cells | None]:
        """Where untouched lines stand now, with their cells; None for a line that is no row."""
        held = dict(zip((start for start, _ in table.row_spans), table.rows, strict=True))
        first, last = table.row_spans[0][0], table.row_spans[-1][1]
        kept: dict[int, Cells | None] = {}
        for match in _LINE.finditer(self.old, first, last):
            if not self.touched(match.start(), match.end() + 1):  # its line break counts
                kept[self.moved(match.start())] = held.get(match.start())
        return kept

    def _columns(self, table: ExtractedTable, first_row: int) -> Cells:
        """Names from a header line that was corrected; those held if it was not."""
        above = self.new[self.correction.start : first_row].splitlines()[-2:]
        if len(above) < 2 or not _RULE.fullmatch(above[1]):
            return table.columns
        before = self.old[: table.row_spans[0][0]].splitlines()[-2:]
        names = cells_of(above[0])
        if above[0] == before[0] or len(names) != len(table.columns):
            return table.columns
        former = cells_of(before[0])
        if len(former) != len(names):
            return table.columns
        return tuple(
            name if name != was else column
            for name, was, column in zip(names, former, table.columns, strict=True)
        )

    def starts_new_table(self, spans: Sequence[Span]) -> bool:
        """Whether the rows of a table in the new text were written by this correction."""
        first, last = spans[0][0], spans[-1][1]
        return any(c.new_start < last and c.new_end > first for c in self.changes)


def cells_of(line: str) -> Cells:
    """Cells of a line of a Markdown table."""
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return tuple(cell.strip().replace("\\|", "|") for cell in _CELL_BREAK.split(inner))


def fitted(cells: Cells, width: int) -> Cells:
    """As many cells as the table has columns: what is too much stays in the last one."""
    if len(cells) > width:
        return (*cells[: width - 1], " | ".join(cells[width - 1 :]))
    return (*cells, *([""] * (width - len(cells))))


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|") and not _RULE.fullmatch(line.strip())


def _bounds(change: Change) -> tuple[int, int, int, int]:
    return change.old_start, change.old_end, change.new_start, change.new_end


def _shifted(word: Word, by: int) -> Word:
    if not by:
        return word
    start, end = word.start + by, word.end + by
    return Word(start, end, word.x0, word.y0, word.x1, word.y1)


def _joined(places: Sequence[Word], start: int, end: int) -> Word:
    """One box around those places that stand on the line of the first."""
    first = places[0]
    line = [word for word in places if word.y0 < first.y1 and word.y1 > first.y0]
    return Word(
        start,
        end,
        min(word.x0 for word in line),
        min(word.y0 for word in line),
        max(word.x1 for word in line),
        max(word.y1 for word in line),
    )
