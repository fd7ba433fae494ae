"""Canonical Markdown as blocks that a template can show. No Django, linear time.

Every run of text is a slice of the canonical text, so that a citation's span marks exactly the
words it quotes. Only what extractors write is understood (headings, lists, tables, code, links);
anything else, HTML among it, is text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from documents.structure import Section

BlockKind = Literal["heading", "paragraph", "item", "table", "code", "rule"]
Style = Literal["", "strong", "em", "code", "link", "break"]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Run:
    """`canonical[start:end]`, shown as it is; `href` is set for links alone."""

    start: int
    end: int
    text: str
    style: Style = ""
    href: str = ""
    marked: bool = False
    first_marked: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of the page. `level` is 1..6 for headings, the depth (0..3) for items.

    `rows` are rows of cells of runs (tables only); the first `header_rows` of them are headings.
    `anchor` names the section that begins here, or is empty.
    """

    kind: BlockKind
    start: int
    end: int
    runs: tuple[Run, ...] = ()
    level: int = 0
    label: tuple[Run, ...] = ()
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()
    header_rows: int = 0
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    section: Section | None


# Sections whose first words stand alone as a heading, with the level that a page gives them.
HEADING_LEVELS = {
    "buku": 2,
    "bab": 2,
    "bagian": 3,
    "paragraf": 4,
    "pasal": 4,
    "penjelasan": 2,
    "penjelasan_umum": 3,
    "penjelasan_pasal": 4,
    "lampiran": 2,
    "memutuskan": 3,
    "menimbang": 4,
    "mengingat": 4,
    "diktum": 4,
}
_HASHES = re.compile(r"(#{1,6})[ \t]+")
_RULE = re.compile(r"[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$")
_DELIMITER_ROW = re.compile(r"[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|?)+[ \t]*$")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_LABEL = re.compile(
    r"(?P<indent>[ \t]*)"
    r"(?P<label>\(\d{1,3}[a-z]?\)|\d{1,3}[a-z]?[.)]|[a-z]{1,2}[.)]|[-*+•–])[ \t]+(?=\S)"
)
_INLINE = re.compile(
    r"\*\*(?P<strong>[^*\n]+?)\*\*"
    r"|(?<![\w*])\*(?P<em>[^*\s](?:[^*\n]*?[^*\s])?)\*(?![\w*])"
    r"|`(?P<code>[^`\n]+)`"
    r"|!\[(?P<alt>[^\]\n]*)\]\([^)\s]*\)"
    r"|\[(?P<link>[^\]\n]+)\]\((?P<href>https?://[^)\s]+)\)"
    r"|(?P<br><br ?/?>)"
    r"|\\(?P<escaped>[\\`*_{}\[\]()#+.!|<>~-])"
)
# Characters: a shorter line without a full stop is a title or a signature, not a broken line.
_FULL_LINE = 30
_CELL_END = re.compile(r"(?<!\\)\|")


def blocks(
    canonical: str, sections: Sequence[Section] = (), *, start: int = 0, end: int | None = None
) -> list[Block]:
    """Blocks of `canonical[start:end]` in order; `sections` are those of the whole text."""
    end = len(canonical) if end is None else end
    lines = list(_lines(canonical, sections, start, end))
    found: list[Block] = []
    index = 0
    while index < len(lines):
        block, index = _next_block(canonical, lines, index)
        if block is not None:
            found.append(block)
    return found


def mark(found: Iterable[Block], span: Span) -> list[Block]:
    """The same blocks, with the runs cut so that what lies within the span is marked."""
    marker = _Marker(span)
    return [marker.block(block) for block in found]


def has_mark(block: Block) -> bool:
    cells = (run for row in block.rows for cell in row for run in cell)
    return any(run.marked for run in (*block.label, *block.runs, *cells))


def plain_text(found: Iterable[Block]) -> str:
    """The words that a reader sees, without markup; cells of a row apart."""
    return "\n".join(_plain(block) for block in found)


def section_anchor(section: Section) -> str:
    """The id of the section on its page: its offset, which no other section shares."""
    return f"s{section.start}"


