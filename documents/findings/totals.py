"""Sum what a table says it sums: rows and columns called Jumlah or Total. No Django.

A table does not say which cells a total is made of, so the sum is looked for (the rows above, those
since the last subtotal, the subtotals; the columns beside it) and a difference is told only where
the rest of the table shows that it is meant as a sum. Averages, rates and indices raise no alarm.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from documents.extraction.types import ExtractedTable, Finding
from documents.findings.table_figures import Column, Figure, figures_of, groups_by_dots, is_blank

# Larger tables are data, not reports: they carry no totals that anyone drew up by hand.
MOST_ROWS = 2_000
MOST_COLUMNS = 60
# Of the columns (rows) of a total, so many must be sums before another one counts as wrong.
MOST_AGREE = 0.6
# Without such witnesses a total counts as a sum that went wrong only where it comes near one.
NEAR: Final = Decimal("0.35")

_TOTAL = re.compile(r"(?:sub\s?-?\s?|grand\s+)?(?:jumlah|total)\b", re.IGNORECASE)
_BARE_TOTAL = re.compile(
    r"(?:sub\s?-?\s?|grand\s+)?(?:jumlah|total)(?:[\s/]+(?:total|jumlah|keseluruhan|seluruhnya"
    r"|semua|besar|umum|i{1,3}|iv|v|[a-d]|\d))*[\s:.]*",
    re.IGNORECASE,
)
_NO_SUM = re.compile(
    r"rata|rerata|average|persen|%|inde[kx]s?\b|rasio|ratio|laju|tingkat\s|pertumbuhan|kepadatan"
    r"|angka\s+(?:harapan|kematian|partisipasi|melek)|harapan\s+hidup|density|rate\b|per\s*kapita"
    r"|suhu|inflasi|tahun\b|median|nilai\s+tukar",
    re.IGNORECASE,
)
_LABEL_COLUMN = re.compile(r"(?:no|nomor|kode|tahun|bulan|tanggal|id)\b|.*kode", re.IGNORECASE)


def differing_totals(table: ExtractedTable, *, subject: str = "") -> list[Finding]:
    """Findings `total_differs`; `subject` is what the whole file is about."""
    if not (2 <= len(table.rows) <= MOST_ROWS and 2 <= len(table.columns) <= MOST_COLUMNS):
        return []
    sums = _Sums(table, subject)
    return [sums.finding(each) for each in (*sums.of_rows(), *sums.of_columns())]


@dataclass(frozen=True, slots=True)
class _Difference:
    row: int
    column: int
    stated: Figure
    computed: Decimal


class _Sums:
    """One table with its figures by column."""

    def __init__(self, table: ExtractedTable, subject: str) -> None:
        self.table = table
        # A title that names several things ("Penduduk dan kepadatan") begins with what adds up.
        self.no_sum = bool(
            _NO_SUM.match(subject) or _NO_SUM.match(table.name) or _NO_SUM.search(table.unit)
        )
        dots_group = groups_by_dots([cell for row in table.rows for cell in row])
        self.figures: list[Column] = [
            figures_of([row[i] for row in table.rows], dots_group=dots_group)
            for i in range(len(table.columns))
        ]
        self.numeric = [i for i in range(len(table.columns)) if self._is_numeric(i)]
        self.total_rows = [i for i in range(len(table.rows)) if self._is_total_row(i)]

    def _is_numeric(self, column: int) -> bool:
        name, figures = self.table.columns[column], self.figures[column]
        held = [figure for figure in figures if figure is not None]
        written = sum(not is_blank(row[column]) for row in self.table.rows)
        if _LABEL_COLUMN.match(name) or not held or len(held) < 0.6 * written:
            return False
        counted = [int(figure.value) for figure in held[:20]]
        numbering = len(held) > 3 and counted == list(range(1, len(counted) + 1))
        years = all(f.decimals == 0 and 1900 <= f.value <= 2100 for f in held)
        return not numbering and not years

    def _label(self, row: int) -> str:
        labels = [c for i, c in enumerate(self.table.rows[row]) if i not in self.numeric and c]
        return next((label for label in labels if _TOTAL.match(label)), labels[0] if labels else "")

    def _row_name(self, row: int) -> str:
        labels = [c for i, c in enumerate(self.table.rows[row]) if i not in self.numeric and c]
        return " ".join(labels[:2])[:80] or str(row + 1)

    def _is_total_row(self, row: int) -> bool:
        return bool(_TOTAL.match(self._label(row)))

    # -- a row that sums those above it ------------------------------------------------------

    def of_rows(self) -> Iterator[_Difference]:
        for row in self.total_rows:
            judged = {i: self._down(row, i) for i in self.numeric}
            sums = [d for d in judged.values() if d is not None]
            agreeing = sum(isinstance(d, bool) for d in sums)
            witnessed = agreeing >= 1 and agreeing >= MOST_AGREE * len(sums)
            for column, difference in judged.items():
                if isinstance(difference, _Difference) and (
                    witnessed or self._is_near(row, column, difference)
                ):
                    yield difference

    def _down(self, row: int, column: int) -> "_Difference | bool | None":
        """True where a sum above agrees; None where nothing can be said."""
        stated = self.figures[column][row]
        if stated is None or not self._adds_up(column, stated):
            return None
        groups = [group for group in self._groups(row) if len(group) > 1]
        nearest: _Difference | None = None
        for group in groups:
            parts = [self.figures[column][i] for i in group]
            if any(
                p is None and not is_blank(self.table.rows[i][column])
                for i, p in zip(group, parts, strict=True)
            ):
                continue
            known = [part for part in parts if part is not None]
            if len(known) < 2:
                continue
            computed = sum((part.value for part in known), Decimal(0))
            if abs(computed - stated.value) <= _tolerance(known, stated):
                return True
            if nearest is None or abs(computed - stated.value) < abs(
                nearest.computed - stated.value
            ):
                nearest = _Difference(row, column, stated, computed)
        return nearest

    def _adds_up(self, column: int, stated: Figure) -> bool:
        """Shares add up to 100; other rates and means do not add up."""
        return stated.value == 100 or not (
            self.no_sum or _NO_SUM.search(self.table.columns[column])
        )

    def _groups(self, row: int) -> Iterator[list[int]]:
        """Rows that the total may sum, the likeliest first."""
        totals = [i for i in self.total_rows if i < row]
        since = totals[-1] + 1 if totals else 0
        yield list(range(since, row))
        yield [i for i in range(row) if i not in totals]
        yield totals
        yield [i for i in range(row) if i >= since or i in totals]
        yield from self._levels(since, row)

    def _levels(self, start: int, row: int) -> Iterator[list[int]]:
        """Rows of one level of numbering: "A", "I", "1" apart from "a", "1.1"."""
        firsts = {i: next((c for c in self.table.rows[i] if c), "") for i in range(start, row)}
        for level in (r"[A-Z]\.?", r"[IVX]+\.?", r"\d+\.?", r"[a-z][.)]?"):
            yield [i for i, first in firsts.items() if re.fullmatch(level, first)]

    def _is_near(self, row: int, column: int, difference: _Difference) -> bool:
        if not _BARE_TOTAL.fullmatch(self._label(row)) or row < len(self.table.rows) - 1:
            return False
        above = self.table.rows[:row]
        if any(is_blank(cells[column]) for cells in above) or difference.stated.value == 0:
            return False
        gap = abs(difference.computed - difference.stated.value)
        return gap <= NEAR * abs(difference.stated.value) and row >= 3

    # -- a column that sums those beside it --------------------------------------------------

    def of_columns(self) -> Iterator[_Difference]:
        for column in self.numeric:
            if _TOTAL.match(self.table.columns[column].split(" (")[0]) and not self.no_sum_column(
                column
            ):
                yield from self._across(column)

    def no_sum_column(self, column: int) -> bool:
        return bool(_NO_SUM.search(self.table.columns[column]))

    def _across(self, column: int) -> list[_Difference]:
        """Rows that differ from the run of columns that most rows agree with."""
        best: list[_Difference] = []
        most = 0
        for run in self._runs(column):
            agreeing, differing = self._compare(column, run)
            if agreeing > most and agreeing >= max(2, MOST_AGREE * (agreeing + len(differing))):
                best, most = differing, agreeing
        return best

    def _runs(self, column: int) -> Iterator[list[int]]:
        place = self.numeric.index(column)
        for first in range(place - 2, -1, -1):
            yield self.numeric[first:place]
        for last in range(place + 3, len(self.numeric) + 1):
            yield self.numeric[place + 1 : last]

    def _compare(self, column: int, run: Sequence[int]) -> tuple[int, list[_Difference]]:
        agreeing, differing = 0, []
        for row, stated in enumerate(self.figures[column]):
            parts = [self.figures[i][row] for i in run]
            known = [part for part in parts if part is not None]
            if stated is None or len(known) < 2:
                continue
            computed = sum((part.value for part in known), Decimal(0))
            if abs(computed - stated.value) <= _tolerance(known, stated):
                agreeing += computed != 0
            elif len(known) == len(parts):
                differing.append(_Difference(row, column, stated, computed))
        return agreeing, differing

    # -- telling -----------------------------------------------------------------------------

    def finding(self, difference: _Difference) -> Finding:
        row = difference.row
        detail = {
            "place": ": ".join(filter(None, (self.table.name[:80], self._row_name(row)))),
            "column": self.table.columns[difference.column][:80],
            "stated": self.table.rows[row][difference.column].strip(),
            "computed": _written(difference.computed, difference.stated.decimals),
        }
        return Finding("total_differs", detail, self.table.page, self.table.row_spans[row])


def _tolerance(parts: Sequence[Figure], stated: Figure) -> Decimal:
    """Parts and total were rounded; such errors grow with the root of the number of parts.

    Whole figures are mostly counts, and exact: they may be out by one alone.
    """
    places = max(part.decimals for part in parts)
    parts_off = math.ceil(math.sqrt(len(parts))) if places else 1
    total_off = Decimal("0.5").scaleb(-stated.decimals) if stated.decimals < places else 0
    return Decimal(parts_off).scaleb(-places) + total_off


def _written(value: Decimal, decimals: int) -> str:
    shown = f"{value:,.{max(decimals, -min(0, int(value.as_tuple().exponent)))}f}"
    return shown.replace(",", " ").replace(".", ",").replace(" ", ".")
