"""Canonical Markdown while it is being written, with the place of every word."""

from collections.abc import Iterable

from documents.extraction.pdf_words import PlacedWord
from documents.extraction.types import Word


class CanonicalText:
    """Grows piece by piece; `length` is the offset of what comes next."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0
        self.words: list[Word] = []

    def add(self, text: str) -> None:
        self._parts.append(text)
        self.length += len(text)

    def add_words(self, words: Iterable[PlacedWord]) -> None:
        """Words with a space between, each noted with its box."""
        parts, noted, length = self._parts, self.words, self.length
        for index, word in enumerate(words):
            if index and not word.glued:
                parts.append(" ")
                length += 1
            start = length
            length += len(word.text)
            parts.append(word.text)
            noted.append(Word(start, length, word.x0, word.y0, word.x1, word.y1))
        self.length = length

    def drop_last_character(self) -> None:
        """Take back the hyphen of a divided word; its box then covers one letter less."""
        self._parts[-1] = self._parts[-1][:-1]
        self.length -= 1
        last = self.words[-1]
        self.words[-1] = Word(last.start, self.length, last.x0, last.y0, last.x1, last.y1)

    def text(self) -> str:
        return "".join(self._parts)
