"""Put the chosen provisions together: the direct answer first, another only where it adds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from answering.extractive.abbreviations import abbreviated, initials
from answering.extractive.asked import Asked, asked
from answering.extractive.forms import figures_of
from answering.extractive.leads import lead_of
from answering.extractive.regulations import asked_kind
from answering.extractive.rows import row_answer
from answering.extractive.selecting import ENOUGH, Candidate, Readable, candidates
from answering.faithfulness.lexicon import all_keys
from answering.faithfulness.statement import Source, Statement, read_source

LONGEST_ANSWER = 900
_MOST_POINTS = 3
_LOOKED_AT = 3  # provisions, best first, that may be about another year or place
# Shares of the best score: from the first on a provision may answer a part of the question that
# the best one leaves open, from the second on it may be the answer as well as the best one.
_ADDS = 0.6
_SAID_OF_A_DOUBT = 0.7
_AS_GOOD = 0.95


@dataclass(frozen=True, slots=True)
class Chosen:
    """One sentence of an answer, the marker of its passage, and what stands before it."""

    text: str
    marker: int
    separator: str = " "
    lead: str = ""


def compose_from(question: str, passages: Sequence[Readable], *, language: str) -> list[Chosen]:
    """Return the sentences that answer the question; none where no passage does."""
    said = asked(question)
    row = row_answer(said, passages)
    if row:
        return [Chosen(row[0] + ".", row[1].marker, "")]
    ranked = [one for one in candidates(said, passages)[:_LOOKED_AT] if _answers(said, one)]
    if not ranked:
        return []
    chosen = _points(said, ranked)
    texts = [(_worded(said, candidate), candidate) for candidate in chosen]
    return _listed(_within_length(texts), lead_of(said, chosen[0], language=language))


def _points(question: Asked, ranked: Sequence[Candidate]) -> list[Candidate]:
    """Choose the best provision, and others that say what the question asks besides."""
    best = ranked[0]
    points, open_words = [best], {word.text for word in question.words} - best.said
    for candidate in ranked[1:]:
        if len(points) == _MOST_POINTS or asked_kind(question.text) is not None:
            break
        if candidate.score < _ADDS * best.score:
            break
        if any(_repeats(candidate, other) for other in points):
            continue
        adds = question.parts > len(points) and (
            candidate.said & open_words or _other_unit(question, candidate, points)
        )
        as_good = len(points) == 1 and candidate.score >= _AS_GOOD * best.score
        if adds or as_good:
            points.append(candidate)
            open_words -= candidate.said
    return points


def _other_unit(question: Asked, candidate: Candidate, points: Sequence[Candidate]) -> bool:
    """Has it a figure of a kind that is asked for and that the points so far do not have?"""
    held = {figure.unit for point in points for figure in figures_of(question, point.part)}
    return bool({figure.unit for figure in figures_of(question, candidate.part)} - held)


def _repeats(candidate: Candidate, other: Candidate) -> bool:
    """Is it an item of the same list, or nearly the same words in another place?"""
    mine, theirs = candidate.part, other.part
    if candidate.passage is other.passage and mine.provision and theirs.provision:
        lists = {mine.provision.lead or mine.span, theirs.provision.lead or theirs.span}
        if len(lists) == 1:
            return True
    shared = len(mine.own_keys & theirs.own_keys)
    return shared > 0.75 * min(len(mine.own_keys), len(theirs.own_keys))


def _within_length(texts: list[tuple[str, Candidate]]) -> list[tuple[str, int]]:
    points: list[tuple[str, int]] = []
    length = 0
    for text, candidate in texts:
        if points and length + len(text) > LONGEST_ANSWER:
            continue
        points.append((text, candidate.passage.marker))
        length += len(text)
    return points


def _listed(points: list[tuple[str, int]], lead: str) -> list[Chosen]:
    if len(points) == 1:
        return [Chosen(points[0][0], points[0][1], "", lead)]
    return [
        Chosen(f"{number}. {text}", marker, "\n" if number > 1 else "")
        for number, (text, marker) in enumerate(points, 1)
    ]


def _answers(question: Asked, best: Candidate) -> bool:
    """Is the best provision about the question at all, years and names included?"""
    held = " ".join(
        (
            best.passage.reading.text,
            best.passage.document_title,
            best.passage.legal_reference,
            *best.passage.section_path,
        )
    )
    if any(year not in held for year in question.years):
        return False
    keys = read_source(held).whole.keys
    short = abbreviated(question.text) & initials(held)
    names = [
        word
        for word in question.words
        if word.name and not word.keys & keys and word.text not in short
    ]
    if asked_kind(question.text) is not None:
        return True  # Chosen for the regulation that they stand in.
    if "now" in question.kinds and "actor" in question.kinds:
        return False  # Who holds an office today stands in no provision.
    if names and "polar" in question.kinds:
        # A question that may be wrong names what the provision does not.
        return len(best.said) >= _SAID_OF_A_DOUBT * len(question.words)
    return not names and best.covered >= ENOUGH


def _worded(question: Asked, candidate: Candidate) -> str:
    """Return the provision's words: an item with its lead, a lead with its items."""
    source = read_source(candidate.passage.reading.text)
    part = candidate.part
    provision = part.provision
    if provision and provision.item and "list" not in question.kinds:
        return _clean(_lead_and_items(question, source, part))
    if provision and (provision.item or part.text.rstrip().endswith(":")):
        return _clean(_fitting(_list_of(source, part)))
    return _clean(source.text[slice(*part.span)])


def _lead_and_items(question: Asked, source: Source, part: Statement) -> str:
    """Join the lead with the item that answers, and with items that hold what it leaves open."""
    lead = part.provision.lead if part.provision else None
    words = source.text[slice(*lead)] if lead else ""
    kept = [part]
    figure = "figure" in question.kinds
    own = all_keys(source.text[slice(*part.span)]) if figure else part.own_keys
    open_words = [word for word in question.words if not word.keys & own]
    for other in _siblings(source, lead, part):
        keys = all_keys(source.text[slice(*other.span)])
        added = [word for word in open_words if word.keys & keys]
        if added and (not figure or figures_of(question, other)):
            kept.append(other)
            open_words = [word for word in open_words if word not in added]
    kept.sort(key=lambda one: one.span)
    return f"{words} " + "; ".join(source.text[slice(*one.span)] for one in kept)


def _siblings(source: Source, lead: tuple[int, int] | None, part: Statement) -> list[Statement]:
    return [
        other
        for other in source.parts
        if lead and other is not part and other.provision and other.provision.lead == lead
    ]


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
    text = re.sub(r"\s+", " ", re.sub(r"[*_#]{1,3}", "", text)).strip(" ;:")
    text = re.sub(r"^(?:\(\d+[a-z]?\)|\d{1,3}\.)\s*(?=\D)", "", text)
    return text if text.endswith((".", "!", "?")) else text + "."
