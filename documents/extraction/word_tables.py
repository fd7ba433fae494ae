"""The cells of a Word table in a grid; ECMA-376, part 1, 17.4."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from documents.extraction.word_styles import W, flag, value

MAX_SPAN = 200
_WRAPPERS: Final = {W + name for name in ("sdt", "sdtContent", "customXml", "ins", "moveTo")}
_EDGES: Final = ("top", "bottom", "left", "right", "start", "end", "insideH", "insideV")


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the grid: the cell that begins there, or what one reaches over."""

    element: Any | None
    continues: bool = False  # the cell above reaches down to here


@dataclass(frozen=True, slots=True)
class TableCells:
    """Rows of equal meaning; `header_rows` are those that Word repeats on every page."""

    rows: tuple[tuple[Cell, ...], ...]
    header_rows: int
    has_borders: bool

    def is_layout(self) -> bool:
        """Whether the grid only places words on the page and says nothing by its columns."""
        elements = [cell.element for row in self.rows for cell in row if cell.element is not None]
        width = max(map(len, self.rows), default=0)
        if width < 2 or any(each.find(W + "tbl") is not None for each in elements):
            return True
        if _has_colons(self.rows, width):
            return True
        return not self.has_borders and any(
            len(each.findall(W + "p")) > 1 or _length(each) > 300 for each in elements
        )


def cells_of(table: Any) -> TableCells:
    rows: list[tuple[Cell, ...]] = []
    header_rows = 0
    for row in _children(table, "tr"):
        properties = row.find(W + "trPr")
        if flag(properties, "hidden") or _is_deleted(properties):
            continue
        if flag(properties, "tblHeader") and header_rows == len(rows):
            header_rows += 1
        rows.append(tuple(_cells(row, properties)))
    width = max(map(len, rows), default=0)
    padded = tuple(row + (Cell(None),) * (width - len(row)) for row in rows)
    return TableCells(padded, header_rows if header_rows < len(rows) else 0, _has_borders(table))


def _cells(row: Any, properties: Any | None) -> Iterator[Cell]:
    yield from (Cell(None) for _ in range(_count(value(properties, "gridBefore", "0"), 0)))
    for cell in _children(row, "tc"):
        own = cell.find(W + "tcPr")
        merged = None if own is None else own.find(W + "vMerge")
        continues = merged is not None and merged.get(W + "val", "continue") == "continue"
        beside = value(own, "hMerge", "restart") if own is not None else "restart"
        hidden = continues or (
            own is not None and own.find(W + "hMerge") is not None and beside == "continue"
        )
        yield Cell(None, continues) if hidden else Cell(cell)
        for _ in range(_count(value(own, "gridSpan", "1"), 1) - 1):
            yield Cell(None)


def _children(parent: Any, name: str) -> Iterator[Any]:
    """Rows or cells, also those within content controls."""
    for child in parent:
        if child.tag == W + name:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _children(child, name)


def _count(written: str, least: int) -> int:
    return min(max(int(written), least), MAX_SPAN) if written.isdigit() else least


def _is_deleted(properties: Any | None) -> bool:
    return properties is not None and properties.find(W + "del") is not None


def _has_borders(table: Any) -> bool:
    properties = table.find(W + "tblPr")
    borders = None if properties is None else properties.find(W + "tblBorders")
    if borders is not None:
        return any(value(borders, edge, "none") not in ("none", "nil") for edge in _EDGES)
    return "normal" not in value(properties, "tblStyle", "normal").lower()


def _has_colons(rows: tuple[tuple[Cell, ...], ...], width: int) -> bool:
    """A column of colons alone: a form, or the considerations of a law."""
    for index in range(width):
        texts = [_text(row[index].element) for row in rows]
        filled = [text for text in texts if text]
        if filled and all(text == ":" for text in filled):
            return True
    return False


def _text(element: Any | None) -> str:
    if element is None:
        return ""
    return "".join(each.text or "" for each in element.iter(W + "t")).strip()


def _length(element: Any) -> int:
    return len(_text(element))
