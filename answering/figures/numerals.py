"""Read numbers written with digits, Indonesian or English words, and Roman numerals."""

import re
from dataclasses import dataclass
from decimal import Decimal

from answering.figures.tokens import DASHES, Tokens

ONES = {
    word: value
    for value, words in enumerate(
        [
            "nol zero",
            "satu one",
            "dua two",
            "tiga three",
            "empat four",
            "lima five",
            "enam six",
            "tujuh seven",
            "delapan eight",
            "sembilan nine",
            "sepuluh ten",
            "sebelas eleven",
        ]
    )
    for word in words.split()
}
_ENGLISH_TEENS = (
    "twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()  # noqa: SIM905
)
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
ONES |= {word: value for value, word in enumerate(_ENGLISH_TEENS, 12)}
ONES |= {word: 10 * value for value, word in enumerate(_ENGLISH_TENS, 2)}

SCALES = {
    "ribu": 10**3,
    "rb": 10**3,
    "thousand": 10**3,
    "juta": 10**6,
    "jt": 10**6,
    "million": 10**6,
    "mio": 10**6,
    "miliar": 10**9,
    "milyar": 10**9,
    "miliard": 10**9,
    "billion": 10**9,
    "bn": 10**9,
    "triliun": 10**12,
    "trilyun": 10**12,
    "triliyun": 10**12,
    "trillion": 10**12,
}
CURRENCY_SCALES = {"m": 10**9, "t": 10**12}
ENGLISH_SCALES = frozenset({"thousand", "million", "billion", "trillion", "bn", "mio"})
_ONE_OF_SCALE = {
    "seratus": 100,
    "seribu": 10**3,
    "sejuta": 10**6,
    "semiliar": 10**9,
    "setriliun": 10**12,
}
_DENOMINATOR_STEMS = {
    **{word: value for word, value in ONES.items() if value >= 2},
    **_ONE_OF_SCALE,
}
_ENGLISH_DENOMINATORS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourth": 4,
    "fourths": 4,
    "fifth": 5,
    "fifths": 5,
    "tenth": 10,
    "tenths": 10,
}
_COMPOUND = re.compile(r"(dua|tiga|empat|lima|enam|tujuh|delapan|sembilan)(belas|puluh|ratus|ribu)")
_ROMAN = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number read from tokens; `next` is the index of the token behind it."""

    value: Decimal
    next: int


def roman(text: str) -> int | None:
    """Return the value of a canonical Roman numeral, or None."""
    if not text or not text.isascii() or not _ROMAN.fullmatch(text):
        return None
    digits = [_ROMAN_DIGITS[letter] for letter in text]
    following = [*digits[1:], 0]
    return sum(
        -digit if digit < after else digit for digit, after in zip(digits, following, strict=True)
    )


def digits(raw: str, *, decimal_mark: str | None = None) -> Decimal | None:
    """Return the value of digits with Indonesian or English grouping.

    `decimal_mark` settles the one case that the digits leave open, a single mark before exactly
    three digits. None when the marks group nothing ("1.2.3").
    """
    raw = raw.replace("\u00a0", "").replace("\u202f", "")
    marks = [character for character in raw if character in ".,"]
    if not marks:
        return Decimal(raw)
    last = marks[-1]
    head, _, tail = raw.rpartition(last)
    if len(set(marks)) == 2:
        if marks.count(last) > 1 or not _groups(head):
            return None
        return Decimal(re.sub("[.,]", "", head) + "." + tail)
    if len(marks) > 1:
        return Decimal(raw.replace(last, "")) if _groups(raw) else None
    if len(tail) == 3 and _groups(raw) and last != decimal_mark:
        return Decimal(head + tail)
    return Decimal(head + "." + tail)


def _groups(raw: str) -> bool:
    first, *others = re.split("[.,]", raw)
    zero = first.startswith("0")
    return not zero and (not others or (len(first) <= 3 and all(len(o) == 3 for o in others)))


def words(tokens: Tokens, index: int) -> Numeral | None:
    """Read a number in words ("dua puluh koma nol enam", "one hundred and five")."""
    whole = _whole(tokens, index)
    if whole is None:
        return None
    after = tokens[whole.next].low
    if after in {"koma", "point"}:
        decimals = _decimals(tokens, whole.next + 1)
        if decimals:
            text, following = decimals
            return _scaled(tokens, Decimal(f"{whole.value}.{text}"), following)
    if after == "setengah":
        return _scaled(tokens, whole.value + Decimal("0.5"), whole.next + 1)
    if tokens.low(whole.next, 3) == ("and", "a", "half"):
        return _scaled(tokens, whole.value + Decimal("0.5"), whole.next + 3)
    return whole


def _scaled(tokens: Tokens, value: Decimal, index: int) -> Numeral:
    scale = SCALES.get(tokens[index].low)
    return Numeral(value * scale, index + 1) if scale else Numeral(value, index)


def _decimals(tokens: Tokens, index: int) -> tuple[str, int] | None:
    text = ""
    while (digit := ONES.get(tokens[index].low)) is not None and digit < 10:
        if tokens[index + 1].low in {"puluh", "belas"}:
            number = _whole(tokens, index)
            return (text + str(number.value), number.next) if number else None
        text += str(digit)
        index += 1
    return (text, index) if text else None


def _whole(tokens: Tokens, index: int) -> Numeral | None:
    """Sum groups: `group` is below a thousand, `last` the part that belas and puluh change."""
    total, group, last, start, value_seen = 0, 0, 0, index, False
    while True:
        for word in _split(tokens[index].low):
            if word in ONES:
                group, last = group + last, ONES[word]
            elif word in {"belas"} and value_seen:
                last += 10
            elif word in {"puluh"} and value_seen:
                last *= 10
            elif word in {"ratus", "hundred"} and value_seen:
                last *= 100
            elif word in _ONE_OF_SCALE:
                group, last = group + last, _ONE_OF_SCALE[word]
                if last >= 1000:
                    total, group, last = total + group + last, 0, 0
            elif word in SCALES and len(word) > 3 and value_seen:
                total, group, last = total + (group + last) * SCALES[word], 0, 0
            else:
                break
            value_seen = True
        else:
            index += 1
            if tokens[index].low in DASHES and tokens[index + 1].low in ONES:
                index += 1 if tokens[index - 1].low in _ENGLISH_TENS else 0
            if tokens[index].low == "and" and tokens[index - 1].low in {"hundred", "thousand"}:
                index += 1 if tokens[index + 1].low in ONES else 0
            continue
        break
    if index == start:
        return None
    return Numeral(Decimal(total + group + last), index)


def _split(word: str) -> tuple[str, ...]:
    match = _COMPOUND.fullmatch(word)
    return match.groups() if match else (word,)


def fraction_words(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """Read a fraction in words ("dua per tiga", "sepertiga", "three quarters") as ("2/3", next)."""
    word = tokens[index].low
    if word in {"separuh", "setengah", "seperdua", "separo"} or (
        word == "half" and tokens[index - 1].low not in {"a", "and"}
    ):
        return "1/2", index + 1
    if word.startswith("seper") and word[5:] in _DENOMINATOR_STEMS:
        return f"1/{_DENOMINATOR_STEMS[word[5:]]}", index + 1
    whole = _whole(tokens, index)
    if whole is None:
        return _english_fraction(tokens, 1, index + 1) if word in {"a", "one"} else None
    after = tokens[whole.next].low
    if after.startswith("per") and after != "perseratus" and after[3:] in _DENOMINATOR_STEMS:
        return f"{whole.value}/{_DENOMINATOR_STEMS[after[3:]]}", whole.next + 1
    if after == "per" and tokens[whole.next + 1].low != "seratus":
        below = _whole(tokens, whole.next + 1)
        if below and below.value > whole.value:
            return f"{whole.value}/{below.value}", below.next
    return _english_fraction(tokens, int(whole.value), whole.next)


def _english_fraction(tokens: Tokens, above: int, index: int) -> tuple[str, int] | None:
    if tokens[index].low in DASHES:
        index += 1
    below = _ENGLISH_DENOMINATORS.get(tokens[index].low)
    return (f"{above}/{below}", index + 1) if below and above < below else None
