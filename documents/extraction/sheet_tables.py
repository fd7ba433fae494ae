"""Sheets of text cells (CSV, XLSX, HTML, DOCX) as tables: parts, captions, header, notes.

What is a table becomes Markdown with a header and rows over which one can compute; what is a form
is written line by line. Nothing that stands in a cell is lost.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from documents.extraction.canonical import CanonicalText
from documents.extraction.table_captions import caption_of
from documents.extraction.table_remarks import is_note, unit_in
from documents.extraction.types import ExtractedTable, Finding

Grid = Sequence[Sequence[str]]
MAX_HEADER_ROWS = 4
ROWS_LOOKED_AT = 30
LONGEST_ITEM = 60  # characters of a cell in a list that is a table of one column

_VALUE: Final = re.compile(
    r"[-+(]?\s*(?:Rp\.?|IDR|USD|US\$|\$)?\s*[-+(]?\d[\d.,\s]*%?\)?|-|–|\.\.\.|n/?a", re.IGNORECASE
)
_YEAR: Final = re.compile(r"(?:19|20)\d{2}[a-z*]{0,2}")
_COUNTED: Final = re.compile(r"[(\[]?(\d{1,2})[)\].]?")


class Again(str):
    """The text of a cell that reaches over several rows, in the rows below its first."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table, or what might be one: rows of equal length without empty rows and columns.

    `header_rows` is how many rows the source itself marks as header, 0 where it does not say.
    """

    rows: tuple[tuple[str, ...], ...]
    captions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    header_rows: int = 0


@dataclass(frozen=True, slots=True)
class Written:
    """What came of a sheet."""

    tables: tuple[ExtractedTable, ...]
    findings: tuple[Finding, ...]


def write_sheet(
    canonical: CanonicalText, grid: Grid, *, name: str, header_rows: int = 0, context: str = ""
) -> Written:
    """Write every table of the grid. `context` is a line above that may state the unit."""
    tables: list[ExtractedTable] = []
    findings: list[Finding] = []
    for ordinal, sheet in enumerate(_parts(grid, header_rows)):
        if ordinal:
            canonical.add("\n")
        for caption in sheet.captions:
            canonical.add(f"{caption}\n\n" if sheet.rows else f"{caption}\n")
        table = _write_table(canonical, sheet, name=name, context=context)
        if table is not None:
            tables.append(table)
            if _is_headless(table):
                findings.append(Finding("sheet_without_header", {"sheet": name}))
        for note in sheet.notes:
            canonical.add(f"\n{note}\n")
    return Written(tuple(tables), tuple(findings))


def _is_headless(table: ExtractedTable) -> bool:
    return all(column == f"Kolom {n}" for n, column in enumerate(table.columns, 1))


# -- parts -----------------------------------------------------------------------------


def _parts(grid: Grid, header_rows: int) -> Iterator[Sheet]:
    """The tables of a grid, one below the other or side by side, with captions and notes."""
    pending: tuple[str, ...] = ()
    for block in _blocks(grid, header_rows):
        for side in _sides(block):
            sheet = _with_captions(_compact(side), header_rows)
            if not sheet.rows:
                pending += sheet.captions
                continue
            yield replace(sheet, captions=pending + sheet.captions)
            pending = ()
    if pending:
        yield Sheet((), captions=pending)


def _blocks(grid: Grid, header_rows: int) -> Iterator[list[Sequence[str]]]:
    """The grid cut where rows are empty and what follows is a table of its own."""
    block: list[Sequence[str]] = []
    gap = False
    for index, row in enumerate(grid):
        if not _filled(row):
            gap = True
            continue
        if gap and block and not header_rows and _begins_table(grid, index, block):
            yield block
            block = []
        block.append(row)
        gap = False
    if block:
        yield block


def _begins_table(grid: Grid, index: int, before: Sequence[Sequence[str]]) -> bool:
    """A header with values below it, or a caption of such; and there was a table before."""
    if sum(len(_filled(row)) > 1 for row in before[:ROWS_LOOKED_AT]) < 2:
        return False
    rows = []
    for row in grid[index : index + 8]:
        if not any(row):
            break
        rows.append(row)
    while rows and len(_filled(rows[0])) == 1 and not is_note(_filled(rows[0])[0]):
        rows = rows[1:]
    if len(rows) < 2:
        # A lone line is a caption if a table follows it after another empty row.
        return False
    names, below = rows[0], rows[1]
    if len(_filled(names)) < 2 or any(is_value(text) for text in names):
        return False
    return any(is_value(b) and a for a, b in zip(names, below, strict=False)) or _same_width(
        rows, before
    )


def _same_width(rows: Sequence[Sequence[str]], before: Sequence[Sequence[str]]) -> bool:
    """The first line is that of the table before: the header again."""
    return any(list(rows[0]) == list(row) for row in before[:MAX_HEADER_ROWS])


def _sides(block: Sequence[Sequence[str]]) -> list[list[Sequence[str]]]:
    """Tables side by side: an empty column, and a name of the left header again at the right."""
    width = max(map(len, block))
    if width > 200:
        return [list(block)]
    used = [any(index < len(row) and row[index] for row in block) for index in range(width)]
    for middle in range(2, width - 2):
        if used[middle] or not any(used[:middle]) or not any(used[middle:]):
            continue
        for row in block[:3]:
            left, right = _filled(row[:middle]), _filled(row[middle:])
            if len(left) > 1 and len(right) > 1 and set(left) & set(right) - {""}:
                if any(is_value(text) for text in left):
                    break
                return [
                    [line[:middle] for line in block],
                    *_sides([line[middle + 1 :] for line in block]),
                ]
    return [list(block)]


def _compact(rows: Grid) -> list[tuple[str, ...]]:
    """Without empty rows and columns, all rows of equal length."""
    rows = [row for row in rows if any(row)]
    width = max(map(len, rows), default=0)
    used = [False] * width
    open_columns = set(range(width))
    for row in rows:
        if not open_columns:
            break
        found = {index for index in open_columns if index < len(row) and row[index]}
        for index in found:
            used[index] = True
        open_columns -= found
    keep = [index for index in range(width) if used[index]]
    whole = len(keep) == width
    padded = (tuple(row) + ("",) * (width - len(row)) for row in rows)
    return [row if whole else tuple(row[i] for i in keep) for row in padded]


def _with_captions(rows: list[tuple[str, ...]], header_rows: int) -> Sheet:
    """Lines of a single cell above the header are captions, notes at the end are notes."""
    width = len(rows[0]) if rows else 0
    if width < 2:
        return Sheet(tuple(rows), header_rows=header_rows)
    first = 0
    while first < len(rows) and not header_rows and _is_caption(rows[first:], width):
        first += 1
    last = len(rows)
    while last > first + 1 and _is_lone_note(rows[last - 1]):
        last -= 1
    # Lines that a note goes on in stand below it and were taken for rows.
    for index in range(max(first + 1, last - 6), last):
        if _is_lone_note(rows[index]) and all(len(_filled(row)) == 1 for row in rows[index:last]):
            last = index
            break
    captions = tuple(" ".join(_filled(row)) for row in rows[:first])
    notes = tuple(_filled(row)[0] for row in rows[last:])
    body = _compact(rows[first:last])
    return Sheet(tuple(body), captions, notes, header_rows)


def _is_caption(rows: Sequence[Sequence[str]], width: int) -> bool:
    filled = _filled(rows[0])
    if len(filled) == 1:
        return True
    # "Tabel 5.1 | Jumlah Penduduk" above a wider table
    wide = len(rows) > 1 and width > 3 and len(filled) == 2
    return wide and bool(re.match(r"(?:tabel|table|daftar|lampiran)\b", filled[0], re.IGNORECASE))


def _is_lone_note(row: Sequence[str]) -> bool:
    filled = _filled(row)
    return len(filled) == 1 and is_note(filled[0])


# -- header ----------------------------------------------------------------------------


def _write_table(
    canonical: CanonicalText, sheet: Sheet, *, name: str, context: str
) -> ExtractedTable | None:
    rows = sheet.rows
    if not rows:
        return None
    depth = sheet.header_rows or _header_depth(rows)
    if _has_colons(rows):
        _write_form(canonical, rows)
        return None
    if depth >= len(rows) or (not depth and not _is_regular(rows)):
        _write_form(canonical, rows)
        return None
    columns = column_names(rows[:depth], len(rows[0]))
    if not depth:
        write_line(canonical, columns)
    for row in rows[:depth]:
        write_line(canonical, ["" if isinstance(text, Again) else text for text in row])
    canonical.add("|" + " --- |" * len(columns) + "\n")
    body = rows[depth:]
    spans = tuple([write_line(canonical, row) for row in body])
    above = [*sheet.captions, context, name]
    unit = unit_in([*above, *sheet.notes]) or caption_of(above)[1].lower()
    title = " - ".join(dict.fromkeys(each for each in (name, *sheet.captions[-1:]) if each))
    return ExtractedTable(title, columns, body, spans, unit=unit)


def _has_colons(rows: Sequence[Sequence[str]]) -> bool:
    """A column of colons alone, as between the names and the entries of a form."""
    return any(
        set(column) <= {":", ""} and ":" in column
        for column in zip(*rows[:ROWS_LOOKED_AT], strict=True)
    )


def _header_depth(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first rows are header; 0 if the first holds values itself."""
    if len(rows) < 2 or not _is_header(rows):
        return 0
    depth = 1
    while depth < min(MAX_HEADER_ROWS, len(rows) - 1) and _names_further(rows, depth):
        depth += 1
    if depth < len(rows) - 1 and _is_counting(rows[depth]):
        depth += 1
    return depth


