"""A queue that is killed with -9 in the middle of a long law leaves nothing half searchable."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from documents import jobs
from documents.intake import store_upload
from documents.models import Document, Job, JobItem, JobStatus, Status
from documents.processing import run_job
from tests.documents.conftest import Index

LAW = Path(settings.BASE_DIR, "documents/sample_collection/corpus/data-peraturan/uu/2006/11.md")
PATIENCE_S = 180


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A real queue on the test's database, in a process group of its own."""
    database = connection.settings_dict
    user = f"{quote(database['USER'])}:{quote(database['PASSWORD'])}"
    server = f"{user}@{quote(database['HOST'], safe='')}"
    port = f":{database['PORT']}" if database["PORT"] else ""
    environment = os.environ | {
        "DATABASE_URL": f"postgres://{server}{port}/{database['NAME']}",
        "PORTAL_DATA_DIR": str(settings.DATA_DIR),
        "PORTAL_SECRET_KEY": settings.SECRET_KEY,
        "PORTAL_QUEUE_WORKERS": "1",
    }
    with (tmp_path / "queue.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "qcluster"],
            cwd=settings.BASE_DIR,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        yield process
        kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the queue with all its workers."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_killed_queue_loses_nothing_and_publishes_nothing(
    queue: subprocess.Popen[bytes], request: pytest.FixtureRequest
) -> None:
    with LAW.open("rb") as file:
        document = store_upload(file, filename="11.md").document
    job = jobs.request_processing([document.pk])
    until(JobItem.objects.filter(stage="embedding", progress__gt=0.36).exists)

    kill(queue)

    document.refresh_from_db()
    assert (document.status, document.live_version) == (Status.PROCESSING, None)
    Job.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=5))
    jobs.sweep()
    job.refresh_from_db()
    assert job.status == JobStatus.PENDING

    index: Index = request.getfixturevalue("index")
    run_job(job.pk)
    job.refresh_from_db()
    document.refresh_from_db()
    assert (job.status, job.attempts) == (JobStatus.COMPLETED, 1)
    assert document.live_version == document.latest_version
    assert len(index.versions) == 1
    assert Document.objects.count() == 1
