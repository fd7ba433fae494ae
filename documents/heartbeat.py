"""A worker's sign of life: it keeps the lease on a job and learns that it shall stop."""

import logging
import threading
from types import TracebackType
from uuid import UUID

from django.db import Error, connection
from django.utils import timezone

from documents.models import Job, JobStatus

logger = logging.getLogger(__name__)

INTERVAL_S = 3.0


class Cancelled(Exception):
    """Someone cancelled the job. Whoever computes lets it pass through."""


class Removed(Exception):
    """The document was moved to the trash or deleted while it was being processed."""


class Superseded(Exception):
    """A newer version of the document exists: this one is neither staged nor published."""


class LeaseLost(Exception):
    """Another worker has the job now; nothing more may be written."""


class Heartbeat:
    """Beats in a thread while the `with` block runs, also during long computations."""

    def __init__(self, job_id: str, lease: UUID) -> None:
        self._held = Job.objects.filter(pk=job_id, status=JobStatus.RUNNING, lease=lease)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"heartbeat {job_id}", daemon=True)
        self.cancel_requested = False
        self.lease_lost = False

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopped.set()
        self._thread.join(timeout=INTERVAL_S)

    def check(self) -> None:
        """Raise Cancelled or LeaseLost when the work shall end."""
        if self.lease_lost:
            raise LeaseLost
        if self.cancel_requested:
            raise Cancelled

    def beat(self) -> None:
        self.lease_lost = not self._held.update(heartbeat_at=timezone.now())
        self.cancel_requested = self._held.filter(cancel_requested=True).exists()

    def _run(self) -> None:
        try:
            while not self._stopped.wait(INTERVAL_S):
                try:
                    self.beat()
                except Error:
                    # The database is away: the next beat tries a new connection.
                    logger.warning("Heartbeat failed", exc_info=True)
                    connection.close()
        finally:
            connection.close()
