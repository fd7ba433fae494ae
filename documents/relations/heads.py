"""Which regulations a clause is about, as against those named within their titles. No Django."""

import re
from dataclasses import dataclass

from documents.references import LegalReference, legal_references, regulations
from documents.relations.types import Regulation

# What may stand right before a regulation that is a subject of its own: the beginning, a comma,
# "dan", the mark of a list. "Perubahan atas", "pelaksanaan", "dengan" make it part of a title.
_OWN = re.compile(
    r"(?:^|[,;:.)”\"-]|\b(?:dan|serta|maka|dalam|ketentuan|tersebut|mencabut)"
    r"|(?:^|\s)(?:[a-z]|\d{1,2}|[IVX]{1,4})[.)])\s*$",
    re.IGNORECASE,
)
_WITHIN_TITLE = re.compile(
    r"\b(?:atas|terhadap|pelaksanaan(?:\s+dari)?|perubahan(?:\s+\w+)?|dengan|berdasarkan|pengganti"
    r"|pencabutan|penetapan|menurut|oleh|dimaksud(?:\s+(?:dalam|pada))?)\s*(?:ketentuan\s*)?$",
    re.IGNORECASE,
)
# "... sebagaimana dimaksud dalam Pasal 64, Undang-Undang Nomor 3 ...": of the law itself.
_OF_ANOTHER = re.compile(r"\bdi(?:maksud|atur|sebut)(?:kan)?\s+(?:dalam|pada)\s+$", re.IGNORECASE)
_LOOK_BACK = 60


@dataclass(frozen=True, slots=True)
class Head:
    """One regulation with the provisions named of it; `start` and `end` in the clause."""

    regulation: Regulation
    provisions: tuple[str, ...]
    start: int
    end: int


def heads(clause: str) -> list[Head]:
    """The regulations that are subjects of the clause, in order; the constitution is none."""
    provisions = [each for each in legal_references(clause) if each.kind and each.pasal]
    found: list[Head] = []
    after = 0
    for named in regulations(clause):
        own = [each for each in provisions if _of(each, named) and after <= each.span[0]]
        before = [each for each in own if each.span[1] <= named.span[0]]
        if before and _OF_ANOTHER.search(clause[: before[0].span[0]]):
            before = own = []
        start = before[0].span[0] if before else named.span[0]
        after = named.span[1]
        if named.kind == "uud" or not stands_alone(clause, start):
            continue
        mine = before or _behind(own, named)
        said = tuple(dict.fromkeys(each.provision for each in mine))
        found.append(Head(regulation_of(named), said, start, named.span[1]))
    return found


def _of(provision: LegalReference, named: LegalReference) -> bool:
    return regulation_of(provision) == regulation_of(named)


def _behind(own: list[LegalReference], named: LegalReference) -> list[LegalReference]:
    """ "Undang-Undang Nomor 1 Tahun 2000 Pasal 5": provisions right behind the name."""
    return [each for each in own if 0 <= each.span[0] - named.span[1] <= _LOOK_BACK]


def stands_alone(clause: str, start: int) -> bool:
    """Whether what begins there is a subject of its own and no part of another's title."""
    before = clause[max(0, start - _LOOK_BACK) : start]
    if _WITHIN_TITLE.search(before):
        return False
    return bool(_OWN.search(before)) or start == 0


def regulation_of(reference: LegalReference) -> Regulation:
    return Regulation(reference.kind, reference.number, reference.year, reference.area)
