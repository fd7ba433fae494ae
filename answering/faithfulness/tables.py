"""Claims about a row of a table: the value stands in the row and column named."""

import re
from dataclasses import dataclass
from functools import lru_cache

from answering.faithfulness.lexicon import all_keys, content_words
from answering.faithfulness.statement import Source, Statement
from answering.faithfulness.verdict import Verdict
from answering.figures import Figure, figures

_CELL = re.compile(r"\s*([^:|]{1,120}):\s*(.*)")
_RUNNING_NUMBERS = frozenset({"no", "nomor", "no urut", "#"})
_RULE = re.compile(r"\|?[\s:|-]+\|?")


@dataclass(frozen=True, slots=True)
class Cell:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Row:
    """The labelled cells of one line, and where the line stands in the passage."""

    cells: tuple[Cell, ...]
    span: tuple[int, int]


def is_table(text: str) -> bool:
    """Is the passage made of rows, written "label: value | label: value" or with a header line?"""
    return len(rows(text)) > 0


def key_of(row: Row) -> Cell:
    """The cell that names the row: the first that is no running number."""
    counted = row.cells[0].label.strip(" .").lower() in _RUNNING_NUMBERS
    return row.cells[1] if counted and len(row.cells) > 1 else row.cells[0]


@lru_cache(maxsize=256)
def rows(text: str) -> tuple[Row, ...]:
    """Return the rows of a table; none where the text is none."""
    result, header, at = [], None, 0
    for line in text.split("\n"):
        span = (at, at + len(line))
        at += len(line) + 1
        parts = [part.strip() for part in line.strip().strip("|").split("|")]
        if len(parts) < 2 or _RULE.fullmatch(line.strip() or "x"):
            continue
        labelled = [_CELL.fullmatch(part) for part in parts]
        if all(labelled):
            cells = tuple(Cell(m.group(1).strip(), m.group(2).strip()) for m in labelled if m)
            result.append(Row(cells, span))
        elif header is None:
            header = parts
        elif len(header) == len(parts):
            pairs = zip(header, parts, strict=True)
            result.append(Row(tuple(Cell(label, value) for label, value in pairs), span))
    return tuple(result)


def check_row(claim: Statement, source: Source) -> Verdict:
    """Find the row that the claim names, then its value in the column that the claim names."""
    named = _named_rows(claim, source.text)
    wanted = list(claim.quantities)
    if not wanted:
        return Verdict(False, "not_enough_overlap")
    reason = "figure_not_in_source"
    for row in named:
        cells = [_cell_with(row, figure) for figure in wanted]
        if all(cells):
            if all(_column_named(claim, row, cell) for cell in cells if cell):
                return _words_of_row(claim, row, source)
            reason = "figure_of_another"
    return Verdict(False, reason)


def _named_rows(claim: Statement, text: str) -> list[Row]:
    """Return the rows whose first cell the claim names; years must be those of the row."""
    return [row for row in rows(text) if _names(claim, row)]


def _names(claim: Statement, row: Row) -> bool:
    said = {str(figure.value) for figure in claim.references if figure.unit == "year"}
    held = {f.value for cell in row.cells for f in figures(f"{cell.label} {cell.value}")}
    if not said <= {str(value) for value in held}:
        return False
    key = key_of(row).value
    words = content_words(key)
    if words and not all(word.keys & claim.keys for word in words):
        return False
    numbers = {str(figure.value) for figure in figures(key)}
    stated = {str(figure.value) for figure in (*claim.references, *claim.quantities)}
    return numbers <= stated and bool(words or numbers)


def _cell_with(row: Row, figure: Figure) -> Cell | None:
    for cell in row.cells[1:]:
        found = [other for other in figures(cell.value) if other.value == figure.value]
        if found and _unit_fits(figure, found[0], cell.label):
            return cell
    return None


def _unit_fits(said: Figure, found: Figure, label: str) -> bool:
    """A cell has its unit in the header; a claim may name it or leave it out."""
    if said.unit in {found.unit, "count"}:
        return True
    return found.unit == "count" and said.unit in units_of_label(label) | {"person"}


def units_of_label(label: str) -> set[str]:
    """Return the units that a column's name gives its values ("Luas (Ha)", "Persentase")."""
    return {figure.unit for figure in figures(f"1 {_unit_words(label)}")} - {"count"} | (
        {"percent"} if re.search(r"%|persen", label.lower()) else set()
    )


def _unit_words(label: str) -> str:
    bracket = re.search(r"\(([^)]+)\)", label)
    return bracket.group(1) if bracket else label


def _column_named(claim: Statement, row: Row, cell: Cell) -> bool:
    """Does no other column fit the claim's words better than this one?"""
    mine = _fit(claim, cell.label)
    others = [_fit(claim, other.label) for other in row.cells[1:] if other is not cell]
    return (mine > 0 and all(mine >= other for other in others)) or (mine == 0 and not any(others))


def _fit(claim: Statement, label: str) -> float:
    words = content_words(label)
    if not words:
        return 0.0
    return sum(1 for word in words if word.keys & claim.keys) / len(words)


def _words_of_row(claim: Statement, row: Row, source: Source) -> Verdict:
    """Refuse what the claim adds to the row: a bound, a trend, a name that the passage lacks."""
    held = all_keys(source.text)
    strangers = [word for word in claim.words if word.name and not word.keys & held]
    if strangers:
        return Verdict(False, "entity_not_in_source")
    return Verdict(True, "supported_figures", source.text[slice(*row.span)])
