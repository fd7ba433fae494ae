"""The cells of a workbook as a reader sees them, row by row; ECMA-376, part 1, 18.

Read as a stream: of a sheet of 100,000 rows only one is in memory as XML. Formulas are not
computed; what the program that wrote the file saw last is what counts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from lxml import etree  # type: ignore[import-untyped]
from openpyxl.styles.numbers import BUILTIN_FORMATS

from documents.extraction.number_formats import is_indonesian, shown
from documents.extraction.office_parts import OfficePackage

_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_REFERENCE: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_SHORT: Final = re.compile(r"-?\d{1,15}")  # a whole number, written as it is shown
_R_ID: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_WANTED: Final = ("{*}row", "{*}col", "{*}mergeCell", "{*}autoFilter")


@dataclass(slots=True)
class SheetCells:
    """A sheet that is shown. `rows` maps row and column, both from 1, to text."""

    title: str
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    hidden_columns: set[int] = field(default_factory=set)
    hidden_rows: set[int] = field(default_factory=set)
    filtered: tuple[int, int] | None = None  # rows under a filter, which hides without secrecy
    without_value: int = 0  # formulas
    errors: list[str] = field(default_factory=list)  # places of "#REF!" and the like


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A sheet as the workbook lists it; `part` is empty for a chart sheet."""

    title: str
    part: str
    visible: bool


class Workbook:
    """Reads sheets one after the other; raises what `office_parts.BROKEN` lists."""

    def __init__(self, package: OfficePackage) -> None:
        self._package = package
        self._main = package.main_part("xl/workbook.xml")
        root = package.root(self._main)
        self._links = package.relationships(self._main)
        properties = root.find("{*}workbookPr")
        self._epoch_1904 = properties is not None and properties.get("date1904") in ("1", "true")
        self._strings = self._shared_strings()
        self._codes = self._number_formats()
        self._indonesian = any(map(is_indonesian, self._codes))
        self.sheets = [self._entry(element) for element in root.iterfind("{*}sheets/{*}sheet")]

    def _entry(self, element: Any) -> SheetEntry:
        link = self._links.get(element.get(_R_ID, ""))
        part = link.target if link is not None and link.kind == "worksheet" else ""
        title = " ".join(element.get("name", "").split())
        return SheetEntry(title, part, element.get("state", "visible") == "visible")

    def _linked(self, kind: str) -> str:
        return next(
            (link.target for link in self._links.values() if link.kind == kind), f"xl/{kind}.xml"
        )

    def _shared_strings(self) -> list[str]:
        part = self._linked("sharedStrings")
        if part not in self._package:
            return []
        strings = []
        with self._package.stream(part) as stream:
            for _, element in _elements(stream, ("{*}si",)):
                strings.append(_clean(_text_of(element)))
                _forget(element)
        return strings

    def _number_formats(self) -> list[str]:
        """The format of each cell style, by its index."""
        part = self._linked("styles")
        if part not in self._package:
            return []
        root = self._package.root(part)
        codes = dict(BUILTIN_FORMATS)
        for element in root.iterfind("{*}numFmts/{*}numFmt"):
            codes[int(element.get("numFmtId", 0))] = element.get("formatCode", "General")
        return [
            codes.get(int(style.get("numFmtId", 0)), "General")
            for style in root.iterfind("{*}cellXfs/{*}xf")
        ]

    def has_drawings(self, entry: SheetEntry) -> bool:
        return any(
            link.kind == "drawing" for link in self._package.relationships(entry.part).values()
        )

    def cells(self, entry: SheetEntry) -> Iterator[tuple[SheetCells, int, int]]:
        """The sheet while it is filled, with the number of the row and its filled cells, so that
        the reader can stop; it is whole when the iterator ends.
        """
        sheet = SheetCells(entry.title)
        row_number = 0
        with self._package.stream(entry.part) as stream:
            for name, element in _elements(stream, _WANTED):
                if name == "row":
                    row_number = int(element.get("r") or row_number + 1)
                    cells = self._row(sheet, element, row_number)
                    if cells:
                        sheet.rows[row_number] = cells
                        if element.get("hidden") in ("1", "true"):
                            sheet.hidden_rows.add(row_number)
                    _forget(element)
                    yield sheet, row_number, len(cells)
                else:
                    _note(sheet, name, element)
        yield sheet, row_number, 0

    def _row(self, sheet: SheetCells, element: Any, row_number: int) -> dict[int, str]:
        cells: dict[int, str] = {}
        column = 0
        for cell in element:
            match = _REFERENCE.match(cell.get("r", ""))
            column = _column_number(match[1]) if match else column + 1
            kind = cell.get("t", "n")
            value, is_formula = _content(cell)
            text = self._shown(kind, value, cell)
            if text:
                cells[column] = text
            if kind == "e":
                sheet.errors.append(cell.get("r", ""))
            elif is_formula and not text and kind != "str":
                sheet.without_value += 1
        return cells

    def _shown(self, kind: str, value: str, cell: Any) -> str:
        if kind == "inlineStr":
            inline = cell.find("{*}is")
            return "" if inline is None else _clean(_text_of(inline))
        if not value:
            return ""
        if kind == "s":
            return self._strings[int(value)]
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE"
        if kind == "d":
            return value.removesuffix("T00:00:00")
        if kind in ("str", "e"):
            return _clean(value)
        code = self._code(cell.get("s"))
        if code == "General" and _SHORT.fullmatch(value):
            return value
        return shown(float(value), code, indonesian=self._indonesian, epoch_1904=self._epoch_1904)

    def _code(self, style: str | None) -> str:
        index = int(style or 0)
        return self._codes[index] if index < len(self._codes) else "General"


def _elements(stream: Any, tags: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    for _, element in etree.iterparse(
        stream, events=("end",), tag=tags, resolve_entities=False, no_network=True, load_dtd=False
    ):
        yield etree.QName(element).localname, element


def _forget(element: Any) -> None:
    """Free what was read: the element and those before it."""
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]


def _content(cell: Any) -> tuple[str, bool]:
    """The stored value, and whether a formula stands beside it."""
    value, is_formula = "", False
    for child in cell:
        if child.tag.endswith("}v"):
            value = child.text or ""
        elif child.tag.endswith("}f"):
            is_formula = True
    return value, is_formula


def _text_of(element: Any) -> str:
    """Plain and rich text, without the reading aids of Japanese."""
    own = element.findtext("{*}t") or ""
    return own + "".join(run.findtext("{*}t") or "" for run in element.iterfind("{*}r"))


def _clean(text: str) -> str:
    return " ".join(_ESCAPED.sub(lambda match: chr(int(match[1], 16)), text).split())


def _note(sheet: SheetCells, name: str, element: Any) -> None:
    if name == "col" and element.get("hidden") in ("1", "true"):
        first, last = int(element.get("min", 1)), int(element.get("max", 1))
        sheet.hidden_columns.update(range(first, min(last, 16_384) + 1))
    elif name == "mergeCell" and len(sheet.merged) < 100_000:
        if area := _area(element.get("ref", "")):
            sheet.merged.append(area)
    elif (
        name == "autoFilter"
        and element.find("{*}filterColumn") is not None
        and (area := _area(element.get("ref", "")))
    ):
        sheet.filtered = (area[0], area[2])


def _area(reference: str) -> tuple[int, int, int, int] | None:
    """First row and column, last row and column."""
    corners = _REFERENCE.findall(reference)
    if len(corners) != 2:
        return None
    (left, top), (right, bottom) = corners
    return int(top), _column_number(left), int(bottom), _column_number(right)


@lru_cache(maxsize=20_000)
def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
