"""Pasal that amend other regulations, and what they quote.

"5. Ketentuan Pasal 8 diubah sehingga berbunyi sebagai berikut:" announces a quoted Pasal 8; "Di
antara Pasal 7 dan Pasal 8 disisipkan 1 (satu) pasal, yakni Pasal 7A" a Pasal 7A. A heading that
was announced is quoted, one that follows in the count of the amending law is its own.
"""

import re
from typing import Final

from documents.structure import patterns
from documents.structure.numbers import Number, pasal_readings
from documents.structure.state import Amendment

_LEAD_CHARACTERS: Final = 1_500
_VERB: Final = (
    r"(?:diubah|dirubah|diganti|disisip|ditambah|dihapus|dicabut|menjadi|berbunyi|dibaca)"
)
_AMENDS: Final = re.compile(
    rf"\b{_VERB}[^;]{{0,500}}?(?:sebagai\s+berikut|berbunyi|berikut\s+ini)\s*:"
    r"|\bberbunyi\s+sebagai\s+berikut\b"
)
_POINT: Final = re.compile(
    rf"[^\n]{{0,600}}?\b(?:{_VERB}|[Dd]i[ ]?antara|berubah|disempurnakan|sehingga|tetap)"
)
_NEXT_PASAL: Final = re.compile(rf"\n[ \t#*_“”\"]*{patterns.PASAL_WORD}[ \t]*[\dIVXl]")
_PASAL_BELOW: Final = re.compile(rf"\s*(?:{patterns.PASAL_WORD}[ \t]*[\dIVXl]|BAB\b)")
_NAMED: Final = re.compile(
    rf"(?:{patterns.PASAL_WORD}[ \t]*({patterns.PASAL_NUMBER}))"
    r"(?:[ ]?(?:-|–|sampai[ ]dengan|s[./]d\.?)[ ]?(?:Pasal[ ])?(\d{1,4}[A-Z]?))?"
)
_OPENS: Final = re.compile(r"(?:[:;]|\bberikut|\bberbunyi)\W*$")
_INSERTED: Final = re.compile(r"\b(?:yakni|yaitu)\b")


def amendment_of(text: str, position: int, number: Number, *, alone: bool) -> Amendment | None:
    """The amendment that the pasal at the position makes, if it makes one."""
    if number.roman:
        return Amendment(roman=True)
    lead = _lead(text, position)
    if not alone or not _AMENDS.search(lead):
        return None
    return Amendment(roman=False, announced=named_pasal(lead))


def is_point(text: str, position: int) -> bool:
    """Whether the words after "5." order a change."""
    return bool(_POINT.match(text, position, position + 700))


def explains_point(text: str, position: int) -> bool:
    """Whether "Angka 5" heads a pasal: below "Huruf b" it is an angka of the pasal explained."""
    return bool(_PASAL_BELOW.match(text, position, position + 100))


def named_pasal(lead: str) -> set[str]:
    """The pasal that a lead announces: the inserted ones where it inserts, or all it names."""
    inserted = _INSERTED.search(lead)
    named: set[str] = set()
    for match in _NAMED.finditer(lead, inserted.end() if inserted else 0):
        readings = pasal_readings(match[1])
        named.update(str(number) for number in readings)
        if match[2]:
            named.update(_range(readings, match[2]))
    return named


def opens_quotation(lead: str) -> bool:
    """Whether what follows is quoted; below "Pasal 2 dihapus." the law's own Pasal 2 may follow."""
    return bool(_OPENS.search(lead))


def lead_before(text: str, start: int, end: int) -> str:
    return text[max(start, end - _LEAD_CHARACTERS) : end]


def _lead(text: str, position: int) -> str:
    stop = min(len(text), position + _LEAD_CHARACTERS)
    following = _NEXT_PASAL.search(text, position, stop)
    return text[position : following.start() if following else stop]


def _range(first: list[Number], last: str) -> set[str]:
    """ "Pasal 34A sampai dengan Pasal 34D"; longer ranges than 30 are not taken."""
    ends = pasal_readings(last)
    if not first or not ends:
        return set()
    low, high = first[0], ends[0]
    if low.value == high.value and low.suffix and high.suffix:
        letters = range(ord(low.suffix), ord(high.suffix) + 1)
        return {f"{low.value}{chr(letter)}" for letter in letters}
    if 0 < high.value - low.value <= 30:
        return {str(value) for value in range(low.value, high.value + 1)}
    return {last}
