"""The queue's task: reads the documents of a job one by one and hands them to the index.

The queue delivers at least once and workers die, so everything here may be run twice: a job
belongs to the worker whose lease it carries, and a document that was finished is not begun again.
"""

import logging
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from documents import jobs, reasons
from documents.extraction.limits import Limits, OcrLimits
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.reading import extract
from documents.extraction.types import Extraction, ExtractionError
from documents.heartbeat import Cancelled, Heartbeat, LeaseLost, Removed, Superseded
from documents.models import Document, Job, JobItem, JobStatus, Status, Version
from documents.models.job import ACTIVE
from documents.progress import Progress
from documents.reasons import Failed
from documents.recording import keep, record
from documents.signals import version_read

__all__ = ["Cancelled", "run_job"]

logger = logging.getLogger(__name__)

# Nothing is wrong with the document when the database went away: the job is taken up again.
AWAY = (OperationalError, InterfaceError)


def run_job(job_id: str) -> None:
    """Work through a job. Does nothing if another worker has it or it is over."""
    job = take(job_id)
    if job is None or job.lease is None:
        return
    try:
        with Heartbeat(job.id, job.lease) as heartbeat:
            work_through(job, heartbeat)
    except Cancelled:
        end(job, JobStatus.CANCELLED, "cancelled")
    except LeaseLost:
        logger.warning("%s was taken over by another worker", job.id)
    except SystemExit:
        # django-q2's time limit; the worker is killed within seconds.
        fail_current(job, "took_too_long")
        hand_back(job)
        raise


def take(job_id: str) -> Job | None:
    """Become the one worker of a waiting job; None if it does not wait."""
    now = timezone.now()
    waiting = Job.objects.filter(pk=job_id, status=JobStatus.PENDING)
    taken = waiting.update(
        status=JobStatus.RUNNING,
        lease=uuid.uuid4(),
        heartbeat_at=now,
        started_at=Coalesce("started_at", Value(now)),
        attempts=F("attempts") + 1,
    )
    if not taken:
        return None
    job = Job.objects.get(pk=job_id)
    jobs.announce(job)
    return job


def work_through(job: Job, heartbeat: Heartbeat) -> None:
    """Process what is open, for half of the queue's time limit; then queue the rest again.

    The rest is queued behind others that wait, so that one upload does not wait for an import.
    """
    until = time.monotonic() + int(settings.Q_CLUSTER["timeout"]) / 2
    heartbeat.beat()
    for turn, item in enumerate(job.items.filter(status__in=ACTIVE).order_by("ordinal")):
        heartbeat.check()
        if time.monotonic() > until or (turn and jobs.others_wait(job)):
            hand_back(job)
            return
        process(job, item, heartbeat)
    finish(job)


def process(job: Job, item: JobItem, heartbeat: Heartbeat) -> None:
    """One document, from file to index; its failure is recorded and stops nothing else."""
    progress = Progress(job, item, heartbeat)
    document = begin(item)
    if document is None:
        close_item(job, item, JobStatus.CANCELLED, "trashed")
        return
    try:
        read_and_index(document, job, progress)
    except (Cancelled, LeaseLost, *AWAY):
        raise
    except Removed:
        jobs.release(document, job)
        close_item(job, item, JobStatus.CANCELLED, "trashed")
    except Superseded:
        jobs.release(document, job)
        close_item(job, item, JobStatus.CANCELLED, "superseded")
    except (ExtractionError, Failed) as error:
        fail(job, item, error.code, error.detail)
    except Exception:
        logger.exception("%s failed while %s", document.pk, progress.stage)
        fail(job, item, "reading_failed" if progress.stage == "reading" else "indexing_failed")
    else:
        close_item(job, item, JobStatus.COMPLETED)


def begin(item: JobItem) -> Document | None:
    """The item's document as being processed; None if it was removed.

    A job that is still at a former version gives way: a document that is being processed is
    queued again only where a newer version came.
    """
    elsewhere = JobItem.objects.filter(document=item.document_id, status=JobStatus.RUNNING)
    with transaction.atomic():
        document = Document.objects.present().select_for_update().filter(pk=item.document_id)
        if not document:
            return None
        elsewhere.exclude(pk=item.pk).update(
            status=JobStatus.CANCELLED, error_code="superseded", stage=""
        )
        document.update(status=Status.PROCESSING, updated_at=timezone.now())
        JobItem.objects.filter(pk=item.pk).update(status=JobStatus.RUNNING)
    item.status = JobStatus.RUNNING
    return Document.objects.filter(pk=item.document_id).first()


def read_and_index(document: Document, job: Job, progress: Progress) -> None:
    """Raises ExtractionError, Failed, Cancelled, and what the index raises."""
    progress("reading", 0.0)
    version = document.latest_version
    if version.is_edited and not job.config.get("read_anew"):
        version = keep(version, config=job.config)
    else:
        version = record(version, read(version, progress), config=job.config)
    version_read.send(
        sender=Version, version=version, auto_index=job.config["auto_index"], progress=progress
    )
    settle(document, version)


