"""HTML as a tree of elements, whatever the page says of its encoding and however deep it nests."""

import codecs
import re
from typing import Any, Final

from lxml import etree  # type: ignore[import-untyped]

from documents.decoding import decoded

# Elements deeper than this become part of the one that holds them; libxml2 stops at 2,048.
MAX_DEPTH = 500
_DECLARED: Final = re.compile(rb"""charset\s*=\s*["']?\s*([\w-]+)""")
_ENCODINGS: Final = re.compile(
    r"(?:iso-?8859|windows|cp|utf-?(?:8|16|32)|gb|big5|euc|shift|koi8|mac|tis-?620|hz)[\w-]*"
)
# WHATWG Encoding Standard, 4.2: pages that name these are Windows-1252.
_WINDOWS: Final = ("iso-8859-1", "iso8859-1", "latin1", "latin-1", "ascii", "us-ascii")
_MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
_NO_TEXT: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\xad]|&shy;")


def tree_of(content: bytes) -> Any | None:
    """The root element, without comments; None where there is no element at all."""
    markup = _NO_TEXT.sub("", markup_of(content)).encode("utf-8", "replace")
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True
    )
    root = etree.fromstring(markup, parser)
    if parser.error_log.filter_types(etree.ErrorTypes.ERR_RESOURCE_LIMIT):
        return _flat_tree(markup)  # what stands below the limit was left out
    return root


def _flat_tree(markup: bytes) -> Any | None:
    """Three times slower, and without end to the depth that it can read."""
    parser = etree.HTMLParser(encoding="utf-8", target=_Flattening(), huge_tree=True)
    return etree.fromstring(markup, parser)


class _Flattening:
    """What the parser tells of a page, handed on down to MAX_DEPTH."""

    def __init__(self) -> None:
        self.builder = etree.TreeBuilder()
        self.depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth <= MAX_DEPTH:
            self.builder.start(tag, attributes)

    def end(self, tag: str) -> None:
        if self.depth <= MAX_DEPTH:
            self.builder.end(tag)
        self.depth -= 1

    def data(self, text: str) -> None:
        self.builder.data(text)

    def close(self) -> Any:
        return self.builder.close()


def markup_of(content: bytes) -> str:
    """Decoded by byte order mark or as UTF-8; where it is none, as the page says itself."""
    declared = _DECLARED.search(content[:4096])
    if declared and not content.startswith(_MARKS):
        try:
            content.decode("utf-8")
        except UnicodeDecodeError:
            if encoding := _encoding(declared[1].decode("ascii").lower()):
                return content.decode(encoding, errors="replace")
    return decoded(content)


def _encoding(name: str) -> str:
    """Python's name for it; empty where it is unknown or no encoding of pages."""
    if name in _WINDOWS:
        return "cp1252"
    try:
        return codecs.lookup(name).name if _ENCODINGS.fullmatch(name) else ""
    except LookupError:
        return ""
