"""Figures in the cells of a table, read column by column. No Django.

Whether "1.772" is a count or a decimal shows only in its neighbours: files of one office mix
"1.772" (grouped), "23.0" (decimal) and "53,92".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

BLANK: Final = frozenset(("", "…", "...", "n.a.", "n.a", "na", "tad", "not available"))
_ZERO: Final = frozenset(("-", "–", "—", "--", "nihil", "0"))
_PREFIX = re.compile(r"^(?:rp\.?|us\$|usd|\$|€)\s*", re.IGNORECASE)
_SUFFIX = re.compile(r"\s*(?:%|\*{1,3}\)?|[a-z]\)|,-|\.-)$", re.IGNORECASE)
_FIGURE = re.compile(r"\d[\d.,]*")
_GROUPED_BY_DOT = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_GROUPED_BY_COMMA = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Figure:
    """A cell's value; `decimals` is how many places it was written with."""

    value: Decimal
    decimals: int = 0


# None: words or something else that is no figure. BLANK cells are told apart by their text.
Column = tuple[Figure | None, ...]


@dataclass(frozen=True, slots=True)
class _Marks:
    grouping: str
    decimal: str


def figures_of(cells: Sequence[str], *, dots_group: bool = False) -> Column:
    """The figures of one column. `dots_group`: elsewhere in the table dots part thousands."""
    bare = [_bare(cell) for cell in cells]
    marks = _marks([text for text, _ in bare if _FIGURE.fullmatch(text)], dots_group)
    return tuple(_figure(text, negative, marks) for text, negative in bare)


def groups_by_dots(cells: Sequence[str]) -> bool:
    """Whether some cell can only be read so: "1.138.019" or "1.234,50"."""
    return any(
        re.fullmatch(r"\d{1,3}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d+)", _bare(c)[0]) for c in cells
    )


def is_blank(cell: str) -> bool:
    return cell.strip().lower() in BLANK


def _bare(cell: str) -> tuple[str, bool]:
    text = _SUFFIX.sub("", _PREFIX.sub("", " ".join(cell.split())))
    inner = re.fullmatch(r"\((.+)\)", text)
    negative = bool(inner) or (text.startswith(("-", "−")) and len(text) > 1)
    text = (inner[1] if inner else text).lstrip("-−+ ")
    return re.sub(r"(?<=\d) (?=\d{3}(?:\D|$))", "", text) or cell.strip(), negative


def _marks(figures: Sequence[str], dots_group: bool) -> _Marks:
    dotted = [figure for figure in figures if "." in figure]
    commaed = [figure for figure in figures if "," in figure]
    by_dot = bool(dotted) and all(map(_GROUPED_BY_DOT.fullmatch, dotted))
    by_comma = bool(commaed) and all(map(_GROUPED_BY_COMMA.fullmatch, commaed))
    surely = groups_by_dots(figures) or dots_group
    if by_dot and (surely or not any(figure.startswith("0") for figure in dotted)):
        return _Marks(".", ",")
    if by_comma and not surely:
        return _Marks(",", ".")
    return _Marks("", ".") if dotted and not commaed else _Marks(".", ",")


def _figure(text: str, negative: bool, marks: _Marks) -> Figure | None:
    if text.lower() in _ZERO:
        return Figure(Decimal(0))
    if not _FIGURE.fullmatch(text):
        return None
    plain = text.replace(marks.grouping, "") if marks.grouping else text
    whole, _, decimals = plain.rstrip(".,").partition(marks.decimal)
    if not whole.isdigit() or (decimals and not decimals.isdigit()):
        return None
    value = Decimal(f"{whole}.{decimals}" if decimals else whole)
    return Figure(-value if negative else value, len(decimals))
