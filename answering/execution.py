"""Where questions are answered: a few threads of this process, each holding a lease.

While an answer waits or is being made, its lease is renewed here; when the process dies, the lease
runs out, and whichever process looks next ends the answer as interrupted.
"""

import logging
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache

from django.conf import settings
from django.core.signals import setting_changed
from django.db import DatabaseError, connections
from django.dispatch import receiver
from django.utils import timezone

from answering import pipeline
from answering.finishing import finish
from answering.models import Answer
from answering.outcomes import ERROR_INTERNAL, ERROR_INTERRUPTED, public_wording
from answering.progress import lease_end

logger = logging.getLogger(__name__)


class Busy(Exception):
    """All workers and all places in the queue are taken."""


class Executor:
    """A fixed number of threads, and a fixed number of answers that may wait for them."""

    def __init__(self, *, workers: int, queue: int) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="answer")
        self._places = threading.BoundedSemaphore(workers + queue)
        self._lock = threading.Lock()
        self._held: dict[str, Future[None]] = {}

    def submit(self, answer_id: str) -> None:
        """Raises Busy at once instead of letting the caller wait."""
        if not self._places.acquire(blocking=False):
            raise Busy
        with self._lock:
            future = self._threads.submit(self._work, answer_id)
            self._held[answer_id] = future
        future.add_done_callback(lambda _: self._release(answer_id))

    def held(self) -> list[str]:
        """Ids of the answers that wait or are being made here."""
        with self._lock:
            return list(self._held)

    def future_of(self, answer_id: str) -> Future[None] | None:
        with self._lock:
            return self._held.get(answer_id)

    def _work(self, answer_id: str) -> None:
        try:
            pipeline.run(answer_id)
        except Exception:
            # The outer edge of the thread: the asker gets an outcome, the log gets the rest.
            logger.exception("Answering %s failed", answer_id)
            self._fail(answer_id)
        finally:
            connections.close_all()

    def _fail(self, answer_id: str) -> None:
        connections.close_all()
        try:
            end_without_answer(answer_id, ERROR_INTERNAL)
        except DatabaseError:
            logger.exception("%s stays open until its lease runs out", answer_id)

    def _release(self, answer_id: str) -> None:
        with self._lock:
            self._held.pop(answer_id, None)
        self._places.release()


_making = threading.Lock()


def executor() -> Executor:
    """This process's executor, made when the first question comes."""
    with _making:
        start_keeper()
        return _executor()


@lru_cache(maxsize=1)
def _executor() -> Executor:
    return Executor(workers=settings.ANSWER_WORKERS, queue=settings.ANSWER_QUEUE)


@receiver(setting_changed)
def _forget_executor(*, setting: str, **kwargs: object) -> None:
    if setting in ("ANSWER_WORKERS", "ANSWER_QUEUE"):
        _executor.cache_clear()


def end_without_answer(answer_id: str, outcome: str) -> bool:
    """End an answer with an error in the language of its question."""
    language = Answer.objects.values_list("language", flat=True).get(id=answer_id)
    return finish(answer_id, outcome, text=public_wording(outcome, language), confidence=0.0)


def sweep() -> int:
    """End every answer whose lease has run out; gives how many."""
    expired = Answer.objects.filter(outcome="", lease_until__lt=timezone.now())
    return sum(
        end_without_answer(answer_id, ERROR_INTERRUPTED)
        for answer_id in expired.values_list("id", flat=True)
    )


def renew(answer_ids: list[str]) -> None:
    if answer_ids:
        Answer.objects.filter(id__in=answer_ids, outcome="").update(lease_until=lease_end())


def start_keeper() -> None:
    """Start, once a process, the thread that renews the leases held here and sweeps all others."""
    if settings.ANSWER_SWEEP_S:
        _start_keeper()


@lru_cache(maxsize=1)
def _start_keeper() -> None:
    threading.Thread(target=_keep, name="answer-leases", daemon=True).start()


def _keep() -> None:
    while True:
        try:
            renew(executor().held())
            sweep()
        except DatabaseError as error:
            logger.warning("Leases of answers could not be renewed: %s", error)
        finally:
            connections.close_all()
        time.sleep(settings.ANSWER_SWEEP_S)