def is_heading(section: Section) -> bool:
    return section.kind == "heading" or section.kind in HEADING_LEVELS


def _plain(block: Block) -> str:
    rows = (" · ".join(_joined(cell) for cell in row) for row in block.rows)
    return "\n".join([*rows]) or f"{_joined(block.label)} {_joined(block.runs)}".strip()


def _joined(runs: Iterable[Run]) -> str:
    return "".join(run.text for run in runs)


def _lines(text: str, sections: Sequence[Section], start: int, end: int) -> Iterator[_Line]:
    """Lines, cut besides where a section begins and where its heading ends."""
    at = {section.start: section for section in sections if start <= section.start < end}
    cuts = set(at)
    cuts.update(
        section.heading_end
        for section in at.values()
        if section.kind != "heading" and is_heading(section)
    )
    ordered = sorted(cut for cut in cuts if start < cut < end)
    position = start
    for cut in [*ordered, end]:
        while position < cut:
            newline = text.find("\n", position, cut)
            stop = cut if newline < 0 else newline
            yield _Line(position, stop, at.get(position))
            position = cut if newline < 0 else newline + 1


def _next_block(text: str, lines: list[_Line], index: int) -> tuple[Block | None, int]:
    line = lines[index]
    content = text[line.start : line.end]
    if not content.strip():
        return None, index + 1
    if fence := _FENCE.match(content):
        return _code(text, lines, index, fence[1])
    if line.section is not None and is_heading(line.section):
        return _section_heading(text, lines, index, line.section)
    if hashes := _HASHES.match(content):
        runs = tuple(inline(text, line.start + hashes.end(), line.end))
        return Block("heading", line.start, line.end, runs, level=len(hashes[1])), index + 1
    if content.lstrip().startswith("|"):
        return _table(text, lines, index)
    if _RULE.match(content):
        return Block("rule", line.start, line.end), index + 1
    if label := _LABEL.match(content):
        return _item(text, lines, index, label)
    stop = _continued(text, lines, index)
    last = lines[stop - 1].end
    return Block("paragraph", line.start, last, tuple(inline(text, line.start, last))), stop


def _section_heading(
    text: str, lines: list[_Line], index: int, section: Section
) -> tuple[Block | None, int]:
    """The section's own words, which may go on over several lines ("BAB I / KETENTUAN UMUM")."""
    stop = index + 1
    while stop < len(lines) and lines[stop].start < section.heading_end:
        stop += 1
    begin, end = lines[index].start, lines[stop - 1].end
    if hashes := _HASHES.match(text[begin:end]):
        begin += hashes.end()
    level = HEADING_LEVELS.get(section.kind, min(max(section.level, 1), 5) + 1)
    runs = tuple(inline(text, begin, end))
    anchor = section_anchor(section)
    return Block("heading", begin, end, runs, level=level, anchor=anchor), stop


def _continued(text: str, lines: list[_Line], index: int) -> int:
    """Where a paragraph ends: lines that the width of a printed page broke belong together."""
    stop = index + 1
    while stop < len(lines) and lines[stop].section is None:
        before = text[lines[stop - 1].start : lines[stop - 1].end].rstrip()
        if not _goes_on(before, text[lines[stop].start : lines[stop].end]):
            break
        stop += 1
    return stop


def _goes_on(before: str, content: str) -> bool:
    if before.endswith((".", ";", ":")) or not content.strip() or _begins_block(content):
        return False
    if content[:1].islower():
        return True
    return len(before) >= _FULL_LINE and not before.isupper() and not content.isupper()


def _begins_block(content: str) -> bool:
    return bool(
        content.lstrip().startswith("|")
        or _LABEL.match(content)
        or _HASHES.match(content)
        or _RULE.match(content)
        or _FENCE.match(content)
    )


def _item(
    text: str, lines: list[_Line], index: int, label: re.Match[str]
) -> tuple[Block | None, int]:
    line = lines[index]
    stop = _continued(text, lines, index)
    last = lines[stop - 1].end
    begin = line.start + label.start("label")
    name = Run(begin, line.start + label.end("label"), label["label"])
    runs = tuple(inline(text, line.start + label.end(), last))
    depth = 0 if label["label"].startswith("(") else 1 + len(label["indent"].expandtabs(4)) // 2
    return Block("item", begin, last, runs, level=min(depth, 3), label=(name,)), stop


