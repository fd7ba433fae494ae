"""Waiting for jobs: the queue does them, or, where no queue runs, this process does."""

import threading
import time
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

from documents.models import Job, JobStatus
from documents.models.job import ACTIVE
from documents.processing import run_job

POLL_S = 0.5
# A queue worker looks for work twice a second; whoever has not come by then is not there.
QUEUE_PATIENCE_S = 5.0


def wait_for(
    job_id: str, *, watch: Callable[[Job], None], run: Callable[[str], None] = run_job
) -> Job:
    """Return the job when it is over; `watch` is told how it stands about twice a second.

    `run` is what the queue would call with the job's id.
    """
    worker: threading.Thread | None = None
    idle_since = time.monotonic()
    while (job := Job.objects.get(pk=job_id)).status in ACTIVE:
        watch(job)
        if job.status == JobStatus.RUNNING or queue_is_busy():
            idle_since = time.monotonic()
        elif time.monotonic() - idle_since > QUEUE_PATIENCE_S and not is_running(worker):
            worker = work_here(job_id, run)
        time.sleep(POLL_S)
    watch(job)
    if worker is not None:
        worker.join()
    return job


def is_running(worker: threading.Thread | None) -> bool:
    return worker is not None and worker.is_alive()


def queue_is_busy() -> bool:
    """Whether any worker shows a sign of life; a waiting job then has its turn later."""
    recently = timezone.now() - timedelta(seconds=settings.JOB_STALLED_AFTER_S)
    return Job.objects.filter(status=JobStatus.RUNNING, heartbeat_at__gt=recently).exists()


def work_here(job_id: str, run: Callable[[str], None] = run_job) -> threading.Thread:
    """Do the job in a thread; taking it is safe beside a queue that comes up meanwhile."""

    def work() -> None:
        try:
            run(job_id)
        finally:
            connection.close()

    worker = threading.Thread(target=work, name=f"work on {job_id}", daemon=True)
    worker.start()
    return worker
