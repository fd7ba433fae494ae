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
_TITLE = re.compile(r"\bTENTANG\b", re.IGNORECASE)
_PASAL = re.compile(r"\bPasal (\d+[A-Z]?)\b")
# A provision named by its number is the one asked for, whatever other words the question has.
_IDENTIFIED = 0.8
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
            own, near, far = _coverage(question.words, weights, part, around | source.whole.keys)
            covered = (own + 0.75 * near + 0.6 * far) / total
            if _is_the_one(question, passage, part):
                covered = max(covered, _IDENTIFIED) + 0.1
            score = covered + 0.5 * own / total + _fit(question, part) - 0.04 * rank
            found.append(Candidate(passage, part, score, covered))
    return sorted(found, key=lambda candidate: -candidate.score)


def _is_the_one(question: Asked, passage: Readable, part: Statement) -> bool:
    """Is it the very provision, or the title of the very regulation, that the question names?"""
    wanted = question.numbers
    pasal = {value for unit, value in wanted if unit == "pasal"}
    ayat = {value for unit, value in wanted if unit == "ayat"}
    if not pasal:
        named = {(figure.unit, str(figure.value)) for figure in part.references}
        title = "subject" in question.kinds and _TITLE.search(part.text) is not None
        return title and bool(wanted) and wanted <= named
    own = part.place
    here = _PASAL.findall(" ".join((*passage.section_path, passage.legal_reference)))
    return (own[0] or (here[-1] if here else "")) in pasal and (not ayat or own[1] in ayat)


def _coverage(
    words: Sequence[Word], weights: dict[str, float], part: Statement, beyond: frozenset[str]
) -> tuple[float, float, float]:
    """Return the weight found in a provision, in what it points back to, and around it."""
    own = near = far = 0.0
    for word in words:
        if word.keys & part.own_keys:
            own += weights[word.text]
        elif word.keys & part.keys:
            near += weights[word.text]
        elif word.keys & beyond:
            far += weights[word.text]
    return own, near, far


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
    if _is_frame(part.text) and "subject" not in question.kinds:
        bonus -= 0.5
    return bonus


def _defines_first_word(question: Asked, part: Statement) -> bool:
    start = _DEFINES.search(part.text)
    defined = {key for w in part.words if start and w.start < start.start() + 60 for key in w.keys}
    return any(word.keys & defined for word in question.words)


def _is_frame(text: str) -> bool:
    """Is it a title, a heading or the signatures, which answer nothing?"""
    letters = [letter for letter in text if letter.isalpha()]
    capitals = sum(letter.isupper() for letter in letters)
    return text.startswith(("Disahkan di", "Ditetapkan di", "Diundangkan di")) or (
        capitals > 0.6 * len(letters)
    )
