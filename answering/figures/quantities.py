"""Read what counts something: amounts, shares, ratios, fractions, durations."""

from dataclasses import dataclass, replace
from decimal import Decimal

from answering.figures import numerals
from answering.figures.draft import Draft
from answering.figures.numerals import CURRENCY_SCALES, ENGLISH_SCALES, SCALES
from answering.figures.references import is_year
from answering.figures.tokens import DASHES, Tokens
from answering.figures.units import currency_prefix, unit_at

_SHARES = frozenset({"percent", "percentage_point", "permille", "basis_point"})
_TIMES = frozenset({"hour", "day", "week", "month", "year", "minute", "second", "working_day"})
_BETWEEN_NUMBER_AND_UNIT = frozenset({"consecutive", "full", "whole", "penuh"})
_RATIO_WORDS = frozenset({"perbandingan", "rasio", "ratio", "skala", "scale", "imbangan"})
_VULGAR = {"½": ("1/2", "0.5"), "¼": ("1/4", "0.25"), "¾": ("3/4", "0.75")}
_DAY = Decimal(1)


@dataclass(frozen=True, slots=True)
class _Core:
    value: Decimal | str
    kind: str
    next: int
    in_words: bool = False


def read_quantity(tokens: Tokens, index: int) -> list[Draft]:
    """Read one quantity with its unit; two drafts when digits and words beside them differ."""
    draft = _quantity(tokens, index)
    if draft is None:
        return []
    spelled = _spelled_beside(tokens, draft)
    behind = spelled.next + 1 if spelled else draft.next
    if draft.unit is None and (unit := _unit_behind(tokens, behind)):
        draft, behind = replace(draft, unit=unit[0]), unit[1]
    if spelled is None:
        drafts = [replace(draft, next=behind)]
    elif spelled.value == draft.value:
        drafts = [replace(draft, unit=draft.unit or spelled.unit, next=behind)]
    else:
        drafts = [draft, replace(spelled, unit=spelled.unit or draft.unit, next=behind)]
    return [] if _is_article(tokens, drafts[0]) else drafts


def _is_article(tokens: Tokens, draft: Draft) -> bool:
    """Is it the "satu" of "salah satu" and "per satu dolar", or a "one" that counts nothing?"""
    before = tokens[draft.start - 1].low
    if draft.value == 1 and before in {"salah", "per", "/"}:
        return True
    bracketed = before == "("
    return draft.in_words and draft.value == 1 and draft.unit is None and not bracketed


def _quantity(tokens: Tokens, index: int) -> Draft | None:
    at, negative = _sign(tokens, index)
    prefix = currency_prefix(tokens, at)
    if prefix:
        at = prefix[1]
        negative = negative or (tokens[at].low in DASHES and tokens[at + 1].kind == "number")
        at += tokens[at].low in DASHES
    core = _core(tokens, at)
    if core is None:
        return None
    if core.kind != "number" or isinstance(core.value, str):
        return _shared_out(tokens, core, index)
    value, at, scaled = _scaled(tokens, core, money=prefix is not None)
    unit = _unit_behind(tokens, at)
    if prefix:
        unit = (prefix[0], unit[1] if unit and unit[0] == prefix[0] else _cents(tokens, at))
    signed = -value if negative else value
    return Draft(
        signed, unit and unit[0], index, unit[1] if unit else at, False, core.in_words, scaled
    )


def _sign(tokens: Tokens, index: int) -> tuple[int, bool]:
    if tokens[index].low == "minus":
        return index + 1, True
    if tokens[index].low not in DASHES or not tokens.adjacent(index + 1):
        return index, False
    return index + 1, not tokens.adjacent(index) or tokens[index - 1].low in {"(", ":", ";", "|"}


def _shared_out(tokens: Tokens, core: _Core, start: int) -> Draft:
    """Make a ratio or fraction; "setengah jam" is half an hour, not a fraction of something."""
    unit = unit_at(tokens, core.next) if core.value == "1/2" and core.in_words else None
    if unit and unit[0] in _TIMES:
        return Draft(Decimal("0.5"), unit[0], start, unit[1], False, True)
    return Draft(core.value, core.kind, start, core.next, False, core.in_words)


