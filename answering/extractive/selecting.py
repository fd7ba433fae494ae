"""Score every provision of the passages by what the question asks for."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from answering.extractive.abbreviations import abbreviated, initials, written_out
from answering.extractive.asked import Asked
from answering.extractive.forms import figures_of, form_fit, is_frame
from answering.extractive.regulations import asked_kind, names_another
from answering.faithfulness.lexicon import all_keys
from answering.faithfulness.statement import Source, Statement, read_source
from answering.faithfulness.tables import is_table
from answering.readings import Reading

_TITLE = re.compile(r"\bTENTANG\b", re.IGNORECASE)
_PASAL = re.compile(r"\bPasal (\d+[A-Z]?)\b")
# A provision named by its number is the one asked for, whatever other words the question has.
_IDENTIFIED = 0.8
# Words that only the lead of a list has are true of every item of it.
_OF_THE_LEAD = 0.8
# What names the regulation says little of what is asked of it.
_NAMING = 0.3
_TO_THE_POINT = 0.2
# What stands in the regulation itself seldom repeats the words by which another points to it.
_IN_THE_REGULATION = 0.25
# Below this share of the question's weight a provision is about something else.
ENOUGH = 0.45


class Readable(Protocol):
    """What a passage must have to be read here."""

    @property
    def marker(self) -> int: ...
    @property
    def reading(self) -> Reading: ...
    @property
    def document_title(self) -> str: ...
    @property
    def legal_reference(self) -> str: ...
    @property
    def section_path(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """A provision with its score.

    `covered` is the share of the question's weight that it and what stands around it answer,
    `said` holds the question's words that stand in it.
    """

    passage: Readable
    part: Statement
    score: float
    covered: float
    said: frozenset[str]


def candidates(question: Asked, passages: Sequence[Readable]) -> list[Candidate]:
    """Return the provisions of all passages, best first."""
    read = [
        (passage, _surroundings(passage), read_source(passage.reading.text))
        for passage in passages
        if not is_table(passage.reading.text)
    ]
    weights = _weights(question, [part for _, _, s in read for part in s.parts])
    titled = "subject" in question.kinds or asked_kind(question.text) is not None
    found = [
        _scored(question, weights, passage, part, source, around, rank)
        for rank, (passage, around, source) in enumerate(read)
        for part in source.parts
        if len(part.text) >= 12 and (titled or not is_frame(part.text))
    ]
    found.sort(key=lambda candidate: -candidate.score)
    return _with_the_regulation(question, _with_the_figure(question, found))


def _with_the_figure(question: Asked, found: list[Candidate]) -> list[Candidate]:
    """Keep provisions that hold a figure of the kind asked for, or at least some figure."""
    if "figure" not in question.kinds:
        return found
    held = [candidate for candidate in found if candidate.part.quantities]
    holding = [
        candidate
        for candidate in held
        if candidate.covered >= ENOUGH and figures_of(question, candidate.part)
    ]
    return holding or held


def _with_the_regulation(question: Asked, found: list[Candidate]) -> list[Candidate]:
    """Keep what names the regulation that is asked for, or stands in it; none where none does."""
    if asked_kind(question.text) is None:
        return found
    holding = [
        candidate
        for candidate in found
        if candidate.covered >= _IN_THE_REGULATION
        and names_another(
            question.text, f"{candidate.part.text} . {candidate.passage.document_title}"
        )
    ]
    return sorted(holding, key=lambda candidate: -_pointed_to(question, candidate))


def _pointed_to(question: Asked, candidate: Candidate) -> int:
    """How many of the provisions that the question names the candidate names, too."""
    named = {(figure.unit, str(figure.value)) for figure in candidate.part.references}
    return len(named & question.numbers)


def _scored(
    question: Asked,
    weights: dict[str, float],
    passage: Readable,
    part: Statement,
    source: Source,
    around: frozenset[str],
    rank: int,
) -> Candidate:
    total = sum(weights.values()) or 1.0
    own = near = far = 0.0
    said = set()
    short = abbreviated(question.text) & initials(part.text)
    short |= written_out(question.text, part.text)
    abroad = abbreviated(question.text)
    item = _item_keys(part, source)
    beyond = around | source.whole.keys
    for word in question.words:
        weight = weights[word.text]
        if word.keys & item or word.text in short:
            own += weight
            said.add(word.text)
        elif word.keys & part.own_keys:
            own += _OF_THE_LEAD * weight
            said.add(word.text)
        elif word.keys & part.keys:
            near += weight
        elif word.keys & beyond or word.text in initials(source.text) & abroad:
            far += weight
    covered = (own + 0.75 * near + 0.6 * far) / total
    if _is_the_one(question, passage, part):
        covered = max(covered, _IDENTIFIED) + 0.1
    score = covered + 0.5 * own / total + form_fit(question, part) - 0.04 * rank
    score += _TO_THE_POINT * _share_asked(question, part)
    return Candidate(passage, part, score, covered, frozenset(said))


def _share_asked(question: Asked, part: Statement) -> float:
    """Return the share of the provision's words that the question has, too."""
    own = frozenset().union(*(word.keys for word in question.words))
    return sum(1 for word in part.words if word.keys & own) / max(len(part.words), 4)


def _item_keys(part: Statement, source: Source) -> frozenset[str]:
    """Return the keys of a provision's own words, those of its list's lead left out."""
    if part.provision and part.provision.lead:
        return all_keys(source.text[slice(*part.span)])
    return part.own_keys


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


def _surroundings(passage: Readable) -> frozenset[str]:
    return all_keys(
        " . ".join((passage.document_title, passage.legal_reference, *passage.section_path))
    )


def _weights(question: Asked, parts: Sequence[Statement]) -> dict[str, float]:
    """Weigh a word the more, the fewer provisions have it; a name weighs more still."""
    count = len(parts) + 1
    return {
        word.text: word.weight
        * (_NAMING if word.text in question.naming else 1.3 if word.name else 1.0)
        * math.log(1.5 + count / (1 + sum(1 for part in parts if word.keys & part.keys)))
        for word in question.words
    }
