"""Numbers of a spreadsheet as their number format shows them; ECMA-376, part 1, 18.8.31.

Two things are kept that a format may hide: digits that were typed (0.311 shown as 0.31), since
people ask for the published figure, and the ISO order of dates, since it reads only one way.
"""

import datetime
import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Final

from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

MONTHS: Final = (
    *("Januari", "Februari", "Maret", "April", "Mei", "Juni"),
    *("Juli", "Agustus", "September", "Oktober", "November", "Desember"),
)
# More decimals than the format shows plus this many are a computed fraction and are rounded.
TYPED_DECIMALS = 3
_INDONESIAN: Final = re.compile(r"\[\$[^\]]*-(?:0*421|0*21)\]|\bRp", re.IGNORECASE)
_BRACKETS: Final = re.compile(r"\[(?!\$)[^\]]*\]")
_CURRENCY: Final = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_ELAPSED: Final = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Shape:
    """One section of a format: text before and after, decimals, grouping, factor."""

    prefix: str = ""
    suffix: str = ""
    least_digits: int = 0
    decimals: int = 0
    grouped: bool = False
    factor: Decimal = Decimal(1)
    placed: str = ""  # digits with other characters between them ("000-000")
    general: bool = False

    @property
    def plain(self) -> bool:
        return not (self.grouped or self.prefix or self.suffix)


def is_indonesian(code: str) -> bool:
    """Whether the format is for Indonesian readers: rupiah, or the locale id."""
    return bool(_INDONESIAN.search(code))


def shown(value: float, code: str, *, indonesian: bool = False, epoch_1904: bool = False) -> str:
    """The value as text. `indonesian`: dots between thousands and a comma before decimals."""
    if _is_date(code):
        return _date(value, code, epoch_1904)
    shape, negative = _section(code, value)
    number = Decimal(f"{value:.15g}")
    if shape.general:
        return _separated(_plain(number), indonesian)
    number *= shape.factor
    written = _digits(abs(number), shape)
    written = _place(written, shape.placed) if shape.placed else _separated(written, indonesian)
    sign = "-" if number < 0 and not negative and written.strip("0.,") else ""
    return " ".join(f"{shape.prefix}{sign}{written}{shape.suffix}".split())


def _plain(number: Decimal) -> str:
    if number.is_zero():
        return "0"
    if not -20 < number.adjusted() < 25:
        return f"{number.normalize():E}"
    return f"{number.normalize():f}"


def _digits(number: Decimal, shape: Shape) -> str:
    exponent = number.normalize().as_tuple().exponent
    typed = max(0, -int(exponent)) if isinstance(exponent, int) else 0
    decimals = shape.decimals
    if decimals < typed <= decimals + TYPED_DECIMALS and shape.factor >= 1:
        decimals = typed
    rounded = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    if rounded.is_zero() and not number.is_zero():
        return _plain(Decimal(f"{number:.3g}"))
    if shape.plain and typed < decimals:
        rounded = rounded.quantize(Decimal(1).scaleb(-typed))
    whole, _, rest = f"{rounded:f}".partition(".")
    whole = whole.zfill(shape.least_digits)
    if shape.grouped:
        whole = f"{int(whole):,}".rjust(shape.least_digits, "0")
    return f"{whole}.{rest}" if rest else whole


def _separated(written: str, indonesian: bool) -> str:
    return written.translate(str.maketrans(",.", ".,")) if indonesian else written


def _place(digits: str, pattern: str) -> str:
    """Digits into the places of a pattern, from the right."""
    left, written = list(digits.partition(".")[0]), []
    for character in reversed(pattern):
        if character in "0#?":
            if left or character == "0":
                written.append(left.pop() if left else "0")
        elif left or written:
            written.append(character)
    return "".join(left) + "".join(reversed(written))


# -- reading the code of a format ------------------------------------------------------


def _section(code: str, value: float) -> tuple[Shape, bool]:
    """The section for the value's sign, and whether that section shows the sign itself."""
    sections = _sections(code)
    if value < 0 and len(sections) > 1:
        return _shape(sections[1]), True
    if value == 0 and len(sections) > 2 and not re.search(r"[0#]", sections[2]):
        return Shape(general=True), False
    return _shape(sections[0]), False


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[str, ...]:
    return tuple(re.findall(r'((?:"[^"]*"|\\.|[^;"\\])*)(?:;|$)', code)[:3]) or ("",)


