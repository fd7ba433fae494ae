"""Ends an answer, exactly once: the row and the last event of its stream in one transaction."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from answering.models import Answer
from answering.outcomes import outcome_of
from answering.progress import stream_of
from documents import events

DONE, ERROR = "done", "error"


def finish(answer_id: str, outcome: str, **fields: Any) -> bool:
    """False where it had ended already; then nothing is changed and nothing said.

    The last event names the answer and does not copy it: whoever reads the stream later is given
    what may be seen then (`presentation.event_data`).
    """
    with transaction.atomic():
        running = Answer.objects.filter(id=answer_id, outcome="")
        ended = running.update(
            outcome=outcome, finished_at=timezone.now(), lease_until=None, **fields
        )
        if ended:
            type = ERROR if outcome_of(outcome).is_error else DONE
            events.append(stream_of(answer_id), type, {"query_id": answer_id, "outcome": outcome})
    return bool(ended)