def _core(tokens: Tokens, index: int) -> _Core | None:
    if tokens[index].kind == "number":
        return _digits_core(tokens, index)
    if tokens[index].low in _VULGAR:
        return _Core(_VULGAR[tokens[index].low][0], "fraction", index + 1)
    if fraction := numerals.fraction_words(tokens, index):
        return _Core(fraction[0], "fraction", fraction[1], True)
    number = numerals.words(tokens, index)
    if number is None:
        return None
    if tokens[number.next].low == "berbanding":
        other = numerals.words(tokens, number.next + 1)
        if other:
            return _Core(f"{number.value}:{other.value}", "ratio", other.next, True)
    return _Core(number.value, "number", number.next, True)


def _digits_core(tokens: Tokens, index: int) -> _Core | None:
    after = tokens[index + 1].low
    if after in {":", "berbanding"} or (after in {"to", "banding"} and _ratio_said(tokens, index)):
        ratio = _ratio(tokens, index)
        if ratio:
            return ratio
    if after == "/" and (fraction := _fraction(tokens, index)):
        return fraction
    value = numerals.digits(tokens[index].text, decimal_mark=_decimal_mark(tokens, index))
    if value is None:
        return None
    if after in _VULGAR:
        return _Core(value + Decimal(_VULGAR[after][1]), "number", index + 2)
    return _Core(value, "number", index + 1)


def _ratio_said(tokens: Tokens, index: int) -> bool:
    return any(tokens[at].low in _RATIO_WORDS for at in range(index - 4, index))


def _ratio(tokens: Tokens, index: int) -> _Core | None:
    """Read "1 : 10" and "1:2:3"; "2010: 28" is a label, and so is what has a unit behind it."""
    said = _ratio_said(tokens, index) or tokens[index + 1].low != ":"
    if not said and is_year(tokens[index].text):
        return None
    parts, at = [tokens[index].text], index + 1
    while (
        tokens[at].low in {":", "berbanding", "banding", "to"} and tokens[at + 1].kind == "number"
    ):
        parts.append(tokens[at + 1].text)
        at += 2
    values = [numerals.digits(part) for part in parts]
    if len(parts) < 2 or None in values or (not said and unit_at(tokens, at)):
        return None
    return _Core(":".join(_bare(value) for value in values if value is not None), "ratio", at)


def _bare(value: Decimal) -> str:
    return str(value.quantize(_DAY)) if value == value.to_integral_value() else str(value)


def _fraction(tokens: Tokens, index: int) -> _Core | None:
    above, below = tokens[index].text, tokens[index + 2].text
    tight = tokens.adjacent(index + 1) and tokens.adjacent(index + 2)
    if tight and above.isdecimal() and below.isdecimal() and tokens[index + 3].low != "/":
        return _Core(f"{above}/{below}", "fraction", index + 3)
    return None


def _decimal_mark(tokens: Tokens, index: int) -> str | None:
    """Say which mark before three digits is decimal, from the scale or unit behind the number."""
    after = tokens[index + 1].low
    if after in SCALES:
        return "." if after in ENGLISH_SCALES else ","
    unit = unit_at(tokens, index + 1)
    if unit and unit[0] in _SHARES:
        return next((mark for mark in ",." if mark in tokens[index].text), None)
    return None


def _scaled(tokens: Tokens, core: _Core, *, money: bool) -> tuple[Decimal, int, bool]:
    value, at = Decimal(core.value), core.next
    while scale := SCALES.get(tokens[at].low):
        value, at = value * scale, at + 1
    if money and at == core.next and tokens[at].text in {"M", "T"}:
        value, at = value * CURRENCY_SCALES[tokens[at].low], at + 1
    return value, at, at > core.next


def _cents(tokens: Tokens, index: int) -> int:
    """Pass over the ",-" that closes an amount."""
    return index + 2 if tokens[index].low == "," and tokens[index + 1].low in DASHES else index


def _unit_behind(tokens: Tokens, index: int) -> tuple[str, int] | None:
    if tokens[index].low in _BETWEEN_NUMBER_AND_UNIT:
        return unit_at(tokens, index + 1)
    if tokens[index].low in DASHES and tokens.adjacent(index) and tokens.adjacent(index + 1):
        unit = unit_at(tokens, index + 1)
        return unit if unit and unit[0] in _TIMES else None
    return unit_at(tokens, index)


def _spelled_beside(tokens: Tokens, draft: Draft) -> Draft | None:
    """Return the number in brackets behind a number when one is in digits, the other in words."""
    if tokens[draft.next].low != "(":
        return None
    inside = _quantity(tokens, draft.next + 1)
    if inside is None or tokens[inside.next].low != ")" or inside.in_words == draft.in_words:
        return None
    units = {draft.unit, inside.unit} - {None}
    return inside if len(units) <= 1 or inside.value == draft.value else None
