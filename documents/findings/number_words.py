"""Values of Indonesian number words ("dua ratus lima puluh ribu", "tiga perempat"). No Django."""

import re
from fractions import Fraction
from typing import Final

_DIGITS: Final = {
    "nol": 0,
    "kosong": 0,
    "satu": 1,
    "dua": 2,
    "tiga": 3,
    "empat": 4,
    "lima": 5,
    "enam": 6,
    "tujuh": 7,
    "delapan": 8,
    "sembilan": 9,
}
_WITHIN_THOUSAND: Final = {"puluh": 10, "ratus": 100}
_SCALES: Final = {
    "ribu": 10**3,
    "juta": 10**6,
    "djuta": 10**6,
    "miliar": 10**9,
    "milyar": 10**9,
    "miliard": 10**9,
    "milyard": 10**9,
    "triliun": 10**12,
    "trilyun": 10**12,
    "trilliun": 10**12,
}
_UNITS: Final = {"belas": 10, **_WITHIN_THOUSAND, **_SCALES}
_LONGEST_FIRST: Final = sorted([*_DIGITS, *_UNITS], key=len, reverse=True)
_ONE_OF = rf"se(?={'|'.join(_UNITS)})"
_WORD = rf"{'|'.join(_LONGEST_FIRST)}|{_ONE_OF}"
_FRACTION = rf"(?:se|di)?per(?={_WORD})(?!sen(?!t?riliun))"
_TOKEN = re.compile(rf"{_WORD}|setengah|koma|{_FRACTION}")


def leading_number(words: str) -> tuple[Fraction, str] | None:
    """The number with which `words` begin, and the letters after it, closed up.

    Spaces and hyphens count for nothing: they are often lost or made up ("duapuluh", "em pat").
    None where they begin with no number, or with one that cannot be understood.
    """
    letters = re.sub(r"[\s\-­‐–.']+", "", words.lower())
    tokens: list[str] = []
    end = 0
    while match := _TOKEN.match(letters, end):
        tokens.append(match[0])
        end = match.end()
    value = _value(tokens) if tokens else None
    return None if value is None else (value, letters[end:])


def _value(tokens: list[str]) -> Fraction | None:
    per = next((index for index, token in enumerate(tokens) if token.endswith("per")), None)
    if "koma" in tokens[:per]:
        return _decimal_part(tokens, per)
    if per is not None:
        return _fraction(tokens[:per], tokens[per], tokens[per + 1 :])
    if "setengah" in tokens:
        return _and_a_half(tokens, tokens.index("setengah"))
    whole = _whole(tokens)
    return None if whole is None else Fraction(whole)


def _decimal_part(tokens: list[str], per: int | None) -> Fraction | None:
    """ "nol koma dua lima", also "per seratus"."""
    comma = tokens.index("koma")
    value = _decimal(tokens[:comma], tokens[comma + 1 : per])
    parts = _whole(tokens[per + 1 :]) if per is not None else 1
    return value / parts if value is not None and parts else None


def _and_a_half(tokens: list[str], index: int) -> Fraction | None:
    """ "setengah", "dua setengah", "satu setengah miliar"."""
    whole = _whole(tokens[:index]) if index else 0
    scale = _whole(tokens[index + 1 :]) if tokens[index + 1 :] else 1
    if whole is None or not scale or any(token not in _SCALES for token in tokens[index + 1 :]):
        return None
    return (whole + Fraction(1, 2)) * scale


def _fraction(above: list[str], per: str, below: list[str]) -> Fraction | None:
    """ "dua pertiga", "sepertiga", and mixed ones: "satu tiga perempat"."""
    whole: int | None = 0
    if len(above) > 1 and (_whole(above) is None or per.startswith("se")):
        split = len(above) if per.startswith("se") else len(above) - 1
        whole, above = _whole(above[:split]), above[split:]
    numerator = _whole(above) if above else 1
    denominator = _whole(below)
    if whole is None or numerator is None or not denominator:
        return None
    return whole + Fraction(numerator, denominator)


def _decimal(before: list[str], after: list[str]) -> Fraction | None:
    """ "nol koma dua lima" by its digits, and "dua koma tujuh puluh lima" as a number."""
    whole = _whole(before) if before else 0
    digits = [str(_DIGITS[token]) for token in after if token in _DIGITS]
    if len(digits) < len(after):
        zeros = "".join("0" for token in after if token in ("nol", "kosong"))
        number = _whole([token for token in after if token not in ("nol", "kosong")])
        digits = [] if number is None else [zeros, str(number)]
    if whole is None or not digits:
        return None
    decimals = "".join(digits)
    return whole + Fraction(int(decimals), 10 ** len(decimals))


def _whole(tokens: list[str]) -> int | None:
    """A whole number; None where the words are in no order that makes one."""
    total, group = 0, 0
    digit: int | None = None
    scale_before, unit_before = 10**15, 1_000
    for word in tokens:
        if word in _DIGITS or word == "se":
            if digit is not None:
                return None
            digit = _DIGITS.get(word, 1)
        elif word in _SCALES:
            scale = _SCALES[word]
            amount = group + (digit or 0) or (0 if digit == 0 else 1)
            total = total + amount * scale if scale < scale_before else (total + amount) * scale
            scale_before, unit_before, group, digit = scale, 1_000, 0, None
        elif word in _UNITS:
            unit = _UNITS[word]
            if digit is None or unit >= unit_before:
                return None
            group += digit + 10 if word == "belas" else digit * unit
            unit_before, digit = (1 if word == "belas" else unit), None
        else:
            return None
    if digit is not None and unit_before == 1:
        return None
    return total + group + (digit or 0)


NUMBER_WORD: Final = rf"(?:se)?(?:{'|'.join(_LONGEST_FIRST)})"
