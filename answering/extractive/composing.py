"""Put the chosen provisions together: direct, most relevant first, several as a numbered list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from answering.extractive.asked import Asked, asked
from answering.extractive.rows import row_answer
from answering.extractive.selecting import Candidate, Readable, candidates
from answering.faithfulness.statement import Source, Statement, read_source

LONGEST_ANSWER = 900
# Below this share of the question's weight the passages are about something else.
_ENOUGH = 0.45
_CLOSE = 0.72
_MOST_POINTS = 3


@dataclass(frozen=True, slots=True)
class Chosen:
    """One sentence of an answer, the marker of its passage, and what stands before it."""

    text: str
    marker: int
    separator: str = " "


def compose_from(question: str, passages: Sequence[Readable]) -> list[Chosen]:
    """Return the sentences that answer the question; none where no passage does."""
    said = asked(question)
    row = row_answer(said, passages)
    if row:
        return [Chosen(row[0] + ".", row[1].marker, "")]
    ranked = candidates(said, passages)
    if not ranked or not _answers(said, ranked[0]):
        return []
    points: list[tuple[str, int]] = []
    lists: set[tuple[int, ...]] = set()
    length = 0
    for candidate in ranked:
        if candidate.score < _CLOSE * ranked[0].score or len(points) == _MOST_POINTS:
            break
        text = _worded(said, candidate)
        # One item of a list is the answer; its neighbours are answers to other questions.
        lead = candidate.part.provision and candidate.part.provision.lead
        if lead and (candidate.passage.marker, *lead) in lists:
            continue
        if any(text in other or other in text for other, _ in points):
            continue
        if points and length + len(text) > LONGEST_ANSWER:
            continue
        points.append((text, candidate.passage.marker))
        if lead:
            lists.add((candidate.passage.marker, *lead))
        length += len(text)
    return _listed(points)


def _listed(points: list[tuple[str, int]]) -> list[Chosen]:
    if len(points) == 1:
        return [Chosen(points[0][0], points[0][1], "")]
    return [
        Chosen(f"{number}. {text}", marker, "\n" if number > 1 else "")
        for number, (text, marker) in enumerate(points, 1)
    ]


def _answers(question: Asked, best: Candidate) -> bool:
    """Is the best provision about the question at all, years and names included?"""
    held = " ".join(
        (
            best.passage.text,
            best.passage.document_title,
            best.passage.legal_reference,
            *best.passage.section_path,
        )
    )
    if any(year not in held for year in question.years):
        return False
    keys = read_source(held).whole.keys
    names = [word for word in question.words if word.name and not word.keys & keys]
    return not names and best.covered >= _ENOUGH


def _worded(question: Asked, candidate: Candidate) -> str:
    """Return the provision's words: an item with its lead, a lead with its items."""
    source = read_source(candidate.passage.text)
    part = candidate.part
    provision = part.provision
    if provision and (provision.item or part.text.rstrip().endswith(":")):
        siblings = _list_of(source, part)
        if provision.item and "list" not in question.kinds:
            lead = source.text[slice(*provision.lead)] if provision.lead else ""
            return _clean(f"{lead} {source.text[slice(*provision.span)]}")
        return _clean(_fitting(siblings))
    return _clean(source.text[slice(*part.span)])


def _fitting(pieces: list[str]) -> str:
    """Join the lead and as many whole items as an answer holds."""
    text = pieces[0]
    for piece in pieces[1:]:
        if len(text) + len(piece) > LONGEST_ANSWER:
            break
        text += " " + piece
    return text


def _list_of(source: Source, part: Statement) -> list[str]:
    own = part.provision
    lead = own.lead if own and own.lead else part.span
    texts = [source.text[slice(*lead)]]
    for other in source.parts:
        if other.provision and other.provision.lead == lead:
            texts.append(source.text[slice(*other.span)] + ";")
    return texts


def _clean(text: str) -> str:
    text = re.sub(r"\s+", " ", re.sub(r"[*_#]{1,3}", "", text)).strip(" ;")
    text = re.sub(r"^\(\d+[a-z]?\)\s*", "", text)
    return text if text.endswith((".", "!", "?")) else text + "."
