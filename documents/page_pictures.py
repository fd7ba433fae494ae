"""Pictures of PDF pages, made once and kept on disk, and where quoted words stand on them."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from documents.blocks import Span
from documents.extraction.rendering import render_page
from documents.extraction.types import Word
from documents.models import Page, Version

PDF = "application/pdf"
# Pixels a point: enough for a phone, and for a screen of high density.
SCALES = {"1": 1.25, "2": 2.0}
_SAME_LINE = 0.5  # of the lower box's height


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points from its top left corner."""

    x: float
    y: float
    width: float
    height: float


def has_pictures(version: Version) -> bool:
    return version.media_type == PDF


def folder(document_id: str) -> Path:
    """Where the pictures of one document are kept; `forget` deletes it."""
    return Path(settings.MEDIA_ROOT) / "page-pictures" / document_id


def picture(version: Version, *, page: int, size: str) -> Path:
    """The PNG of a 1-based page, made if need be; raises ExtractionError."""
    # Named by the bytes it shows, so that no picture of former bytes is ever served.
    name = f"{version.sha256[:16]}-{page}-{size}.png"
    path = folder(version.document_id) / name
    if not path.exists():
        png = render_page(version.file.path, page, scale=SCALES[size])
        _write(path, png)
    return path


def forget(document_id: str) -> None:
    """Delete all pictures of a document."""
    shutil.rmtree(folder(document_id), ignore_errors=True)


def boxes(page: Page, span: Span) -> list[Box]:
    """Boxes of the page's words within the span, one for each stretch of a line."""
    words = [word for word in page.words if word.start < span[1] and word.end > span[0]]
    return [
        Box(
            round(word.x0 - 1, 2),
            round(word.y0 - 1, 2),
            round(word.x1 - word.x0 + 2, 2),
            round(word.y1 - word.y0 + 2, 2),
        )
        for word in _joined(words)
    ]


def _joined(words: Iterable[Word]) -> Iterator[Word]:
    line: Word | None = None
    for word in words:
        if line is not None and _continues(line, word):
            line = Word(
                line.start,
                word.end,
                min(line.x0, word.x0),
                min(line.y0, word.y0),
                max(line.x1, word.x1),
                max(line.y1, word.y1),
            )
            continue
        if line is not None:
            yield line
        line = word
    if line is not None:
        yield line


def _continues(line: Word, word: Word) -> bool:
    """Whether the word stands on the line, next to it."""
    overlap = min(line.y1, word.y1) - max(line.y0, word.y0)
    height = min(line.y1 - line.y0, word.y1 - word.y0)
    return overlap > _SAME_LINE * height and -height < word.x0 - line.x1 < 2 * height


def _write(path: Path, png: bytes) -> None:
    """Two requests may make the same picture: each writes its own file, the last one stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(png)
    os.replace(file.name, path)
