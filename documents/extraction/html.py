"""HTML: the words that a reader sees, with headings, lists and tables; nothing that runs."""

import re
from pathlib import Path
from typing import Final

import bs4
from bs4 import BeautifulSoup
from bs4.element import Comment, NavigableString, PreformattedString, Tag

from documents.decoding import decoded
from documents.extraction.canonical import CanonicalText
from documents.extraction.html_pruning import is_hidden, prune
from documents.extraction.html_tables import grid_of
from documents.extraction.plain_text import check_size
from documents.extraction.sheet_tables import write_sheet
from documents.extraction.types import (
    ExtractedPage,
    ExtractedTable,
    Extraction,
    ExtractionError,
    Finding,
)
from documents.extraction.word_numbering import written

# Parsed, a page takes some fifty times its size in memory, and some 5 s a megabyte.
MAX_BYTES = 10 * 1024 * 1024
MAX_DEPTH = 200
_BLOCKS: Final = {
    *("p", "div", "section", "article", "main", "header", "footer", "aside", "blockquote"),
    *("ul", "ol", "dl", "dd", "dt", "figure", "figcaption", "address", "center", "body", "html"),
    *("form", "fieldset", "legend", "details", "summary", "tr", "td", "th", "hr"),
}
_HEADINGS: Final = {f"h{level}": "#" * level for level in range(1, 7)}
_BREAK: Final = "\ue00b"  # a <br>, while other line breaks of the source mean nothing
_SHAPES: Final = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_RAISED: Final = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
_SAYS_NOTHING: Final = re.compile(
    r"(?:klik |click )?(?:di ?sini|here)|unduh|download|tautan|link|selengkapnya", re.IGNORECASE
)


class HtmlExtractor:
    """Option: `max_bytes`."""

    def __init__(self, *, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: too_large_inside, no_text."""
        check_size(path, self.max_bytes)
        soup = BeautifulSoup(markup_of(path.read_bytes()), "lxml")
        title = " ".join(soup.title.get_text().split()) if soup.title else ""
        content = prune(soup)
        writer = _Writer()
        if title and content.find("h1") is None:
            writer.block(f"# {title}")
        writer.write(content, 0)
        writer.flush()
        return writer.extraction()


def markup_of(content: bytes) -> str:
    """Decoded by byte order mark or as UTF-8; where it is none, as the page says itself."""
    declared = re.search(rb"""charset\s*=\s*["']?\s*([\w-]+)""", content[:4096])
    if declared and not content.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        try:
            content.decode("utf-8")
        except UnicodeDecodeError:
            try:
                return content.decode(declared[1].decode("ascii"), errors="replace")
            except LookupError:
                pass
    return decoded(content)


class _Writer:
    """Collects inline words until a block ends."""

    def __init__(self) -> None:
        self.canonical = CanonicalText()
        self.tables: list[ExtractedTable] = []
        self.findings: list[Finding] = []
        self.inline: list[str] = []
        self.prefix = ""
        self.after_table = False

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
        if is_hidden(tag):
            return
        name = tag.name
        if name == "br":
            self.inline.append(_BREAK)
        elif name in _HEADINGS:
            self.flush()
            words = " ".join(tag.get_text(" ").split())
            if words:
                self.block(f"{_HEADINGS[name]} {words}")
        elif name == "table":
            self.flush()
            self._table(tag, depth)
        elif name == "pre":
            self.flush()
            self._preformatted(tag)
        elif name == "li":
            self.flush()
            self.prefix = _marker(tag)
            self.write(tag, depth)
            self.flush()
            self.prefix = ""
        elif name == "sup":
            words = tag.get_text().strip()
            digits = re.fullmatch(r"[-+]?\d{1,2}", words) is not None
            self.inline.append(words.translate(_RAISED) if digits else words)
        elif name == "a":
            self.write(tag, depth)
            self._address(tag)
        elif name in _BLOCKS:
            self.flush()
            self.write(tag, depth)
            self.flush()
        else:
            self.write(tag, depth)

    def _address(self, tag: Tag) -> None:
        """Of a link whose words do not say where it leads."""
        address = str(tag.get("href") or "")
        if address.startswith(("http://", "https://")) and len(address) <= 200:
            words = " ".join(tag.get_text(" ").split()).strip(" .:»>")
            if _SAYS_NOTHING.fullmatch(words):
                self.inline.append(f" ({address})")

    def flush(self) -> None:
        """Write the collected words: a line for each <br>, a block for each two of them."""
        text = re.sub(r"\s+", " ", "".join(self.inline))
        self.inline.clear()
        for part in re.split(rf"(?: *{_BREAK} *){{2,}}", text):
            lines = [line.strip() for line in part.split(_BREAK)]
            words = "\n".join(line for line in lines if line)
            if words:
                self.block(self.prefix + words)
                self.prefix = ""

    def block(self, text: str) -> None:
        if self.canonical.length:
            self.canonical.add("\n" if self.after_table else "\n\n")
        self.after_table = False
        self.canonical.add(text)

    def _preformatted(self, tag: Tag) -> None:
        text = tag.get_text().replace("\r\n", "\n").strip("\n").rstrip()
        if text.strip():
            fence = "````" if "```" in text else "```"
            self.block(f"{fence}\n{text}\n{fence}")

    def _table(self, tag: Tag, depth: int) -> None:
        grid = grid_of(tag)
        if grid is None:  # a table that only places things on the page
            self.write(tag, depth)
            self.flush()
            return
        caption = " ".join(tag.caption.get_text(" ").split()) if tag.caption else ""
        if caption:
            self.block(caption)
        if not any(map(any, grid.rows)):
            return
        if self.canonical.length:
            self.canonical.add("\n" if self.after_table else "\n\n")
        self.after_table = True
        found = write_sheet(
            self.canonical,
            grid.rows,
            name=caption,
            header_rows=grid.header_rows,
            context=caption,
        )
        self.tables += found.tables
        self.findings += found.findings

    def extraction(self) -> Extraction:
        markdown = self.canonical.text()
        if not any(character.isalnum() for character in markdown):
            raise ExtractionError("no_text")
        page = ExtractedPage(None, None, 0, len(markdown), 0, 0, (), "text_layer")
        return Extraction(
            markdown,
            (page,),
            tuple(self.tables),
            tuple(self.findings),
            "beautifulsoup",
            bs4.__version__,
        )


def _marker(item: Tag) -> str:
    """ "- ", or the number of an ordered list in its shape."""
    above = item.parent
    if above is None or above.name != "ol":
        return "- "
    shape = _SHAPES.get(str(above.get("type") or ""), "decimal")
    before = [each for each in item.previous_siblings if getattr(each, "name", "") == "li"]
    number = _whole(above, "start", 1) + len(before)
    for distance, each in enumerate([item, *before]):
        if isinstance(each, Tag) and each.has_attr("value"):
            number = _whole(each, "value", 1) + distance
            break
    return f"{written(number, shape)}. "


def _whole(tag: Tag, name: str, default: int) -> int:
    text = str(tag.get(name) or "")
    return int(text) if re.fullmatch(r"\d{1,6}", text) else default
