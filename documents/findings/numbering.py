"""Gaps and repetitions in the numbering of pasal and ayat. No Django.

They show pages that are missing from a file, headings that were not recognised, and slips of the
source itself.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from documents.extraction.types import Finding
from documents.structure import Section

# A longer gap is no slip: another numbering begins there.
LONGEST_GAP = 60


def numbering_findings(text: str, sections: Sequence[Section]) -> Iterator[Finding]:
    """Findings of the body of a regulation: first_pasal_missing, missing_pasal, repeated_pasal
    and missing_ayat."""
    body = body_pasal(sections)
    yield from _late_beginning(body)
    yield from _gaps(body)
    yield from _repetitions(body)
    for pasal in body:
        yield from _ayat_gaps(pasal, sections, text)


def body_pasal(sections: Sequence[Section]) -> list[Section]:
    """The pasal of the regulation itself: not those it quotes, explains or annexes."""
    return [
        section
        for section in sections
        if section.kind == "pasal"
        and section.level == 4
        and section.number[:1].isdigit()
        and not any(label.startswith(("Lampiran", "Penjelasan")) for label in section.path)
    ]


def _late_beginning(body: Sequence[Section]) -> Iterator[Finding]:
    """The first pasal that was read is not the first of the regulation, as the next one tells."""
    if len(body) < 2 or not 1 < value(body[0]) < value(body[1]) <= value(body[0]) + 2:
        return
    first = body[0]
    detail = {"first": number_of(first)}
    yield Finding("first_pasal_missing", detail, span=(first.start, first.heading_end))


def _gaps(body: Sequence[Section]) -> Iterator[Finding]:
    for before, after in pairwise(body):
        first, last = value(before), value(after)
        if not first + 1 < last <= first + LONGEST_GAP:
            continue
        missing = f"{first + 1}" if last == first + 2 else f"{first + 1}–{last - 1}"
        detail = {"before": number_of(before), "after": number_of(after), "missing": missing}
        yield Finding("missing_pasal", detail, span=(after.start, after.heading_end))


def _repetitions(body: Sequence[Section]) -> Iterator[Finding]:
    """One finding for a run of pasal that all occur again."""
    seen: set[str] = set()
    run: list[Section] = []
    for section in body:
        if section.number in seen:
            run.append(section)
        elif run:
            yield _repeated(run)
            run = []
        seen.add(section.number)
    if run:
        yield _repeated(run)


def _repeated(run: Sequence[Section]) -> Finding:
    first, last = run[0], run[-1]
    number = first.number if len(run) == 1 else f"{first.number}–{last.number}"
    return Finding("repeated_pasal", {"number": number}, span=(first.start, first.heading_end))


def _ayat_gaps(pasal: Section, sections: Sequence[Section], text: str) -> Iterator[Finding]:
    ayat = [s for s in sections if s.kind == "ayat" and pasal.start <= s.start < pasal.end]
    for before, after in pairwise(ayat):
        first, last = value(before), value(after)
        if last <= first + 1 or _stands_within(text[before.heading_end : after.start], first + 1):
            continue
        detail = {
            "where": f"Pasal {number_of(pasal)}",
            "before": number_of(before),
            "after": number_of(after),
        }
        yield Finding("missing_ayat", detail, span=(after.start, after.heading_end))


def _stands_within(text: str, number: int) -> bool:
    """Whether the ayat is there in the middle of a line, and not only referred to."""
    return bool(re.search(rf"(?<!ayat)(?<!dan)(?<!atau)(?<!dengan)\s\({number}\)\s+[A-Z]", text))


def number_of(section: Section) -> str:
    """The number with its letter; a reader takes 0 for O and 1 for l."""
    return section.number.replace("O", "0").replace("l", "1")


def value(section: Section) -> int:
    """The number without its letter."""
    return int(re.sub(r"\D", "", number_of(section)) or 0)
