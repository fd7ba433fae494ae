"""What a whole text tells before it is read: where pasal stand alone, and where parts end.

A heading of which one is not sure is judged by what comes after it: "Pasal 98" below Pasal 5 is a
reference when "Pasal 6" is still to come.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from typing import Final

from documents.structure import patterns
from documents.structure.numbers import Number, pasal_readings
from documents.structure.silent import Silent
from documents.structure.surroundings import Surroundings

_ALONE: Final = re.compile(
    rf"^[ \t#*_“”\"]*{patterns.PASAL_WORD}[ \t]*({patterns.PASAL_NUMBER})[ \t.:*_^`]*$",
    re.MULTILINE,
)
_BOUNDARY: Final = re.compile(
    r"PASAL[ \t]+DEMI[ \t]+PASAL|PENJELASAN\s+ATAS\b|^[ \t]*LAMPIRAN\b|Agar[ \t]+setiap[ \t]+orang",
    re.MULTILINE,
)


class Landmarks:
    def __init__(self, around: Surroundings, silent: Silent) -> None:
        text = around.text
        self.length = len(text)
        self._boundaries = [match.start() for match in _BOUNDARY.finditer(text)]
        self._alone: dict[tuple[int, str, bool], list[int]] = defaultdict(list)
        self._romans: list[int] = []
        for match in _ALONE.finditer(text):
            start = match.start(1)
            if silent.holds(start) or not around.stands_alone(match.start(), match.end()):
                continue
            for number in pasal_readings(match[1]):
                if number.roman and number.value > 1:
                    self._romans.append(start)
                self._alone[_key(number)].append(start)

    def next_alone(self, number: Number, position: int) -> int:
        """Where the number next stands alone within this part of the text; -1 if nowhere."""
        places = self._alone.get(_key(number), [])
        index = bisect_right(places, position)
        found = places[index] if index < len(places) else -1
        return found if found < self._part_end(position) else -1

    def _part_end(self, position: int) -> int:
        index = bisect_right(self._boundaries, position)
        return self._boundaries[index] if index < len(self._boundaries) else self.length

    def roman_follows(self, position: int) -> bool:
        """Whether a Pasal II stands alone somewhere after the position in this part."""
        index = bisect_right(self._romans, position)
        return index < len(self._romans) and self._romans[index] < self._part_end(position)


def _key(number: Number) -> tuple[int, str, bool]:
    return number.value, number.suffix, bool(number.roman)
