"""Order words: is the "tahun kesepuluh" of a claim in the part of the source it speaks of?"""

import re
from dataclasses import dataclass
from decimal import Decimal

from answering.faithfulness.amounts import equal
from answering.faithfulness.statement import Statement
from answering.figures import figures

_UNIT = r"(?:tahun|bulan|hari|minggu|triwulan|periode|tahap)"
_INDONESIAN = re.compile(
    _UNIT
    + r"\s+(?:ke-?\s?(\d+)|(pertama)|ke((?:se|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan)"
    r"\w*(?:\s+(?:belas|puluh(?:\s+(?:satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan))?))?))"
)
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_ENGLISH_ORDINALS = {word: value for value, word in enumerate(_ORDINALS.split(), 1)}
_ENGLISH = re.compile(
    r"\b(" + "|".join(_ENGLISH_ORDINALS) + r"|\d+(?:st|nd|rd|th))\s+(?:year|month|day)"
)
_TO = re.compile(r"\s*(?:sampai(?: dengan)?|hingga|to|until|[-\u2013])\s*(?:the\s+)?")


@dataclass(frozen=True, slots=True)
class _Stretch:
    low: int
    high: int
    start: int


def ordinal_conflict(claim: Statement, evidence: Statement) -> bool:
    """Does the claim tie a figure to a year that the evidence ties to another figure?"""
    said, stretches = _ordinals(claim.text), _stretches(evidence.text)
    if not said or not stretches:
        return False
    for value, _, _ in said:
        held = [s for s in stretches if s.low <= value <= s.high]
        if not held:
            return True
        ends = [s.start for s in stretches if s.start > held[0].start] or [len(evidence.text)]
        zone = [f for f in evidence.quantities if held[0].start <= f.span[0] < ends[0]]
        tied = [f for f in claim.quantities if any(f.unit == other.unit for other in zone)]
        if any(not any(equal(figure, other) for other in zone) for figure in tied):
            return True
    return False


def _ordinals(text: str) -> list[tuple[int, int, int]]:
    low, found = text.lower(), []
    for match in _INDONESIAN.finditer(low):
        value = match.group(1) or ("1" if match.group(2) else _value(match.group(3)))
        if value:
            found.append((int(value), *match.span()))
    for match in _ENGLISH.finditer(low):
        word = match.group(1)
        found.append((_ENGLISH_ORDINALS.get(word) or int(word[:-2]), *match.span()))
    return sorted(found, key=lambda item: item[1])


def _value(words: str) -> str | None:
    values = [f.value for f in figures(words) if isinstance(f.value, Decimal)]
    return str(int(values[0])) if values else None


def _stretches(text: str) -> list[_Stretch]:
    """Join "tahun pertama sampai dengan tahun kelima belas" into one stretch."""
    found, result, index = _ordinals(text), [], 0
    while index < len(found):
        value, start, end = found[index]
        if index + 1 < len(found) and _TO.fullmatch(text[end : found[index + 1][1]].lower()):
            result.append(_Stretch(value, found[index + 1][0], start))
            index += 2
        else:
            result.append(_Stretch(value, value, start))
            index += 1
    return result
