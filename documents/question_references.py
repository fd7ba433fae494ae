"""Find the regulations and provisions that a question names, however it writes them. No Django."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from documents.kinds import REGULATION_KINDS
from documents.question_forms import Rewritten, as_laws_write, substituted
from documents.references import (
    ACEH_NAMES,
    LegalReference,
    RegulationNames,
    bound,
    legal_references,
)

# Customary name (lower case) -> the regulations that it may mean, the likeliest first.
NamesOfQuestions = Mapping[str, Sequence[tuple[str, str, int, str]]]
ACEH_QUESTION_NAMES: Final[NamesOfQuestions] = {name: (one,) for name, one in ACEH_NAMES.items()}

_CHAPTER = re.compile(
    r"\b(?:(?P<bab>bab|chapter)\s+(?P<bab_no>[ivxlc]{1,8}|\d{1,3})"
    r"|(?P<lampiran>lampiran|annex|appendix)\s+(?P<lampiran_no>[ivx]{1,6}|\d{1,2}))\b",
    re.IGNORECASE,
)
_ROMAN: Final = (
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)
_KIND_OF_NAME: Final = {kind.short.lower(): kind.pattern for kind in REGULATION_KINDS}


def question_references(
    text: str, *, names: NamesOfQuestions = ACEH_QUESTION_NAMES
) -> list[LegalReference]:
    """References of a question, each with the span in which it was typed.

    A loose provision belongs to the only regulation that the question names. A name with several
    meanings gives a reference each.
    """
    written = _called_by_name(as_laws_write(text), names)
    first: RegulationNames = {name: meanings[0] for name, meanings in names.items()}
    found = _with_chapters(_tied(legal_references(written.text, names=first)), written.text)
    return [
        replace(each, span=written.original_span(*each.span))
        for reference in found
        for each in _meanings(reference, names)
    ]


def _called_by_name(written: Rewritten, names: NamesOfQuestions) -> Rewritten:
    """ "Undang-Undang RI tentang Desa" becomes "uu desa", where that is a name."""
    pattern = _spellings(tuple(names))
    return substituted(written, pattern, lambda match: _name_of(match, tuple(names)))


@lru_cache(maxsize=16)
def _spellings(names: tuple[str, ...]) -> re.Pattern[str]:
    groups = "|".join(
        rf"(?P<n{i}>{_spelled(name)})"
        for i, name in sorted(enumerate(names), key=lambda each: -len(each[1]))
    )
    return re.compile(rf"\b(?:{groups})\b" if groups else r"(?!)", re.IGNORECASE)


def _spelled(name: str) -> str:
    kind, *rest = name.split()
    if not rest or kind not in _KIND_OF_NAME:
        return r"[-\s]+".join(map(re.escape, name.split()))
    about = r"[-\s]+(?:(?:r\.?i\.?|republik\s+indonesia|aceh)\s+)?(?:(?:tentang|ttg)\s+)?"
    return rf"(?:{_KIND_OF_NAME[kind]}){about}" + r"[-\s]+".join(map(re.escape, rest))


def _name_of(match: re.Match[str], names: tuple[str, ...]) -> str:
    return names[int((match.lastgroup or "n0")[1:])]


def _tied(references: list[LegalReference]) -> list[LegalReference]:
    whole = {reference.regulation: reference for reference in references if reference.kind}
    loose = [reference for reference in references if not reference.kind]
    if len(whole) != 1 or not loose:
        return references
    regulation = next(iter(whole.values()))
    return [
        reference if reference.kind else bound(reference, regulation)
        for reference in references
        if reference.provision
    ]


def _with_chapters(references: list[LegalReference], text: str) -> list[LegalReference]:
    """Add the BAB and Lampiran that are asked for as a whole, without any pasal."""
    chapters = list(_chapters(text))
    if not chapters or any(reference.provision for reference in references):
        return references
    if len({reference.regulation for reference in references}) != 1:
        return sorted([*references, *chapters], key=lambda reference: reference.span)
    return [bound(chapter, references[0]) for chapter in chapters]


def _chapters(text: str) -> Iterator[LegalReference]:
    for match in _CHAPTER.finditer(text):
        unit = "bab" if match["bab"] else "lampiran"
        number = match[f"{unit}_no"]
        roman = _roman(int(number)) if number.isdigit() else number.upper()
        chapter = LegalReference(match.span())
        yield replace(chapter, bab=roman) if unit == "bab" else replace(chapter, lampiran=roman)


def _roman(number: int) -> str:
    roman = ""
    for value, figure in _ROMAN:
        count, number = divmod(number, value)
        roman += figure * count
    return roman


def _meanings(reference: LegalReference, names: NamesOfQuestions) -> Iterable[LegalReference]:
    yield reference
    for kind, number, year, area in names.get(reference.name.lower(), ())[1:]:
        yield replace(reference, kind=kind, number=number, year=year, area=area)
