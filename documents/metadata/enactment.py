"""Where and when a document was enacted and promulgated. No Django."""

import datetime
import re
from dataclasses import dataclass
from typing import Final

from documents.titles import title_case

MONTHS: Final = (
    "januari",
    "februari",
    "maret",
    "april",
    "mei",
    "juni",
    "juli",
    "agustus",
    "september",
    "oktober",
    "november",
    "desember",
)
_OLD_MONTHS: Final = {"nopember": "november", "pebruari": "februari", "agust": "agustus"}
DATE: Final = (
    r"(?P<day>\d{1,2})\s*(?:-\s*)?"
    rf"(?P<month>{'|'.join((*MONTHS, *_OLD_MONTHS))})\s*(?:-\s*)?(?P<year>\d{{4}})"
)
_SIGNED = (
    r"\s*:?\s*di\b\s*:?\s*(?P<place>(?!pada\b|tanggal\b)[A-Za-z][\w .'’/-]{2,40}?)?[,\s]*"
    rf"(?:pada\s+)?tanggal\b\s*[:,]?\s*{DATE}"
)
_ENACTED = re.compile(rf"\b(?:Disahkan|Ditetapkan|Dikeluarkan){_SIGNED}", re.IGNORECASE)
_PROMULGATED = re.compile(rf"\bDiundangkan{_SIGNED}", re.IGNORECASE)
# A letter is dated in its head or above its signature: "Banda Aceh, 8 Maret 2021".
_LETTER = re.compile(rf"^[ \t]*(?P<place>[A-Z][A-Za-z ]{{2,30}}),[ \t]*{DATE}", re.MULTILINE)
_GAZETTE = re.compile(
    r"\b(?P<gazette>(?:LEMBARAN|BERITA)[\s-]+(?:NEGARA|DAERAH|ACEH|KABUPATEN|KOTA)[A-Z\s-]{0,60}?)"
    r"\s*,?\s*TAHUN\s+(?P<year>\d{4})\s*,?\s*NOMOR\s*:?\s*(?P<number>\d{1,4})\b",
    re.IGNORECASE,
)
# Between the promulgation and the line that names the gazette stand a title and a signature.
_GAZETTE_WITHIN = 500


@dataclass(frozen=True, slots=True)
class Enactment:
    """What stands below the last article; empty (None) where it is not said."""

    place: str = ""
    date: datetime.date | None = None
    promulgated: datetime.date | None = None
    gazette: str = ""


def enactment(canonical: str, *, letter: bool = False) -> Enactment:
    """Read place and dates; those of a letter also from "Banda Aceh, 8 Maret 2021"."""
    enacted = _ENACTED.search(canonical)
    if enacted is None and letter:
        enacted = _LETTER.search(canonical)
    promulgated = _PROMULGATED.search(canonical, enacted.end() if enacted else 0)
    return Enactment(
        place=_place(enacted),
        date=date_of(enacted) if enacted else None,
        promulgated=date_of(promulgated) if promulgated else None,
        gazette=_gazette(canonical, promulgated or enacted),
    )


def date_of(match: re.Match[str]) -> datetime.date | None:
    """The date of a match of DATE; None if there is no such day."""
    month = match["month"].lower()
    month = _OLD_MONTHS.get(month, month)
    try:
        return datetime.date(int(match["year"]), MONTHS.index(month) + 1, int(match["day"]))
    except ValueError:
        return None


def _place(match: re.Match[str] | None) -> str:
    if match is None or not match["place"]:
        return ""
    place = " ".join(match["place"].split()).strip(" .,:")
    if re.fullmatch(r"(?:\w )+\w", place):  # "J a k a r t a"
        place = place.replace(" ", "")
    return title_case(place)


def _gazette(canonical: str, signed: re.Match[str] | None) -> str:
    if signed is None:
        return ""
    match = _GAZETTE.search(canonical, signed.end(), signed.end() + _GAZETTE_WITHIN)
    if match is None:
        return ""
    name = title_case(" ".join(match["gazette"].replace("-", " ").split()).upper())
    return f"{name} Tahun {match['year']} Nomor {match['number']}"
