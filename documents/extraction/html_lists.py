"""What stands before the items of a list, counted as a browser does."""

import re
from typing import Any, Final

from documents.extraction.word_numbering import written

_SHAPES: Final = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}

_HIGHEST: Final = 3_999  # as letters or Roman figures


class Lists:
    """The ordered lists that are open, each with its shape and the number of its next item."""

    def __init__(self) -> None:
        self._open: list[tuple[str, int]] = []

    def begin(self, ordered: Any) -> None:
        shape = _SHAPES.get(ordered.get("type") or "", "decimal")
        self._open.append((shape, _whole(ordered, "start", 1)))

    def end(self) -> None:
        self._open.pop()

    def marker(self, item: Any) -> str:
        """ "- ", or the number of an ordered list in its shape."""
        above = item.getparent()
        if above is None or above.tag != "ol" or not self._open:
            return "- "
        shape, counted = self._open[-1]
        number = _whole(item, "value", counted)
        self._open[-1] = shape, number + 1
        if number > _HIGHEST:
            shape = "decimal"
        return f"{written(number, shape)}. "


def _whole(element: Any, name: str, default: int) -> int:
    text = element.get(name) or ""
    return int(text) if re.fullmatch(r"\d{1,6}", text) else default
