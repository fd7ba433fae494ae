"""A figure while it is being read: token indexes for characters, its unit perhaps unknown."""

from dataclasses import dataclass
from decimal import Decimal

from answering.figures.figure import Figure, plain
from answering.figures.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Draft:
    """A value with the tokens `[start, next)` it was read from; `unit` None until one is found."""

    value: Decimal | str
    unit: str | None
    start: int
    next: int
    structural: bool = False
    in_words: bool = False
    scaled: bool = False

    def figure(self, tokens: Tokens) -> Figure:
        value = plain(self.value) if isinstance(self.value, Decimal) else self.value
        span = (tokens[self.start].start, tokens[self.next - 1].end)
        return Figure(value, self.unit or "count", self.structural, span)


Reading = tuple[list[Draft], int]
