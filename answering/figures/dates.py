"""Read dates and times of day."""

import re
from datetime import date

from answering.figures.draft import Draft, Reading
from answering.figures.tokens import DASHES, Tokens

_MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "januari january jan",
            "februari pebruari february feb",
            "maret march mar",
            "april apr",
            "mei may",
            "juni june jun",
            "juli july jul",
            "agustus august agu aug",
            "september sept sep",
            "oktober october okt oct",
            "november nopember nov nop",
            "desember december des dec",
        ],
        1,
    )
    for name in names.split()
}
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_CLOCK = re.compile(r"(\d{1,2})\.(\d{2})")
_ZONES = frozenset({"wib", "wita", "wit"})
_BEFORE_TIME = frozenset({"pukul", "jam", "at"})
_SEPARATORS = DASHES | {"/"}


def read_date(tokens: Tokens, index: int) -> Reading | None:
    """Read "15 Mei 2010", "May 15, 2010", "15-05-2010", "2010-05-15" or "15 Mei" (as --05-15)."""
    if tokens[index].kind == "word":
        return _month_first(tokens, index)
    return _day_first(tokens, index) or _numeric(tokens, index)


def _month(tokens: Tokens, index: int) -> int | None:
    token = tokens[index]
    return _MONTHS.get(token.low) if token.text[:1].isupper() or token.low == "mei" else None


def _day_first(tokens: Tokens, index: int) -> Reading | None:
    at = index + 1
    if tokens[at].low in {"st", "nd", "rd", "th"}:
        at += 1
    at += tokens[at].low == "of"
    month = _month(tokens, at)
    if month is None or not _plain(tokens, index, 31):
        return None
    at += 1
    at += tokens[at].low == "tahun"
    return _dated(index, tokens[index].text, month, _year(tokens, at), at)


def _month_first(tokens: Tokens, index: int) -> Reading | None:
    month, at = _month(tokens, index), index + 2
    if month is None or not _plain(tokens, index + 1, 31):
        return None
    at += tokens[at].low in {"st", "nd", "rd", "th"}
    at += tokens[at].low == ","
    year = _year(tokens, at)
    return _dated(index, tokens[index + 1].text, month, year, at) if year else None


def _numeric(tokens: Tokens, index: int) -> Reading | None:
    if match := _DOTTED.fullmatch(tokens[index].text):
        return _checked(match[3], match[2], match[1], index, index + 1)
    parts = [tokens[index + step].text for step in (0, 2, 4)]
    between = tokens[index + 1].low
    if between not in _SEPARATORS or tokens[index + 3].low != between:
        return None
    if not all(tokens.adjacent(index + step) for step in (1, 2, 3, 4)):
        return None
    if not all(part.isdecimal() and len(part) <= 4 for part in parts):
        return None
    if len(parts[0]) == 4:
        return _checked(parts[0], parts[1], parts[2], index, index + 5)
    return _checked(parts[2], parts[1], parts[0], index, index + 5)


def _checked(year: str, month: str, day: str, start: int, following: int) -> Reading | None:
    try:
        written = date(int(year), int(month), int(day)).isoformat() if len(year) == 4 else None
    except ValueError:
        return None
    return ([Draft(written, "date", start, following)], following) if written else None


def _dated(start: int, day: str, month: int, year: str | None, at: int) -> Reading | None:
    if year:
        return _checked(year, str(month), day, start, at + 1)
    return [Draft(f"--{month:02}-{int(day):02}", "date", start, at)], at


def _plain(tokens: Tokens, index: int, highest: int) -> bool:
    text = tokens[index].text
    return text.isdecimal() and len(text) <= 2 and 1 <= int(text) <= highest


def _year(tokens: Tokens, index: int) -> str | None:
    text = tokens[index].text
    return text if text.isdecimal() and len(text) == 4 else None


def read_time(tokens: Tokens, index: int) -> Reading | None:
    """Read "pukul 07.30 WIB", "07:30", "7:30 p.m."; a clock reading needs a sign that it is one."""
    clock = clock_at(tokens, index)
    if clock is None:
        return None
    hour, minute, after, certain = clock
    zone = tokens[after].low in _ZONES
    shift, behind = _meridiem(tokens, after)
    announced = tokens[index - 1].low in _BEFORE_TIME
    if not (zone or shift is not None or announced or certain):
        return None
    if shift is not None:
        hour, after = hour % 12 + shift, behind
    if hour > 24 or minute > 59:
        return None
    after += zone
    return [Draft(f"{hour:02}:{minute:02}", "time", index, after)], after


def clock_at(tokens: Tokens, index: int) -> tuple[int, int, int, bool] | None:
    """Return (hour, minute, next, whether "07:30" can be nothing but a time) at a number token."""
    text = tokens[index].text
    if match := _CLOCK.fullmatch(text):
        return int(match[1]), int(match[2]), index + 1, False
    if not text.isdecimal() or len(text) > 2:
        return None
    minutes = tokens[index + 2].text
    if tokens[index + 1].low == ":" and len(minutes) == 2 and minutes.isdecimal():
        tight = tokens.adjacent(index + 1) and tokens.adjacent(index + 2)
        whole = tight and len(text) == 2 and int(text) < 24 and int(minutes) < 60
        return (int(text), int(minutes), index + 3, whole) if tight else None
    return int(text), 0, index + 1, False


def _meridiem(tokens: Tokens, index: int) -> tuple[int | None, int]:
    low = tokens[index].low
    if low in {"am", "pm"}:
        return (12 if low == "pm" else 0), index + 1
    if low in {"a", "p"} and tokens.low(index + 1, 3) in {(".", "m", "."), (".", "m", "")}:
        return (12 if low == "p" else 0), index + 4
    return None, index
