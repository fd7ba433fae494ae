"""What stands before and after a place in a text."""

import re
from typing import Final

from documents.structure import patterns

_MARKUP: Final = " \t#*_“”\"'"
# What is left of a watermark: "www.djpp.depkumham.go.id".
_ADDRESS: Final = re.compile(r"\s\S*[a-z]\.go(?:\.id)?$")
# The number of a page, glued to its first line: "- 14 -Pasal 20".
_PAGE_NUMBER: Final = re.compile(r"^[ \t]*-[ ]?\w{1,3}[ ]?-")


class Surroundings:
    """Looks a few hundred characters around a place, so that reading stays linear."""

    def __init__(self, text: str) -> None:
        self.text = text

    def at_line_start(self, position: int) -> bool:
        begin = self.text.rfind("\n", max(0, position - 12), position) + 1
        if begin == 0 and position > 12:
            return False
        return not _PAGE_NUMBER.sub("", self.text[begin:position]).strip(_MARKUP)

    def rest(self, position: int, limit: int = 300) -> str:
        end = self.text.find("\n", position, position + limit)
        return self.text[position : position + limit if end < 0 else end]

    def before(self, position: int, limit: int = 80) -> str:
        return self.text[max(0, position - limit) : position].rstrip()

    def after_sentence(self, position: int) -> bool:
        before = _ADDRESS.sub("", self.before(position)).rstrip("_ \t\n")
        if not before or before[-1] in patterns.SENTENCE_END:
            return True
        last = before.rsplit(None, 1)[-1]
        return last.isupper() and len(last) > 2

    def stands_alone(self, start: int, line_end: int) -> bool:
        """Tell a heading from the end of a sentence that was wrapped before its "Pasal 7"."""
        if patterns.CONTINUES.match(self.text, line_end):
            return False
        before = self.text[max(0, start - 80) : start].rstrip(_MARKUP)
        return before.endswith("\n\n") or not self.unfinished(start)

    def unfinished(self, position: int) -> bool:
        """Whether the sentence before goes on: it ends in "dalam", "dan", a comma."""
        before = self.text[max(0, position - 80) : position].rstrip(_MARKUP + "\n")
        word = before[-24:].rsplit(None, 1)[-1] if before else ""
        if word.endswith(",") and not word.endswith("),"):
            return True
        return word.lower() in patterns.UNFINISHED and word != "PASAL"
