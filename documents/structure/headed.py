"""BAB, Bagian, Paragraf: headings with a number and a title."""

import re
from typing import Final

from documents.structure import patterns
from documents.structure.numbers import roman_value
from documents.structure.state import State
from documents.structure.surroundings import Surroundings
from documents.structure.titles import title_of
from documents.structure.types import Kind, Mark

# "a. BAB I : PENDAHULUAN;" lists the parts of an annex.
_ITEM: Final = re.compile(r"(?:^|\n)[ \t]*(?:[a-zA-Z]|\d{1,2})[.)]$")


class HeadedReader:
    def __init__(self, around: Surroundings, state: State) -> None:
        self.around = around
        self.state = state
        self._last_bab = 0

    def bab(self, match: re.Match[str]) -> Mark | None:
        number = self._bab_number(match["bab_no"])
        if not number:
            return None
        mark = self.mark(match, "bab", number, f"BAB {number}")
        if mark and mark.level == patterns.LEVELS["bab"]:
            self._last_bab = roman_value(number) or int(re.sub(r"\D", "", number) or 0)
        return mark

    def _bab_number(self, written: str) -> str:
        """ "Il" and "1I" are II; "11" is II after BAB I."""
        capital = re.sub(r"[l1|]", "I", written)
        if written.isdigit():
            due = roman_value(capital) == self._last_bab + 1
            return capital if due and int(written) != self._last_bab + 1 else written
        bare = capital[:-1] if capital[-1:].isalpha() and not roman_value(capital) else capital
        return capital if roman_value(bare) or bare.isdigit() else ""

    def mark(self, match: re.Match[str], kind: Kind, number: str, label: str) -> Mark | None:
        """With the title beside or below it; None where the words are a reference."""
        start, end = match.span()
        start += len(match[0]) - len(match[0].lstrip())
        rest = self.around.rest(end)
        if patterns.ELLIPSIS.match(rest) or patterns.LEADERS.search(rest):
            return None
        if self.state.part == "penjelasan" or re.search(r"\s\d{1,3}\s*$", rest):
            return None
        if not self._begins_here(start, rest):
            return None
        title, title_end = title_of(self.around, end, kind)
        self.state.next_ayat = 0
        level = patterns.LEVELS[kind]
        if self.state.amendment and self._is_quoted(start):
            level += patterns.QUOTED
        return Mark(start, title_end, level, kind, number, title, f"{label} {title}".strip()[:160])

    def _begins_here(self, start: int, rest: str) -> bool:
        if self.around.at_line_start(start):
            if rest.strip(" \t*") and not re.match(r"[ \t.:–*-]*[A-Z(]", rest):
                return False
            return not self.around.unfinished(start) or rest.strip().isupper() or not rest.strip()
        if not self.around.after_sentence(start) or _ITEM.search(self.around.before(start)):
            return False
        return bool(re.match(r"[ \t.:–-]*[A-Z]{2,}|\.? [A-Z]|[ \t]*$", rest))

    def _is_quoted(self, start: int) -> bool:
        """All headings below a Pasal I are quoted; below a Pasal 5, those that a lead announces."""
        amendment = self.state.amendment
        if amendment is None or amendment.roman:
            return True
        return self.around.before(start).endswith(":")
