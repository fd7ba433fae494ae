"""Number and year of a regulation, in all forms in which offices write them. No Django."""

import re

from documents.metadata.mending import digits

_ROMAN_MONTH_YEAR = re.compile(r".*/[IVX]+-(\d{2})")


def number_and_year(match: re.Match[str]) -> tuple[str, int | None]:
    """From a title block: "188.45/127/2021" is number 188.45/127 of 2021, POJK 22/2015 is 22."""
    number = re.sub(r"\s*/\s*", "/", (match["number"] or "").strip(" .…/,"))
    written_year = match["year"] or ""
    number, own_year = split_year(number)
    if not written_year:
        written_year = own_year
    number = re.sub(r"/S?E?P?OJK[.\d]*.*$", "", number, flags=re.IGNORECASE)
    short = _ROMAN_MONTH_YEAR.fullmatch(number)
    if short and not written_year:
        written_year = f"19{short[1]}" if int(short[1]) > 45 else f"20{short[1]}"
    return plain_number(number), int(digits(written_year)) if written_year else None


def split_year(number: str) -> tuple[str, str]:
    """The number without the year at its end, and the year; a year read twice is none."""
    slashed = re.fullmatch(r"(.+?)/((?:19|20)\d{2})", number)
    if slashed:
        return slashed[1], slashed[2]
    return re.sub(r"/(?:(?:19|20)\d{2}){2}$", "", number), ""


def plain_number(number: str) -> str:
    """Without zeros before a bare figure ("05"), with letters taken for digits mended ("l2")."""
    if len(number) > 4:
        return number
    figure = digits(number)
    return figure.lstrip("0") or figure
