"""Markdown: the text as it is; its tables are also handed on as rows.

Front matter gives the title and is no text; what a browser would not show (comments, programs) is
left out, other HTML stays as the words it is.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from documents.extraction.plain_text import MAX_BYTES, normalised, one_page, read_text
from documents.extraction.sheet_tables import column_names
from documents.extraction.table_remarks import unit_in
from documents.extraction.types import ExtractedTable, Extraction

_RULE: Final = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL_BREAK: Final = re.compile(r"(?<!\\)\|")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_FRONT_MATTER: Final = re.compile(r"\A(---|\+\+\+)[ ]*\n((?:(?!\1).*\n){0,200}?)\1[ ]*(?:\n|\Z)")
_SETTING: Final = re.compile(r"^[\w-]+[ ]*[:=]", re.MULTILINE)
_TITLE: Final = re.compile(r"""^(?:title|judul)[ ]*[:=][ ]*["']?(.+?)["']?[ ]*$""", re.M | re.I)
_UNSEEN: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE
)


class MarkdownExtractor:
    """Option: `max_bytes`."""

    def __init__(self, *, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: too_large_inside, no_text."""
        text = shown(normalised(read_text(path, self.max_bytes)))
        return one_page(text, extractor="markdown", tables=tuple(tables_of(text)))


def shown(text: str) -> str:
    """Without front matter, of which the title becomes a heading, and without unseen HTML."""
    title = ""
    matter = _FRONT_MATTER.match(text)
    if matter and _SETTING.search(matter[2]):
        named = _TITLE.search(matter[2])
        text = text[matter.end() :].lstrip("\n")
        title = named[1].strip() if named else ""
    if "<" in text:
        text = "".join(part if fenced else _UNSEEN.sub("", part) for part, fenced in _divided(text))
    if title and not re.match(r"\s*#\s", text):
        text = f"# {title}\n\n{text}"
    return text


def _divided(text: str) -> Iterator[tuple[str, bool]]:
    """Parts in their order, and whether each is a block of code."""
    part: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        match = _FENCE.match(line)
        if fence:
            part.append(line)
            if match and match[1].startswith(fence):
                yield "".join(part), True
                part, fence = [], ""
        elif match:
            yield "".join(part), False
            part, fence = [line], match[1]
        else:
            part.append(line)
    yield "".join(part), bool(fence)


def tables_of(markdown: str) -> Iterator[ExtractedTable]:
    """Pipe tables with a header and a rule below it, outside blocks of code."""
    offset = 0
    for part, fenced in _divided(markdown):
        if not fenced and "|" in part:
            yield from _tables(part, offset)
        offset += len(part)


def _tables(part: str, offset: int) -> Iterator[ExtractedTable]:
    lines = [line for line in re.finditer(r"[^\n]*", part) if line[0] or line.start() == 0]
    index = 1
    while index < len(lines):
        header, rule = lines[index - 1], lines[index]
        adjacent = header.end() + 1 == rule.start()
        if not (adjacent and "|" in header[0] and "|" in rule[0] and _RULE.match(rule[0])):
            index += 1
            continue
        caption = _caption(lines, index - 2)
        names = _cells(header[0])
        rows, spans, end = [], [], rule.end()
        index += 1
        while index < len(lines) and lines[index].start() == end + 1 and "|" in lines[index][0]:
            cells = _cells(lines[index][0])[: len(names)]
            rows.append((*cells, *([""] * (len(names) - len(cells)))))
            spans.append((lines[index].start() + offset, lines[index].end() + offset))
            end = lines[index].end()
            index += 1
        if rows:
            columns = column_names([names], len(names))
            unit = unit_in([caption])
            yield ExtractedTable(caption, columns, tuple(rows), tuple(spans), unit=unit)


def _caption(lines: "list[re.Match[str]]", index: int) -> str:
    """The line above, if it names a table: "Tabel 3. Luas panen (ha)"."""
    if index < 0:
        return ""
    line = re.sub(r"[*_#]", "", lines[index][0]).strip()
    names = re.match(r"(?:tabel|table|daftar)\b", line, re.IGNORECASE)
    return line if names and len(line) <= 300 and "|" not in line else ""


def _cells(line: str) -> list[str]:
    inner = line.strip()
    inner = inner.removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _CELL_BREAK.split(inner)]
