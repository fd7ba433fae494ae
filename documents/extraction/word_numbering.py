"""The numbers that Word shows before paragraphs but does not store as text; ECMA-376, 17.9."""

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any, Final

from documents.extraction.word_styles import Styles, W, value

_ROMAN: Final = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
LEVELS = 9


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is counted and written."""

    shape: str = "decimal"
    pattern: str = ""
    start: int = 1
    restarts_after: int = -1  # the level that sets it back; -1: any higher one
    arabic: bool = False  # numbers of other levels are written as digits within this one
    style: str = ""  # the paragraph style that stands for this level


class Numbering:
    """Counts each list as it is met. Lists of the same definition go on counting together."""

    def __init__(self, root: Any | None, styles: Styles) -> None:
        self._styles = styles
        self._levels: dict[str, dict[int, Level]] = {}
        self._definition_of: dict[str, str] = {}
        self._overrides: dict[str, dict[int, tuple[int | None, Level | None]]] = {}
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)
        self._begun: set[tuple[str, int]] = set()
        if root is not None:
            self._read(root)

    def _read(self, root: Any) -> None:
        links: dict[str, str] = {}
        for abstract in root.iterfind(W + "abstractNum"):
            name = abstract.get(W + "abstractNumId", "")
            self._levels[name] = dict(map(_level, abstract.iterfind(W + "lvl")))
            if link := value(abstract, "numStyleLink"):
                links[name] = link
        by_style = {
            value(abstract, "styleLink"): abstract.get(W + "abstractNumId", "")
            for abstract in root.iterfind(W + "abstractNum")
        }
        for num in root.iterfind(W + "num"):
            name, definition = num.get(W + "numId", ""), value(num, "abstractNumId")
            if definition in links:
                definition = by_style.get(links[definition], definition)
            self._definition_of[name] = definition
            self._overrides[name] = dict(map(_override, num.iterfind(W + "lvlOverride")))

    def next(self, properties: Any | None, style_id: str) -> str:
        """The number of the next paragraph ("(2)", "1.1", "Pasal 5", "-"), or an empty string."""
        place = self._place(properties, style_id)
        if place is None:
            return ""
        list_id, level = place
        definition = self._definition_of.get(list_id, "")
        levels = self._levels_of(list_id, definition)
        if level not in levels:
            return ""
        self._count(list_id, definition, level, levels)
        this = levels[level]
        if this.shape == "bullet":
            return "-"
        return _filled(this, self._counts[definition], levels)

    def _levels_of(self, list_id: str, definition: str) -> dict[int, Level]:
        levels = self._levels.get(definition, {})
        changed = {
            level: other
            for level, (_, other) in self._overrides.get(list_id, {}).items()
            if other is not None
        }
        return levels | changed if changed else levels

    def _count(self, list_id: str, definition: str, level: int, levels: dict[int, Level]) -> None:
        counts = self._counts[definition]
        for each in range(level + 1):
            start = self._overrides.get(list_id, {}).get(each, (None, None))[0]
            if start is not None and (list_id, each) not in self._begun:
                self._begun.add((list_id, each))
                counts.pop(each, None)
                levels = levels | {each: replace(levels.get(each, Level()), start=start)}
        for higher in range(level):
            counts.setdefault(higher, levels[higher].start if higher in levels else 1)
        counts[level] = counts.get(level, levels[level].start - 1) + 1
        for deeper in [each for each in counts if each > level]:
            limit = levels[deeper].restarts_after if deeper in levels else -1
            if limit < 0 or (limit > 0 and level < limit):
                del counts[deeper]

    def _place(self, properties: Any | None, style_id: str) -> tuple[str, int] | None:
        """List and level of a paragraph, its own or those of its style."""
        own = None if properties is None else properties.find(W + "numPr")
        list_id = value(own, "numId")
        level = value(own, "ilvl")
        for style in self._styles.chain(style_id):
            if list_id:
                break
            above = style.find(f"{W}pPr/{W}numPr")
            if above is not None:
                list_id = value(above, "numId")
                level = level or value(above, "ilvl") or self._level_of_style(list_id, style)
        if not list_id or list_id == "0":
            return None
        return list_id, int(level) if level.isdigit() else 0

    def _level_of_style(self, list_id: str, style: Any) -> str:
        name = style.get(W + "styleId", "")
        levels = self._levels.get(self._definition_of.get(list_id, ""), {})
        return next((str(n) for n, level in levels.items() if level.style == name), "")


def _level(element: Any) -> tuple[int, Level]:
    start, restart = value(element, "start", "1"), value(element, "lvlRestart", "-1")
    legal = element.find(W + "isLgl")
    return int(element.get(W + "ilvl", 0)), Level(
        shape=value(element, "numFmt", "decimal"),
        pattern=value(element, "lvlText"),
        start=int(start) if start.isdigit() else 1,
        restarts_after=int(restart) if restart.lstrip("-").isdigit() else -1,
        arabic=legal is not None and legal.get(W + "val", "1") not in ("0", "false"),
        style=value(element, "pStyle"),
    )


def _override(element: Any) -> tuple[int, tuple[int | None, Level | None]]:
    start, level = value(element, "startOverride"), element.find(W + "lvl")
    return int(element.get(W + "ilvl", 0)), (
        int(start) if start.isdigit() else None,
        None if level is None else _level(level)[1],
    )


def _filled(this: Level, counts: dict[int, int], levels: dict[int, Level]) -> str:
    def number(match: "re.Match[str]") -> str:
        level = int(match[1]) - 1
        of_level = levels.get(level, Level())
        shape = of_level.shape
        if this.arabic and shape not in ("decimalZero", "none"):
            shape = "decimal"
        return written(counts.get(level, of_level.start), shape)

    return " ".join(re.sub(r"%([1-9])", number, this.pattern).split())


def written(count: int, shape: str) -> str:
    """A count as letters, Roman or Arabic digits."""
    if shape == "none":
        return ""
    if shape in ("lowerLetter", "upperLetter"):
        letters = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return letters if shape == "lowerLetter" else letters.upper()
    if shape in ("lowerRoman", "upperRoman"):
        return _roman(count) if shape == "lowerRoman" else _roman(count).upper()
    return f"{count:02d}" if shape == "decimalZero" else str(count)


def _roman(count: int) -> str:
    numeral = ""
    for worth, letters in _ROMAN:
        while count >= worth:
            numeral, count = numeral + letters, count - worth
    return numeral
