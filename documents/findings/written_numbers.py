"""What digits may mean: grouping by dots or commas, fractions, scale words, percent. No Django."""

import re
from fractions import Fraction
from typing import Final

SCALES: Final = {
    "ribu": 10**3,
    "juta": 10**6,
    "miliar": 10**9,
    "milyar": 10**9,
    "triliun": 10**12,
    "trilyun": 10**12,
}
_VULGAR: Final = {
    "½": Fraction(1, 2),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅓": Fraction(1, 3),
}
VULGAR_FRACTIONS: Final = "".join(_VULGAR)
_PARTS_OF: Final = {"%": 100, "persen": 100, "‰": 1_000, "permil": 1_000}


def readings(digits: str, *, scale: str = "", unit: str = "") -> set[Fraction]:
    """All values that the digits may stand for; empty where they make no number.

    "2.500" is 2,500 or, less likely, 2.5; digits parted by a space are read together and apart.
    """
    part_of = _PARTS_OF.get(re.sub(r"\s", "", unit.lower()), 1)
    found: set[Fraction] = set()
    for form in {re.sub(r"\s", "", digits), digits.split()[-1]}:
        for value in _values(form.strip(".,")):
            scaled = value * SCALES.get(scale.lower(), 1)
            found |= {scaled, scaled / part_of}
    return found


def _values(form: str) -> set[Fraction]:
    if form and form[-1] in _VULGAR:
        wholes = _values(form[:-1]) if form[:-1] else {Fraction(0)}
        return {whole + _VULGAR[form[-1]] for whole in wholes}
    if match := re.fullmatch(r"(\d+)/(\d+)", form):
        return {Fraction(int(match[1]), int(match[2]))} if int(match[2]) else set()
    if not re.fullmatch(r"\d[\d.,]*", form):
        return set()
    joined = Fraction(re.sub(r"[.,]", "", form))
    match = re.fullmatch(r"([\d.,]*\d)[.,]+(\d{1,4})", form)
    if match is None:
        return {joined}
    decimal = Fraction(f"{re.sub(r'[.,]', '', match[1])}.{match[2]}")
    grouped = len(match[2]) == 3 or not re.search(r"[.,]", match[1])
    return {joined, decimal} if grouped else {decimal}
