"""Is a document's text whole, and what its kind should have? No Django."""

import re
from collections.abc import Iterator, Sequence

from documents.extraction.types import Finding
from documents.structure import Section

REGULATIONS = frozenset(
    ("uu", "perppu", "pp", "perpres", "permen", "qanun", "pergub", "perbup", "perwal", "kepgub")
)
# Shorter ones are covers and excerpts.
REGULATION_CHARACTERS = 1_500
# A page of a regulation has some 1,500 characters, a page with a map or form still 200.
PAGE_CHARACTERS = 120
FEWEST_PAGES = 3
# In Indonesian and English prose a fifth to a third of the words are of these.
FEWEST_WORDS = 200
COMMON_SHARE = 0.04

_UNFINISHED = re.compile(
    r"(?:\b(?:dan|atau|yang|dengan|dalam|pada|untuk|oleh|dari|ke|di|serta|bahwa|sebagaimana"
    r"|tentang|antara|terhadap|adalah|and|or|of|the|to|with|for)|,|[a-z]-)$"
)
# Also spaced out, without its colon, or with a slip in its end ("MEMUTUSI(AN").
_ENACTS = re.compile(r"m\s?e\s?m\s?u\s?t\s?u\s?s|\bmenetapkan\s*:", re.IGNORECASE)
_PROSE = re.compile(r"[^\W\d_]{2,}")
_COMMON = re.compile(
    r"\b(?:yang|dan|di|dengan|untuk|dalam|pada|ini|dari|tidak|oleh|atau|adalah|tentang|ayat|pasal"
    r"|tahun|nomor|sebagaimana|dimaksud|ke|itu|akan|para|bagi|serta|the|of|and|to|in|is|for|that"
    r"|by|with|this|be|are|or|as|on)\b",
    re.IGNORECASE,
)


def completeness_findings(
    text: str, sections: Sequence[Section], *, kind: str, page_count: int
) -> Iterator[Finding]:
    if kind in REGULATIONS and len(text) >= REGULATION_CHARACTERS:
        yield from _regulation_findings(text, sections)
    letters = sum(map(str.isalnum, text))
    if page_count >= FEWEST_PAGES and letters < PAGE_CHARACTERS * page_count:
        yield Finding("little_text", {"characters": letters, "pages": page_count})
    yield from _breaking_off(text)
    yield from _language(text)


def _regulation_findings(text: str, sections: Sequence[Section]) -> Iterator[Finding]:
    kinds = {section.kind for section in sections}
    if not kinds & {"pasal", "diktum"} and not _is_annex(text):
        yield Finding("no_structure", {})
    menimbang = next((section for section in sections if section.kind == "menimbang"), None)
    if menimbang and "memutuskan" not in kinds and not _ENACTS.search(text):
        span = (menimbang.start, menimbang.heading_end)
        yield Finding("no_enacting_clause", {}, span=span)


def _is_annex(text: str) -> bool:
    return bool(re.search(r"\bLAMPIRAN\b", text[:600]))


def _breaking_off(text: str) -> Iterator[Finding]:
    end = len(text.rstrip())
    line = text[text.rfind("\n", 0, end) + 1 : end]
    if _UNFINISHED.search(line) and "|" not in line and len(text) > 500:
        words = " ".join(line.split())[-60:]
        yield Finding("breaks_off", {"words": words}, span=(end - min(len(line), 60), end))


def _language(text: str) -> Iterator[Finding]:
    prose = "\n".join(line for line in text.split("\n") if not line.startswith("|"))[:60_000]
    words = len(_PROSE.findall(prose))
    if words >= FEWEST_WORDS and len(_COMMON.findall(prose)) < COMMON_SHARE * words:
        yield Finding("other_language", {})
