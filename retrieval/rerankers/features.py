"""Score candidates by what rankings by words and vectors do not see. No model, no Django.

The fused score, raised for what matches in heading and phrase and lowered for explanations and
contents pages. The factors are small, so that they decide between neighbours. They were set by hand
while looking at a development set of 90 questions; how they do on others is unknown.
"""

import re
from collections.abc import Sequence
from typing import ClassVar

from retrieval.analysis import Analysis
from retrieval.candidates import Candidate
from retrieval.rerankers.base import Reranker, ScoreKind
from retrieval.tokens import stem, words

HEADING_GAIN = 0.25  # for a heading with all of the query's stems
PHRASE_GAIN = 0.5
DEFINITION_GAIN = 0.2
REGULATION_GAIN = 0.15  # for a chunk of the regulation that was named, against those that name it
EXPLANATION_LOSS = 0.9  # an explanation repeats the words of what it explains, and rules nothing
TRIFLE_LOSS = 0.3  # "Cukup jelas."
CONTENTS_LOSS = 0.5
TRIFLE_LETTERS = 40

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

    def scores(self, analysis: Analysis, candidates: Sequence[Candidate]) -> list[float]:
        return [_score(each, analysis) for each in candidates]


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


def _score(candidate: Candidate, analysis: Analysis) -> float:
    text = candidate.hit.text
    score = candidate.hit.scores.fused or 0.0
    score *= 1 + HEADING_GAIN * _share(candidate.heading, analysis.own_terms)
    low = " ".join(text.lower().split())
    if any(phrase in low for phrase in analysis.phrases):
        score *= 1 + PHRASE_GAIN
    if analysis.wants_definition and _DEFINES.search(low):
        score *= 1 + DEFINITION_GAIN
    if candidate.level:
        score *= 1 + REGULATION_GAIN
    if is_explanation(candidate):
        score *= EXPLANATION_LOSS
    if says_nothing(text):
        score *= TRIFLE_LOSS
    if is_contents_page(text):
        score *= CONTENTS_LOSS
    return score


def _share(heading: str, terms: tuple[str, ...]) -> float:
    """Share of the query's stems that stand in the heading."""
    if not terms:
        return 0.0
    stems = {stem(word, language=code) for word in words(heading) for code in ("id", "en")}
    return len(stems.intersection(terms)) / len(terms)
