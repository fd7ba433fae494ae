"""An answer as a page shows it: sentences with their numbers, citations with their addresses."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from answering.models import Answer, Feedback
from answering.outcomes import (
    CLARIFY,
    ERROR_STOPPED,
    NO_SOURCE,
    SIGNPOST,
    UNVERIFIED,
)
from answering.presentation import answer_json
from documents.access import Asker
from documents.blocks import blocks, plain_text
from documents.models import LegalStatus
from documents.relation_lines import acts_on

_MARKERS = re.compile(r"[ \u00a0]*((?:\[\d{1,3}\])+)")
_POINT = re.compile(r"(\d{1,2}\.|[-•])[ \t]+(?=\S)")
_NUMBER = re.compile(r"\d+")
_QUOTE_CHARACTERS = 420  # of a long quotation on the page of the answer; its source has it whole


@dataclass(frozen=True, slots=True)
class Piece:
    """Words, and the numbers of the citations that stand behind them."""

    text: str
    markers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One line of the answer; `label` is the "1." or "-" of a point, or empty."""

    label: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class ShownCitation:
    """One source under the answer; `address` is empty for one that the reader may not see.

    `acts` says by what its regulation was amended or repealed, where that is confirmed.
    """

    marker: int
    title: str
    address: str
    legal_reference: str
    pages: str
    quote: str
    legal_status: str
    acts: str
    internal: bool

    @property
    def status_label(self) -> str:
        return str(LegalStatus(self.legal_status).label)

    @property
    def out_of_force(self) -> bool:
        return self.legal_status in (LegalStatus.DIUBAH, LegalStatus.DICABUT)


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """`tone` is answer, refusal, signpost, stopped or error.

    `own` tells whether the reader began the conversation.
    """

    id: str
    question: str
    conversation_id: str
    language: str
    running: bool
    outcome: str
    tone: str
    paragraphs: tuple[Paragraph, ...]
    citations: tuple[ShownCitation, ...]
    own: bool
    rating: str
    reason: str

    @property
    def can_ask_again(self) -> bool:
        return self.own and self.tone in ("error", "stopped")


def shown_answer(answer: Answer, *, asker: Asker, own: bool) -> ShownAnswer:
    body = answer_json(answer, asker=asker)
    acts = acts_on(_out_of_force(body["citations"]), asker=asker)
    citations = tuple(
        shown_citation(citation, acts=acts.get(citation["document_id"], ""))
        for citation in body["citations"]
    )
    known = {citation.marker for citation in citations}
    text = body["answer"] or body.get("message", "")
    feedback = Feedback.objects.filter(answer=answer).first() if own else None
    return ShownAnswer(
        id=answer.id,
        question=answer.question,
        conversation_id=str(answer.conversation_id) if own else "",
        language=answer.language,
        running=not answer.outcome,
        outcome=answer.outcome,
        tone=tone_of(answer.outcome),
        paragraphs=tuple(paragraphs(text, known)),
        citations=citations,
        own=own,
        rating=feedback.rating if feedback else "",
        reason=feedback.reason if feedback else "",
    )


def tone_of(outcome: str) -> str:
    if outcome == ERROR_STOPPED:
        return "stopped"
    if outcome.startswith("error_"):
        return "error"
    if outcome.startswith("blocked_") or outcome in (NO_SOURCE, UNVERIFIED, CLARIFY):
        return "refusal"
    return "signpost" if outcome == SIGNPOST else "answer"


def paragraphs(text: str, known: Collection[int]) -> Iterator[Paragraph]:
    """Each line as pieces; a number in brackets that names no citation stays text."""
    for line in filter(None, map(str.strip, text.splitlines())):
        point = _POINT.match(line)
        words = line[point.end() :] if point else line
        yield Paragraph(point[1] if point else "", tuple(_pieces(words, known)))


def _pieces(line: str, known: Collection[int]) -> Iterator[Piece]:
    position = 0
    for match in _MARKERS.finditer(line):
        numbers = tuple(int(number) for number in _NUMBER.findall(match[1]))
        if not set(numbers) <= set(known):
            continue
        yield Piece(line[position : match.start()], numbers)
        position = match.end()
    if position < len(line):
        yield Piece(line[position:])


def _out_of_force(citations: list[dict[str, Any]]) -> set[str]:
    amended_or_repealed = (LegalStatus.DIUBAH, LegalStatus.DICABUT)
    return {
        each["document_id"] for each in citations if each["legal_status"] in amended_or_repealed
    }


def shown_citation(citation: dict[str, Any], *, acts: str = "") -> ShownCitation:
    return ShownCitation(
        marker=citation["marker"],
        title=citation["document_title"],
        address=marked_address(citation["url"]),
        legal_reference=citation["legal_reference"],
        pages=page_range(citation["page_from"], citation["page_to"]),
        quote=shortened(citation["quote"]),
        legal_status=citation["legal_status"],
        acts=acts,
        internal=citation.get("visibility") == "internal",
    )


def marked_address(address: str) -> str:
    """The same address, with the quoted words in its query too: marked without JavaScript."""
    path, _hash, fragment = address.partition("#")
    return f"{path}?k={fragment[1:]}#{fragment}" if fragment.startswith("k") else address


def page_range(first: int | None, last: int | None) -> str:
    if first is None:
        return ""
    return str(first) if last in (None, first) else f"{first}–{last}"


def shortened(markdown: str) -> str:
    """The quoted words as they read, without markup, at most so long as fits under an answer."""
    quote = plain_text(blocks(markdown))
    if len(quote) <= _QUOTE_CHARACTERS:
        return quote
    return f"{quote[:_QUOTE_CHARACTERS].rsplit(None, 1)[0]} …"
