"""Which "Pasal 7" is a heading, and of which regulation."""

import re
from dataclasses import dataclass
from typing import Final

from documents.structure import amending, patterns
from documents.structure.landmarks import Landmarks
from documents.structure.numbers import Number, comes_later, follows, pasal_readings
from documents.structure.state import Amendment, State
from documents.structure.surroundings import Surroundings

# A catchword at the foot of a page is repeated as the heading on the next one, with no more than
# the page's header in between.
_CATCHWORD_CHARACTERS: Final = 160
_WORDS: Final = re.compile(r"[a-z]{5,}")
_ALONE: Final = re.compile(r"[ \t.:*_^`]*")
_QUOTED: Final = re.compile(r"[:“”\"']\s*$")


@dataclass(frozen=True, slots=True)
class PasalHeading:
    """`quoted`: it belongs to a regulation that is amended here."""

    number: Number
    quoted: bool = False
    alone: bool = True


class PasalReader:
    def __init__(self, around: Surroundings, landmarks: Landmarks, state: State) -> None:
        self.around = around
        self.landmarks = landmarks
        self.state = state

    def heading(self, match: re.Match[str], end: int) -> PasalHeading | None:
        """`end` is where the heading's words end; None for a reference."""
        start = match.start()
        rest = self.around.rest(end)
        if patterns.ELLIPSIS.match(rest) or patterns.LEADERS.search(rest[:40]):
            return None
        readings = pasal_readings(match["pasal_no"])
        if _ALONE.fullmatch(rest) and self.around.at_line_start(start):
            return self._alone(readings, start, end + len(rest))
        if not re.match(r"(?:Pasal|PASAL|Fasal|FASAL)\s?", match["pasal"]):
            return None
        return self._with_text(readings, start, end, rest)

    def begins_anew(self, match: re.Match[str], end: int) -> bool:
        """Whether this is a Pasal 1 on a line of its own."""
        first = any(number.value == 1 for number in pasal_readings(match["pasal_no"]))
        rest = self.around.rest(end)
        if not first or not _ALONE.fullmatch(rest) or not self.around.at_line_start(match.start()):
            return False
        return self.around.stands_alone(match.start(), end + len(rest))

    # -- on a line of its own --------------------------------------------------------------------

    def _alone(self, readings: list[Number], start: int, line_end: int) -> PasalHeading | None:
        if not self.around.stands_alone(start, line_end):
            return None
        if amendment := self.state.amendment:
            found = self._in_amendment(amendment, readings, start)
        else:
            found = self._own(readings, start)
        if found is None or self._is_catchword(found.number, start, line_end):
            return None
        return found

    def _own(self, readings: list[Number], start: int) -> PasalHeading | None:
        last = self.state.last
        next_ones = [number for number in readings if follows(number, last)]
        for number in next_ones:
            if self._same_system(number, start):
                return PasalHeading(number)
        if self.around.unfinished(start):
            return None
        for number in readings:
            if number.roman and (last.value and not last.roman):
                continue
            if comes_later(number, last) and not self._is_still_to_come(number, start):
                return PasalHeading(number)
        if any((number.value, number.suffix) == (last.value, last.suffix) for number in readings):
            return PasalHeading(last)
        return None

    def _same_system(self, number: Number, start: int) -> bool:
        """Roman after roman; "Pasal I" begins an amending law, or is a misread "Pasal 1"."""
        last = self.state.last
        if last.value:
            return bool(number.roman) == bool(last.roman)
        if not number.roman:
            return True
        if self.state.part != "body" or self.landmarks.roman_follows(start):
            return True
        return self.landmarks.next_alone(Number(2), start) < 0

    def _is_still_to_come(self, number: Number, start: int) -> bool:
        """Whether the pasal that should come now stands further down, before this count goes on."""
        last = self.state.last
        if number.roman:
            return False
        expected = self.landmarks.next_alone(Number(last.value + 1), start)
        if expected < 0:
            return False
        onwards = self.landmarks.next_alone(Number(number.value + 1), start)
        return onwards < 0 or expected < onwards

    def _is_catchword(self, number: Number, start: int, line_end: int) -> bool:
        again = self.landmarks.next_alone(number, line_end)
        if not 0 <= again - line_end < _CATCHWORD_CHARACTERS:
            return False
        return not _WORDS.search(self.around.text, line_end, again - len("Pasal "))

    # -- within an amendment ---------------------------------------------------------------------

    def _in_amendment(
        self, amendment: Amendment, readings: list[Number], start: int
    ) -> PasalHeading | None:
        last = self.state.last
        lead = amending.lead_before(self.around.text, self.state.after_title, start)
        if amending.opens_quotation(lead):
            amendment.announced |= amending.named_pasal(lead)
        for number in readings:
            if not number.roman and str(number) in amendment.announced:
                amendment.announced.discard(str(number))
                return PasalHeading(number, quoted=True)
        for number in self._outer_readings(readings, start):
            if follows(number, last):
                return PasalHeading(number)
        if self.around.unfinished(start):
            return None
        arabic = [number for number in readings if not number.roman]
        if amendment.roman or any(number.suffix for number in arabic):
            known = [number for number in arabic if str(number) in self.state.quoted]
            return PasalHeading((known or arabic)[0], quoted=True) if arabic else None
        return self._own(readings, start)

    def _outer_readings(self, readings: list[Number], start: int) -> list[Number]:
        """In an amending law "Pasal 11" may be a misread "Pasal II"."""
        if not self.state.last.roman:
            return readings
        romans = [number for number in readings if number.roman]
        ones = [
            number
            for number in readings
            if re.fullmatch(r"1{1,3}", str(number))
            and str(number) not in self.state.quoted
            and self.landmarks.next_alone(_ones(number), start) < 0
        ]
        return romans + [_ones(one) for one in ones]

    # -- with text behind it ---------------------------------------------------------------------

    def _with_text(
        self, readings: list[Number], start: int, end: int, rest: str
    ) -> PasalHeading | None:
        if not patterns.BODY.match(self.around.text, end) or patterns.REFERENCE.match(rest):
            return None
        if self.state.amendment:
            return self._quoted_with_text(readings, start)
        number = next((each for each in readings if self._is_due(each, start)), None)
        if number is None or not self._begins_here(number, start, end):
            return None
        return PasalHeading(number, alone=False)

    def _is_due(self, number: Number, start: int) -> bool:
        """The next number; one may have been lost to a slip of the pen or of the reader."""
        last = self.state.last
        if number.roman:
            return bool(last.roman) and follows(number, last) and self.around.at_line_start(start)
        if last.roman:
            return False
        if self._stands_alone_later(number, start):
            return False
        if follows(number, last):
            return True
        skipped = Number(last.value + 2)
        return number == skipped and not self._is_still_to_come(number, start)

    def _stands_alone_later(self, number: Number, start: int) -> bool:
        later = self.landmarks.next_alone(number, start)
        if later < 0:
            return False
        onwards = self.landmarks.next_alone(Number(number.value + 1), start)
        return onwards < 0 or later < onwards

    def _begins_here(self, number: Number, start: int, end: int) -> bool:
        if self.around.unfinished(start):
            return False
        if self.around.at_line_start(start):
            return True
        if self.state.part in ("opening", "lampiran") and number.value != 1:
            return False
        if self.around.after_sentence(start):
            return True
        # "... Desa Pinto Makmur Pasal 6 (1) Wilayah": a list or subtitle without a full stop.
        last = self.around.before(start).rsplit(None, 1)[-1]
        if last[:1].isupper() and patterns.FIRST_AYAT.match(self.around.text, end):
            return True
        # "Cukup jelas Pasal 4 Ayat (1)": an elucidation without full stops.
        return self.state.part == "penjelasan" and last.lower() in ("jelas", "cukup")

    def _quoted_with_text(self, readings: list[Number], start: int) -> PasalHeading | None:
        """ "... berbunyi sebagai berikut: “Pasal 17 (1) Dengan terbentuknya ..." """
        lead = amending.lead_before(self.around.text, self.state.after_title, start)
        announced = amending.named_pasal(lead)
        for number in readings:
            if str(number) in announced and _QUOTED.search(lead):
                return PasalHeading(number, quoted=True, alone=False)
        if not self.around.at_line_start(start):
            return None
        last = self.state.last
        for number in readings:
            if follows(number, last) and bool(number.roman) == bool(last.roman):
                return PasalHeading(number, alone=False)
        return None


def _ones(number: Number) -> Number:
    """The roman II that was read as 11."""
    count = len(str(number))
    return Number(count, roman="I" * count)
