"""CSV: any of the usual delimiters and encodings, one Markdown table."""

import csv
import io
from collections import Counter
from pathlib import Path

from documents.extraction.canonical import CanonicalText
from documents.extraction.plain_text import MAX_BYTES, normalised, one_page, read_text
from documents.extraction.tabular import write_grid
from documents.extraction.types import Extraction, ExtractionError

DELIMITERS = ";,\t|"
SAMPLE_ROWS = 50


class DelimitedExtractor:
    """Options: `max_bytes`, `max_rows`."""

    def __init__(self, *, max_bytes: int = MAX_BYTES, max_rows: int = 100_000) -> None:
        self.max_bytes = max_bytes
        self.max_rows = max_rows

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: too_large_inside, no_text, damaged_file."""
        text = normalised(read_text(path, self.max_bytes))
        try:
            rows = self._rows(text, delimiter_of(text))
        except csv.Error as error:
            raise ExtractionError("damaged_file", str(error)) from error
        canonical = CanonicalText()
        table = write_grid(canonical, rows, name="")
        markdown = canonical.text()
        return one_page(markdown, extractor="delimited", tables=(table,) if table else ())

    def _rows(self, text: str, delimiter: str) -> list[list[str]]:
        rows: list[list[str]] = []
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            if len(rows) >= self.max_rows:
                raise ExtractionError("too_large_inside", f"more than {self.max_rows} rows")
            rows.append(row)
        return rows


def delimiter_of(text: str) -> str:
    """The delimiter that cuts most of the first rows into equally many parts, more than one.

    In a tie the semicolon wins: a file with it may have commas within its numbers.
    """
    sample = "\n".join(text.split("\n", SAMPLE_ROWS)[:SAMPLE_ROWS])
    best, best_score = ",", (0, 0)
    for delimiter in DELIMITERS:
        try:
            widths = [len(r) for r in csv.reader(io.StringIO(sample), delimiter=delimiter) if r]
        except csv.Error:
            continue
        width, agreeing = Counter(widths).most_common(1)[0] if widths else (1, 0)
        score = (agreeing if width > 1 else 0, width)
        if score > best_score:
            best, best_score = delimiter, score
    return best
