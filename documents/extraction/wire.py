"""An Extraction as bytes: JSON for all but the words, which are packed. Nothing is executed.

Layout: 8 bytes length of the JSON, the JSON, then 24 bytes a word, page after page.
"""

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
        "pages": [
            [p.number, p.printed_number, p.start, p.end, p.width, p.height, p.origin, len(p.words)]
            for p in extraction.pages
        ],
        "tables": [[t.name, t.columns, t.rows, t.row_spans, t.page] for t in extraction.tables],
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
    """Raises ValueError, KeyError or struct.error on anything but what `pack` wrote."""
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


def _page(fields: list[Any], words: Iterator[tuple[Any, ...]]) -> ExtractedPage:
    number, printed, start, end, width, height, origin, count = fields
    return ExtractedPage(
        number=number,
        printed_number=printed,
        start=start,
        end=end,
        width=width,
        height=height,
        words=tuple(Word(*next(words)) for _ in range(count)),
        origin=origin,
    )


def _table(name: str, columns: Any, rows: Any, spans: Any, page: int | None) -> ExtractedTable:
    return ExtractedTable(
        name=name,
        columns=tuple(columns),
        rows=tuple(map(tuple, rows)),
        row_spans=tuple((start, end) for start, end in spans),
        page=page,
    )
