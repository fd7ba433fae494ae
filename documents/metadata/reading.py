"""From a text to its metadata. No Django."""

import re

from documents.kinds import KIND_BY_CODE, document_kind, matched_kind
from documents.metadata.enactment import Enactment, enactment
from documents.metadata.file_name import named_regulation
from documents.metadata.language import language_of
from documents.metadata.mending import mended
from documents.metadata.naming import issuer_of, region_of, regulation_title, with_level
from documents.metadata.numbering import number_and_year, split_year
from documents.metadata.plain import plain_metadata
from documents.metadata.result import REGIONAL, Conflict, Metadata
from documents.metadata.subject import subject_of
from documents.metadata.title_block import (
    annex_of,
    enacting_clause,
    title_block,
    verdict_number,
)
from documents.references import LegalReference, legal_references

# A title block stands near the top; a letterhead or a cover may come first.
HEAD_CHARACTERS = 4_000


def read_metadata(canonical: str, *, filename: str = "") -> Metadata:
    """Read the text; the file name serves where the text is silent or misread."""
    head = mended(canonical[:HEAD_CHARACTERS])
    named = named_regulation(filename)
    found = title_block(head) or enacting_clause(canonical)
    if found is not None:
        return _regulation(canonical, head, found, named)
    number = verdict_number(head)
    if number:
        return _verdict(canonical, head, number)
    if named is not None and re.search(r"\b(?:MEMUTUSKAN|Pasal\s+[1I]\b)", canonical):
        return _named(canonical, named)
    return plain_metadata(canonical, filename)


def _regulation(
    canonical: str, head: str, found: re.Match[str], named: LegalReference | None
) -> Metadata:
    code = matched_kind(found)
    signed = enactment(canonical, letter=code in ("se", "seojk"))
    in_text = number_and_year(found)
    named = named if named is not None and named.kind == code else None
    number, year = _reconciled(in_text, named, signed)
    annex = annex_of(head, found) if found.string is head else ""
    about = subject_of(found["about"], annex=bool(annex))
    region = region_of(found, code)
    title = regulation_title(code, found, region, number, year, about)
    return Metadata(
        title=f"{annex} {title}".strip(),
        kind=document_kind(code),
        regulation_kind=code,
        number=number,
        year=year,
        about=about,
        issuer=issuer_of(code, region, found["area"], head),
        region=region,
        place=signed.place,
        date=signed.date,
        promulgated=signed.promulgated,
        gazette=signed.gazette,
        amends=_amends(about),
        conflicts=_conflicts(in_text, named),
        language=language_of(canonical),
    )


def _reconciled(
    in_text: tuple[str, int | None], named: LegalReference | None, signed: Enactment
) -> tuple[str, int | None]:
    """Number and year of text and file name: years are misread more often than misnamed.

    The year of enactment decides where it agrees with one of them.
    """
    number, year = in_text
    enacted = signed.date.year if signed.date else None
    if named is not None and (not number or number == named.number):
        number = named.number
        if named.year and (year is None or enacted != year):
            year = named.year
    return number, year if year is not None else enacted


def _conflicts(
    in_text: tuple[str, int | None], named: LegalReference | None
) -> tuple[Conflict, ...]:
    if named is None:
        return ()
    pairs = (
        ("number", in_text[0], named.number),
        ("year", str(in_text[1] or ""), str(named.year or "")),
    )
    return tuple(
        Conflict(field, text, name) for field, text, name in pairs if text and name and text != name
    )


def _amends(about: str) -> tuple[str, ...]:
    if not re.match(r"(?:perubahan|pengubahan)\b", about, re.IGNORECASE):
        return ()
    first = re.split(r"\btentang\b", about, maxsplit=1, flags=re.IGNORECASE)[0]
    return tuple(
        f"{reference.kind} {reference.number}/{reference.year}"
        for reference in legal_references(first)
        if reference.number
    )


def _verdict(canonical: str, head: str, written: str) -> Metadata:
    """A decision of a court or of an information commission; it has no subject of its own."""
    number, year = split_year(written)
    years = re.findall(r"(?<!\d)(?:19|20)\d{2}(?!\d)", written)
    court = re.search(
        r"\b(?:MAHKAMAH\s+(?:KONSTITUSI|AGUNG|SYAR[’']?IYAH[A-Z \t]{0,30})"
        r"|PENGADILAN\s+(?:NEGERI|TINGGI|TATA\s+USAHA\s+NEGARA)[A-Za-z \t]{0,30}?"
        r"(?=\s+(?:yang|\n)|\n)"
        r"|KOMISI\s+INFORMASI[ \t]+[A-Za-z]+)",
        head,
        re.IGNORECASE,
    )
    issuer = " ".join(court[0].split()).title() if court else ""
    signed = enactment(canonical)
    return Metadata(
        title=" ".join(part for part in ("Putusan", issuer, "Nomor", written) if part),
        kind="putusan",
        regulation_kind="putusan",
        number=number,
        year=int(year) if year else (int(years[-1]) if years else None),
        issuer=issuer,
        region="Indonesia",
        date=signed.date,
        place=signed.place,
        language=language_of(canonical),
    )


def _named(canonical: str, named: LegalReference) -> Metadata:
    """A regulation of which only its file name tells."""
    code = named.kind
    region = with_level(code, named.area) if code in REGIONAL else "Indonesia"
    area = region if code in REGIONAL else named.area
    signed = enactment(canonical)
    parts = (KIND_BY_CODE[code].full, area, f"Nomor {named.number} Tahun {named.year}")
    return Metadata(
        title=" ".join(part for part in parts if part),
        kind=document_kind(code),
        regulation_kind=code,
        number=named.number,
        year=named.year,
        issuer=issuer_of(code, region, named.area, ""),
        region=region,
        place=signed.place,
        date=signed.date,
        promulgated=signed.promulgated,
        gazette=signed.gazette,
        language=language_of(canonical),
    )
