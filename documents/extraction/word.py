"""DOCX: what a reader of the printed document sees, in its order.

Headings, automatic numbers, tables, text boxes, notes, letterhead; changes accepted, hidden text,
comments, page numbers and the automatic table of contents left out.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from lxml import etree  # type: ignore[import-untyped]

from documents.extraction.canonical import CanonicalText
from documents.extraction.office_parts import OfficePackage, opened
from documents.extraction.sheet_tables import Again, is_value, write_sheet
from documents.extraction.types import (
    ExtractedPage,
    ExtractedTable,
    Extraction,
    ExtractionError,
    Finding,
)
from documents.extraction.word_notes import Notes
from documents.extraction.word_numbering import Numbering
from documents.extraction.word_runs import PAGE_BREAK, Inline, RunReader
from documents.extraction.word_styles import LONGEST_HEADING, Styles, W, flag, value
from documents.extraction.word_tables import TableCells, cells_of

_R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
# An automatic number that is the name of a unit of a law stands on a line of its own.
_UNIT: Final = re.compile(r"(?:pasal|bab|bagian|paragraf|buku)\b", re.IGNORECASE)
_PAGE_NUMBER: Final = re.compile(
    r"(?:hal(?:aman)?\.?|page)?\s*[-–|/]?\s*\d*\s*(?:dari|of|/)?\s*\d*\s*[-–|/]?", re.IGNORECASE
)
# Fewer letters than this for each picture: the pictures are the document.
LETTERS_A_PICTURE = 200
_WRAPPERS: Final = {W + name for name in ("sdt", "sdtContent", "customXml", "ins", "moveTo")}


class WordExtractor:
    """Option: `max_paragraphs`."""

    def __init__(self, *, max_paragraphs: int = 200_000) -> None:
        self.max_paragraphs = max_paragraphs

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: damaged_file, too_large_inside, no_text."""
        with opened(path) as package:
            return _Writer(package, self.max_paragraphs).extraction()


