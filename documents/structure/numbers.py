"""Numbers of pasal, BAB and ayat as they are written and as they were misread.

OCR takes 1 for I or l and 0 for O, and puts a space between digits: "Pasal l0", "Pasal 1 1",
"BAB Il". A written number therefore has several readings; the order of the text decides.
"""

import re
from dataclasses import dataclass
from typing import Final

_DIGITS: Final = str.maketrans("IlOo|", "11001")
_ROMAN_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_ROMAN = re.compile(r"(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ORDINALS: Final = (
    *("satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "delapan", "sembilan", "sepuluh"),
    *("sebelas", "dua-belas", "tiga-belas", "empat-belas", "lima-belas", "enam-belas"),
    *("tujuh-belas", "delapan-belas", "sembilan-belas", "dua-puluh"),
)


@dataclass(frozen=True, slots=True)
class Number:
    """A pasal's number: 13, "A" for 13A; roman in amending laws."""

    value: int
    suffix: str = ""
    roman: str = ""

    def __str__(self) -> str:
        return self.roman or f"{self.value}{self.suffix}"


NOTHING: Final = Number(0)


def roman_value(text: str) -> int:
    """0 for what is no roman number below 400."""
    if not text or not _ROMAN.fullmatch(text):
        return 0
    total = 0
    for letter, following in zip(text, f"{text[1:]} ", strict=True):
        value = _ROMAN_VALUES[letter]
        total += -value if _ROMAN_VALUES.get(following, 0) > value else value
    return total


def pasal_readings(written: str) -> list[Number]:
    """Every number that the written one may be, the most literal first."""
    compact = re.sub(r"\s", "", written)
    found = []
    if match := re.fullmatch(r"(\d+)([A-Z]?)", compact):
        found.append(Number(int(match[1]), match[2]))
    else:
        capital = compact.replace("l", "I").replace("1", "I").replace("|", "I")
        if value := roman_value(capital):
            found.append(Number(value, roman=capital))
    match = re.fullmatch(r"([\dIlOo|]+)([A-Z]?)", compact)
    if match and match[1][0] not in "Oo0":
        found.append(Number(int(match[1].translate(_DIGITS)), match[2]))
    if found and found[0].suffix == "O":
        found.reverse()  # "1O" is 10: no law goes on to the fifteenth letter
    first = re.match(r"\d+(?=[ \t]+\d)", written)
    if first:
        found.append(Number(int(first[0])))
    return [each for each in dict.fromkeys(found) if 0 < each.value < 2_000]


def follows(number: Number, last: Number) -> bool:
    """Whether the number may come right after the last one: 14 or 13A after 13, 13B after 13A."""
    if number.value == last.value:
        return bool(number.suffix) and number.suffix == _after(last.suffix)
    return number.value == last.value + 1 and not number.suffix


def comes_later(number: Number, last: Number) -> bool:
    return (number.value, number.suffix) > (last.value, last.suffix)


def _after(suffix: str) -> str:
    return chr(ord(suffix) + 1) if suffix else "A"


def ordinal_value(word: str) -> int:
    """1 for "Kesatu" and "Pertama", 12 for "Kedua belas"; 0 for another word."""
    lowered = "-".join(word.lower().split())
    if lowered in ("pertama", "kesatu"):
        return 1
    if not lowered.startswith("ke") or lowered[2:] not in _ORDINALS:
        return 0
    return _ORDINALS.index(lowered[2:]) + 1


def ayat_number(written: str) -> str:
    """ "(l)" is ayat 1; an empty string for what is no number."""
    match = re.fullmatch(r"([\dIlOo]{1,2})([a-z]?)", written)
    if not match or (match[1].isalpha() and len(match[1]) > 1 and "1" not in match[1]):
        return ""
    digits = match[1].translate(_DIGITS).lstrip("0")
    return f"{digits}{match[2]}" if digits else ""