def _is_header(rows: Sequence[Sequence[str]]) -> bool:
    """Names in most columns, and no measured values among them."""
    first, width = rows[0], len(rows[0])
    below = [len(_filled(row)) for row in rows[1:ROWS_LOOKED_AT]]
    typical = sorted(below)[len(below) // 2]
    named = _filled(first)
    if width == 1:
        return _is_list(rows)
    if len(named) < max(2, 0.5 * min(width, typical)):
        return False
    values = [text for text in named if is_value(text)]
    return len(values) <= len(named) // 3 or _counts_up(values) >= max(3, len(named) - 1)


def _is_list(rows: Sequence[Sequence[str]]) -> bool:
    """One column: a name and short items, or a name and values."""
    items = [row[0] for row in rows[:ROWS_LOOKED_AT]]
    if len(items) < 3 or is_value(items[0]):
        return False
    short = all(len(text) <= LONGEST_ITEM and text[-1] not in ".:;" for text in items)
    return short or all(is_value(text) for text in items[1:])


def _names_further(rows: Sequence[Sequence[str]], depth: int) -> bool:
    """The row at `depth` is header too: it names what the row above leaves open, or its units."""
    above, row, below = rows[depth - 1], rows[depth], rows[depth + 1 : depth + 6]
    filled = _filled(row)
    values = [text for text in filled if is_value(text)]
    if not filled or len(values) > len(filled) / 4:
        return False
    if all(re.fullmatch(r"[(\[].*[)\]]", text) for text in filled) and not row[0]:
        return True
    opened = [i for i, text in enumerate(row) if text and not above[i]]
    if not opened:
        if not row[0] and len(_filled(above)) < len(above):
            return any(is_value(text) for each in below for text in each[1:])
        # Cells merged over both rows say the same twice; some of them must differ.
        again = [i for i, text in enumerate(row) if text and text == above[i]]
        spread = len(set(_filled(above))) < len(_filled(above))
        return bool(again) and spread and len(again) < len(filled)
    if not row[0] or row[0] == above[0]:
        return True
    return any(is_value(each[i]) for each in below for i in opened)


def _is_counting(row: Sequence[str]) -> bool:
    """A row "(1) (2) (3)" below the names, as official tables have it."""
    return len(row) > 2 and _counts_up(_filled(row)) == len(row)


def _counts_up(texts: Sequence[str]) -> int:
    """How many of the texts count 1, 2, 3 from the first on."""
    count = 0
    for text in texts:
        match = _COUNTED.fullmatch(text)
        if match is None or int(match[1]) != count + 1:
            break
        count += 1
    return count


def _is_regular(rows: Sequence[Sequence[str]]) -> bool:
    """Without a header, yet a table: three rows or more with values in some column throughout."""
    sample = rows[:ROWS_LOOKED_AT]
    if len(sample) < 3:
        return False
    for column in zip(*sample, strict=True):
        filled = _filled(column)
        if len(filled) > 0.8 * len(sample) and all(map(_VALUE.fullmatch, filled)):
            return len(sample[0]) == 1 or len(set(filled)) > 1
    return False


def column_names(header: Sequence[Sequence[str]], width: int) -> tuple[str, ...]:
    """One unique name a column: "Penduduk / Laki-laki", "Jumlah (jiwa)", "Kolom 7"."""
    rows = [row for row in header if not _is_counting(row)]
    spread = [_spread(row, rows[n + 1 :]) for n, row in enumerate(rows[:-1])] + rows[-1:]
    names: list[str] = []
    taken: set[str] = set()
    for index in range(width):
        parts = dict.fromkeys(row[index] for row in spread if row[index])
        name = " / ".join(parts).replace(" / (", " (") or f"Kolom {index + 1}"
        unique, count = name, 1
        while unique in taken:
            count += 1
            unique = f"{name} ({count})"
        taken.add(unique)
        names.append(unique)
    return tuple(names)


def _spread(row: Sequence[str], below: Sequence[Sequence[str]]) -> list[str]:
    """A name over several columns stands only in the first of them; those have names below."""
    spread: list[str] = []
    for index, text in enumerate(row):
        goes_on = bool(spread) and not text and any(each[index] for each in below)
        spread.append(text or (spread[-1] if goes_on else ""))
    return spread


# -- writing ---------------------------------------------------------------------------


def write_line(canonical: CanonicalText, row: Sequence[str]) -> tuple[int, int]:
    """One line of a Markdown table; returns its span without the line break."""
    start = canonical.length
    if any("|" in text for text in row):
        row = [text.replace("|", "\\|") for text in row]
    line = "".join([f" {text} |" if text else " |" for text in row])
    canonical.add(f"|{line}\n")
    return start, canonical.length - 1


def _write_form(canonical: CanonicalText, rows: Sequence[Sequence[str]]) -> None:
    """Cells of one line side by side; no header is made up for them."""
    for row in rows:
        cells = _filled(row)
        plain = ":" in cells or (len(cells) == 2 and cells[0].endswith(":"))
        joint = " " if plain else " : " if len(cells) == 2 else "; "
        canonical.add(joint.join(cells) + "\n")


def _filled(row: Sequence[str]) -> list[str]:
    return [text for text in row if text and not isinstance(text, Again)]


def is_value(text: str) -> bool:
    """A measured value; a year may as well be a name."""
    return bool(_VALUE.fullmatch(text)) and not _YEAR.fullmatch(text)
