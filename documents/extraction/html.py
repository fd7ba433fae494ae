"""HTML: the words that a reader sees, with headings, lists and tables; nothing that runs."""

import re
from pathlib import Path
from typing import Any, Final

from lxml import etree  # type: ignore[import-untyped]

from documents.extraction.canonical import CanonicalText
from documents.extraction.html_lists import Lists
from documents.extraction.html_parsing import tree_of
from documents.extraction.html_pruning import prune
from documents.extraction.html_tables import grid_of
from documents.extraction.html_words import BLOCKS, raised, words_of
from documents.extraction.plain_text import check_size
from documents.extraction.sheet_tables import write_sheet
from documents.extraction.types import (
    ExtractedPage,
    ExtractedTable,
    Extraction,
    ExtractionError,
    Finding,
)

# So much text in paragraphs takes 2 s of the processor and 0.2 GB, in cells of one letter 12 s and
# 0.7 GB (measured on one core).
MAX_BYTES = 10 * 1024 * 1024
_HEADINGS: Final = {f"h{level}": "#" * level for level in range(1, 7)}
_BREAK: Final = "\ue00b"  # a <br>, while other line breaks of the source mean nothing
_BREAKS: Final = re.compile(rf"(?: ?{_BREAK} ?){{2,}}")
_SAYS_NOTHING: Final = re.compile(
    r"(?:klik |click )?(?:di ?sini|here)|unduh|download|tautan|link|selengkapnya", re.IGNORECASE
)
_LONGEST_ADDRESS = 200


class HtmlExtractor:
    """Option: `max_bytes`."""

    def __init__(self, *, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes

    def extract(self, path: Path) -> Extraction:
        """Raises ExtractionError: too_large_inside, no_text."""
        check_size(path, self.max_bytes)
        root = tree_of(path.read_bytes())
        if root is None:
            raise ExtractionError("no_text")
        title = next(root.iter("title"), None)
        heading = words_of(title) if title is not None else ""
        content = prune(root)
        writer = _Writer()
        if heading and next(content.iter("h1"), None) is None:
            writer.block(f"# {heading}")
        writer.write(content)
        return writer.extraction()


class _Writer:
    """Collects inline words until a block ends."""

    def __init__(self) -> None:
        self.canonical = CanonicalText()
        self.tables: list[ExtractedTable] = []
        self.findings: list[Finding] = []
        self.inline: list[str] = []
        self.lists = Lists()
        self.prefix = ""
        self.after_table = False

    def write(self, content: Any) -> None:
        walk = etree.iterwalk(content, events=("start", "end"))
        for event, element in walk:
            if event == "end":
                self._end(element)
                if element is not content and element.tail:
                    self.inline.append(element.tail)
            elif self._is_written_whole(element):
                walk.skip_subtree()
            else:
                self._start(element)
        self.flush()

    def _is_written_whole(self, element: Any) -> bool:
        """Write an element whose inner ones mean nothing of their own."""
        tag = element.tag
        if tag in _HEADINGS:
            self.flush()
            if words := words_of(element):
                self.block(f"{_HEADINGS[tag]} {words}")
        elif tag == "table":
            self.flush()
            return self._is_table(element)
        elif tag == "pre":
            self.flush()
            self._preformatted(element)
        elif tag == "sup":
            self.inline.append(raised(element))
        else:
            return False
        return True

    def _start(self, element: Any) -> None:
        tag = element.tag
        if tag == "br":
            self.inline.append(_BREAK)
        elif tag == "li":
            self.flush()
            self.prefix = self.lists.marker(element)
        elif tag in BLOCKS:
            self.flush()
            if tag == "ol":
                self.lists.begin(element)
        if element.text:
            self.inline.append(element.text)

    def _end(self, element: Any) -> None:
        tag = element.tag
        if tag == "li":
            self.flush()
            self.prefix = ""
        elif tag == "a":
            self._address(element)
        elif tag in BLOCKS or tag == "table":
            self.flush()
            if tag == "ol":
                self.lists.end()

    def _address(self, link: Any) -> None:
        """Of a link whose words do not say where it leads."""
        address = link.get("href") or ""
        if not address.startswith(("http://", "https://")) or len(address) > _LONGEST_ADDRESS:
            return
        if _SAYS_NOTHING.fullmatch(words_of(link).strip(" .:»>")):
            self.inline.append(f" ({address})")

    def flush(self) -> None:
        """Write the collected words: a line for each <br>, a block for each two of them."""
        if not self.inline:
            return
        text = " ".join("".join(self.inline).split())
        self.inline.clear()
        if _BREAK not in text:
            if text:
                self.block(self.prefix + text)
                self.prefix = ""
            return
        for part in _BREAKS.split(text):
            lines = [line.strip() for line in part.split(_BREAK)]
            words = "\n".join(line for line in lines if line)
            if words:
                self.block(self.prefix + words)
                self.prefix = ""

    def block(self, text: str) -> None:
        self._begin_block()
        self.after_table = False
        self.canonical.add(text)

    def _begin_block(self) -> None:
        if self.canonical.length:
            self.canonical.add("\n" if self.after_table else "\n\n")

    def _preformatted(self, element: Any) -> None:
        text = "".join(element.itertext()).replace("\r\n", "\n").strip("\n").rstrip()
        if text.strip():
            fence = "````" if "```" in text else "```"
            self.block(f"{fence}\n{text}\n{fence}")

    def _is_table(self, table: Any) -> bool:
        """Write it, unless it only places things on the page."""
        grid = grid_of(table)
        if grid is None:
            return False
        above = next(table.iterdescendants("caption"), None)
        caption = words_of(above) if above is not None else ""
        if caption:
            self.block(caption)
        if not any(map(any, grid.rows)):
            return True
        self._begin_block()
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
        return True

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
            "lxml",
            etree.__version__,
        )