def read(version: Version, progress: Progress) -> Extraction:
    limits = Limits(seconds=settings.EXTRACTION_TIMEOUT_S, memory_mb=settings.EXTRACTION_MEMORY_MB)
    with local_file(version) as path:
        return extract(
            path,
            version.media_type,
            limits=limits,
            extractors=settings.EXTRACTORS,
            ocr=ocr_order(),
            on_tick=progress.pages_read,
        )


def ocr_order() -> OcrOrder | None:
    """What the settings say of OCR; None where it is switched off."""
    if not settings.OCR:
        return None
    limits = OcrLimits(
        pages=settings.OCR_MAX_PAGES,
        seconds=settings.OCR_TIMEOUT_S,
        page_seconds=settings.OCR_PAGE_TIMEOUT_S,
        dpi=settings.OCR_DPI,
        pixels=settings.OCR_MAX_PIXELS,
        memory_mb=settings.OCR_MEMORY_MB,
        processes=settings.OCR_PROCESSES,
    )
    return OcrOrder(settings.OCR["BACKEND"], settings.OCR.get("OPTIONS") or {}, limits)


@contextmanager
def local_file(version: Version) -> Iterator[Path]:
    """The stored file on this machine; a storage elsewhere is copied from."""
    try:
        try:
            yield Path(version.file.path)
        except NotImplementedError:
            with tempfile.NamedTemporaryFile() as copy, version.file.open() as stored:
                for block in stored.chunks():
                    copy.write(block)
                copy.flush()
                yield Path(copy.name)
    except FileNotFoundError as error:
        raise Failed("file_missing") from error


def settle(document: Document, version: Version) -> None:
    """Ready if the version was published, else chunked.

    With pages that nobody could read it needs OCR, although what was read is searched.
    Left alone if a newer version was made meanwhile: that one waits to be processed.
    """
    live = Document.objects.filter(pk=document.pk, live_version=version).exists()
    status = Status.READY if live else Status.CHUNKED
    unread = version.unread_pages
    newer = document.versions.filter(number__gt=version.number)
    mine = Document.objects.filter(pk=document.pk, status=Status.PROCESSING)
    mine.exclude(Exists(newer)).update(
        status=Status.NEEDS_OCR if unread else status,
        error_code="pages_unread" if unread else "",
        error_detail=f"pages: {reasons.page_list(unread)}"[:500] if unread else "",
        updated_at=timezone.now(),
    )


def fail(job: Job, item: JobItem, code: str, detail: str = "") -> None:
    """Record why a document failed; the version that was live before stays live."""
    with transaction.atomic():
        jobs.of_job(item.document_id, job).update(
            status=Status.NEEDS_OCR if code == "no_text" else Status.ERROR,
            error_code=code,
            error_detail=detail[:500],
            updated_at=timezone.now(),
        )
        close_item(job, item, JobStatus.FAILED, code, detail)


def close_item(
    job: Job, item: JobItem, status: JobStatus, code: str = "", detail: str = ""
) -> None:
    """Record the end of one document and what that means for the job. Raises LeaseLost."""
    item.status, item.stage = status, ""
    item.error_code, item.error_detail = code, detail[:500]
    with transaction.atomic():
        processed = job.items.exclude(status__in=ACTIVE).exclude(pk=item.pk).count() + 1
        held = Job.objects.filter(pk=job.pk, status=JobStatus.RUNNING, lease=job.lease)
        job.documents_processed, job.progress = processed, processed / job.documents_total
        # The attempts are those at one document: the next one begins with its first.
        job.attempts = 1
        if not held.update(
            documents_processed=processed, progress=job.progress, attempts=job.attempts
        ):
            raise LeaseLost
        JobItem.objects.filter(pk=item.pk).update(
            status=status, stage="", error_code=code, error_detail=item.error_detail
        )
        jobs.announce(job, document=item.as_event())


def fail_current(job: Job, code: str) -> None:
    for item in job.items.filter(status=JobStatus.RUNNING):
        fail(job, item, code)


def hand_back(job: Job) -> None:
    """Put the rest of a job into the queue again."""
    held = Job.objects.filter(pk=job.pk, status=JobStatus.RUNNING, lease=job.lease)
    if held.update(status=JobStatus.PENDING, lease=None, attempts=0):
        job.refresh_from_db()
        jobs.enqueue(job)
        jobs.announce(job)


def finish(job: Job) -> None:
    """Completed if any document was; failed if all failed. The code tells of those that did."""
    outcomes = list(job.items.values_list("status", "error_code"))
    codes = [code for status, code in outcomes if status != JobStatus.COMPLETED]
    if not codes:
        end(job, JobStatus.COMPLETED, "")
    elif len(codes) < len(outcomes):
        end(job, JobStatus.COMPLETED, "some_failed")
    else:
        end(job, JobStatus.FAILED, codes[0] if len(set(codes)) == 1 else "all_failed")


def end(job: Job, status: JobStatus, code: str) -> None:
    with transaction.atomic():
        held = Job.objects.filter(pk=job.pk, status=JobStatus.RUNNING, lease=job.lease)
        if held.update(status=status, error_code=code, lease=None):
            job.refresh_from_db()
            jobs.close(job)
