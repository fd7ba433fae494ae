"""What was read from a document, page by page, for staff to compare with the file."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import F, QuerySet

from documents.extraction.types import Word
from documents.models import Document, NotedFinding, Page, Table, Version

# Formats without pages are shown in parts.
PART_CHARACTERS = 8_000
ROWS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word and its box on the page, in points from the top left."""

    text: str
    x0: float
    y0: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page, or one part of a text without pages: `text` is canonical[start:end]."""

    number: int | None
    start: int
    end: int
    text: str
    width: float = 0
    height: float = 0
    words: tuple[PlacedWord, ...] = ()
    origin: str = ""
    printed_number: str = ""
    certainty: float | None = None  # percent, of what was read by OCR


def view(document: Document, *, version_number: str, page: str) -> dict[str, Any]:
    """Context of the contents page; raises Version.DoesNotExist."""
    version = asked_version(document, version_number)
    spans = SheetList(version)
    paginator: Paginator[Sheet] = Paginator(spans, 1)  # type: ignore[arg-type]
    page_object = paginator.get_page(page)
    sheet = page_object.object_list[0] if spans else None
    return {
        "version": version,
        "versions": document.versions.defer("canonical"),
        "page": page_object,
        "pages": paginator.get_elided_page_range(page_object.number),
        "sheet": sheet,
        "findings": findings_of(version),
        "chunks": chunks_on(version, sheet) if sheet else [],
        "tables": tables_of(version, sheet) if sheet else [],
    }


def asked_version(document: Document, number: str) -> Version:
    if number.isascii() and number.isdigit():
        return document.versions.get(number=int(number[:9]))
    return document.latest_version


class SheetList:
    """The sheets of a version, each loaded when it is asked for."""

    def __init__(self, version: Version) -> None:
        self.version = version
        self.numbered = version.pages.exclude(number=None).order_by("number")
        self.has_pages = self.numbered.exists()

    def __len__(self) -> int:
        if self.has_pages:
            return self.numbered.count()
        return -(-len(self.version.canonical) // PART_CHARACTERS)

    def __getitem__(self, wanted: slice) -> list[Sheet]:
        if self.has_pages:
            return [of_page(self.version, page) for page in self.numbered[wanted]]
        return [
            part(self.version, ordinal) for ordinal in range(wanted.start or 0, wanted.stop or 0)
        ]


def of_page(version: Version, page: Page) -> Sheet:
    return Sheet(
        number=page.number,
        start=page.start,
        end=page.end,
        text=version.canonical[page.start : page.end],
        width=page.width,
        height=page.height,
        words=tuple(placed(version, word) for word in page.words),
        origin=page.origin,
        printed_number=page.printed_number,
        certainty=None if page.certainty is None else round(100 * page.certainty),
    )


def placed(version: Version, word: Word) -> PlacedWord:
    text = version.canonical[word.start : word.end]
    width, height = round(word.x1 - word.x0, 2), round(word.y1 - word.y0, 2)
    return PlacedWord(text, round(word.x0, 2), round(word.y0, 2), width, height)


def part(version: Version, ordinal: int) -> Sheet:
    start = ordinal * PART_CHARACTERS
    end = min(start + PART_CHARACTERS, len(version.canonical))
    return Sheet(number=None, start=start, end=end, text=version.canonical[start:end])


def findings_of(version: Version) -> QuerySet[NotedFinding]:
    """Of the whole version, open ones first, then by harm."""
    open_first = F("accepted_at").desc(nulls_first=True)
    return version.noted.select_related("accepted_by").order_by(
        open_first, "-harm", "start", "page"
    )


def chunks_on(version: Version, sheet: Sheet) -> Any:
    """The chunks that touch the sheet; the index adds the relation `chunks` to versions."""
    relation = getattr(version, "chunks", None)
    if relation is None:
        return []
    return relation.filter(live=True, start__lt=sheet.end, end__gt=sheet.start)


def tables_of(version: Version, sheet: Sheet) -> list[tuple[Table, Any]]:
    """Tables of the sheet with their first rows."""
    tables = version.tables.filter(page=sheet.number)
    if sheet.number is None:
        tables = tables.filter(rows__start__lt=sheet.end, rows__end__gt=sheet.start).distinct()
    return [(table, table.rows.all()[:ROWS_SHOWN]) for table in tables]
