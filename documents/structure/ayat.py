"""Ayat within a pasal."""

import re
from typing import Final

from documents.structure import patterns
from documents.structure.numbers import ayat_number
from documents.structure.state import State
from documents.structure.surroundings import Surroundings
from documents.structure.types import Mark

_CAPITAL: Final = re.compile(r"\S{1,4}[ \t]+[A-Z][a-z]{2}")


class AyatReader:
    def __init__(self, around: Surroundings, state: State) -> None:
        self.around = around
        self.state = state

    def mark(self, match: re.Match[str]) -> Mark | None:
        if not self.state.next_ayat:
            return None
        if bool(match["penjelasan_ayat_no"]) != (self.state.part == "penjelasan"):
            return None
        number = self._number(match)
        if not number or not self._is_heading(number, match.start()):
            return None
        self.state.seen_ayat.add(number)
        self.state.next_ayat = max(self.state.next_ayat, int(re.sub(r"\D", "", number)) + 1)
        end = match.end()
        label = f"ayat ({number})"
        return Mark(match.start(), end, patterns.LEVELS["ayat"], "ayat", number, label=label)

    def _number(self, match: re.Match[str]) -> str:
        """The number; "(21 Honorarium" is ayat 2 when that comes next."""
        if match["ayat_open"]:
            number = match["ayat_open"]
            return number if number == str(self.state.next_ayat) else ""
        written = match["ayat_no"] or match["penjelasan_ayat_no"]
        if written == "a":
            return "4" if self.state.next_ayat == 4 else ""  # as OCR reads "Ayat (4)"
        unclosed = len(written) == 2 and match["penjelasan_ayat_no"] and match[0][-1] not in ")}"
        if unclosed and written[0] == str(self.state.next_ayat):
            return written[0]
        return ayat_number(written)

    def _is_heading(self, number: str, start: int) -> bool:
        value, due = int(re.sub(r"\D", "", number)), self.state.next_ayat
        lettered = not number.isdigit()
        expected = value == due or (value == due - 1 and lettered)
        if self.around.at_line_start(start):
            if self.around.unfinished(start):
                return False
            return expected or (value <= due + 2 and number not in self.state.seen_ayat)
        if not expected:
            return False
        if self.around.after_sentence(start) or self._after_heading(start):
            return True
        return self._begins_sentence(start)

    def _begins_sentence(self, start: int) -> bool:
        """ "... APBK yang bersangkutan (5) Sebelum disetujui": the full stop was forgotten."""
        if not _CAPITAL.match(self.around.text, start) or self.around.unfinished(start):
            return False
        before = self.around.before(start, 24)
        return not before[-1:].isdigit() and " " in before

    def _after_heading(self, position: int) -> bool:
        between = position - self.state.after_title
        return between < 40 and not self.around.text[self.state.after_title : position].strip(
            " \t\n.:`^*_"
        )
