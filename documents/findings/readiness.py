"""How ready a document is to be asked: 0 (nothing can be answered) to 100 (nothing is known to be
wrong). No Django.

Readiness = 100 x how well its pages were read, less what its open findings cost.

* Pages: the mean over the pages that should carry text. A page of the text layer counts 1, one that
  stayed unread 0, one read by OCR by its certainty: 0.5 and less counts 0, 0.95 and more counts 1.
  Formats without pages count 1.
* Findings: each code costs its harm (documents.findings.catalogue) once, a fifth of it for each
  further finding, and at most three times its harm. Codes of pages cost nothing more, accepted
  findings nothing at all. Missing structure, numbers and titles are findings like any other.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from documents.findings.catalogue import kind_of

UNCERTAIN: Final = 0.5
CERTAIN: Final = 0.95
FURTHER_SHARE: Final = 0.2
MOST_TIMES: Final = 3.0


@dataclass(frozen=True, slots=True)
class PageReading:
    """How a page was read; `origin` and `judged` as in documents.extraction.types."""

    origin: str
    judged: str
    certainty: float | None
    has_text: bool

    @property
    def quality(self) -> float | None:
        """0..1; None for a page that need not carry text."""
        if self.judged == "empty":
            return None
        if self.origin == "none" or not self.has_text:
            return 0.0
        if self.origin == "ocr" and self.certainty is not None:
            return min(1.0, max(0.0, (self.certainty - UNCERTAIN) / (CERTAIN - UNCERTAIN)))
        return 1.0


def readiness(open_codes: Iterable[str], pages: Sequence[PageReading] = ()) -> int:
    """0..100, from the codes of all open findings (once for each) and the pages."""
    qualities = [page.quality for page in pages]
    counted = [quality for quality in qualities if quality is not None]
    read = sum(counted) / len(counted) if counted else 1.0
    lost = sum(cost(code, number) for code, number in Counter(open_codes).items())
    return round(min(100.0, max(0.0, 100 * read - lost)))


def cost(code: str, number: int) -> float:
    """Points that so many findings of a code cost together."""
    kind = kind_of(code)
    times = min(MOST_TIMES, 1 + FURTHER_SHARE * (number - 1))
    return 0.0 if kind.of_page else kind.harm * times
