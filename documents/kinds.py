"""Kinds of documents and of regulations: their codes, how they are written, how they are cited."""

import re
from dataclasses import dataclass
from typing import Final

# Kinds a Document may have.
DOCUMENT_KINDS: Final = (
    "uu",
    "perppu",
    "pp",
    "perpres",
    "permen",
    "qanun",
    "pergub",
    "perbup",
    "perwal",
    "kepgub",
    "se",
    "putusan",
    "laporan",
    "statistik",
    "panduan",
    "formulir",
    "lain",
)

_HYPHEN = r"[-–\s­ÄÆ]{0,3}"
_LAW = rf"undang{_HYPHEN}undang"
_KPU = r"komisi\s+pemilihan\s+umum"
_COURTS = r"mahkamah\s+konstitusi|jaksa\s+agung|kejaksaan|komisi\s+yudisial|ombudsman"
# Bodies whose rules and decisions have no short name of their own: the body follows the word.
_BODIES = (
    r"sekretaris|direktur|ketua|rektor|camat|keuchik|geuchik|wali\s+nanggroe|majelis|dewan|pimpinan"
    r"|komisi|badan|lembaga|otoritas|jaksa|panglima|inspektur|mahkamah"
)


@dataclass(frozen=True, slots=True)
class RegulationKind:
    """One kind of regulation; `pattern` matches both its full and its short written forms."""

    code: str
    short: str
    full: str
    pattern: str


