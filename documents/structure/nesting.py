"""From the headings of a text to its sections."""

import re

from documents.structure.patterns import FRONT_MATTER
from documents.structure.scanning import Scan
from documents.structure.types import Mark, Section


def sections(canonical: str) -> list[Section]:
    """Every section of the text, in order; one of kind "text" where it has no structure."""
    marks = list(Scan(canonical).marks())
    if not marks or marks[0].start > 0:
        marks.insert(0, _opening(canonical, marks))
    return _nested(marks, len(canonical))


def _opening(canonical: str, marks: list[Mark]) -> Mark:
    end = marks[0].start if marks else len(canonical)
    legal = re.search(r"\bTENTANG\b", canonical[:end]) or any(
        mark.kind in ("menimbang", "pasal") for mark in marks
    )
    return Mark(0, 0, FRONT_MATTER, "title_block" if marks and legal else "text")


def _nested(marks: list[Mark], length: int) -> list[Section]:
    ends = [length] * len(marks)
    open_: list[int] = []
    found: list[tuple[str, ...]] = []
    for index, mark in enumerate(marks):
        while open_ and marks[open_[-1]].level >= mark.level:
            ends[open_.pop()] = mark.start
        above = found[open_[-1]] if open_ else ()
        found.append((*above, mark.label) if mark.label else above)
        open_.append(index)
    return [
        Section(
            mark.start, end, mark.heading_end, mark.level, mark.kind, mark.number, mark.title, path
        )
        for mark, end, path in zip(marks, ends, found, strict=True)
    ]
