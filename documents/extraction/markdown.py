"""Markdown: the text as it is; its tables are also handed on as rows."""

import re
from collections.abc import Iterator
from pathlib import Path

from documents.extraction.plain_text import MAX_BYTES, normalised, one_page, read_text
from documents.extraction.types import ExtractedTable, Extraction

_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL_BREAK = re.compile(r"(?<!\\)\|")


class MarkdownExtractor:
    """Option: `max_bytes`."""

    def __init__(self, *, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: too_large_inside, no_text."""
        text = normalised(read_text(path, self.max_bytes))
        return one_page(text, extractor="markdown", tables=tuple(tables_of(text)))


def tables_of(markdown: str) -> Iterator[ExtractedTable]:
    """Pipe tables with a header and a rule below it."""
    lines = list(re.finditer(r"[^\n]*", markdown))
    lines = [line for line in lines if line.end() > line.start() or line.start() == 0]
    index = 1
    while index < len(lines):
        header, rule = lines[index - 1], lines[index]
        adjacent = header.end() + 1 == rule.start()
        if not (adjacent and "|" in header[0] and "|" in rule[0] and _RULE.match(rule[0])):
            index += 1
            continue
        columns = _cells(header[0])
        rows, spans, end = [], [], rule.end()
        index += 1
        while index < len(lines) and lines[index].start() == end + 1 and "|" in lines[index][0]:
            cells = _cells(lines[index][0])[: len(columns)]
            rows.append((*cells, *([""] * (len(columns) - len(cells)))))
            spans.append(lines[index].span())
            end = lines[index].end()
            index += 1
        if rows:
            yield ExtractedTable("", tuple(columns), tuple(rows), tuple(spans))


def _cells(line: str) -> list[str]:
    inner = line.strip()
    inner = inner.removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _CELL_BREAK.split(inner)]