def _code(text: str, lines: list[_Line], index: int, fence: str) -> tuple[Block | None, int]:
    stop = index + 1
    while stop < len(lines) and not text[lines[stop].start : lines[stop].end].strip().startswith(
        fence
    ):
        stop += 1
    if stop == index + 1:
        return None, min(stop + 1, len(lines))
    begin, end = lines[index + 1].start, lines[stop - 1].end
    run = Run(begin, end, text[begin:end])
    return Block("code", begin, end, (run,)), min(stop + 1, len(lines))


def _table(text: str, lines: list[_Line], index: int) -> tuple[Block | None, int]:
    rows: list[tuple[tuple[Run, ...], ...]] = []
    header_rows = 0
    stop = index
    while stop < len(lines):
        line = lines[stop]
        content = text[line.start : line.end]
        if not content.lstrip().startswith("|"):
            break
        if _DELIMITER_ROW.match(content):
            header_rows = header_rows or len(rows)
        else:
            rows.append(tuple(_cells(text, line)))
        stop += 1
    begin, end = lines[index].start, lines[stop - 1].end
    return Block("table", begin, end, rows=tuple(rows), header_rows=header_rows), stop


def _cells(text: str, line: _Line) -> Iterator[tuple[Run, ...]]:
    begin = text.index("|", line.start, line.end) + 1
    for match in _CELL_END.finditer(text, begin, line.end):
        yield _cell(text, begin, match.start())
        begin = match.end()
    if text[begin : line.end].strip():
        yield _cell(text, begin, line.end)


def _cell(text: str, start: int, end: int) -> tuple[Run, ...]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return tuple(inline(text, start, end))


def inline(text: str, start: int, end: int) -> Iterator[Run]:
    """Runs of one block; markup falls away, the offsets of what is shown stay."""
    position = start
    for match in _INLINE.finditer(text, start, end):
        if match.start() > position:
            yield Run(position, match.start(), text[position : match.start()])
        yield from _styled(match)
        position = match.end()
    if position < end:
        yield Run(position, end, text[position:end])


def _styled(match: re.Match[str]) -> Iterator[Run]:
    if match["br"]:
        yield Run(match.start(), match.end(), "\n", "break")
        return
    for name, style in (
        ("strong", "strong"),
        ("em", "em"),
        ("code", "code"),
        ("link", "link"),
        ("alt", ""),
        ("escaped", ""),
    ):
        if match[name]:
            begin, stop = match.span(name)
            href = match["href"] if name == "link" else ""
            yield Run(begin, stop, match[name], style, href)  # type: ignore[arg-type]


class _Marker:
    """Cuts runs at the ends of one span; remembers whether a mark was made already."""

    def __init__(self, span: Span) -> None:
        self.start, self.end = span
        self.made = False

    def block(self, block: Block) -> Block:
        if block.end <= self.start or block.start >= self.end:
            return block
        # The label stands before the runs, so that the first mark is made in reading order.
        label = self.runs(block.label)
        return replace(
            block,
            label=label,
            runs=self.runs(block.runs),
            rows=tuple(tuple(self.runs(cell) for cell in row) for row in block.rows),
        )

    def runs(self, runs: Iterable[Run]) -> tuple[Run, ...]:
        return tuple(piece for run in runs for piece in self.cut(run))

    def cut(self, run: Run) -> Iterator[Run]:
        low, high = max(run.start, self.start), min(run.end, self.end)
        if low >= high or run.style == "break":
            yield run
            return
        for begin, stop, inside in (
            (run.start, low, False),
            (low, high, True),
            (high, run.end, False),
        ):
            if begin < stop:
                piece = run.text[begin - run.start : stop - run.start]
                yield Run(begin, stop, piece, run.style, run.href, inside, inside and not self.made)
                self.made = self.made or inside
