"""What a running answer tells the outside: events, times, its lease; and whether it was stopped."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from answering.models import Answer
from answering.outcomes import ERROR_STOPPED
from documents import events

STAGES = {
    "search": _("Searching the documents..."),
    "compose": _("Writing the answer and checking each sentence..."),
}


class EarlyStop(Exception):
    """The question ends before its last stage.

    `text` is what the asker reads, where that is not the outcome's own wording.
    """

    def __init__(self, outcome: str, text: str | None = None) -> None:
        super().__init__(outcome)
        self.outcome = outcome
        self.text = text


class Stopped(EarlyStop):
    """The asker stopped it, or its lease ran out and it was ended elsewhere."""

    def __init__(self) -> None:
        super().__init__(ERROR_STOPPED)


def stream_of(answer_id: str) -> str:
    return f"answer:{answer_id}"


def lease_end() -> Any:
    return timezone.now() + timedelta(seconds=settings.ANSWER_LEASE_S)


class Progress:
    """One running answer as seen from outside."""

    def __init__(self, answer_id: str, language: str) -> None:
        self.answer_id = answer_id
        self.language = language
        self.timings_ms: dict[str, float] = {}
        self._meta_sent = False

    def emit(self, type: str, data: dict[str, Any]) -> None:
        events.append(stream_of(self.answer_id), type, data)

    def meta(self, tool: str) -> None:
        """The first event of every stream; later calls do nothing."""
        if not self._meta_sent:
            self._meta_sent = True
            self.emit("meta", {"query_id": self.answer_id, "language": self.language, "tool": tool})

    def go_on(self) -> None:
        """Renew the lease. Raises Stopped where the answer was stopped or ended elsewhere."""
        running = Answer.objects.filter(id=self.answer_id, outcome="", stop_requested=False)
        if not running.update(lease_until=lease_end()):
            raise Stopped

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Obey a stop, announce the stage, and note how long it takes."""
        self.go_on()
        with translation.override(self.language):
            self.emit("status", {"stage": name, "text": str(STAGES[name])})
        with self.timed(name):
            yield

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.timings_ms[name] = round((time.perf_counter() - begun) * 1000, 2)
