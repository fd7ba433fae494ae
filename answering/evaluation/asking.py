"""Puts the questions of a file to the portal, through the search and the answer of the public."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from answering import answers
from answering.evaluation.faults import BadFile, Fault
from answering.evaluation.metrics import complete_rank
from answering.evaluation.questions import Question, Result
from answering.evaluation.traces import READ
from answering.evaluation.tracing import traced
from answering.followups import completed
from answering.models import Answer, Conversation
from answering.ownership import Owner
from answering.progress import stream_of
from answering.questions import question_faults
from documents.access import CITIZEN
from documents.models import Event
from retrieval.hits import ALL_STAGES, Hit, Mode, Stages
from retrieval.search import Request, SearchRun, SearchTimeoutError, run

HITS = 20
SEARCH_FAILED = "error_search"
UNFINISHED = "error_unfinished"


@dataclass(frozen=True, slots=True)
class Manner:
    """How the questions of a run are put; what is not the default is for searching alone."""

    search_only: bool = False
    mode: Mode = "hybrid"
    stages: Stages = ALL_STAGES
    model_alias: str | None = None
    trace: bool = True  # follow what is not found through the search


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

    Nothing of it stays in the database. Raises EmbeddingError and RerankError.
    """
    query = _completed(question)
    # Before the answer, whose own search would leave the query's vector remembered.
    found = _found(query, manner)
    if manner.search_only or found is None:
        return _result(question, found, manner)
    owner = Owner(visitor=f"evaluation-{uuid.uuid4().hex}")
    try:
        answer = _ask_in_turn([*question.history, question.text], owner)
        if (answer.contextualised_question or answer.question) != query:
            found = _found(answer.contextualised_question or answer.question, manner)
        return _result(question, found, manner, answer)
    finally:
        forget(owner)


def _completed(question: Question) -> str:
    """The question with what it leaves to its conversation."""
    former: list[str] = []
    for text in (*question.history, question.text):
        former.append(completed(text, former) or text)
    return former[-1]


def _found(query: str, manner: Manner) -> SearchRun | None:
    """None where the search took too long."""
    request = Request(
        query,
        CITIZEN,
        limit=HITS,
        mode=manner.mode,
        stages=manner.stages,
        model_alias=manner.model_alias,
    )
    try:
        return run(request)
    except SearchTimeoutError:
        return None


def _result(
    question: Question, found: SearchRun | None, manner: Manner, answer: Answer | None = None
) -> Result:
    hits = [_hit_line(hit) for hit in found.result.hits] if found else []
    outcome = (answer.outcome or UNFINISHED) if answer else "" if found else SEARCH_FAILED
    lost = manner.trace and question.gold and (complete_rank(question, hits) or READ + 1) > READ
    return Result(
        id=question.id,
        hits=hits,
        answer=answer.text if answer else "",
        outcome=outcome,
        search_only=manner.search_only,
        timings_ms=found.timings_ms if found else {},
        traces=traced(question, found) if found and lost else (),
    )


def _hit_line(hit: Hit) -> dict[str, str]:
    """A hit as the results file has it; `place` is where a reader would look it up."""
    path = hit.legal_reference or " > ".join(hit.section_path)
    page = f"hlm. {hit.page_from}" if hit.page_from else ""
    place = " | ".join(part for part in (hit.document_title, path, page) if part)
    return {"source": hit.source, "content": hit.text, "id": hit.public_id, "place": place}


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
