"""The text, the sizes, and where it may be cut."""

import math
import re
from collections.abc import Iterator

from documents.structure import Section
from retrieval.chunking.drafts import Piece
from retrieval.chunking.lengths import estimated_tokens

NAME_CHARACTERS = 160
PATH_CHARACTERS = 240
LEAD_IN_CHARACTERS = 240

_SENTENCE_BREAK = re.compile(r"(?<=[.;:?!])\s+(?=[A-Z0-9(“\"a-z])")


class Cutter:
    """The text, the sizes, and what is indexed with a span."""

    def __init__(
        self, text: str, document_name: str, chunk_size: int, chunk_overlap: int, max_tokens: int
    ) -> None:
        self.text = text
        self.name = document_name[:NAME_CHARACTERS]
        self.size = chunk_size
        self.overlap = chunk_overlap
        self.max_tokens = max_tokens

    # -- what is indexed -------------------------------------------------------------------------

    def header(self, section: Section) -> str:
        path = " > ".join(section.path)
        if len(path) > PATH_CHARACTERS:
            path = "… " + path[-PATH_CHARACTERS:]
        return "\n".join(part for part in (self.name, path) if part)

    def indexed_text(self, piece: Piece) -> str:
        """Document name, section path, lead-in or table header, and the text."""
        body = piece.labelled or self.text[piece.start : piece.end]
        parts = (self.header(piece.section), piece.lead_in, body)
        return "\n".join(part for part in parts if part)

    def budget(self, section: Section, lead_in: str = "") -> int:
        """Estimated tokens that are left for the text itself."""
        header = f"{self.header(section)}\n{lead_in}"
        return max(60, self.max_tokens - estimated_tokens(header))

    def fits(self, start: int, end: int, section: Section, size: int) -> bool:
        if end - start > size:
            return False
        return estimated_tokens(self.text[start:end]) <= self.budget(section)

    def lead_in(self, start: int, end: int) -> str:
        """ "(2) Pemerintah Aceh berwenang:", if the text begins with such a line."""
        head = self.text[start : min(end, start + 2 * LEAD_IN_CHARACTERS)].lstrip()
        match = re.match(r"[^\n]*?:(?=\s)", head)
        return match[0] if match and len(match[0]) <= LEAD_IN_CHARACTERS else ""

    def prose(self, start: int, end: int, section: Section) -> Iterator[Piece]:
        budget = self.budget(section)
        for left, right in self.cuts(start, end, budget, overlap=self.overlap):
            yield Piece(left, right, section)

    def cuts(self, start: int, end: int, budget: int, *, overlap: int) -> Iterator[tuple[int, int]]:
        """Spans of at most chunk_size characters and `budget` tokens that cover start..end."""
        start, end = trimmed(self.text, start, end)
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


def _last(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    found = 0
    for match in pattern.finditer(text, start, end):
        found = match.end()
    return found


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
