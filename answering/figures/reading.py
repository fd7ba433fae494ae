"""Walk over a text and read its figures, each by the first reader that knows it."""

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from answering.figures import dates, numerals, references
from answering.figures.draft import Draft, Reading
from answering.figures.figure import Figure
from answering.figures.quantities import read_quantity
from answering.figures.tokens import DASHES, Token, Tokens, word_set

_ITEM = re.compile(r"(?:^|\n)[ \t]*\d{1,3}[.)](?=\s+\D)")
_RANGE_WORDS = frozenset({"sampai", "hingga", "to", "dan", "and", "atau", "or", "sd"})
_RANGES = frozenset(
    {
        ("sampai", "dengan"),
        ("s", ".", "d", "."),
        ("s", ".", "d"),
        ("s", "/", "d"),
        ("dan", "/", "atau"),
    }
)
_WORDS_OF_NUMBERS = frozenset(numerals.ONES) | word_set(
    "seratus seribu sejuta semiliar setriliun separuh separo setengah seperdua half a minus"
)


def figures(text: str) -> list[Figure]:
    """Return the figures of a text in their order, structural ones too; linear in its length."""
    tokens = Tokens(text)
    items = {match.end() for match in _ITEM.finditer(text)}
    drafts: list[Draft] = []
    index = 0
    while index < len(tokens):
        found, following = _read(tokens, index, items)
        drafts += found
        index = max(following, index + 1)
    return [draft.figure(tokens) for draft in _shared_units(tokens, drafts)]


def _read(tokens: Tokens, index: int, items: set[int]) -> Reading:
    token = tokens[index]
    if token.kind == "number":
        glued = tokens.adjacent(index) and tokens[index - 1].kind == "word"
        if glued or tokens[index + 1].end in items or _is_ordinal(tokens, index):
            return [], index + 1
        return _first(_NUMBER_READERS, tokens, index)
    if token.kind == "word":
        return _first(_WORD_READERS, tokens, index) if _may_begin(token) else ([], index + 1)
    if token.low in {"(", "["}:
        return references.read_bracketed(tokens, index) or ([], index + 1)
    if token.low in DASHES and tokens.adjacent(index) and tokens[index - 1].kind != "symbol":
        return [], index + 1
    if token.low in DASHES or token.low in {"$", "€", "¥", "£"}:
        return _quantity(tokens, index) or ([], index + 1)
    return [], index + 1


def _is_ordinal(tokens: Tokens, index: int) -> bool:
    """Is it the 5 of "ke-5" or of "5th"?"""
    before = index - 1 - (tokens[index - 1].low in DASHES)
    after = tokens[index + 1]
    suffix = after.low in {"st", "nd", "rd", "th"} and tokens.adjacent(index + 1)
    return tokens[before].low == "ke" or (suffix and dates.read_date(tokens, index) is None)


def _may_begin(token: Token) -> bool:
    low = token.low
    return (
        low in _WORDS_OF_NUMBERS
        or low in references.KEYWORDS
        or low.startswith("seper")
        or token.text.isupper()
        or low in {"rp", "euro", "us"}
        or low[:3] in _MONTH_STARTS
        or low in numerals.SCALES
        or low.endswith(("puluh", "belas", "ratus", "ribu"))
        or not low.isalpha()
    )


_MONTH_STARTS = word_set("jan feb peb mar apr mei may jun jul agu aug sep okt oct nov nop des dec")


def _first(
    readers: tuple[Callable[[Tokens, int], Reading | None], ...], tokens: Tokens, index: int
) -> Reading:
    for reader in readers:
        if reading := reader(tokens, index):
            return reading
    return [], index + 1


def _quantity(tokens: Tokens, index: int) -> Reading | None:
    if tokens[index].kind == "word" and tokens[index].low in numerals.SCALES:
        return None
    drafts = read_quantity(tokens, index)
    return (drafts, drafts[-1].next) if drafts else None


_NUMBER_READERS = (
    references.read_identity,
    dates.read_date,
    dates.read_time,
    references.read_year,
    _quantity,
)
_WORD_READERS = (
    references.read_identity,
    references.read_reference,
    dates.read_date,
    _quantity,
    references.read_roman,
)


def _shared_units(tokens: Tokens, drafts: list[Draft]) -> list[Draft]:
    """Give the bare ends of a range the unit of the other end: "10-15 hari", "Rp1-2 juta"."""
    result = list(drafts)
    for here in range(len(result) - 2, -1, -1):
        if _is_range(tokens, result[here], result[here + 1]):
            result[here] = _with_unit_of(tokens, result[here], result[here + 1])
    for here in range(1, len(result)):
        before, after = result[here - 1], result[here]
        if after.unit is None and before.unit and not before.structural:
            money = before.unit.isupper() and _is_range(tokens, before, after)
            result[here] = replace(after, unit=before.unit) if money else after
    return result


def _is_range(tokens: Tokens, first: Draft, second: Draft) -> bool:
    between = tokens.low(first.next, second.start - first.next)
    if second.value.__class__ is Decimal and not between:
        return tokens[second.start].low in DASHES
    return between in _RANGES or (
        len(between) == 1 and (between[0] in DASHES or between[0] in _RANGE_WORDS)
    )


def _with_unit_of(tokens: Tokens, first: Draft, second: Draft) -> Draft:
    if not isinstance(first.value, Decimal):
        return first
    if first.unit and first.unit.isupper() and second.unit is None and second.scaled:
        return _scaled_alike(tokens, first, replace(second, unit=first.unit))
    if first.unit is not None:
        return first
    if second.unit == "date" and isinstance(second.value, str) and 1 <= first.value <= 31:
        return replace(first, value=f"{second.value[:-2]}{int(first.value):02}", unit="date")
    if second.unit == "time":
        clock = dates.clock_at(tokens, first.start)
        return replace(first, value=f"{clock[0]:02}:{clock[1]:02}", unit="time") if clock else first
    if second.structural or second.unit in {None, "ratio", "fraction", "date"}:
        return first
    if second.scaled and not first.scaled and isinstance(second.value, Decimal):
        return _scaled_alike(tokens, first, second)
    return replace(first, unit=second.unit)


def _scaled_alike(tokens: Tokens, first: Draft, second: Draft) -> Draft:
    scale = next(
        (
            numerals.SCALES[tokens[at].low]
            for at in range(second.start, second.next)
            if tokens[at].low in numerals.SCALES
        ),
        1,
    )
    value = Decimal(first.value)
    return replace(first, unit=second.unit, value=value * scale if value < 1000 else value)
