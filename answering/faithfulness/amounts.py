"""Are the figures of a claim those of the source: same value and unit, same thing, same bound?"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise

from answering.faithfulness.cues import bound_before
from answering.faithfulness.statement import Source, Statement
from answering.figures import Figure

_HEDGE = re.compile(
    r"\b(?:sekitar|kira-kira|kurang lebih|kisaran|mendekati|hampir|lebih dari|about|around|roughly"
    r"|approximately|nearly|almost|more than|over|some)\s+(?:dari\s+)?(?:rp\.?\s*|us\$\s*)?$"
)
_AGE = re.compile(r"\b(?:aged?|usia|umur|berusia|berumur|ages)\b")
_BELOW = re.compile(r"\b(?:hampir|mendekati|nearly|almost)\b")
_ABOVE = re.compile(r"\b(?:lebih dari|more than|over)\b")
_RANGE = re.compile(
    r"\s*(?:\([^)]{0,40}\))?\s*(?:tahun|hari|bulan|years?|days?)?\s*"
    r"(?:sampai(?: dengan)?|hingga|s\.?d\.?|to|until|[-–—]|dan|and)\s*"
    r"(?:tanggal|pada|on|berumur)?\s*"
)
_ENGLISH_OR_NOT_UNIT = {"person": {"person", "count"}, "count": {"count", "person", "times"}}
_SHARES = frozenset({"percent"})


def contradict_themselves(claim: Statement) -> bool:
    """Do words in brackets differ from the digits before them ("50 (lima belas) orang")?"""
    return any(
        claim.text[first.span[1] : second.span[0]].strip() == "(" and first.value != second.value
        for first, second in zip(claim.quantities, claim.quantities[1:], strict=False)
    )


def equal(first: Figure, second: Figure) -> bool:
    """Are value and unit the same? A bare count may count persons."""
    if first.value != second.value:
        return False
    return first.unit == second.unit or second.unit in _ENGLISH_OR_NOT_UNIT.get(first.unit, ())


def missing(claim: Statement, source: Statement) -> list[Figure]:
    """Return the quantities of the claim that the source does not have, even within a range."""
    return [figure for figure in claim.quantities if missing_one(figure, claim, source)]


def missing_one(figure: Figure, claim: Statement, source: Statement) -> bool:
    """Has the source not this figure, neither hedged nor in a range?"""
    return not (
        any(_meant(figure, other, claim) for other in source.quantities)
        or _rounded(claim, figure, source.quantities)
        or _within(claim, figure, source)
    )


def _meant(figure: Figure, other: Figure, claim: Statement) -> bool:
    """Is it the same figure? Behind "aged" the unit is left out."""
    if equal(figure, other):
        return True
    before = claim.text[max(0, figure.span[0] - 30) : figure.span[0]].lower()
    aged = figure.unit == "count" and other.unit == "year" and figure.value == other.value
    return aged and _AGE.search(before) is not None


def _rounded(claim: Statement, figure: Figure, others: Iterable[Figure]) -> bool:
    """Is a hedged figure the rounding of one in the source?"""
    before = claim.text[max(0, figure.span[0] - 30) : figure.span[0]].lower()
    if not _HEDGE.search(before) or not isinstance(figure.value, Decimal):
        return False
    step = Decimal(1).scaleb(_last_digit(figure.value))
    for other in others:
        units = {other.unit, figure.unit}
        if len(units | {"count"}) > 2 or not isinstance(other.value, Decimal):
            continue
        off = other.value - figure.value
        if _BELOW.search(before):
            close = -step <= off < 0
        else:
            close = 0 < off < step if _ABOVE.search(before) else abs(off) <= step / 2
        if close and abs(off) <= abs(figure.value) / 10:
            return True
    return False


def _last_digit(value: Decimal) -> int:
    """Return the power of ten of the last digit that is not zero."""
    exponent = value.normalize().as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _within(claim: Statement, figure: Figure, source: Statement) -> bool:
    """Is one value ("berumur 12 tahun") inside a range of the source ("7 sampai 15 tahun")?"""
    same = [other for other in claim.quantities if other.unit == figure.unit]
    if len(same) > 1 or bound_before(claim.text, *figure.span):
        return False
    return any(
        first.unit == second.unit == figure.unit
        and _RANGE.fullmatch(source.text[first.span[1] : second.span[0]].lower())
        and _ordered(first.value, figure.value, second.value)
        for first, second in zip(source.quantities, source.quantities[1:], strict=False)
    )


def _ordered(low: Decimal | str, value: Decimal | str, high: Decimal | str) -> bool:
    if isinstance(low, Decimal) and isinstance(value, Decimal) and isinstance(high, Decimal):
        return low <= value <= high
    if isinstance(low, str) and isinstance(value, str) and isinstance(high, str):
        dated = all(len(text) == 10 and text[4] == "-" for text in (low, value, high))
        return dated and low <= value <= high
    return False


def holders(claim: Statement, parts: Sequence[Statement]) -> list[Statement]:
    """Return the provisions that have every quantity of the claim, alone or with their list."""
    whole = [part for part in parts if not missing(claim, part)]
    if whole:
        return whole
    lists = defaultdict(list)
    for part in parts:
        lists[part.place].append(part)
    return [
        part
        for items in lists.values()
        for part in items
        if any(not missing_one(figure, claim, part) for figure in claim.quantities)
        and all(any(not missing_one(f, claim, item) for item in items) for f in claim.quantities)
    ]


def bounds_conflict(claim: Statement, evidence: Statement) -> bool:
    """Is a figure a limit in one and another limit, or none, in the other?"""
    for figure in claim.quantities:
        said = bound_before(claim.text, *figure.span)
        found = {
            bound_before(evidence.text, *other.span) or _list_bound(evidence, other)
            for other in evidence.quantities
            if equal(figure, other)
        }
        fitting = {said} if said else {None, _range_bound(claim, figure)}
        if found and not any(_same_bound(bound, other) for bound in fitting for other in found):
            return True
        if _rate_differs(claim, figure, evidence):
            return True
    return False


def _range_bound(claim: Statement, figure: Figure) -> str | None:
    """Return the bound of an end of a range: "one to three" is at least one, at most three."""
    for first, second in pairwise(claim.quantities):
        if _RANGE.fullmatch(claim.text[first.span[1] : second.span[0]].lower()):
            if figure is first:
                return "least"
            if figure is second:
                return "most"
    return None


_RATE = re.compile(
    r"\s*(?:\([^)]*\)\s*)?(?:per|setiap|tiap|each|every|an?"
    r"|se(?=tahun|bulan|hari|minggu|jam))\s?"
    r"(tahun|bulan|hari|minggu|jam|year|month|day|week|hour)\b"
)
_PERIODS = {"tahun": "year", "bulan": "month", "hari": "day", "minggu": "week", "jam": "hour"}


def _rate(text: str, figure: Figure) -> str | None:
    match = _RATE.match(text.lower(), figure.span[1])
    return _PERIODS.get(match.group(1), match.group(1)) if match else None


def _rate_differs(claim: Statement, figure: Figure, evidence: Statement) -> bool:
    """Is it so much a month in the claim and so much a year in the evidence?"""
    said = _rate(claim.text, figure)
    found = {_rate(evidence.text, other) for other in evidence.quantities if equal(figure, other)}
    return said is not None and bool(found - {None}) and said not in found


def _list_bound(evidence: Statement, figure: Figure) -> str | None:
    """Return the bound that the lead of a list gives its items ("paling tinggi: a. 10%")."""
    lead = evidence.provision and evidence.provision.lead
    if not lead:
        return None
    length = lead[1] - lead[0]
    return bound_before(evidence.text, length, length) if figure.span[0] > length else None


def _same_bound(said: str | None, found: str | None) -> bool:
    """Is it the same limit? "dalam waktu 90 hari" is as good as a limit from above."""
    return said == found or ("within" in {said, found} and "least" not in {said, found})


def bound_elsewhere(claim: Statement, evidence: Statement, source: Source) -> bool:
    """Does the claim give to one thing the figure of another: an item, a clause, beside it?"""
    return _item_elsewhere(claim, evidence, source) or _clause_elsewhere(claim, evidence)


def covered_weight(claim: Statement, keys: frozenset[str]) -> float:
    """Return the weight of the claim's words that are among these keys."""
    return sum(word.weight for word in claim.words if word.keys & keys)


