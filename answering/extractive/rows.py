"""Answers from the rows of a table: the row and the columns that a question names."""

import re
from collections.abc import Sequence
from decimal import Decimal

from answering.extractive.asked import Asked
from answering.extractive.selecting import Readable
from answering.faithfulness.lexicon import all_keys, content_words
from answering.faithfulness.tables import Cell, Row, key_of, rows, units_of_label
from answering.figures import figures

_MOST_COLUMNS = 3
_ENOUGH = 0.5
# A row named by a whole sentence (a step of a procedure) is asked for in fewer words.
_LONG_NAME = 5
_MOST_OF_A_NAME = 0.7
_WORD = re.compile(r"[^\W\d_]+")
# Not the mark of a note ("Sabang 1)").
_NUMBER = re.compile(r"(?<![\d.,])\d+(?:[.,]\d+)*(?![\d)])")
_ITEM = re.compile(r"^\s*\d+[.)]\s+")


def row_answer(question: Asked, passages: Sequence[Readable]) -> tuple[str, Readable] | None:
    """Return one sentence from the best row ("Gampong Aceh Utara: 852"), and its passage."""
    best: tuple[float, str, Readable] | None = None
    tables = _tables(passages)
    for rank, passage in enumerate(passages):
        table = rows(passage.reading.text)
        if not table:
            continue
        if not _years_held(question, table, passage):
            continue
        said = _extreme(question, passage, tables) or _named(question, table)
        found = (_fit(question, said, table, passage), said) if said else None
        if found and found[0] >= _ENOUGH and (best is None or found[0] - 0.05 * rank > best[0]):
            best = (found[0] - 0.05 * rank, found[1], passage)
    return (best[1], best[2]) if best else None


def _named(question: Asked, table: Sequence[Row]) -> str | None:
    named = [(_key_fit(question, row), row) for row in table]
    fit, row = max(named, key=lambda pair: pair[0])
    cells = _asked_cells(question, row) if fit >= 1.0 else []
    key = key_of(row).value
    return "; ".join(f"{cell.label} {key}: {cell.value}" for cell in cells) or None


def _fit(question: Asked, said: str, table: Sequence[Row], passage: Readable) -> float:
    """Return the share of the question's words that the table's name, columns and row have."""
    labels = " ".join(cell.label for cell in table[0].cells)
    held = all_keys(
        f"{passage.document_title} . {' '.join(passage.section_path)} . {labels} . {said}"
    )
    return sum(1 for word in question.words if word.keys & held) / max(1, len(question.words))


def _years_held(question: Asked, table: Sequence[Row], passage: Readable) -> bool:
    held = passage.document_title + " ".join(passage.section_path)
    labels = " ".join(cell.label for cell in table[0].cells)
    keys = " ".join(key_of(row).value for row in table)
    return all(year in f"{held} {labels} {keys}" for year in question.years)


def _key_fit(question: Asked, row: Row) -> float:
    """Return how much of the row's name the question has, word for word; a year names a row too."""
    key = key_of(row).value
    words = _WORD.findall(_without_brackets(key).lower())
    if not words:
        return 1.0 if key.strip() in question.years else 0.0
    if not set(_NUMBER.findall(_ITEM.sub("", key))) <= set(_NUMBER.findall(question.text)):
        return 0.0  # "Kegiatan Nomor 45" is not asked for by "Kegiatan Nomor 52"
    own = set(_WORD.findall(question.text.lower()))
    fit = sum(word in own for word in words) / len(words)
    if len(words) >= _LONG_NAME and fit >= _MOST_OF_A_NAME:
        return 1.0
    return fit + 0.01 * len(words) if fit == 1 else fit


def _asked_cells(question: Asked, row: Row) -> list[Cell]:
    years = [cell for cell in row.cells[1:] if any(y in cell.label for y in question.years)]
    if years:
        return years[:_MOST_COLUMNS]
    fits = [(_cell_fit(question, cell), cell) for cell in row.cells[1:] if cell.value]
    best = max((fit for fit, _ in fits), default=0.0)
    return [cell for fit, cell in fits if fit == best][:_MOST_COLUMNS]


def _cell_fit(question: Asked, cell: Cell) -> float:
    """Return how well a cell is the one asked for, by its column's name or by its own unit."""
    units = {figure.unit for figure in figures(cell.value)} - {"count"}
    return 1.0 if units & question.units else _label_fit(question, cell.label)


def _label_fit(question: Asked, label: str) -> float:
    """Return the share of a column's name that the question has."""
    if question.units & units_of_label(label) - {"person"}:
        return 1.0
    own = frozenset().union(*(word.keys for word in question.words), frozenset())
    words = content_words(_without_brackets(label))
    return sum(1 for word in words if word.keys & own) / len(words) if words else 0.0


def _without_brackets(text: str) -> str:
    return re.sub(r"\([^)]*\)", "", text)


Tables = dict[tuple[str, ...], list[tuple[Row, int]]]


def _tables(passages: Sequence[Readable]) -> Tables:
    """Put the rows of a table that several passages hold together, with their passages' markers."""
    tables: Tables = {}
    for passage in passages:
        for row in rows(passage.reading.text):
            key = (passage.document_title, *(cell.label for cell in row.cells))
            tables.setdefault(key, []).append((row, passage.marker))
    return tables


def _extreme(question: Asked, passage: Readable, tables: Tables) -> str | None:
    """Return the row with the highest or lowest value, if it is in this passage."""
    own = rows(passage.reading.text)
    labels = tuple(cell.label for cell in own[0].cells)
    table = tables.get((passage.document_title, *labels), [])
    if not question.kinds & {"most", "least"} or len(table) < 3:
        return None
    fits = {column: _label_fit(question, labels[column]) for column in range(1, len(labels))}
    column = max(fits, key=lambda column: fits[column], default=None)
    if column is None or (not fits[column] and len(fits) > 1):
        return None
    valued = [
        (value, row, marker)
        for row, marker in table
        if (value := _number(row.cells[column])) is not None
    ]
    if not valued:
        return None
    choose = max if "most" in question.kinds else min
    _, row, marker = choose(valued, key=lambda entry: entry[0])
    cell = row.cells[column]
    return f"{cell.label} {key_of(row).value}: {cell.value}" if marker == passage.marker else None


def _number(cell: Cell) -> Decimal | None:
    values = [figure.value for figure in figures(cell.value)]
    return values[0] if len(values) == 1 and isinstance(values[0], Decimal) else None