# In the order in which they are tried: the longer name before the shorter one it contains.
REGULATION_KINDS: Final = (
    RegulationKind(
        "perppu",
        "Perppu",
        "Peraturan Pemerintah Pengganti Undang-Undang",
        rf"peraturan\s+pemerintah\s+pengganti\s+{_LAW}|perp?pu",
    ),
    RegulationKind("uud", "UUD", "Undang-Undang Dasar", rf"{_LAW}\s+dasar|uud"),
    RegulationKind("uu", "UU", "Undang-Undang", rf"{_LAW}(?:\s+darurat)?|uu"),
    RegulationKind("pp", "PP", "Peraturan Pemerintah", r"peraturan\s+pemerintah|pp"),
    RegulationKind("perpres", "Perpres", "Peraturan Presiden", r"peraturan\s+presiden|perpres"),
    RegulationKind("keppres", "Keppres", "Keputusan Presiden", r"keputusan\s+presiden|kepp?res"),
    RegulationKind("inpres", "Inpres", "Instruksi Presiden", r"instruksi\s+presiden|inpres"),
    RegulationKind("inmen", "Inmen", "Instruksi Menteri", r"instruksi\s+menteri|inmen(?:dagri)?"),
    RegulationKind(
        "permen",
        "Permen",
        "Peraturan Menteri",
        r"peraturan\s+(?:bersama\s+)?menteri|permen(?:dagri|kes|keu|kominfo|pan(?:[\s-]?rb)?|desa"
        r"|dikbud|hut|lhk|pupr|kumham|ag|naker|sos|tan|hub|dag|esdm|pera)?",
    ),
    RegulationKind(
        "kepmen",
        "Kepmen",
        "Keputusan Menteri",
        r"keputusan\s+(?:bersama\s+)?menteri|kepmen(?:dagri|kes|keu|kominfo|pan|ag|naker)?",
    ),
    RegulationKind("qanun", "Qanun", "Qanun", r"(?:rancangan\s+)?qanun"),
    RegulationKind("perda", "Perda", "Peraturan Daerah", r"peraturan\s+daerah|perda"),
    RegulationKind("pergub", "Pergub", "Peraturan Gubernur", r"peraturan\s+gubernur|pergub"),
    RegulationKind("kepgub", "Kepgub", "Keputusan Gubernur", r"keputusan\s+gubernur|kepgub"),
    RegulationKind("ingub", "Ingub", "Instruksi Gubernur", r"instruksi\s+gubernur|ingub"),
    RegulationKind("perbup", "Perbup", "Peraturan Bupati", r"peraturan\s+bupati|perbup"),
    RegulationKind("kepbup", "Kepbup", "Keputusan Bupati", r"keputusan\s+bupati|kepbup"),
    RegulationKind(
        "perwal", "Perwal", "Peraturan Wali Kota", r"peraturan\s+wali\s?kota|perwal(?:i|kot)?"
    ),
    RegulationKind("kepwal", "Kepwal", "Keputusan Wali Kota", r"keputusan\s+wali\s?kota|kepwal"),
    RegulationKind("inbup", "Inbup", "Instruksi Bupati", r"instruksi\s+bupati|inbup"),
    RegulationKind("inwal", "Inwal", "Instruksi Wali Kota", r"instruksi\s+wali\s?kota|inwal"),
    RegulationKind("reusam", "Reusam", "Reusam", r"reusam"),
    RegulationKind(
        "perdes",
        "Perdes",
        "Peraturan Desa",
        r"peraturan\s+(?:kepala\s+)?desa|perdes",
    ),
    RegulationKind("pkpu", "PKPU", "Peraturan Komisi Pemilihan Umum", rf"peraturan\s+{_KPU}|pkpu"),
    RegulationKind(
        "perki", "Perki", "Peraturan Komisi Informasi", r"peraturan\s+komisi\s+informasi|perki"
    ),
    RegulationKind("pbi", "PBI", "Peraturan Bank Indonesia", r"peraturan\s+bank\s+indonesia|pbi"),
    RegulationKind(
        "perdirjen",
        "Perdirjen",
        "Peraturan Direktur Jenderal",
        r"peraturan\s+(?:direktur\s+jenderal|dirjen)|perdirjen",
    ),
    RegulationKind(
        "perlem",
        "Peraturan",
        "Peraturan",
        rf"peraturan(?=\s+(?:kepala\s+)?(?:lembaga|arsip\s+nasional|kepolisian|{_COURTS})\b)",
    ),
    RegulationKind("fatwa", "Fatwa", "Fatwa", r"fatwa"),
    RegulationKind("perma", "Perma", "Peraturan Mahkamah Agung", r"peraturan\s+mahkamah\s+agung"),
    RegulationKind(
        "seojk",
        "SEOJK",
        "Surat Edaran Otoritas Jasa Keuangan",
        r"surat\s+edaran\s+otoritas\s+jasa\s+keuangan|seojk",
    ),
    RegulationKind(
        "pojk",
        "POJK",
        "Peraturan Otoritas Jasa Keuangan",
        r"peraturan\s+otoritas\s+jasa\s+keuangan|pojk",
    ),
    RegulationKind(
        "perban",
        "Peraturan Kepala",
        "Peraturan Kepala Badan",
        r"peraturan\s+(?:kepala\s+)?badan|perka|perban?",
    ),
    RegulationKind(
        "kepka",
        "Keputusan Kepala",
        "Keputusan Kepala",
        r"keputusan\s+kepala|kepka",
    ),
    RegulationKind("keputusan", "Keputusan", "Keputusan", rf"keputusan(?=\s+(?:{_BODIES})\b)"),
    RegulationKind(
        "peraturan", "Peraturan", "Peraturan", rf"peraturan(?=\s+(?:{_BODIES}|gampong)\b)"
    ),
    RegulationKind("se", "SE", "Surat Edaran", r"surat\s+edaran|se"),
    RegulationKind("putusan", "Putusan", "Putusan", r"putusan"),
    RegulationKind(
        "tapmpr",
        "Tap MPR",
        "Ketetapan MPR",
        r"ketetapan\s+(?:majelis\s+permusyawaratan\s+rakyat|mpr)|tap\.?\s+mpr(?:s)?",
    ),
)

KIND_BY_CODE: Final = {kind.code: kind for kind in REGULATION_KINDS}

# One alternation with a named group a kind; the named group that matched is the code.
KIND_PATTERN: Final = "|".join(f"(?P<{kind.code}>{kind.pattern})" for kind in REGULATION_KINDS)


def matched_kind(match: re.Match[str]) -> str:
    """Code of the kind whose group of KIND_PATTERN took part in the match."""
    return next(kind.code for kind in REGULATION_KINDS if match[kind.code])


# Under which kind of document a regulation is held whose kind has none of its own.
_HELD_AS: Final = {
    "keppres": "perpres",
    "inpres": "perpres",
    "kepmen": "permen",
    "perma": "permen",
    "pojk": "permen",
    "perban": "permen",
    "kepka": "permen",
    "inmen": "permen",
    "pkpu": "permen",
    "perki": "permen",
    "pbi": "permen",
    "perdirjen": "permen",
    "perlem": "permen",
    "perda": "qanun",
    "seojk": "se",
    "uud": "uu",
}


def document_kind(code: str) -> str:
    """Kind under which a document of this regulation kind is held."""
    return code if code in DOCUMENT_KINDS else _HELD_AS.get(code, "lain")