def _item_elsewhere(claim: Statement, evidence: Statement, source: Source) -> bool:
    rivals = [
        part
        for part in source.parts
        if part is not evidence
        and missing(claim, part)
        and {figure.unit for figure in claim.quantities} <= {f.unit for f in part.quantities}
    ]
    here = covered_weight(claim, evidence.keys)
    return any(covered_weight(claim, rival.keys) > here + 0.25 for rival in rivals)


_CLAUSE = re.compile(
    r"[,;:](?=\s)|\s(?:dan|serta|sedangkan|sementara|atau|and|while|whereas|or)\s(?!tahun|kedua)"
)


def _clause_elsewhere(claim: Statement, evidence: Statement) -> bool:
    """Compare the clause of each figure with the clauses of other figures of its unit."""
    if len(claim.quantities) != 1:
        return False
    (figure,) = claim.quantities
    rivals = [other for other in evidence.quantities if other.unit == figure.unit]
    if len(rivals) < 2 or not any(equal(figure, rival) for rival in rivals):
        return False
    scores = [(_clause_weight(claim, evidence, rival), equal(figure, rival)) for rival in rivals]
    mine = max(score for score, same in scores if same)
    return any(score > mine + 0.25 for score, same in scores if not same)


def _clause_weight(claim: Statement, evidence: Statement, figure: Figure) -> float:
    edges = [0, *(match.end() for match in _CLAUSE.finditer(evidence.text)), len(evidence.text)]
    start = max(edge for edge in edges if edge <= figure.span[0])
    end = min((edge for edge in edges if edge >= figure.span[1]), default=len(evidence.text))
    inside: set[str] = set()
    for word in evidence.words:
        if start <= word.start < end:
            inside |= word.keys
    return covered_weight(claim, frozenset(inside))
