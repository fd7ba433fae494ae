"""The considerations and legal bases of a regulation, wherever on a line they begin. No Django."""

import re
from dataclasses import dataclass

Span = tuple[int, int]

# A title block and a letterhead come before; whatever names these later is something else.
_BEGINS_WITHIN = 12_000
_MENIMBANG = re.compile(r"\b(?:Menimbang|MENIMBANG)\b[ \t]*:?")
_MENGINGAT = re.compile(r"\b(?:Mengingat|MENGINGAT)\b(?=\s*(?::|\d|a\.|Pasal))[ \t]*:?")
_DECIDED = re.compile(
    r"\b(?:M ?E ?M ?U ?T ?U ?S ?K ?A ?N|Memutuskan|M ?e ?m ?u ?t ?u ?s ?k ?a ?n)\b"
)


@dataclass(frozen=True, slots=True)
class Opening:
    """Spans of what comes before the first article; empty where there is none.

    `decided` is the offset from which the text is law (0 where nothing is decided).
    """

    menimbang: Span = (0, 0)
    mengingat: Span = (0, 0)
    decided: int = 0


def opening_of(canonical: str) -> Opening:
    """Find Menimbang, Mengingat and Memutuskan, in this order."""
    menimbang = _MENIMBANG.search(canonical, 0, _BEGINS_WITHIN)
    after = menimbang.end() if menimbang else 0
    mengingat = _MENGINGAT.search(canonical, after, after + _BEGINS_WITHIN * 2)
    begun = mengingat or menimbang
    if begun is None:
        return Opening()
    decided = _DECIDED.search(canonical, begun.end(), begun.end() + _BEGINS_WITHIN * 4)
    end = decided.start() if decided else begun.end() + _BEGINS_WITHIN
    considered_to = mengingat.start() if mengingat else end
    return Opening(
        menimbang=(menimbang.end(), considered_to) if menimbang else (0, 0),
        mengingat=(mengingat.end(), end) if mengingat else (0, 0),
        decided=decided.start() if decided else 0,
    )
