"""A version's text as blocks, its sections and its table of contents."""

import sys
from bisect import bisect_right
from dataclasses import dataclass

from django.core.cache import cache

from documents.blocks import Block, Span, blocks
from documents.contents import Entry, part_holding, parts, table_of_contents
from documents.models import Page, Version
from documents.structure import Section, sections

_KEPT_S = 3_600


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """An entry of the table of contents, with the page or else the part that it stands on."""

    entry: Entry
    page: int | None
    part: int
    below: list["ContentsLine"]


def sections_of(version: Version) -> list[Section]:
    """Sections of the text. Kept for a while: finding those of UU 11/2006 takes 0.25 s."""
    key = f"sections:{version.pk}:{version.sha256}:{len(version.canonical)}"
    found: list[Section] | None = cache.get(key)
    if found is None:
        found = sections(version.canonical)
        cache.set(key, found, timeout=_KEPT_S)
    return found


def text_blocks(version: Version, start: int, end: int) -> list[Block]:
    return blocks(version.canonical, sections_of(version), start=start, end=end)


def contents_of(version: Version) -> list[ContentsLine]:
    pages = version.pages.exclude(number=None).order_by("start").values_list("start", "number")
    places = _Places([(start, number or 0) for start, number in pages], parts(version.canonical))
    entries = table_of_contents(version.canonical, sections_of(version))
    return [places.line(entry) for entry in entries]


def first_page_holding(version: Version, offset: int) -> Page | None:
    """The page on which the character stands, or the first one; None without pages."""
    held = version.pages.filter(start__lte=offset, end__gt=offset).first()
    return held or version.pages.first()


@dataclass(frozen=True, slots=True)
class _Places:
    """Starts of the pages with their numbers, and spans of the parts."""

    pages: list[tuple[int, int]]
    parts: list[Span]

    def line(self, entry: Entry) -> ContentsLine:
        page = bisect_right(self.pages, (entry.start, sys.maxsize)) - 1
        return ContentsLine(
            entry,
            self.pages[max(page, 0)][1] if self.pages else None,
            part_holding(self.parts, entry.start) + 1,
            [self.line(below) for below in entry.below],
        )