@lru_cache(maxsize=512)
def _shape(section: str) -> Shape:
    section = _CURRENCY.sub(lambda match: f'"{match[1]}"', section)
    section = _BRACKETS.sub("", section)
    tokens = re.findall(r'"[^"]*"|\\.|_.|\*.|.', section)
    spots = [index for index, token in enumerate(tokens) if token in ("0", "#", "?")]
    number = "".join(tokens[spots[0] : spots[-1] + 1]) if spots else ""
    after = tokens[spots[-1] + 1 :] if spots else []
    if not spots or "/" in number or re.search(r"[eE][+-]", section):
        return Shape(general=True)
    scale = 0
    while after and after[0] == ",":
        scale, after = scale + 1, after[1:]
    percent = tokens.count("%")
    inner = "".join(each for each in tokens[spots[0] : spots[-1] + 1] if each not in "0#?,.")
    whole, _, decimals = number.partition(".")
    return Shape(
        prefix=_literal(tokens[: spots[0]]),
        suffix=_literal(after),
        least_digits=whole.count("0") if not inner else 0,
        decimals=len(re.findall(r"[0#?]", decimals)) if not inner else 0,
        grouped="," in whole and not inner,
        factor=Decimal(100) ** percent / Decimal(1000) ** scale,
        placed=_literal(tokens[spots[0] : spots[-1] + 1], keep="0#?") if inner else "",
    )


def _literal(tokens: list[str], keep: str = "") -> str:
    written = []
    for each in tokens:
        if each.startswith('"'):
            written.append(each[1:-1])
        elif each.startswith("\\"):
            written.append(each[1:])
        elif each.startswith("_"):
            written.append(" ")
        elif not each.startswith("*") and (each in keep or each not in "0#?"):
            written.append(each)
    return "".join(written)


# -- dates -----------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _is_date(code: str) -> bool:
    bare = re.sub(r'"[^"]*"|\\.|_.|\*.', "", code.partition(";")[0])
    elapsed = bool(_ELAPSED.search(bare))
    bare = re.sub(r"\[[^\]]*\]", "", bare)
    if bare.strip().lower() == "general" or re.search(r"[0#?]", re.sub(r"\.0+", "", bare)):
        return False
    return elapsed or bool(re.search(r"[dmyhs]", bare, re.IGNORECASE))


def _date(value: float, code: str, epoch_1904: bool) -> str:
    bare = re.sub(r'"[^"]*"|\\.|_.|\*.', "", code.partition(";")[0]).lower()
    if _ELAPSED.search(bare):
        minutes = round(value * 24 * 60)
        return f"{minutes // 60}:{minutes % 60:02d}"
    bare = re.sub(r"\[[^\]]*\]|am/pm|a/p", "", bare)
    epoch = CALENDAR_MAC_1904 if epoch_1904 else CALENDAR_WINDOWS_1900
    try:
        moment = from_excel(value, epoch)
    except (OverflowError, ValueError):
        return f"{value:.15g}"
    if isinstance(moment, datetime.time | datetime.timedelta):
        moment = datetime.datetime.min + datetime.timedelta(days=value % 1)
    moment += datetime.timedelta(milliseconds=500)  # binary fractions lie a little below
    day, time = _day(moment, bare), _time(moment, bare)
    return " ".join(part for part in (day, time) if part)


def _day(moment: datetime.datetime, bare: str) -> str:
    """In the parts that the format shows; the month as a word if it has it so."""
    minutes_out = re.sub(r"h+[^a-z]*m+|m+[^a-z]*s+", "", bare)
    day = bool(re.search(r"(?<!d)d{1,2}(?!d)", bare))
    months = re.search(r"m+", minutes_out)
    year = "y" in bare
    word = MONTHS[moment.month - 1]
    if day and months and year and len(months[0]) < 3:
        return moment.date().isoformat()
    parts = (
        str(moment.day) if day else "",
        word if months else "",
        str(moment.year) if year else "",
    )
    return " ".join(part for part in parts if part)


def _time(moment: datetime.datetime, bare: str) -> str:
    if "h" not in bare and "s" not in bare:
        return ""
    if "d" in bare and moment.strftime("%H%M%S") == "000000":
        return ""  # a date without time, in a format for both
    return moment.strftime("%H:%M:%S" if "s" in bare else "%H:%M")
