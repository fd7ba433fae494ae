"""DOCX: paragraphs, headings, automatic numbers and tables in their order."""

import re
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

import docx
from docx.opc.exceptions import PackageNotFoundError
from docx.oxml.ns import qn
from docx.table import Table
from docx.text.paragraph import Paragraph
from lxml.etree import XMLSyntaxError  # type: ignore[import-untyped]

from documents.extraction.canonical import CanonicalText
from documents.extraction.tabular import write_grid
from documents.extraction.types import ExtractedPage, ExtractedTable, Extraction, ExtractionError
from documents.extraction.word_numbering import Numbering


class WordExtractor:
    """Option: `max_paragraphs`."""

    def __init__(self, *, max_paragraphs: int = 200_000) -> None:
        self.max_paragraphs = max_paragraphs

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: damaged_file, too_large_inside, no_text."""
        try:
            document = docx.Document(str(path))
        except (
            PackageNotFoundError,
            zipfile.BadZipFile,
            ParseError,
            XMLSyntaxError,
            KeyError,
            ValueError,
            OSError,
        ) as error:
            raise ExtractionError("damaged_file", str(error)[:200]) from error
        return _Writer(document, self.max_paragraphs).extraction()


class _Writer:
    def __init__(self, document: Any, max_paragraphs: int) -> None:
        self.document = document
        self.left = max_paragraphs
        self.numbering = Numbering(document)
        self.canonical = CanonicalText()
        self.tables: list[ExtractedTable] = []

    def extraction(self) -> Extraction:
        for block in self.document.iter_inner_content():
            self.left -= 1
            if self.left < 0:
                raise ExtractionError("too_large_inside", "paragraphs")
            if isinstance(block, Paragraph):
                self._paragraph(block)
            elif isinstance(block, Table):
                self._table(block)
        markdown = self.canonical.text()
        if not any(character.isalnum() for character in markdown):
            raise ExtractionError("no_text")
        page = ExtractedPage(None, None, 0, len(markdown), 0, 0, (), "text_layer")
        return Extraction(
            markdown, (page,), tuple(self.tables), (), "python-docx", version("python-docx")
        )

    def _paragraph(self, paragraph: Paragraph) -> None:
        text = _text(paragraph)
        number = self.numbering.next(paragraph) if text else ""
        if not text:
            return
        level = _heading_level(paragraph)
        prefix = "#" * level + " " if level else ""
        self._block(f"{prefix}{number} {text}".strip() if number else prefix + text)

    def _block(self, text: str) -> None:
        if self.canonical.length:
            self.canonical.add("\n\n")
        self.canonical.add(text)

    def _table(self, table: Table) -> None:
        rows = [_row(row) for row in table.rows]
        if not any(map(any, rows)):
            return
        if self.canonical.length:
            self.canonical.add("\n\n")
        written = write_grid(self.canonical, rows, name="")
        if written is not None:
            self.tables.append(written)


def _text(paragraph: Paragraph) -> str:
    """The paragraph's words; a soft line break stays a break, deleted text is left out."""
    lines = (" ".join(line.split()) for line in paragraph.text.replace("\x00", "").split("\n"))
    return "\n".join(line for line in lines if line)


def _row(row: Any) -> list[str]:
    """Cell texts; a cell merged over columns or rows is written once."""
    texts, seen = [], set()
    for cell in row.cells:
        again = cell._tc in seen or cell._tc.vMerge == "continue"
        seen.add(cell._tc)
        texts.append("" if again else " ".join(cell.text.split()))
    return texts


def _heading_level(paragraph: Paragraph) -> int:
    """1 to 6 for a heading style or outline level, else 0."""
    style = paragraph.style
    names = (style.style_id or "", style.name or "") if style is not None else ()
    for name in names:
        match = re.fullmatch(r"(?:heading|judul)\s?([1-6])", name, re.IGNORECASE)
        if match:
            return int(match[1])
        if name.lower() in ("title", "judul"):
            return 1
    outline = paragraph._p.find(f"{qn('w:pPr')}/{qn('w:outlineLvl')}")
    if outline is not None and (value := outline.get(qn("w:val"), "9")).isdigit():
        return int(value) + 1 if int(value) < 6 else 0
    return 0
