"""An Extraction as bytes: JSON for all but the words, which are packed. Nothing is executed.

Layout: 8 bytes length of the JSON, the JSON, then 24 bytes a word, page after page.
"""

import dataclasses
import json
import struct
from collections.abc import Iterator
from typing import Any

from documents.extraction.types import (
    ExtractedPage,
    ExtractedTable,
    Extraction,
    Finding,
    Word,
)

_LENGTH = struct.Struct("<Q")
_WORD = struct.Struct("<IIffff")


def pack(extraction: Extraction) -> bytes:
    header = {
        "markdown": extraction.markdown,
        "pages": [_page_fields(page) for page in extraction.pages],
        "tables": [
            [t.name, t.columns, t.rows, t.row_spans, t.page, t.unit] for t in extraction.tables
        ],
        "findings": [[f.code, f.detail, f.page] for f in extraction.findings],
        "extractor": extraction.extractor,
        "extractor_version": extraction.extractor_version,
    }
    encoded = json.dumps(header, ensure_ascii=False).encode("utf-8", errors="replace")
    words = b"".join(
        _WORD.pack(w.start, w.end, w.x0, w.y0, w.x1, w.y1)
        for page in extraction.pages
        for w in page.words
    )
    return _LENGTH.pack(len(encoded)) + encoded + words


def unpack(content: bytes) -> Extraction:
    """Raises ValueError, KeyError, TypeError or struct.error on anything but what `pack` wrote."""
    (length,) = _LENGTH.unpack_from(content)
    header = json.loads(content[_LENGTH.size : _LENGTH.size + length])
    words = _WORD.iter_unpack(memoryview(content)[_LENGTH.size + length :])
    return Extraction(
        markdown=header["markdown"],
        pages=tuple(_page(fields, words) for fields in header["pages"]),
        tables=tuple(_table(*fields) for fields in header["tables"]),
        findings=tuple(Finding(*fields) for fields in header["findings"]),
        extractor=header["extractor"],
        extractor_version=header["extractor_version"],
    )


def _page_fields(page: ExtractedPage) -> dict[str, Any]:
    fields = {field.name: getattr(page, field.name) for field in dataclasses.fields(page)}
    return fields | {"words": len(page.words)}


def _page(fields: dict[str, Any], words: Iterator[tuple[Any, ...]]) -> ExtractedPage:
    of_page = tuple(Word(*next(words)) for _ in range(fields["words"]))
    return ExtractedPage(**fields | {"words": of_page})


def _table(
    name: str, columns: Any, rows: Any, spans: Any, page: int | None, unit: str
) -> ExtractedTable:
    return ExtractedTable(
        name=name,
        columns=tuple(columns),
        rows=tuple(map(tuple, rows)),
        row_spans=tuple((start, end) for start, end in spans),
        page=page,
        unit=unit,
    )
