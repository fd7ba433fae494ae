"""Puts the questions of a file to the portal, through the search and the answer of the public."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from answering import answers
from answering.evaluation.faults import BadFile, Fault
from answering.evaluation.questions import Question, Result
from answering.followups import completed
from answering.models import Answer, Conversation
from answering.ownership import Owner
from answering.presentation import source_json
from answering.progress import stream_of
from answering.questions import question_faults
from documents.access import CITIZEN
from documents.models import Event
from retrieval.hits import SearchResult
from retrieval.search import SearchTimeoutError, search

HITS = 20
SEARCH_FAILED = "error_search"
UNFINISHED = "error_unfinished"


@dataclass(frozen=True, slots=True)
class Manner:
    """How the questions of a run are put."""

    search_only: bool = False


def check_askable(path: Path, questions: Iterable[Question]) -> None:
    """Raises BadFile where the portal would not take a question."""
    faults = [
        Fault("not_askable", question.line, {"field": field, "reason": error.message})
        for question in questions
        for field, text in _texts(question)
        for error in question_faults(text)
    ]
    if faults:
        raise BadFile(path, faults)


def _texts(question: Question) -> Iterator[tuple[str, str]]:
    yield "question", question.text
    for former in question.history:
        yield "history", former


def ask(question: Question, manner: Manner) -> Result:
    """What is found and answered, for a citizen in a conversation of its own.

    Nothing of it stays in the database. Raises EmbeddingError.
    """
    query = _completed(question)
    # Before the answer, whose own search would leave the query's vector remembered.
    found = _found(query)
    if manner.search_only or found is None:
        return _result(question, found, search_only=manner.search_only)
    owner = Owner(visitor=f"evaluation-{uuid.uuid4().hex}")
    try:
        answer = _ask_in_turn([*question.history, question.text], owner)
        if (answer.contextualised_question or answer.question) != query:
            found = _found(answer.contextualised_question or answer.question)
        return _result(question, found, answer=answer)
    finally:
        forget(owner)


def _completed(question: Question) -> str:
    """The question with what it leaves to its conversation."""
    former: list[str] = []
    for text in (*question.history, question.text):
        former.append(completed(text, former) or text)
    return former[-1]


def _found(query: str) -> SearchResult | None:
    """None where the search took too long."""
    try:
        return search(query, asker=CITIZEN, limit=HITS)
    except SearchTimeoutError:
        return None


def _result(
    question: Question,
    found: SearchResult | None,
    *,
    answer: Answer | None = None,
    search_only: bool = False,
) -> Result:
    sources = [source_json(hit) for hit in found.hits] if found else []
    outcome = (answer.outcome or UNFINISHED) if answer else "" if found else SEARCH_FAILED
    return Result(
        id=question.id,
        hits=[
            {"source": source["metadata"]["source"], "content": source["content"]}
            for source in sources
        ],
        answer=answer.text if answer else "",
        outcome=outcome,
        search_only=search_only,
        timings_ms=found.timings_ms if found else {},
    )


def _ask_in_turn(questions: list[str], owner: Owner) -> Answer:
    conversation_id: uuid.UUID | None = None
    for question in questions:
        begun = answers.begin(question, asker=CITIZEN, owner=owner, conversation_id=conversation_id)
        answer = answers.wait(begun.id, settings.ANSWER_WAIT_S)
        conversation_id = answer.conversation_id
    return answer


def forget(owner: Owner) -> None:
    """Delete the owner's conversations with their answers and events."""
    conversations = Conversation.objects.filter(visitor=owner.visitor)
    asked = Answer.objects.filter(conversation__in=conversations).values_list("id", flat=True)
    Event.objects.filter(stream__in=[stream_of(answer_id) for answer_id in asked]).delete()
    conversations.delete()
