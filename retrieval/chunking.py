"""Cut a document's canonical text into chunks. No Django.

A chunk is one span of the text, `text == canonical[start:end]`, and together the chunks cover every
letter of it. A pasal is one chunk where it fits and is split at its ayat where it does not; other
text is split at headings, paragraphs and sentences; a table is split between rows. What a reader
would need to understand the span (document, section, lead-in, table header) is repeated in
`indexed_text`, which is what is embedded and indexed, never in `text`.
"""

import hashlib
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from documents.extraction.types import ExtractedTable
from documents.structure import Section

# How far over chunk_size a pasal may go before it is split. Over the laws of the evaluation
# collection 1.5 keeps 96% of the pasal whole and every indexed_text within the embedder's window.
PASAL_SLACK = 1.5
# multilingual-e5 reads 512 tokens; the estimate below has been up to 15% short on real text.
MAX_TOKENS = 440
NAME_CHARACTERS = 160
PATH_CHARACTERS = 240
LEAD_IN_CHARACTERS = 240
LABEL_CHARACTERS = 48
# A penjelasan that says no more than "Cukup jelas" is put together with its neighbours.
TRIVIAL_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk before it is stored; `start` and `end` are offsets into the canonical text."""

    ordinal: int
    start: int
    end: int
    text: str
    indexed_text: str
    section_path: tuple[str, ...]
    legal_reference: str
    kind: str

    @property
    def digest(self) -> str:
        """SHA-256 of what is embedded: the same digest needs no new vector."""
        return hashlib.sha256(self.indexed_text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Segment:
    """A span that belongs to one section; chunks never cross from one segment into another."""

    start: int
    end: int
    section: Section


@dataclass(frozen=True, slots=True)
class _Piece:
    """The span of one chunk, with what `indexed_text` says instead of or before its text."""

    start: int
    end: int
    section: Section
    provision: str = ""
    lead_in: str = ""
    labelled: str = ""


_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]+|_+")


def estimated_tokens(text: str) -> int:
    """Tokens of an XLM-R tokenizer, estimated from word lengths: 1.3 times the real number on
    average over laws and tables, at least 0.87 of it on all but broken OCR.
    """
    total = 4.0
    for match in _TOKEN.finditer(text):
        length = match.end() - match.start()
        first = text[match.start()]
        if first.isalpha():
            shouted = length > 3 and match[0].isupper()
            total += 0.6 + length / (3 if shouted else 6.5)
        elif first.isdigit():
            total += 0.6 + length / 2.2
        else:
            spaced = length == 1 and match.start() > 0 and text[match.start() - 1].isspace()
            total += 2 if spaced else length
    return math.ceil(total)


def chunk(
    canonical: str,
    sections: Sequence[Section],
    *,
    document_name: str,
    citation: str = "",
    chunk_size: int = 1000,
    chunk_overlap: int = 200,
    tables: Sequence[ExtractedTable] = (),
    max_tokens: int = MAX_TOKENS,
) -> list[ChunkDraft]:
    """Cut the text; sizes in characters. `citation` is the short name, as in "UU 11/2006".

    Raises ValueError when the overlap is not smaller than the chunk.
    """
    if not 0 <= chunk_overlap < chunk_size:
        raise ValueError("chunk_overlap must be at least 0 and smaller than chunk_size")
    cutter = _Cutter(canonical, document_name, chunk_size, chunk_overlap, max_tokens)
    pieces = cutter.pieces(sections, tables)
    drafts: list[ChunkDraft] = []
    for piece in pieces:
        start, end = _trimmed(canonical, piece.start, piece.end)
        if start < end:
            drafts.append(
                ChunkDraft(
                    ordinal=len(drafts),
                    start=start,
                    end=end,
                    text=canonical[start:end],
                    indexed_text=cutter.indexed_text(replace(piece, start=start, end=end)),
                    section_path=piece.section.path,
                    legal_reference=_legal_reference(piece, citation),
                    kind=piece.section.kind,
                )
            )
    return drafts


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _legal_reference(piece: _Piece, citation: str) -> str:
    section = piece.section
    provisions = [label for label in section.path if label.startswith("Pasal ")]
    annex = next((label for label in section.path if label.startswith("Lampiran")), "")
    words = ", ".join(provisions)
    if piece.provision:
        words = f"{words} {piece.provision}"
    if section.kind in ("penjelasan_umum", "penjelasan_pasal"):
        words = f"Penjelasan {words or 'Umum'}"
    if annex:
        words = f"{annex}, {words}" if words else annex
    if section.kind == "diktum":
        words = f"Diktum {section.number}"
    return f"{words} {citation}".strip() if words else ""


class _Cutter:
    """The text, the sizes, and the steps from sections to pieces."""

    def __init__(
        self, text: str, document_name: str, chunk_size: int, chunk_overlap: int, max_tokens: int
    ) -> None:
        self.text = text
        self.name = document_name[:NAME_CHARACTERS]
        self.size = chunk_size
        self.overlap = chunk_overlap
        self.max_tokens = max_tokens

    # -- what is indexed -------------------------------------------------------------------------

    def _header(self, section: Section) -> str:
        path = " > ".join(section.path)
        if len(path) > PATH_CHARACTERS:
            path = "… " + path[-PATH_CHARACTERS:]
        return "\n".join(part for part in (self.name, path) if part)

    def indexed_text(self, piece: _Piece) -> str:
        """Document name, section path, lead-in or table header, and the text."""
        body = piece.labelled or self.text[piece.start : piece.end]
        parts = (self._header(piece.section), piece.lead_in, body)
        return "\n".join(part for part in parts if part)

    def _budget(self, section: Section, lead_in: str = "") -> int:
        """Estimated tokens that are left for the text itself."""
        header = f"{self._header(section)}\n{lead_in}"
        return max(60, self.max_tokens - estimated_tokens(header))

    # -- from sections to pieces -----------------------------------------------------------------

    def pieces(
        self, sections: Sequence[Section], tables: Sequence[ExtractedTable]
    ) -> Iterator[_Piece]:
        ayat = [section for section in sections if section.kind == "ayat"]
        rows = sorted(
            (table for table in tables if table.row_spans), key=lambda table: table.row_spans[0]
        )
        for segment in self._segments(sections):
            inside = [table for table in rows if self._holds(segment, table)]
            if inside:
                yield from self._with_tables(segment, inside)
            elif segment.section.kind in ("pasal", "penjelasan_pasal"):
                yield from self._pasal(segment, _within(segment, ayat))
            else:
                yield from self._prose(segment.start, segment.end, segment.section)

    def _holds(self, segment: _Segment, table: ExtractedTable) -> bool:
        return segment.start <= table.row_spans[0][0] < segment.end

    def _segments(self, sections: Sequence[Section]) -> list[_Segment]:
        """The text cut at every heading, then small headings and trifles put together."""
        heads = [section for section in sections if section.kind != "ayat"]
        if not heads:
            return []
        starts = [section.start for section in heads] + [len(self.text)]
        cut = [
            _Segment(start, end, section)
            for section, (start, end) in zip(heads, pairwise(starts), strict=True)
            if start < end
        ]
        return self._trifles_together(self._headings_forward(cut))

    def _headings_forward(self, segments: Iterable[_Segment]) -> list[_Segment]:
        """A heading without text of its own goes with what follows it."""
        joined: list[_Segment] = []
        pending: int | None = None
        for segment in segments:
            start = segment.start if pending is None else pending
            body = self.text[max(segment.section.heading_end, segment.start) : segment.end]
            alone = segment.section.kind not in ("pasal", "penjelasan_pasal", "text")
            if alone and len(body.strip()) < 3 and segment.end - start < self.size:
                pending = start
                last = segment
                continue
            joined.append(replace(segment, start=start))
            pending = None
        if pending is not None:
            if joined:
                joined[-1] = replace(joined[-1], end=last.end)
            else:
                joined.append(replace(last, start=pending))
        return joined

    def _trifles_together(self, segments: Iterable[_Segment]) -> list[_Segment]:
        """One segment of neighbouring penjelasan that say "Cukup jelas", and of front matter."""
        joined: list[_Segment] = []
        for segment in segments:
            last = joined[-1] if joined else None
            if last and segment.section.kind == "memutuskan" and segment.end - segment.start < 400:
                joined[-1] = replace(last, end=segment.end)
            elif last and self._trivial(last) and self._trivial(segment):
                joined[-1] = _Segment(
                    last.start, segment.end, _spanning(last.section, segment.section)
                )
            else:
                joined.append(segment)
        return joined

    def _trivial(self, segment: _Segment) -> bool:
        """Short, or already a run of short ones that may still grow."""
        if segment.section.kind != "penjelasan_pasal":
            return False
        length = segment.end - segment.start
        if "-" in segment.section.number:
            return length < self.size - TRIVIAL_CHARACTERS
        return length < TRIVIAL_CHARACTERS

    # -- pasal -----------------------------------------------------------------------------------

    def _pasal(self, segment: _Segment, ayat: Sequence[Section]) -> Iterator[_Piece]:
        start, end, section = segment.start, segment.end, segment.section
        if self._fits(start, end, section, int(self.size * PASAL_SLACK)):
            yield _Piece(start, end, section)
        elif len(ayat) > 1:
            yield from self._by_ayat(segment, ayat)
        else:
            yield from self._with_lead_in(start, end, section, "")

    def _fits(self, start: int, end: int, section: Section, size: int) -> bool:
        if end - start > size:
            return False
        return estimated_tokens(self.text[start:end]) <= self._budget(section)

    def _by_ayat(self, segment: _Segment, ayat: Sequence[Section]) -> Iterator[_Piece]:
        """Neighbouring ayat together as long as they fit; the first takes the pasal's heading."""
        bounds = [segment.start, *(each.start for each in ayat[1:]), segment.end]
        first = 0
        while first < len(ayat):
            last = first
            while last + 1 < len(ayat) and self._fits(
                bounds[first], bounds[last + 2], segment.section, self.size
            ):
                last += 1
            provision = f"ayat ({ayat[first].number})"
            if last > first:
                provision += f" sampai dengan ayat ({ayat[last].number})"
            start, end = bounds[first], bounds[last + 1]
            if self._fits(start, end, segment.section, int(self.size * PASAL_SLACK)):
                yield _Piece(start, end, segment.section, provision)
            else:
                yield from self._with_lead_in(start, end, segment.section, provision)
            first = last + 1

    def _with_lead_in(
        self, start: int, end: int, section: Section, provision: str
    ) -> Iterator[_Piece]:
        """Split within one ayat (or a pasal without ayat), repeating the sentence that leads in."""
        lead_in = self._lead_in(max(start, min(section.heading_end, end)), end)
        budget = self._budget(section, lead_in)
        for number, (left, right) in enumerate(self._cuts(start, end, budget, overlap=0)):
            yield _Piece(left, right, section, provision, lead_in if number else "")

    def _lead_in(self, start: int, end: int) -> str:
        """ "(2) Pemerintah Aceh berwenang:", if the text begins with such a line."""
        head = self.text[start : min(end, start + 2 * LEAD_IN_CHARACTERS)].lstrip()
        match = re.match(r"[^\n]*?:(?=\s)", head)
        return match[0] if match and len(match[0]) <= LEAD_IN_CHARACTERS else ""

    # -- other text ------------------------------------------------------------------------------

    def _prose(self, start: int, end: int, section: Section) -> Iterator[_Piece]:
        budget = self._budget(section)
        for left, right in self._cuts(start, end, budget, overlap=self.overlap):
            yield _Piece(left, right, section)

    def _cuts(
        self, start: int, end: int, budget: int, *, overlap: int
    ) -> Iterator[tuple[int, int]]:
        """Spans of at most chunk_size characters and `budget` tokens that cover start..end."""
        start, end = _trimmed(self.text, start, end)
        covered = start
        while start < end:
            limit = self._reach(start, end, budget)
            if limit >= end:
                yield start, end
                return
            cut = self._boundary(start, limit)
            yield start, cut
            covered = cut
            start = self._step_back(start, cut, overlap)
            if self._reach(start, end, budget) <= covered:
                start = covered
            while start < end and self.text[start].isspace():
                start += 1

    def _reach(self, start: int, end: int, budget: int) -> int:
        """How far a chunk from `start` may go; parts of equal length rather than a small rest."""
        rest = end - start
        if rest > self.size:
            parts = math.ceil(rest / self.size)
            limit = start + (self.size if parts > 2 else math.ceil(rest / 2) + self.size // 8)
            limit = min(limit, start + self.size)
        else:
            limit = end
        while estimated_tokens(self.text[start:limit]) > budget and limit - start > 80:
            limit = start + (limit - start) * 4 // 5
        return limit

    def _boundary(self, start: int, limit: int) -> int:
        """The best place to cut in the second half of start..limit."""
        floor = start + (limit - start) // 2
        for pattern in ("\n\n", "\n"):
            at = self.text.rfind(pattern, floor, limit)
            if at > start:
                return at + len(pattern)
        sentence = _last(_SENTENCE_BREAK, self.text, floor, limit)
        if sentence:
            return sentence
        space = self.text.rfind(" ", floor, limit)
        return space + 1 if space > start else limit

    def _step_back(self, start: int, cut: int, overlap: int) -> int:
        """Where the next chunk begins: at a line or sentence within `overlap` before the cut."""
        floor = max(start + 1, cut - overlap)
        if floor >= cut:
            return cut
        line = self.text.find("\n", floor, cut - 1)
        if line >= 0:
            return line + 1
        match = _SENTENCE_BREAK.search(self.text, floor, cut - 1)
        return match.end() if match else cut

    # -- tables ----------------------------------------------------------------------------------

    def _with_tables(self, segment: _Segment, tables: Sequence[ExtractedTable]) -> Iterator[_Piece]:
        """Text around the tables as prose, the tables row by row."""
        cursor = segment.start
        for table in tables:
            first = self._table_start(cursor, table.row_spans[0][0])
            if len(self.text[cursor:first].strip()) > 2 * LEAD_IN_CHARACTERS:
                yield from self._prose(cursor, first, segment.section)
                cursor = first
            end = min(segment.end, table.row_spans[-1][1])
            yield from self._rows(cursor, end, table, segment.section)
            cursor = end
        if self.text[cursor : segment.end].strip():
            yield from self._prose(cursor, segment.end, segment.section)

    def _table_start(self, floor: int, row: int) -> int:
        """Start of the header line: the lines that begin with a bar right above the first row."""
        start = row
        while start > floor:
            line = self.text.rfind("\n", floor, start - 1) + 1
            if line <= floor and not self.text.startswith("|", floor):
                break
            if not self.text.startswith("|", max(line, floor)):
                break
            start = max(line, floor)
        return start

    def _rows(
        self, start: int, end: int, table: ExtractedTable, section: Section
    ) -> Iterator[_Piece]:
        """Whole rows; the first chunk takes caption and header with it."""
        caption = self._caption(start, table.row_spans[0][0])
        budget = self._budget(section, caption)
        group: list[int] = []
        used = 0
        for index, span in enumerate(table.row_spans):
            if span[0] >= end:
                break
            cost = estimated_tokens(_labelled(table, index)) - 4
            full = group and (
                used + cost > budget or span[1] - table.row_spans[group[0]][0] > self.size
            )
            if full:
                yield from self._row_group(start, table, group, section, caption)
                # From the last row's end: a header printed again on the next page comes along.
                start, group, used = table.row_spans[group[-1]][1], [], 0
            group.append(index)
            used += cost
        if group:
            yield from self._row_group(start, table, group, section, caption, end=end)

    def _row_group(
        self,
        start: int,
        table: ExtractedTable,
        group: Sequence[int],
        section: Section,
        caption: str,
        *,
        end: int = 0,
    ) -> Iterator[_Piece]:
        end = end or table.row_spans[group[-1]][1]
        labelled = "\n".join(_labelled(table, index) for index in group)
        budget = self._budget(section, caption)
        if estimated_tokens(labelled) <= budget:
            yield _Piece(start, end, section, lead_in=caption, labelled=labelled)
            return
        for left, right in self._cuts(start, end, budget, overlap=0):
            yield _Piece(left, right, section, lead_in=caption)

    def _caption(self, start: int, row: int) -> str:
        """The words above a table's header, without its header and heading marks."""
        lines = (line.strip(" #*") for line in self.text[start:row].splitlines())
        words = " ".join(line for line in lines if line and not line.startswith("|"))
        return words[-LEAD_IN_CHARACTERS:]


_SENTENCE_BREAK = re.compile(r"(?<=[.;:?!])\s+(?=[A-Z0-9(“\"a-z])")


def _last(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    found = 0
    for match in pattern.finditer(text, start, end):
        found = match.end()
    return found


def _within(segment: _Segment, ayat: Sequence[Section]) -> list[Section]:
    return [each for each in ayat if segment.start <= each.start < segment.end]


def _spanning(first: Section, last: Section) -> Section:
    """The section that stands for a run of penjelasan, "Pasal 3 sampai dengan Pasal 9"."""
    low, high = first.number.split("-")[0], last.number.split("-")[-1]
    label = f"Pasal {low} sampai dengan Pasal {high}"
    return replace(first, end=last.end, number=f"{low}-{high}", path=(*first.path[:-1], label))


def _labelled(table: ExtractedTable, index: int) -> str:
    """One row with its column names, "Kabupaten/Kota: Aceh Utara | Gampong: 852"."""
    cells = []
    for column, cell in zip(table.columns, table.rows[index], strict=False):
        if cell.strip():
            label = column[:LABEL_CHARACTERS].strip()
            cells.append(f"{label}: {cell.strip()}" if label else cell.strip())
    return " | ".join(cells)
