"""Where in a regulation a clause stands. No Django."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from documents.structure import Section

_NO_LAW = ("Penjelasan", "Lampiran")
_OPENING = ("Menimbang", "Mengingat", "Memperhatikan")
_EXAMPLE = re.compile(r"\bContoh(?:\s+\w+)?\s*:", re.IGNORECASE)
_EXAMPLE_WITHIN = 700
_SENTENCE_END = re.compile(
    r"(?<!\bNo)(?<!\bNr)(?<!\bDrt)(?<!\bPrp)(?<!\bPT)(?<!\b[a-zA-Z])(?<!\b\d)(?<!\b\d\d)\.\s+(?=[A-Z(])"
)


class Places:
    """Answers, for offsets of a text, which section they stand in."""

    def __init__(self, canonical: str, sections: Sequence[Section], *, decided: int = 0) -> None:
        """`decided` is where "Memutuskan" stands: before it nothing is law."""
        self.canonical = canonical
        self.decided = decided
        self.sections = sections
        self.starts = [section.start for section in sections]

    def enacts(self, position: int) -> bool:
        """Whether what stands there is law: no consideration, elucidation, annex or example."""
        section = self._section(position)
        opened = section is not None and section.path and section.path[0] in _OPENING
        if position < self.decided or (opened and not self.decided):
            return False
        if section is not None and section.path and section.path[0].startswith(_NO_LAW):
            return False
        near = self.canonical[max(0, position - _EXAMPLE_WITHIN) : position]
        return not _EXAMPLE.search(near)

    def provision(self, position: int) -> str:
        """ "Pasal 272", or the diktum, around the position; empty outside of any."""
        section = self._section(position)
        labels = section.path if section is not None else ()
        for label in reversed(labels):
            if label.startswith(("Pasal", "Diktum")):
                return label
        return ""

    def clause_start(self, position: int, *, limit: int = 6_000) -> int:
        """Where the sentence, pasal or ayat around the position begins."""
        section = self._section(position)
        begin = max(section.heading_end if section is not None else 0, position - limit)
        last = begin
        for match in _SENTENCE_END.finditer(self.canonical, begin, position):
            last = match.end()
        return last

    def _section(self, position: int) -> Section | None:
        index = bisect_right(self.starts, position) - 1
        return self.sections[index] if index >= 0 else None
