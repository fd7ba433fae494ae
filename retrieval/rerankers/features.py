"""Score candidates without a model: by words, closeness and what kind of passage each is.

Every candidate has both scores, also what only one path found: two rankings that disagree would
otherwise bury what one of them is sure of. The weighted sum, through the logistic function, is the
probability that the passage holds the deciding words. No Django.

The weights were fitted on 80 questions (a softmax over the candidates of each question, pulled
towards round values) and rounded; docs/decisions/0010-ranking.md says how they do on others.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from retrieval.analysis import Analysis
from retrieval.candidates import Candidate
from retrieval.rerankers.base import Reranker, ScoreKind

# What a passage has that is as close as usual and holds none of the words: below it is no answer.
THRESHOLD = 0.001
TRIFLE_LETTERS = 40


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature adds to the log odds."""

    usual: float = -6.9  # of a passage near the question, with none of its words
    word_share: float = 8.0
    closeness: float = 1.3
    phrase: float = 0.4  # a quoted phrase stands in it
    definition: float = 0.5  # it defines, and a definition is wanted
    explanation: float = -0.25  # it repeats the words of what it explains, and rules nothing
    trifle: float = -1.0  # "Cukup jelas."
    contents: float = -0.6


WEIGHTS = Weights()

_LEADER = re.compile(r"(?:\.{4,}|…{2,}|(?:\. ){4,})\s*(?:\d+|[ivxlc]+)?\s*$", re.MULTILINE)
_DEFINES = re.compile(r"\b(?:adalah|selanjutnya disebut|selanjutnya disingkat)\b", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"(?:pasal|ayat|huruf|angka)\s*\(?\w+\)?|cukup jelas|sampai dengan|\W|\d", re.IGNORECASE
)


class FeatureReranker(Reranker):
    """The default: quick, and the same for every language model."""

    name = "features"
    score_kind: ClassVar[ScoreKind] = "relevance"
    most = 60

    def __init__(self, *, threshold: float | None = THRESHOLD) -> None:
        self.threshold = threshold

    def scores(self, analysis: Analysis, candidates: Sequence[Candidate]) -> list[float]:
        return [1 / (1 + math.exp(-_log_odds(each, analysis))) for each in candidates]


def is_contents_page(text: str) -> bool:
    """Lines that end in dot leaders: a table of contents, not what it points to."""
    return len(_LEADER.findall(text)) >= 3


def says_nothing(text: str) -> bool:
    """Hardly more than "Pasal 5 Cukup jelas"."""
    return "cukup jelas" in text.lower() and len(_SAYS_NOTHING.sub("", text)) < TRIFLE_LETTERS


def is_explanation(candidate: Candidate) -> bool:
    """The penjelasan of a law, or what stands before its first pasal."""
    return candidate.hit.legal_reference.startswith("Penjelasan") or any(
        label.casefold().startswith(("penjelasan", "menimbang", "mengingat"))
        for label in candidate.hit.section_path
    )


def _log_odds(candidate: Candidate, analysis: Analysis) -> float:
    text = candidate.hit.text
    low = " ".join(text.lower().split())
    present = {
        "phrase": any(phrase in low for phrase in analysis.phrases),
        "definition": analysis.wants_definition and _DEFINES.search(low) is not None,
        "explanation": is_explanation(candidate),
        "trifle": says_nothing(text),
        "contents": is_contents_page(text),
    }
    return (
        WEIGHTS.usual
        + WEIGHTS.word_share * (candidate.word_share or 0.0)
        + WEIGHTS.closeness * (candidate.closeness or 0.0)
        + sum(getattr(WEIGHTS, name) for name, is_so in present.items() if is_so)
    )
