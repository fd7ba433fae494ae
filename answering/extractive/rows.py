"""Answers from the rows of a table: the row and the columns that a question names."""

from collections.abc import Sequence
from decimal import Decimal

from answering.extractive.asked import Asked
from answering.extractive.selecting import Readable
from answering.faithfulness.lexicon import all_keys, content_words
from answering.faithfulness.tables import Cell, Row, rows
from answering.figures import figures

_MOST_COLUMNS = 3


def row_answer(question: Asked, passages: Sequence[Readable]) -> tuple[str, Readable] | None:
    """Return one sentence from the best row ("Gampong Aceh Utara: 852"), and its passage."""
    best: tuple[float, str, Readable] | None = None
    for rank, passage in enumerate(passages):
        table = rows(passage.text)
        if not table:
            continue
        found = _extreme(question, table) or _named(question, table, passage)
        if found and (best is None or found[0] - 0.05 * rank > best[0]):
            best = (found[0] - 0.05 * rank, found[1], passage)
    return (best[1], best[2]) if best else None


def _named(question: Asked, table: Sequence[Row], passage: Readable) -> tuple[float, str] | None:
    around = all_keys(f"{passage.document_title} {' '.join(passage.section_path)}")
    if not _years_held(question, table, passage):
        return None
    named = [(_key_fit(question, row), row) for row in table]
    fit, row = max(named, key=lambda pair: pair[0], default=(0.0, None))
    if row is None or fit < 1.0:
        return None
    cells = _asked_cells(question, row)
    if not cells:
        return None
    key = row.cells[0].value
    said = "; ".join(f"{cell.label} {key}: {cell.value}" for cell in cells)
    words = [w for w in question.words if w.keys & (around | all_keys(said))]
    return (len(words) / max(1, len(question.words)), said)


def _years_held(question: Asked, table: Sequence[Row], passage: Readable) -> bool:
    held = passage.document_title + " ".join(passage.section_path)
    labels = " ".join(cell.label for cell in table[0].cells)
    keys = " ".join(row.cells[0].value for row in table)
    return all(year in f"{held} {labels} {keys}" for year in question.years)


def _key_fit(question: Asked, row: Row) -> float:
    """Return how much of the row's name the question has; a row named by its year counts too."""
    key = row.cells[0].value
    words = content_words(key)
    if not words:
        return 1.0 if key.strip() in question.years else 0.0
    own = frozenset().union(*(word.keys for word in question.words), frozenset())
    fit = sum(1 for word in words if word.keys & own) / len(words)
    return fit + 0.01 * len(words) if fit == 1 else fit


def _asked_cells(question: Asked, row: Row) -> list[Cell]:
    years = [cell for cell in row.cells[1:] if any(y in cell.label for y in question.years)]
    if years:
        return years[:_MOST_COLUMNS]
    own = frozenset().union(*(word.keys for word in question.words), frozenset())
    fits = [(sum(1 for w in content_words(c.label) if w.keys & own), c) for c in row.cells[1:]]
    fitting = [cell for fit, cell in fits if fit and cell.value]
    return (fitting or [cell for _, cell in fits if cell.value])[:_MOST_COLUMNS]


def _extreme(question: Asked, table: Sequence[Row]) -> tuple[float, str] | None:
    """Return the row with the highest or lowest value of the column asked for."""
    if not question.kinds & {"most", "least"} or len(table) < 3:
        return None
    columns = range(1, min(len(row.cells) for row in table))
    own = frozenset().union(*(word.keys for word in question.words), frozenset())
    fits = {
        c: sum(1 for w in content_words(table[0].cells[c].label) if w.keys & own) for c in columns
    }
    column = max(fits, key=lambda c: fits[c], default=None)
    if column is None or not fits[column]:
        return None
    valued = [(value, row) for row in table if (value := _number(row.cells[column])) is not None]
    if not valued:
        return None
    chosen = (max if "most" in question.kinds else min)(valued, key=lambda pair: pair[0])[1]
    cell = chosen.cells[column]
    return 1.0, f"{cell.label} {chosen.cells[0].value}: {cell.value}"


def _number(cell: Cell) -> Decimal | None:
    values = [figure.value for figure in figures(cell.value)]
    return values[0] if len(values) == 1 and isinstance(values[0], Decimal) else None
