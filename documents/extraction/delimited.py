"""CSV: any of the usual delimiters and encodings, its tables as Markdown."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from documents.extraction.canonical import CanonicalText
from documents.extraction.plain_text import MAX_BYTES, normalised, one_page, read_text
from documents.extraction.sheet_tables import write_sheet
from documents.extraction.types import Extraction, ExtractionError

DELIMITERS = ";,\t|"
SAMPLE_ROWS = 200
# A field longer than this is a quotation mark that was never closed.
MAX_FIELD = 100_000


class DelimitedExtractor:
    """Options: `max_bytes`, `max_rows`, `max_columns`, `max_cells`."""

    def __init__(
        self,
        *,
        max_bytes: int = MAX_BYTES,
        max_rows: int = 100_000,
        max_columns: int = 1_000,
        max_cells: int = 2_000_000,
    ) -> None:
        self.max_bytes = max_bytes
        self.max_rows = max_rows
        self.max_columns = max_columns
        self.max_cells = max_cells

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: too_large_inside, no_text, damaged_file."""
        text = normalised(read_text(path, self.max_bytes))
        text, delimiter = _declared(text)
        rows = self._rows(text, delimiter or delimiter_of(text))
        canonical = CanonicalText()
        written = write_sheet(canonical, rows, name="")
        return one_page(
            canonical.text().rstrip("\n") + "\n",
            extractor="delimited",
            tables=written.tables,
            findings=written.findings,
        )

    def _rows(self, text: str, delimiter: str) -> list[list[str]]:
        try:
            rows = list(self._checked(_records(text, delimiter)))
            if not (text.count('"') % 2 and _has_swallowed(rows, text)):
                return rows
        except csv.Error:
            pass
        # A quotation mark that is never closed swallows what follows: then it is a letter.
        return list(self._checked(_records(text, delimiter, quoting=csv.QUOTE_NONE)))

    def _checked(self, records: Iterator[list[str]]) -> Iterator[list[str]]:
        filled = cells = 0
        for record in records:
            row = [" ".join(cell.split()) for cell in record]
            while row and not row[-1]:
                row.pop()
            filled += bool(row)
            cells += len(row)
            if filled > self.max_rows:
                raise ExtractionError("too_large_inside", f"rows: {self.max_rows}")
            if len(row) > self.max_columns:
                raise ExtractionError("too_large_inside", f"columns: {self.max_columns}")
            if cells > self.max_cells:
                raise ExtractionError("too_large_inside", f"cells: {self.max_cells}")
            yield row


def _records(
    text: str, delimiter: str, quoting: Literal[0, 3] = csv.QUOTE_MINIMAL
) -> Iterator[list[str]]:
    csv.field_size_limit(MAX_FIELD if quoting == csv.QUOTE_MINIMAL else len(text) + 1)
    stream = io.StringIO(text, newline="")
    return csv.reader(stream, delimiter=delimiter, quoting=quoting, skipinitialspace=True)


def _has_swallowed(rows: list[list[str]], text: str) -> bool:
    """Far fewer rows than lines: the last mark took lines for a part of its field."""
    return len(rows) + 1 < sum(1 for line in text.split("\n") if line.strip())


def _declared(text: str) -> tuple[str, str]:
    """Excel's first line `sep=;` names the delimiter and is no data."""
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first) == 5:
        return rest, first[4]
    return text, ""


def delimiter_of(text: str) -> str:
    """The delimiter that cuts most of the first rows into equally many parts, more than one.

    In a tie the semicolon wins: a file with it may have commas within its numbers.
    """
    sample = "\n".join(text.split("\n", SAMPLE_ROWS)[:SAMPLE_ROWS])
    best, best_score = ",", (0, 0)
    for delimiter in DELIMITERS:
        try:
            widths = [len(row) for row in _records(sample, delimiter) if any(row)]
        except csv.Error:
            continue
        common = Counter(width for width in widths if width > 1).most_common(1)
        width, agreeing = common[0] if common else (1, 0)
        score = (agreeing, width)
        if score > best_score:
            best, best_score = delimiter, score
    return best
