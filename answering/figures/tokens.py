"""Cut text into number, word and symbol tokens, in one pass."""

import re
from typing import Literal, NamedTuple

_TOKEN = re.compile(
    r"(?P<number>\d+(?:[.,]\d+|[\u00a0\u202f]\d{3}(?!\d))*)|(?P<word>[^\W\d_]+)|(?P<symbol>[^\w\s]|_)"
)


def word_set(words: str) -> frozenset[str]:
    """Return the words of a line as a set."""
    return frozenset(words.split())


DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2212")


class Token(NamedTuple):
    """A piece of text: `text` as written, `low` in lower case, `[start, end)` in characters."""

    kind: Literal["number", "word", "symbol", "end"]
    text: str
    low: str
    start: int
    end: int


class Tokens:
    """The tokens of a text; any other index gives an empty one, so looking ahead is safe."""

    __slots__ = ("_end", "_tokens")

    def __init__(self, text: str) -> None:
        self._tokens = [
            Token(match.lastgroup, match.group(), match.group().lower(), *match.span())  # type: ignore[arg-type]
            for match in _TOKEN.finditer(text)
        ]
        self._end = Token("end", "", "", len(text), len(text))

    def __len__(self) -> int:
        return len(self._tokens)

    def __getitem__(self, index: int) -> Token:
        return self._tokens[index] if 0 <= index < len(self._tokens) else self._end

    def adjacent(self, index: int) -> bool:
        """Does token `index` follow the one before it without a space?"""
        return index > 0 and self[index].start == self[index - 1].end

    def low(self, start: int, count: int) -> tuple[str, ...]:
        """Return the lower-case texts of `count` tokens from `start`."""
        return tuple(self[index].low for index in range(start, start + count))
