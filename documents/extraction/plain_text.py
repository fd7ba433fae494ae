"""Plain text: lines as they are, in any of the usual encodings; form feeds divide pages."""

import re
from collections.abc import Iterator
from pathlib import Path

from documents.decoding import decoded
from documents.extraction.line_joining import joined
from documents.extraction.types import (
    ExtractedPage,
    ExtractedTable,
    Extraction,
    ExtractionError,
    Finding,
)

MAX_BYTES = 50 * 1024 * 1024
_PYTHON = "standard library"


class PlainTextExtractor:
    """Option: `max_bytes`."""

    def __init__(self, *, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: too_large_inside, no_text."""
        text = read_text(path, self.max_bytes)
        sheets = [joined(normalised(sheet)) for sheet in text.strip("\f\x1a").split("\f")]
        if len(sheets) == 1:
            return one_page(sheets[0], extractor="plain_text")
        markdown = "\n\n".join(sheet.strip("\n") for sheet in sheets) + "\n"
        if not any(character.isalnum() for character in markdown):
            raise ExtractionError("no_text")
        pages = tuple(_pages(sheets, len(markdown)))
        return Extraction(markdown, pages, (), (), "plain_text", _PYTHON)


def _pages(sheets: list[str], length: int) -> Iterator[ExtractedPage]:
    start = 0
    for number, sheet in enumerate(sheets, 1):
        after = start + len(sheet.strip("\n")) + 2
        end = length if number == len(sheets) else after
        yield ExtractedPage(number, None, start, end, 0, 0, (), "text_layer")
        start = after


def check_size(path: Path, max_bytes: int) -> None:
    if path.stat().st_size > max_bytes:
        raise ExtractionError("too_large_inside", f"text: {max_bytes // 1024**2}")


def read_text(path: Path, max_bytes: int) -> str:
    check_size(path, max_bytes)
    return decoded(path.read_bytes())


def normalised(text: str) -> str:
    """One kind of line break, no byte order mark, no trailing blanks, no control characters."""
    text = re.sub(r"\r\n?|[\f\v\x85\u2028\u2029]", "\n", text.replace("\ufeff", ""))
    text = re.sub(r"[\x00-\x08\x0e-\x1f\x7f]", "", text)
    return re.sub(r"[ \t]+(?=\n)", "", text)


def one_page(
    markdown: str,
    *,
    extractor: str,
    tables: tuple[ExtractedTable, ...] = (),
    findings: tuple[Finding, ...] = (),
) -> Extraction:
    """The extraction of a format that has no pages. Raises ExtractionError no_text."""
    if not any(character.isalnum() for character in markdown):
        raise ExtractionError("no_text")
    page = ExtractedPage(None, None, 0, len(markdown), 0, 0, (), "text_layer")
    return Extraction(markdown, (page,), tables, findings, extractor, _PYTHON)
