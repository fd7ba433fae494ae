"""Region, issuer and title of a regulation, from its title block. No Django."""

import re
from typing import Final

from documents.kinds import KIND_BY_CODE
from documents.metadata.result import REGIONAL
from documents.titles import title_case

_LEVELS: Final = {
    "perbup": "Kabupaten",
    "kepbup": "Kabupaten",
    "inbup": "Kabupaten",
    "perwal": "Kota",
    "kepwal": "Kota",
    "inwal": "Kota",
}
_ISSUERS: Final = {
    **dict.fromkeys(
        ("uu", "perppu", "pp", "perpres", "keppres", "inpres"), "Presiden Republik Indonesia"
    ),
    "pojk": "Otoritas Jasa Keuangan",
    "seojk": "Otoritas Jasa Keuangan",
    "perma": "Mahkamah Agung",
    "pkpu": "Komisi Pemilihan Umum",
    "perki": "Komisi Informasi",
    "pbi": "Bank Indonesia",
}
# Who signs, put before the area ("Gubernur Aceh", "Menteri Dalam Negeri").
_HEADS: Final = {
    **dict.fromkeys(("pergub", "kepgub", "ingub"), "Gubernur"),
    **dict.fromkeys(("perbup", "kepbup", "inbup"), "Bupati"),
    **dict.fromkeys(("perwal", "kepwal", "inwal"), "Wali Kota"),
    **dict.fromkeys(("permen", "kepmen", "inmen"), "Menteri"),
    "perban": "Kepala Badan",
    "kepka": "Kepala",
    "perdirjen": "Direktur Jenderal",
}
# Kinds whose title names a body of its own after the kind.
_OF_A_BODY: Final = (
    *("permen", "kepmen", "inmen", "perban", "kepka", "perdirjen", "perlem"),
    *("keputusan", "peraturan", "fatwa", "se"),
)
# The office above "Menimbang", which signs.
_SIGNATORY = re.compile(
    r"(?:^|\n|\.|KUASA|ESA|PENYAYANG)[ \t]*"
    r"(?P<office>(?:KEUCHIK|GEUCHIK|KEPALA\s+DESA|GUBERNUR|BUPATI|WALI\s?KOTA|MENTERI|KEPALA)"
    r"\b[A-Z '’]{0,60}?)\s*,"
)
_LETTERHEAD = re.compile(
    r"^\W*(?P<office>(?:GUBERNUR|BUPATI|WALI\s?KOTA|SEKRETARIS|KEPALA|DINAS|BADAN|KOMISI|MENTERI)"
    r"\b[A-Z '’]{3,60})[ \t]*$",
    re.MULTILINE,
)


def region_of(match: re.Match[str], code: str) -> str:
    """ "Indonesia", or the area for which a regional regulation holds."""
    if code not in REGIONAL:
        return "Indonesia"
    area = re.sub(r"\bNANGGROE\s+ACEH\s+DARUSSALAM\b", "ACEH", match["area"], flags=re.IGNORECASE)
    area = re.sub(r"\s+KECAMATAN\b.*", "", " ".join(area.split()), flags=re.IGNORECASE).strip(" ,")
    if re.match(r"(?:PROVINSI|PROPINSI)\b", area, re.IGNORECASE):
        area = area.split(" ", 1)[-1]
    return with_level(code, title_case(area.upper()) if area else "")


def with_level(code: str, area: str) -> str:
    """The area with the level that the kind implies: a bupati governs a kabupaten."""
    prefix = _LEVELS.get(code, "")
    return area if not prefix or area.startswith(prefix) else f"{prefix} {area}".strip()


def issuer_of(code: str, region: str, area: str, head: str) -> str:
    """Who enacted it; `head` is the opening of the text."""
    if code in _ISSUERS:
        return _ISSUERS[code]
    if code in ("qanun", "perda") and not region.startswith("Gampong"):
        return f"Pemerintah {region}".strip()
    if code in REGIONAL and code in _HEADS:
        bare = re.sub(r"^(?:Kabupaten|Kota)\s+", "", region)
        return f"{_HEADS[code]} {bare}".strip()
    body = body_of(area)
    if code in _HEADS:
        return f"{_HEADS[code]} {body}".strip()
    if code in _OF_A_BODY and body:
        return body
    return _office(_SIGNATORY.search(head) or _LETTERHEAD.search(head))


def body_of(area: str) -> str:
    """The body that a title names, "Dalam Negeri" or "Mahkamah Agung"."""
    named = title_case(" ".join(area.split()).upper()).strip(" ,")
    return re.sub(r"\s*\b(?:Republik\s+Indonesia|RI)$", "", named)


def _office(match: re.Match[str] | None) -> str:
    return title_case(" ".join(match["office"].split())) if match else ""


def regulation_title(
    code: str, match: re.Match[str], region: str, number: str, year: int | None, about: str
) -> str:
    """As it is cited in full: kind, area, number and year, subject."""
    form = KIND_BY_CODE[code].full
    area = region if code in REGIONAL else ""
    if code in _LEVELS:
        area = re.sub(r"^(?:Kabupaten|Kota)\s+", "", region)
    if code in _OF_A_BODY:
        form = title_case(" ".join(match[code].split()).upper())
        area = body_of(match["area"])
    if match[code].lower().endswith("darurat"):
        form += " Darurat"
    written = re.sub(r"\s*/\s*", "/", (match["number"] or "").strip(" .…"))
    written = re.sub(r"/(?:(?:19|20)\d{2}){2}$", f"/{year}", written)
    if "/" in written and not match["year"]:
        return " ".join(part for part in (form, area, "Nomor", written, "tentang", about) if part)
    parts = [form, area, f"Nomor {number}" if number else "", f"Tahun {year}" if year else ""]
    return f"{' '.join(part for part in parts if part)} tentang {about}"
