"""Which regulation a quoted pasal belongs to."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from documents.references import LegalReference, legal_references
from documents.structure import Section

_LEAD_CHARACTERS: Final = 1_200
_TITLE_CHARACTERS: Final = 3_000
_AMENDS: Final = re.compile(r"PERUBAHAN[A-Z\s()]{0,40}\bATAS\b|[Pp]erubahan[\w\s]{0,40}\batas\b")


def amended_regulations(text: str, sections: Sequence[Section]) -> Mapping[int, LegalReference]:
    """By the start of each quoted pasal and each point: the regulation that is amended there.

    It is the first one that the amending pasal names before its first point, or else the one in
    the title.
    """
    found: dict[int, LegalReference] = {}
    outer: Section | None = None
    amended: LegalReference | None = None
    for section in sections:
        if section.kind == "ayat":
            continue
        labels = sum(label.startswith("Pasal ") for label in section.path)
        if labels == 1 and section.kind in ("pasal", "penjelasan_pasal"):
            outer, amended = section, None
        elif outer is not None and section.start < outer.end:
            amended = amended or _amended(text, outer, section.start)
            if amended:
                found[section.start] = amended
    return found


def _amended(text: str, outer: Section, first: int) -> LegalReference | None:
    lead = text[outer.heading_end : min(first, outer.heading_end + _LEAD_CHARACTERS)]
    named = _first_regulation(lead)
    if named:
        return named
    title = text[:_TITLE_CHARACTERS]
    match = _AMENDS.search(title)
    return _first_regulation(title[match.end() : match.end() + 400]) if match else None


def _first_regulation(words: str) -> LegalReference | None:
    for reference in legal_references(words):
        if reference.kind and reference.number:
            return reference
    return None
