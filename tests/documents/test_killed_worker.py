"""A queue that is killed with -9 in the middle of a long law leaves nothing half searchable."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from io import BytesIO
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
from retrieval.models import Chunk, Embedding, LexicalEntry, StagedVector
from tests.documents.conftest import Index
from tests.documents.pdf_files import column, pdf

LAW = Path(settings.BASE_DIR, "documents/sample_collection/corpus/data-peraturan/uu/2006/11.md")
PATIENCE_S = 180


@pytest.fixture
def start_queue(tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Starts real queues on the test's database, each in a process group of its own."""
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
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        with (tmp_path / "queue.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "qcluster"],
                cwd=settings.BASE_DIR,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        started.append(process)
        return process

    yield start
    for process in started:
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
    start_queue: Callable[[], subprocess.Popen[bytes]], request: pytest.FixtureRequest
) -> None:
    queue = start_queue()
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


def long_law(pages: int) -> bytes:
    """A PDF with one pasal a page."""
    return pdf(
        [
            column(
                [
                    f"Pasal {number}",
                    f"Gampong yang ke-{number} dipimpin oleh seorang keuchik menurut adat,",
                    f"dengan anggaran sebesar {number} juta rupiah dalam satu tahun.",
                ]
            )
            for number in range(1, pages + 1)
        ]
    )


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_file_of_300_pages_survives_two_kills_without_a_half_or_double_chunk(
    start_queue: Callable[[], subprocess.Popen[bytes]],
) -> None:
    document = store_upload(BytesIO(long_law(300)), filename="panjang.pdf").document
    job = jobs.request_processing([document.pk])

    for stage in ("reading", "embedding"):
        queue = start_queue()
        until(JobItem.objects.filter(stage=stage, progress__gte=0.0).exists)
        if stage == "embedding":
            until(StagedVector.objects.exists)
        kill(queue)

        document.refresh_from_db()
        assert document.live_version is None
        assert not Chunk.objects.filter(live=True).exists()
        assert not Embedding.objects.exists()
        assert not LexicalEntry.objects.exists()
        Job.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=5))
        jobs.sweep()

    made_before = StagedVector.objects.count()
    assert made_before
    start_queue()
    until(Document.objects.filter(status=Status.READY).exists)

    job.refresh_from_db()
    document.refresh_from_db()
    version = document.live_version
    assert version is not None
    assert (version.page_count, document.versions.count()) == (300, 1)
    chunks = list(Chunk.objects.order_by("ordinal"))
    assert all(one.live and one.version_id == version.pk for one in chunks)
    assert [one.ordinal for one in chunks] == list(range(len(chunks)))
    assert all(version.canonical[one.start : one.end] == one.text for one in chunks)
    assert {f"#{number}" for number in range(1, 301)} <= {
        key for one in chunks for key in one.provisions
    }
    assert Embedding.objects.count() == LexicalEntry.objects.count() == len(chunks)
    assert not StagedVector.objects.exists()
