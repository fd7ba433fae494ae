"""The words within an element, as a browser would put them on one line."""

import re
from collections.abc import Iterator
from typing import Any, Final

from lxml import etree  # type: ignore[import-untyped]

BLOCKS: Final = {
    *("p", "div", "section", "article", "main", "header", "footer", "aside", "blockquote"),
    *("ul", "ol", "dl", "dd", "dt", "figure", "figcaption", "address", "center", "body", "html"),
    *("form", "fieldset", "legend", "details", "summary", "tr", "td", "th", "hr"),
}
_APART: Final = {*BLOCKS, *(f"h{level}" for level in range(1, 7)), "li", "br", "pre", "option"}
_RAISED: Final = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def words_of(element: Any) -> str:
    """All of them with single blanks; what is a line of its own stands apart."""
    if not len(element):
        return " ".join((element.text or "").split())
    return " ".join("".join(_parts(element)).split())


def _parts(element: Any) -> Iterator[str]:
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, inner in walk:
        if inner.tag in _APART:
            yield " "
        if event == "start":
            if inner.tag == "sup":
                yield raised(inner)
                walk.skip_subtree()
            else:
                yield inner.text or ""
        elif inner is not element:
            yield inner.tail or ""


def raised(element: Any) -> str:
    """The words of <sup>: numbers as "m²" has them, anything else as it is."""
    words = "".join(element.itertext()).strip()
    return words.translate(_RAISED) if re.fullmatch(r"[-+]?\d{1,2}", words) else words
