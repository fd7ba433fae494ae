"""Score every provision of the passages by what the question asks for."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from answering.extractive.asked import Asked
from answering.faithfulness.lexicon import Word, all_keys
from answering.faithfulness.statement import Statement, read_source
from answering.faithfulness.tables import is_table

_ACTOR = re.compile(
    r"\boleh\b|\bkepada\b|\bPresiden\b|\bGubernur\b|\bMenteri\b|\bBupati\b|\bKepala\b|\bDPR\w*\b"
)
_DEFINES = re.compile(r"\b(?:adalah|ialah|selanjutnya disingkat|selanjutnya disebut|merupakan)\b")


class Readable(Protocol):
    """What a passage must have to be read here."""

    @property
    def marker(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def document_title(self) -> str: ...
    @property
    def legal_reference(self) -> str: ...
    @property
    def section_path(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """A provision with its score; `covered` is the share of the question's weight it answers."""

    passage: Readable
    part: Statement
    score: float
    covered: float


def candidates(question: Asked, passages: Sequence[Readable]) -> list[Candidate]:
    """Return the provisions of all passages, best first."""
    read = [
        (passage, _surroundings(passage), read_source(passage.text))
        for passage in passages
        if not is_table(passage.text)
    ]
    weights = _weights(question.words, [part for _, _, s in read for part in s.parts])
    total = sum(weights.values()) or 1.0
    found = []
    for rank, (passage, around, source) in enumerate(read):
        for part in source.parts:
            if len(part.text) < 12:
                continue
            here = sum(weights[w.text] for w in question.words if w.keys & part.keys)
            beside = sum(
                weights[w.text]
                for w in question.words
                if not w.keys & part.keys and w.keys & (around | source.whole.keys)
            )
            covered = (here + 0.6 * beside) / total
            score = covered + 0.4 * here / total + _fit(question, part) - 0.04 * rank
            found.append(Candidate(passage, part, score, covered))
    return sorted(found, key=lambda candidate: -candidate.score)


def _surroundings(passage: Readable) -> frozenset[str]:
    return all_keys(
        " . ".join((passage.document_title, passage.legal_reference, *passage.section_path))
    )


def _weights(words: Sequence[Word], parts: Sequence[Statement]) -> dict[str, float]:
    """Weigh a word the more, the fewer provisions have it; a name weighs more still."""
    count = len(parts) + 1
    return {
        word.text: word.weight
        * (1.3 if word.name else 1.0)
        * math.log(1.5 + count / (1 + sum(1 for part in parts if word.keys & part.keys)))
        for word in words
    }


def _fit(question: Asked, part: Statement) -> float:
    """Return what the form of a provision adds: a figure of the unit, an actor, a definition."""
    bonus = 0.0
    if "figure" in question.kinds:
        units = {figure.unit for figure in part.quantities}
        bonus += 0.25 if units & question.units else 0.1 if units else -0.15
    if "actor" in question.kinds and _ACTOR.search(part.text):
        bonus += 0.12
    if "definition" in question.kinds and _DEFINES.search(part.text):
        bonus += 0.3 if _defines_first_word(question, part) else 0.1
    if "polar" in question.kinds and (part.cues.modality or part.cues.negated):
        bonus += 0.08
    asked_for = {value for unit, value in question.numbers if unit == "ayat"}
    if asked_for and part.provision:
        bonus += 0.5 if part.provision.ayat in asked_for else -0.2
    pasal = {value for unit, value in question.numbers if unit == "pasal"}
    if pasal and part.provision and part.provision.pasal:
        bonus += 0.4 if part.provision.pasal in pasal else -0.3
    if part.text.rstrip().endswith(":"):
        bonus -= 0.05
    return bonus


def _defines_first_word(question: Asked, part: Statement) -> bool:
    start = _DEFINES.search(part.text)
    defined = {key for w in part.words if start and w.start < start.start() + 60 for key in w.keys}
    return any(word.keys & defined for word in question.words)
