"""Order fused candidates by what a ranking by words and vectors does not see. No Django.

First by identifier (the ayat, the pasal that was asked for), then by the fused score, raised for
what matches in heading and phrase and lowered for explanations and contents pages. What says the
same words as a better candidate is left out. The factors are small, so that they decide between
neighbours. They were set by hand while looking at a development set of 90 questions; how they do on
others is unknown.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from retrieval.tokens import stem, words

HEADING_GAIN = 0.25  # for a heading with all of the query's stems
PHRASE_GAIN = 0.5
DEFINITION_GAIN = 0.2
REGULATION_GAIN = 0.15  # for a chunk of the regulation that was named, against those that name it
EXPLANATION_LOSS = 0.9  # an explanation repeats the words of what it explains, and rules nothing
TRIFLE_LOSS = 0.3  # "Cukup jelas."
CONTENTS_LOSS = 0.5
TRIFLE_LETTERS = 40
SAME_WORDS = 0.85  # share of common words from which two texts say the same
EXACT_LEVEL = 2  # from here on the identifier alone decides: the pasal, the ayat

_LEADER = re.compile(r"(?:\.{4,}|…{2,}|(?:\. ){4,})\s*(?:\d+|[ivxlc]+)?\s*$", re.MULTILINE)
_DEFINES = re.compile(r"\b(?:adalah|selanjutnya disebut|selanjutnya disingkat)\b", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"(?:pasal|ayat|huruf|angka)\s*\(?\w+\)?|cukup jelas|sampai dengan|\W|\d", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk with its fused score; `level` says how closely it is an identifier asked for."""

    chunk_id: int
    text: str
    heading: str
    fused: float
    level: int = 0
    is_explanation: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the question's words ask of a candidate; `terms` are its stems."""

    terms: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    definition: bool = False


def ordered(candidates: Iterable[Candidate], wanted: Wanted) -> list[Candidate]:
    """Candidates best first, without those that say the same words as a better one."""
    best_first = sorted(candidates, key=lambda each: (-_exact_level(each), -_score(each, wanted)))
    kept: list[Candidate] = []
    seen: list[frozenset[str]] = []
    for candidate in best_first:
        own = frozenset(words(candidate.text))
        if not any(_same(own, other) for other in seen):
            kept.append(candidate)
            seen.append(own)
    return kept


def _exact_level(candidate: Candidate) -> int:
    return candidate.level if candidate.level >= EXACT_LEVEL else 0


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Nearly the same words and the same figures: tables of two years differ in figures alone."""
    shorter, longer = sorted((len(one), len(other)))
    if shorter < SAME_WORDS * longer or len(one & other) < SAME_WORDS * len(one | other):
        return False
    return not any(character.isdigit() for word in one ^ other for character in word)


def is_contents_page(text: str) -> bool:
    """Lines that end in dot leaders: a table of contents, not what it points to."""
    return len(_LEADER.findall(text)) >= 3


def says_nothing(text: str) -> bool:
    """Hardly more than "Pasal 5 Cukup jelas"."""
    return "cukup jelas" in text.lower() and len(_SAYS_NOTHING.sub("", text)) < TRIFLE_LETTERS


def _score(candidate: Candidate, wanted: Wanted) -> float:
    score = candidate.fused * (1 + HEADING_GAIN * _share(candidate.heading, wanted.terms))
    low = " ".join(candidate.text.lower().split())
    if any(phrase in low for phrase in wanted.phrases):
        score *= 1 + PHRASE_GAIN
    if wanted.definition and _DEFINES.search(low):
        score *= 1 + DEFINITION_GAIN
    if candidate.level:
        score *= 1 + REGULATION_GAIN
    if candidate.is_explanation:
        score *= EXPLANATION_LOSS
    if says_nothing(candidate.text):
        score *= TRIFLE_LOSS
    if is_contents_page(candidate.text):
        score *= CONTENTS_LOSS
    return score


def _share(heading: str, terms: tuple[str, ...]) -> float:
    """Share of the query's stems that stand in the heading."""
    if not terms:
        return 0.0
    stems = {stem(word, language=code) for word in words(heading) for code in ("id", "en")}
    return len(stems.intersection(terms)) / len(terms)
