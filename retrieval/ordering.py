"""Order fused candidates by what a ranking by words and vectors does not see. No Django.

First by identifier (the ayat, the pasal, the regulation that was asked for), then by the fused
score, raised for what matches in heading and phrase and lowered for contents pages. What says the
same words as a better candidate is left out.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from retrieval.tokens import stem, words

HEADING_GAIN = 0.25  # for a heading with all of the query's stems
PHRASE_GAIN = 0.5
CONTENTS_LOSS = 0.5
_LEADER = re.compile(r"(?:\.{4,}|…{2,}|(?:\. ){4,})\s*(?:\d+|[ivxlc]+)?\s*$", re.MULTILINE)
_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk with its fused score; `level` says how closely it is an identifier asked for."""

    chunk_id: int
    text: str
    heading: str
    fused: float
    level: int = 0


def ordered(
    candidates: Iterable[Candidate], *, terms: Sequence[str], phrases: Sequence[str]
) -> list[Candidate]:
    """Candidates best first, without repetitions of the same text."""
    best_first = sorted(
        candidates,
        key=lambda each: (-each.level, -_score(each, terms=terms, phrases=phrases)),
    )
    seen: set[str] = set()
    kept = []
    for candidate in best_first:
        letters = _NOT_LETTERS.sub("", candidate.text.lower())
        if letters not in seen:
            seen.add(letters)
            kept.append(candidate)
    return kept


def is_contents_page(text: str) -> bool:
    """Lines that end in dot leaders: a table of contents, not what it points to."""
    return len(_LEADER.findall(text)) >= 3


def _score(candidate: Candidate, *, terms: Sequence[str], phrases: Sequence[str]) -> float:
    score = candidate.fused * (1 + HEADING_GAIN * _share(candidate.heading, terms))
    low = " ".join(candidate.text.lower().split())
    if phrases and any(phrase in low for phrase in phrases):
        score *= 1 + PHRASE_GAIN
    if is_contents_page(candidate.text):
        score *= CONTENTS_LOSS
    return score


def _share(heading: str, terms: Sequence[str]) -> float:
    """Share of the query's stems that stand in the heading."""
    if not terms:
        return 0.0
    stems = {stem(word, language=code) for word in words(heading) for code in ("id", "en")}
    return len(stems.intersection(terms)) / len(terms)