class _Writer:
    def __init__(self, package: OfficePackage, max_paragraphs: int) -> None:
        self.package = package
        self.max_paragraphs = self.left = max_paragraphs
        self.main = package.main_part("word/document.xml")
        self.links = package.relationships(self.main)
        self.styles = Styles(self._linked("styles"))
        self.numbering = Numbering(self._linked("numbering"), self.styles)
        self.notes = Notes(self._linked("footnotes"), self._linked("endnotes"))
        self.runs = RunReader(self.styles, self.notes.mark)
        self.canonical = CanonicalText()
        self.tables: list[ExtractedTable] = []
        self.page_starts: list[int] = []
        self.pictures = 0
        self.after_table = False
        self.carried = ""  # words of a paragraph whose mark was deleted

    def _linked(self, kind: str) -> Any | None:
        for link in self.links.values():
            if link.kind == kind and link.target in self.package:
                return self.package.root(link.target)
        return None

    def extraction(self) -> Extraction:
        self._refuse_too_many()
        body = self.package.root(self.main).find(W + "body")
        if body is None:
            raise ExtractionError("damaged_file", "no body")
        header, footer = self._letterhead(body)
        self._loose(header, self._header_links("header", body))
        self.runs.links = self.links
        self._blocks(body)
        self._loose(footer, self._header_links("footer", body))
        markdown = self.canonical.text()
        letters = sum(character.isalnum() for character in markdown)
        if not letters:
            raise ExtractionError("no_text", "pictures" if self.pictures else "")
        findings = []
        if self.pictures and letters < LETTERS_A_PICTURE * self.pictures:
            findings.append(Finding("pictures_unread", {"pictures": self.pictures}))
        return Extraction(
            markdown,
            tuple(self._pages(len(markdown))),
            tuple(self.tables),
            tuple(findings),
            "word",
            etree.__version__,
        )

    def _refuse_too_many(self) -> None:
        """Before a tree is made of them, which takes a hundred times their size."""
        content = self.package.content(self.main)
        if content.count(b":p>") // 2 + content.count(b":p/>") > self.max_paragraphs:
            raise ExtractionError("too_large_inside", f"paragraphs: {self.max_paragraphs}")

    def _pages(self, length: int) -> Iterator[ExtractedPage]:
        """As Word last broke them; without numbers if it did not say."""
        if not self.page_starts:
            yield ExtractedPage(None, None, 0, length, 0, 0, (), "text_layer")
            return
        starts = [0, *self.page_starts]
        for number, (start, end) in enumerate(zip(starts, [*starts[1:], length], strict=True), 1):
            yield ExtractedPage(number, None, start, end, 0, 0, (), "text_layer")

    # -- blocks ------------------------------------------------------------------------

    def _blocks(self, parent: Any) -> None:
        for child in parent:
            if child.tag == W + "p":
                self._paragraph(child)
            elif child.tag == W + "tbl":
                self._table(child)
            elif child.tag in _WRAPPERS and not _is_contents(child):
                self._blocks(child)

    def _paragraph(self, paragraph: Any) -> None:
        found, number, level = self._read(paragraph)
        text = found.text
        if _mark_is_deleted(paragraph):
            self.carried += text + " " if text else ""
        else:
            text, self.carried = (self.carried + text).strip(), ""
            if number and text.strip(PAGE_BREAK):
                joint = "\n" if _UNIT.match(number) else " "
                text = f"{number}{joint}{text}"
            elif number and _UNIT.match(number):
                text = number + text
            if text:
                self._block("#" * level + " " * bool(level) + text)
        self._beside(found)

    def _read(self, paragraph: Any) -> tuple[Inline, str, int]:
        """Words, automatic number and heading level of a paragraph."""
        self.left -= 1
        if self.left < 0:
            raise ExtractionError("too_large_inside", f"paragraphs: {self.max_paragraphs}")
        properties = paragraph.find(W + "pPr")
        style = self.styles.of_paragraph(properties)
        found = self.runs.read(paragraph, style)
        self.pictures += found.pictures
        if self.styles.is_contents(style):
            return Inline(), "", 0
        if _mark_is_deleted(paragraph) and not found.text:
            return found, "", 0
        number = self.numbering.next(properties, style)
        level = self.styles.heading_level(properties, style)
        if not 0 < len(found.text) <= LONGEST_HEADING:
            level = level if _UNIT.match(number) and not found.text else 0
        return found, number, level

    def _beside(self, found: Inline) -> None:
        """What hangs on a paragraph: its notes, text boxes and diagrams."""
        for note in found.notes:
            for mark, paragraphs in self.notes.text_of(*note):
                texts = [self._read(each)[0].text for each in paragraphs]
                self._block(f"[^{mark}]: " + " ".join(filter(None, texts)))
        for box in found.boxes:
            self._blocks(box)
        for link_id in found.diagrams:
            link = self.links.get(link_id)
            if link is not None and link.target in self.package:
                for words in self.package.root(link.target).iter(_A + "p"):
                    text = "".join(each.text or "" for each in words.iter(_A + "t")).strip()
                    if text:
                        self._block(text)

    def _block(self, text: str) -> None:
        if not text.strip(PAGE_BREAK + "\n "):
            self._note_breaks(text, self.canonical.length)
            return
        if self.canonical.length:
            self.canonical.add("\n" if self.after_table else "\n\n")
        self.after_table = False
        self._note_breaks(text, self.canonical.length)
        self.canonical.add(text.replace(PAGE_BREAK, ""))

    def _note_breaks(self, text: str, offset: int) -> None:
        for count, match in enumerate(re.finditer(PAGE_BREAK, text)):
            self.page_starts.append(offset + match.start() - count)

    # -- tables ------------------------------------------------------------------------

    def _table(self, table: Any) -> None:
        cells = cells_of(table)
        if cells.is_layout():
            for row in cells.rows:
                self._layout_row([cell.element for cell in row if cell.element is not None])
            return
        pending: list[Inline] = []
        grid: list[list[str]] = []
        breaks: list[str] = []
        for row in cells.rows:
            texts: list[str] = []
            for index, cell in enumerate(row):
                if cell.element is not None:
                    texts.append(self._cell(cell.element, pending))
                else:
                    above = grid[-1][index] if cell.continues and grid else ""
                    repeats = above and not is_value(above) and len(above) <= LONGEST_LABEL
                    texts.append(Again(above) if repeats else "")
            if any(PAGE_BREAK in text for text in texts):
                texts = [text.replace(PAGE_BREAK, "").strip() for text in texts]
                breaks.append(next(filter(None, texts), ""))
            grid.append(texts)
        self._grid(cells, grid, breaks)
        for found in pending:
            self._beside(found)

    def _grid(self, cells: TableCells, grid: list[list[str]], breaks: list[str]) -> None:
        if not any(map(any, grid)):
            return
        if self.canonical.length:
            self.canonical.add("\n" if self.after_table else "\n\n")
        self.after_table = True
        start = self.canonical.length
        piece = CanonicalText()
        written = write_sheet(piece, grid, name="", header_rows=cells.header_rows)
        text = piece.text().rstrip("\n") + "\n"
        self.canonical.add(text)
        for table in written.tables:
            spans = tuple((a + start, b + start) for a, b in table.row_spans)
            self.tables.append(
                ExtractedTable(table.name, table.columns, table.rows, spans, unit=table.unit)
            )
        cursor = 0
        for words in breaks:
            at = text.find(words.replace("|", "\\|"), cursor) if words else -1
            if at >= 0:
                cursor = at
                self.page_starts.append(start + text.rfind("\n", 0, at) + 1)

    def _cell(self, cell: Any, pending: list[Inline]) -> str:
        texts = []
        for paragraph in _paragraphs(cell):
            found, number, _ = self._read(paragraph)
            if found.text or _UNIT.match(number):
                texts.append(f"{number} {found.text}".strip())
            if found.notes or found.boxes or found.diagrams:
                pending.append(found)
        return " ".join(" ".join(texts).split())

    def _layout_row(self, cells: list[Any]) -> None:
        """Cells that stand beside one another only for the eye: "Menimbang : a. bahwa ..."."""
        line: list[str] = []
        for cell in cells:
            paragraphs = list(cell.iterchildren(W + "p"))
            plain = cell.find(W + "tbl") is None and len(paragraphs) <= 1
            if plain:
                pending: list[Inline] = []
                text = self._cell(cell, pending)
                line += [text] if text else []
                for found in pending:
                    self._beside(found)
                continue
            before = self.canonical.length
            lead, line = " ".join(line), []
            self._blocks_after(lead, cell)
            if self.canonical.length == before and lead:
                line = [lead]
        if line:
            self._block(" ".join(line))

    def _blocks_after(self, lead: str, cell: Any) -> None:
        """The blocks of a cell; what stands before it goes to the first of its lines."""
        if lead:
            self.carried = f"{lead} {self.carried}"
        self._blocks(cell)
        if self.carried:
            self._block(self.carried.strip())
            self.carried = ""

    # -- letterhead and foot -----------------------------------------------------------

    def _letterhead(self, body: Any) -> tuple[Any | None, Any | None]:
        """Header and footer of the first page, each a part's root."""
        return self._part_of("header", body), self._part_of("footer", body)

    def _reference(self, kind: str, body: Any) -> str:
        section = next(body.iter(W + "sectPr"), None)
        if section is None:
            return ""
        by_type = {
            each.get(W + "type", "default"): each.get(_R + "id", "")
            for each in section.iterfind(f"{W}{kind}Reference")
        }
        wanted = "first" if flag(section, "titlePg") and "first" in by_type else "default"
        link = self.links.get(by_type.get(wanted, ""))
        return link.target if link is not None and link.target in self.package else ""

    def _part_of(self, kind: str, body: Any) -> Any | None:
        part = self._reference(kind, body)
        return self.package.root(part) if part else None

    def _header_links(self, kind: str, body: Any) -> Any:
        part = self._reference(kind, body)
        return self.package.relationships(part) if part else {}

    def _loose(self, root: Any | None, links: Any) -> None:
        """The lines of a header or footer that say more than the page number."""
        if root is None:
            return
        self.runs.links = links
        pictures = self.pictures
        for paragraph in root.iter(W + "p"):
            text = self._read(paragraph)[0].text.replace(PAGE_BREAK, "")
            if text and not _PAGE_NUMBER.fullmatch(text):
                self._block(text)
        self.pictures = pictures  # a logo is no page


LONGEST_LABEL = 80


def _paragraphs(cell: Any) -> Iterator[Any]:
    """Paragraphs of a cell in their order, also those within content controls."""
    for child in cell:
        if child.tag == W + "p":
            yield child
        elif child.tag in _WRAPPERS:
            yield from _paragraphs(child)


def _mark_is_deleted(paragraph: Any) -> bool:
    mark = paragraph.find(f"{W}pPr/{W}rPr")
    return mark is not None and (
        mark.find(W + "del") is not None or mark.find(W + "moveFrom") is not None
    )


def _is_contents(element: Any) -> bool:
    """A content control that Word fills with the table of contents."""
    gallery = element.find(f"{W}sdtPr/{W}docPartObj")
    return value(gallery, "docPartGallery") == "Table of Contents"
