"""Asking: a question becomes a stored Answer, which is made in the background."""

import time
import uuid
from concurrent.futures import wait as wait_for
from dataclasses import asdict
from functools import partial

from django.db import connection, transaction

from answering import execution
from answering.languages import language_of
from answering.models import Answer
from answering.outcomes import ERROR_BUSY
from answering.ownership import Owner, conversation_of, known_answer, own_answer
from answering.progress import lease_end
from answering.questions import check_request
from documents.access import Asker
from retrieval.hits import Filters

POLL_S = 0.2  # only while another process makes the answer
EVERYTHING = Filters()


def begin(
    question: str,
    *,
    asker: Asker,
    owner: Owner,
    conversation_id: str | uuid.UUID | None = None,
    pipeline_type: str = "advanced",
    max_results: int = 5,
    filters: Filters = EVERYTHING,
    language: str = "",
) -> Answer:
    """Store the question and start answering; its events are on the stream `answer:<id>`.

    Without a language that of the question is used. When nobody is free to answer, the row comes
    back with the outcome `error_busy`. Raises questions.Invalid and ownership.Unknown.
    """
    text = check_request(
        question, pipeline_type=pipeline_type, max_results=max_results, language=language
    )
    with transaction.atomic():
        answer = Answer.objects.create(
            conversation=conversation_of(owner, conversation_id),
            question=text,
            language=language or language_of(text),
            pipeline_type=pipeline_type,
            max_results=max_results,
            filters=asdict(filters),
            sees_everything=asker.sees_everything,
            group_ids=sorted(asker.group_ids),
            lease_until=lease_end(),
        )
        transaction.on_commit(partial(_start, answer))
    return answer


def _start(answer: Answer) -> None:
    try:
        execution.executor().submit(answer.id)
    except execution.Busy:
        execution.end_without_answer(answer.id, ERROR_BUSY)
        answer.refresh_from_db()


def answer(answer_id: str) -> Answer:
    """The answer of that id, for whoever knows it. Raises ownership.Unknown."""
    found = known_answer(answer_id)
    if not found.outcome:
        execution.start_keeper()  # its process may have died: somebody must watch its lease
    return found


def wait(answer_id: str, timeout_s: float) -> Answer:
    """The answer once it has ended, or as it stands after the time-out. Raises Unknown.

    No database connection is held while waiting, unless the caller is inside a transaction.
    """
    deadline = time.monotonic() + timeout_s
    while True:
        current = answer(answer_id)
        left = deadline - time.monotonic()
        if current.outcome or left <= 0:
            return current
        if not connection.in_atomic_block:
            connection.close()
        if future := execution.executor().future_of(answer_id):
            wait_for([future], timeout=left)
        else:
            time.sleep(min(POLL_S, left))


def request_stop(answer_id: str, *, owner: Owner) -> bool:
    """Ask for the end of a running answer; False where it has ended. Raises Unknown."""
    own_answer(owner, answer_id)
    running = Answer.objects.filter(id=answer_id, outcome="")
    return bool(running.update(stop_requested=True))
