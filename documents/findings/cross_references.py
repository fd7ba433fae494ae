"""References that lead nowhere: to a pasal or an annex that the text itself lacks. No Django."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from documents.extraction.types import Finding
from documents.findings.numbering import body_pasal, value
from documents.references import LegalReference, legal_references
from documents.structure import Section

_POINTER = re.compile(
    r"\b(?:dimaksud(?:kan)?|diatur|tersebut|tercantum|ditetapkan)\s+(?:dalam|pada|di)\s+"
    r"(?:ketentuan\s+)?(?P<pasal>Pasal\s+(?P<number>\d{1,3}))\b(?!\s*[A-Z]\b)"
)
# What may stand between a pasal and the regulation it belongs to.
_DETAILS = (
    r"(?:[\s,;]|ayat|huruf|angka|Pasal|dan|atau|sampai|dengan|s\.?d\.?|serta|\(\d{1,2}[a-z]?\)|\d{1,3}"
    r"[A-Z]?\b|\b[a-z]\b|butir|juncto|jo\.?|kalimat|(?:ke)?(?:satu|dua|tiga|pertama|dalam|pada|dari))*"
)
_OTHER_REGULATION = re.compile(
    _DETAILS
    + r"(?:Undang|UU\b|Peraturan(?!\s+(?:\w+\s+){1,3}ini\b)|PP\b|Perp|Qanun(?!\s+ini)|Kitab"
    r"|KUH|Konvensi|Perjanjian|Keputusan|Ordonansi|Statuta|Anggaran\s+Dasar|Permen|Instruksi|Reglemen"
    r"|Staatsblad|Stbl|Persetujuan|Protokol|Bab\b|[A-Z][a-z]+\s+tersebut|Ordonnantie|Wetboek)",
)
_ANNEX = re.compile(
    r"\b(?:tercantum|termuat|dimaksud|sebagaimana|ditetapkan|diatur|terdapat|memuat|dituangkan)\s+"
    r"(?:dalam|pada|di)\s+(?P<lampiran>(?:[Dd]aftar\s+)?Lampiran(?:\s+(?:[IVX]{1,5}|\d{1,2})\b)?)"
    r"(?=\s*(?:[.,;)]|yang\b|(?:Peraturan|Undang-[Uu]ndang|Qanun|Keputusan)(?:\s+\w+){0,4}\s+ini\b"
    r"|dan\s+(?:merupakan|menjadi)))"
)


def own_reference_findings(text: str, sections: Sequence[Section]) -> Iterator[Finding]:
    """Findings unknown_pasal and missing_lampiran."""
    yield from _unknown_pasal(text, sections)
    if not any(section.kind == "lampiran" for section in sections):
        mentions = list(_ANNEX.finditer(text))
        if mentions:
            detail = {"written": " ".join(mentions[0]["lampiran"].split()), "times": len(mentions)}
            yield Finding("missing_lampiran", detail, span=mentions[0].span("lampiran"))


def _unknown_pasal(text: str, sections: Sequence[Section]) -> Iterator[Finding]:
    body = body_pasal(sections)
    amends = any(s.kind == "pasal" and not s.number[:1].isdigit() for s in sections)
    if len(body) < 2 or amends:
        return
    last = max(map(value, body))
    for match in _POINTER.finditer(text, body[0].start, body[-1].end):
        beyond = int(match["number"]) > last
        if beyond and not _OTHER_REGULATION.match(text, match.end("pasal"), match.end() + 300):
            detail = {"written": " ".join(match["pasal"].split()), "last": last}
            yield Finding("unknown_pasal", detail, span=match.span("pasal"))


def regulations_named(text: str) -> Counter[LegalReference]:
    """The regulations with number and year that a text names, and how often; without spans."""
    return Counter(
        LegalReference((0, 0), found.kind, found.number, found.year, found.area)
        for found in legal_references(text)
        if found.number and found.year
    )
