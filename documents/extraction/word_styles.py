"""What styles say of paragraphs and runs of a Word file; ECMA-376, part 1, 17.7."""

import re
from collections.abc import Iterator
from typing import Any, Final

W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MAX_ANCESTORS = 12
LONGEST_HEADING = 300  # characters; what is longer only looks like a heading

_HEADING: Final = re.compile(r"(?:heading|judul)\s?([1-9])", re.IGNORECASE)
_CONTENTS: Final = re.compile(r"(?:toc|daftar isi)\s?[1-9]", re.IGNORECASE)
_OFF: Final = {"0", "false", "off", "none"}


def value(element: Any, tag: str, default: str = "") -> str:
    """`w:val` of a child; the default where there is no such child or value."""
    child = None if element is None else element.find(W + tag)
    return default if child is None else str(child.get(W + "val", default))


def flag(element: Any, tag: str) -> bool | None:
    """Whether a toggle is on; None where nothing is said of it."""
    child = None if element is None else element.find(W + tag)
    return None if child is None else child.get(W + "val", "true").lower() not in _OFF


class Styles:
    """The styles part, or none."""

    def __init__(self, root: Any | None) -> None:
        self._styles: dict[str, Any] = {}
        self._default = ""
        for style in () if root is None else root.iterfind(W + "style"):
            name = style.get(W + "styleId", "")
            self._styles[name] = style
            if style.get(W + "type") == "paragraph" and style.get(W + "default") in ("1", "true"):
                self._default = name

    def of_paragraph(self, properties: Any | None) -> str:
        return value(properties, "pStyle") or self._default

    def chain(self, style_id: str) -> Iterator[Any]:
        """The style and those it is based on."""
        for _ in range(MAX_ANCESTORS):
            style = self._styles.get(style_id)
            if style is None:
                return
            yield style
            style_id = value(style, "basedOn")

    def shows(self, properties: Any | None, paragraph_style: str, tag: str) -> bool:
        """Whether a toggle ("vanish", "caps") is on for a run with these properties."""
        own = flag(properties, tag)
        if own is not None:
            return own
        for style_id in (value(properties, "rStyle"), paragraph_style):
            for style in self.chain(style_id):
                said = flag(style.find(W + "rPr"), tag)
                if said is not None:
                    return said
        return False

    def heading_level(self, properties: Any | None, style_id: str) -> int:
        """1 to 6 for a heading, else 0."""
        own = value(properties, "outlineLvl")
        if own:
            return _outline(own)
        for style in self.chain(style_id):
            for name in (style.get(W + "styleId", ""), value(style, "name")):
                if match := _HEADING.fullmatch(name):
                    return min(int(match[1]), 6)
                if name.lower() in ("title", "judul"):
                    return 1
            if outline := value(style.find(W + "pPr"), "outlineLvl"):
                return _outline(outline)
        return 0

    def is_contents(self, style_id: str) -> bool:
        """Whether the style is that of a line of an automatic table of contents."""
        return any(_CONTENTS.fullmatch(value(style, "name")) for style in self.chain(style_id))


def _outline(written: str) -> int:
    return int(written) + 1 if written.isdigit() and int(written) < 6 else 0
