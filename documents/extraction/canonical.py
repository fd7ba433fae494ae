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
        for index, word in enumerate(words):
            if index and not word.glued:
                self.add(" ")
            start = self.length
            self.add(word.text)
            self.words.append(Word(start, self.length, word.x0, word.y0, word.x1, word.y1))

    def drop_last_character(self) -> None:
        """Take back the hyphen of a divided word; its box then covers one letter less."""
        self._parts[-1] = self._parts[-1][:-1]
        self.length -= 1
        last = self.words[-1]
        self.words[-1] = Word(last.start, self.length, last.x0, last.y0, last.x1, last.y1)

    def text(self) -> str:
        return "".join(self._parts)
