"""HTML: the words that a reader sees, with headings, lists and tables; nothing that runs."""

import re
from pathlib import Path

import bs4
from bs4 import BeautifulSoup
from bs4.element import Comment, NavigableString, PreformattedString, Tag

from documents.extraction.canonical import CanonicalText
from documents.extraction.plain_text import MAX_BYTES, read_text
from documents.extraction.tabular import write_grid
from documents.extraction.types import ExtractedPage, ExtractedTable, Extraction, ExtractionError

_DROPPED = (
    "script style template noscript iframe object embed svg canvas form nav head input button"
)
_BLOCKS = (
    "p div section article main header footer aside blockquote pre ul ol dl dd dt figure figcaption"
    " address center body html"
)
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
MAX_DEPTH = 200


class HtmlExtractor:
    """Option: `max_bytes`."""

    def __init__(self, *, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: too_large_inside, no_text."""
        soup = BeautifulSoup(read_text(path, self.max_bytes), "lxml")
        title = " ".join(soup.title.get_text().split()) if soup.title else ""
        for tag in soup.find_all(_DROPPED.split()):
            tag.decompose()
        writer = _Writer()
        if title and soup.find("h1") is None:
            writer.block(f"# {title}")
        writer.write(soup, 0)
        writer.flush()
        return writer.extraction()


class _Writer:
    """Collects inline words until a block ends."""

    def __init__(self) -> None:
        self.canonical = CanonicalText()
        self.tables: list[ExtractedTable] = []
        self.inline: list[str] = []
        self.prefix = ""

    def write(self, tag: Tag, depth: int) -> None:
        if depth > MAX_DEPTH:
            self.inline.append(tag.get_text(" "))
            return
        for child in tag.children:
            if isinstance(child, Comment | PreformattedString):
                continue
            if isinstance(child, NavigableString):
                self.inline.append(str(child))
            elif isinstance(child, Tag):
                self._tag(child, depth + 1)

    def _tag(self, tag: Tag, depth: int) -> None:
        if _hidden(tag):
            return
        name = tag.name
        if name == "br":
            self.inline.append("\n")
        elif name in _HEADINGS:
            self.flush()
            self.block(f"{_HEADINGS[name]} {' '.join(tag.get_text(' ').split())}")
        elif name == "table" and tag.find("table") is None:
            self.flush()
            self._table(tag)
        elif name == "li":
            self.flush()
            self.prefix = f"{_position(tag)}. " if _in_ordered(tag) else "- "
            self.write(tag, depth)
            self.flush()
            self.prefix = ""
        elif name in _BLOCKS.split() or name in ("table", "tr", "td", "th"):
            self.flush()
            self.write(tag, depth)
            self.flush()
        else:
            self.write(tag, depth)

    def flush(self) -> None:
        text = "".join(self.inline)
        self.inline.clear()
        lines = (" ".join(line.split()) for line in text.split("\n"))
        # Line breaks of the source mean nothing; those of <br> were put in as such.
        words = re.sub(r"\s+", " ", " ".join(line for line in lines if line)).strip()
        if words:
            self.block(self.prefix + words)
            self.prefix = ""

    def block(self, text: str) -> None:
        if self.canonical.length:
            self.canonical.add("\n\n")
        self.canonical.add(text)

    def _table(self, tag: Tag) -> None:
        rows = [
            [" ".join(cell.get_text(" ").split()) for cell in row.find_all(["td", "th"])]
            for row in tag.find_all("tr")
        ]
        caption = " ".join(tag.caption.get_text(" ").split()) if tag.caption else ""
        if caption:
            self.block(caption)
        if any(map(any, rows)):
            self.canonical.add("\n\n" if self.canonical.length else "")
            table = write_grid(self.canonical, rows, name=caption)
            if table is not None:
                self.tables.append(table)

    def extraction(self) -> Extraction:
        markdown = self.canonical.text()
        if not any(character.isalnum() for character in markdown):
            raise ExtractionError("no_text")
        page = ExtractedPage(None, None, 0, len(markdown), 0, 0, (), "text_layer")
        return Extraction(
            markdown, (page,), tuple(self.tables), (), "beautifulsoup", bs4.__version__
        )


def _hidden(tag: Tag) -> bool:
    style = str(tag.get("style") or "").replace(" ", "").lower()
    return tag.has_attr("hidden") or "display:none" in style or "visibility:hidden" in style


def _in_ordered(tag: Tag) -> bool:
    return tag.parent is not None and tag.parent.name == "ol"


def _position(tag: Tag) -> int:
    return 1 + sum(1 for sibling in tag.previous_siblings if getattr(sibling, "name", "") == "li")
