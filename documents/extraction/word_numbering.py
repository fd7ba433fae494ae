"""The numbers that Word shows before paragraphs but does not store as text."""

from collections import defaultdict
from typing import Any

from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph

_ROMAN = (
    *((100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


class Numbering:
    """Counts each list as it is met; ECMA-376, 17.9."""

    def __init__(self, document: Any) -> None:
        self._levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self._abstract_of: dict[str, str] = {}
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)
        try:
            root = document.part.numbering_part.element
        except (KeyError, NotImplementedError, AttributeError):
            return
        for abstract in root.findall(qn("w:abstractNum")):
            number = abstract.get(qn("w:abstractNumId"))
            self._levels[number] = dict(map(_level, abstract.findall(qn("w:lvl"))))
        for num in root.findall(qn("w:num")):
            link = num.find(qn("w:abstractNumId"))
            if link is not None:
                self._abstract_of[num.get(qn("w:numId"))] = link.get(qn("w:val"))

    def next(self, paragraph: Paragraph) -> str:
        """The number of this paragraph ("(2)", "a.", "Pasal 5"), or an empty string."""
        place = _place(paragraph)
        if place is None:
            return ""
        list_id, level = place
        levels = self._levels.get(self._abstract_of.get(list_id, ""), {})
        if level not in levels:
            return ""
        counts = self._counts[list_id]
        counts[level] = counts.get(level, levels[level][2] - 1) + 1
        for deeper in [each for each in counts if each > level]:
            del counts[deeper]
        shape, pattern, _ = levels[level]
        if shape in ("bullet", "none"):
            return "-" if shape == "bullet" else ""
        return _filled(pattern, counts, levels)


def _level(element: Any) -> tuple[int, tuple[str, str, int]]:
    def value(tag: str, default: str) -> str:
        child = element.find(qn(tag))
        return default if child is None else child.get(qn("w:val"), default)

    start = value("w:start", "1")
    shape, text = value("w:numFmt", "decimal"), value("w:lvlText", "")
    return int(element.get(qn("w:ilvl"))), (shape, text, int(start) if start.isdigit() else 1)


def _place(paragraph: Paragraph) -> tuple[str, int] | None:
    """List and level of a paragraph, its own or those of its style."""
    owners = [paragraph._p.pPr]
    style = paragraph.style
    while style is not None and len(owners) < 6:
        owners.append(style.element.find(qn("w:pPr")))
        style = style.base_style
    for owner in owners:
        found = owner.find(qn("w:numPr")) if owner is not None else None
        if found is None:
            continue
        list_id, level = found.find(qn("w:numId")), found.find(qn("w:ilvl"))
        if list_id is None or list_id.get(qn("w:val")) == "0":
            return None
        return list_id.get(qn("w:val")), int(level.get(qn("w:val"))) if level is not None else 0
    return None


def _filled(pattern: str, counts: dict[int, int], levels: dict[int, tuple[str, str, int]]) -> str:
    for level in range(9):
        if f"%{level + 1}" in pattern:
            shape, _, start = levels.get(level, ("decimal", "", 1))
            pattern = pattern.replace(f"%{level + 1}", _number(counts.get(level, start), shape))
    return pattern


def _number(count: int, shape: str) -> str:
    if shape in ("lowerLetter", "upperLetter"):
        letters = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return letters if shape == "lowerLetter" else letters.upper()
    if shape in ("lowerRoman", "upperRoman"):
        return _roman(count) if shape == "lowerRoman" else _roman(count).upper()
    return f"{count:02d}" if shape == "decimalZero" else str(count)


def _roman(count: int) -> str:
    written = ""
    for value, letters in _ROMAN:
        while count >= value:
            written, count = written + letters, count - value
    return written
