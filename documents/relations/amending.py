"""Amendments: what the body amends, and what is told of others in passing. No Django."""

import re
from collections.abc import Iterator

from documents.references import legal_references
from documents.relations.heads import heads, regulation_of
from documents.relations.opening import Span
from documents.relations.places import Places
from documents.relations.types import Relation

_AMENDED = re.compile(
    r"\bdiubah\s*,?\s*(?:dan\s+ditambah\s*)?(?:untuk\s+\w+\s+kalinya\s*)?"
    r"(?:sebagai\s+berikut|sehingga|menjadi|dan\s+harus\s+dibaca)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\bsebagaimana\s+(?:telah\s+)?(?:beberapa\s+kali\s+)?(?:di\s?ubah)"
    r"(?P<how>[^.;]{0,60}?)\bdengan\s+(?=\S)",
    re.IGNORECASE,
)
_ITEM_START = re.compile(r";|\n\s*(?:\d{1,2}|[a-z])[.)]\s|:\s")
_LONGEST = 1_500


def amending(canonical: str, places: Places) -> Iterator[Relation]:
    """ "Beberapa ketentuan dalam Undang-Undang ... diubah sebagai berikut"."""
    for match in _AMENDED.finditer(canonical):
        if not places.enacts(match.start()):
            continue
        begin = places.clause_start(match.start(), limit=_LONGEST)
        found = heads(canonical[begin : match.start()])
        if found:
            head = found[0]
            yield Relation(
                "amends",
                head.regulation,
                begin + head.start,
                match.end(),
                provisions=head.provisions,
                stated_in=places.provision(match.start()),
            )


def told_amendments(canonical: str, mengingat: Span) -> Iterator[Relation]:
    """From the Mengingat: "Undang-Undang A sebagaimana telah diubah dengan Undang-Undang B"."""
    for match in _TOLD.finditer(canonical, *mengingat):
        yield from _told(canonical, mengingat, match)


def _told(canonical: str, mengingat: Span, match: re.Match[str]) -> Iterator[Relation]:
    begin, end = mengingat
    for start in _ITEM_START.finditer(canonical, begin, match.start()):
        begin = start.end()
    targets = [each for each in legal_references(canonical[begin : match.start()]) if each.kind]
    limit = min(end, match.end() + 160)
    actors = [each for each in legal_references(canonical[match.end() : limit]) if each.kind]
    if not targets or targets[0].kind == "uud" or not actors or actors[0].span[0] > 3:
        return
    yield Relation(
        "amends",
        regulation_of(targets[0]),
        begin + targets[0].span[0],
        match.end() + actors[0].span[1],
        actor=regulation_of(actors[0]),
        stated_in="Mengingat",
    )
