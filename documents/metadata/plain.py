"""Metadata of what is no regulation: reports, statistics, guides, forms. No Django."""

import re

from documents.metadata.enactment import enactment
from documents.metadata.language import language_of
from documents.metadata.result import Metadata
from documents.references import legal_references
from documents.titles import kind_of_words, plain_title, title_case

OPENING_CHARACTERS = 800
OPENING_LINES = 14
_YEAR = r"(?<!\d)(?:19|20)\d{2}(?!\d)"
_TWO_YEARS = re.compile(rf"({_YEAR})\s?/\s?{_YEAR}")  # a school year: the first names it
_OFFICE = re.compile(
    r"^\W*(?P<office>(?:DINAS|BADAN|SEKRETARIAT|RUMAH\s+SAKIT|INSPEKTORAT|KOMISI|KEMENTERIAN|KANTOR"
    r"|MAJELIS|BIRO)\b[A-Z ,.&/()-]{3,100})$",
    re.MULTILINE,
)
_ROW = re.compile(r"^\|(.+)\|[ \t]*$", re.MULTILINE)
_NUMERIC = re.compile(r"-?[\d.,]+%?")
# Of the filled cells: below this a sheet is a list of names, above it is statistics.
STATISTICAL_SHARE = 0.4


def plain_metadata(canonical: str, filename: str) -> Metadata:
    """Title, kind, year and issuer from the opening, the table, or the file name."""
    title, from_name = plain_title(canonical, filename)
    kind = kind_of_words(f"{title} {from_name}")
    if kind == "lain" and _is_statistical(canonical, filename):
        kind = "statistik"
    signed = enactment(canonical)
    return Metadata(
        title=title,
        kind=kind,
        year=_year(canonical, title, from_name, kind),
        about=title,
        issuer=_issuer(canonical),
        place=signed.place,
        date=signed.date,
        language=language_of(canonical),
    )


def _year(canonical: str, title: str, from_name: str, kind: str) -> int | None:
    """The last year of the name or title, else of the opening lines, else of a table's axis."""
    for words in (from_name, title, _opening_words(canonical)):
        years = re.findall(_YEAR, _TWO_YEARS.sub(r"\1", words))
        if years:
            return int(years[-1])
    return _last_year_of_table(canonical) if kind == "statistik" else None


def _opening_words(canonical: str) -> str:
    """Short lines of the opening without sentences, tables and the regulations they cite."""
    lines = [line.strip() for line in canonical[:OPENING_CHARACTERS].splitlines()][:OPENING_LINES]
    kept = [
        line
        for line in lines
        if len(line) < 100 and not line.startswith("|") and not line.endswith((".", ";"))
    ]
    return "\n".join(line for line in kept if not legal_references(line))


def _last_year_of_table(canonical: str) -> int | None:
    """The last of the years that stand as column or row heads; None below three of them."""
    rows = [_cells(row) for row in _ROW.findall(canonical[:20_000])]
    if not rows:
        return None
    years = [cell for cell in rows[0] if re.fullmatch(_YEAR, cell)]
    if len(years) < 3:
        years = [row[0] for row in rows if re.fullmatch(_YEAR, row[0])]
    return max(map(int, years)) if len(years) >= 3 else None


def _is_statistical(canonical: str, filename: str) -> bool:
    if not filename.lower().endswith((".csv", ".xlsx", ".xls")):
        return False
    rows = [_cells(row)[1:] for row in _ROW.findall(canonical[:20_000])[2:]]
    filled = [cell for row in rows for cell in row if cell]
    numeric = sum(_NUMERIC.fullmatch(cell) is not None for cell in filled)
    return bool(filled) and numeric >= STATISTICAL_SHARE * len(filled)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.split("|")]


def _issuer(canonical: str) -> str:
    match = _OFFICE.search(canonical[:OPENING_CHARACTERS])
    return title_case(" ".join(match["office"].split()).strip(" ,.")) if match else ""
