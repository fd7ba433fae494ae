"""A document's table of contents, and the parts in which a long text is shown. No Django."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from documents.blocks import Span, is_heading
from documents.structure import Section

# A text is shown whole up to this many characters: UU 11/2006 with its 273 pasal (228,000) opens
# as one page; a table of 50,000 rows does not.
PART_CHARACTERS = 300_000
_OUTER_LEVEL = 1
_LEFT_OUT = {"ayat", "closing", "text", "title_block", "memutuskan"}
_TITLE_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the table of contents: where it begins, and the entries below it."""

    start: int
    label: str
    title: str
    below: tuple["Entry", ...] = ()


def table_of_contents(canonical: str, sections: Iterable[Section]) -> list[Entry]:
    """Two levels: BAB, Penjelasan, Lampiran or chapters; and the pasal or headings in them."""
    found: list[tuple[Entry, list[Entry]]] = []
    outer_open = False
    for section in sections:
        if section.kind in _LEFT_OUT or not is_heading(section):
            continue
        entry = _entry(canonical, section)
        if section.level <= _OUTER_LEVEL:
            found.append((entry, []))
            outer_open = True
        elif outer_open or (found and _is_quoted(section)):
            found[-1][1].append(entry)
        else:
            found.append((entry, []))
    return [Entry(entry.start, entry.label, entry.title, tuple(below)) for entry, below in found]


def parts(canonical: str, *, size: int = PART_CHARACTERS) -> list[Span]:
    """Spans that together are the text, each ending at a line's end; at least one."""
    spans: list[Span] = []
    start = 0
    while len(canonical) - start > size:
        newline = canonical.rfind("\n", start + 1, start + size)
        end = newline + 1 if newline > 0 else start + size
        spans.append((start, end))
        start = end
    return [*spans, (start, len(canonical))]


def part_holding(spans: Sequence[Span], offset: int) -> int:
    """The 0-based part in which the offset lies; the last for an offset past the end."""
    return next((n for n, (_, end) in enumerate(spans) if offset < end), len(spans) - 1)


def _is_quoted(section: Section) -> bool:
    """A pasal that an amending pasal quotes stands below it, not beside."""
    return sum(label.startswith("Pasal ") for label in section.path) > 1


def _entry(canonical: str, section: Section) -> Entry:
    label = section.path[-1] if section.path else ""
    title = section.title
    if not label and not title:
        label = canonical[section.start : section.heading_end].strip(" \t\n:#*")
    if title and title in label:
        label, title = label.replace(title, "").strip(" :.,-–()"), title
    if not label:
        label, title = title, ""
    return Entry(section.start, label[:_TITLE_CHARACTERS], title[:_TITLE_CHARACTERS])
