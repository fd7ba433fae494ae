"""Work for the queue: asked for once, cancelled, and picked up again when a worker died."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F
from django.utils import timezone
from django_q.tasks import async_task

from documents import events
from documents.models import Document, Job, JobItem, JobKind, JobStatus, Status
from documents.models.document import DocumentQuerySet
from documents.models.job import ACTIVE, new_job_id
from documents.reasons import Refused

TASK = "documents.processing.run_job"
FREE_WORKER_S = 2
BUSY = (Status.QUEUED, Status.PROCESSING)


def request_processing(
    document_ids: Iterable[str],
    *,
    config: Mapping[str, Any] | None = None,
    requested_by: Any = None,
) -> Job:
    """Queue documents for reading, chunking and indexing.

    A document that is being processed already is not queued a second time; if all are, the
    answer is the job that has them. `config` may hold chunk_size and chunk_overlap (characters),
    auto_index, and read_anew: the file is read although staff corrected its text. Raises
    Refused (unknown document, invalid config).
    """
    ids = list(dict.fromkeys(document_ids))
    values = complete(config or {})
    with transaction.atomic():
        claimed = claim(ids)
        if not claimed and ids and (job := active_job_of(ids)):
            return job
        job = create(claimed, config=values, requested_by=requested_by)
        if claimed:
            transaction.on_commit(lambda: async_task(TASK, job.id))
        announce(job)
    return job


def complete(config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration with its defaults; raises Refused."""
    size = config.get("chunk_size") or settings.CHUNK_SIZE
    overlap = config.get("chunk_overlap")
    overlap = min(settings.CHUNK_OVERLAP, size // 2) if overlap is None else overlap
    if not (200 <= size <= 4_000 and 0 <= overlap <= size // 2):
        raise Refused("invalid_config")
    auto_index = config.get("auto_index", True)
    values = {"chunk_size": size, "chunk_overlap": overlap, "auto_index": auto_index}
    return values | ({"read_anew": True} if config.get("read_anew") else {})


def claim(ids: list[str]) -> list[str]:
    """Mark as queued those that nobody works on; gives them in the order asked for."""
    present = Document.objects.present().filter(id__in=ids).select_for_update(of=("self",))
    statuses = dict(present.order_by("id").values_list("id", "status"))
    if len(statuses) < len(ids):
        raise Refused("unknown_document", 404)
    free = [id for id in ids if statuses[id] not in BUSY]
    Document.objects.filter(id__in=free).update(
        status=Status.QUEUED, error_code="", error_detail="", updated_at=timezone.now()
    )
    return free


def active_job_of(ids: list[str]) -> Job | None:
    return Job.objects.filter(status__in=ACTIVE, items__document__in=ids).distinct().first()


def create(ids: list[str], *, config: dict[str, Any], requested_by: Any) -> Job:
    """A job with its items; one without documents is completed at once."""
    now = timezone.now()
    job = Job(
        id=new_job_id(JobKind.PROCESS),
        kind=JobKind.PROCESS,
        config=config,
        documents_total=len(ids),
        heartbeat_at=now,
        requested_by=requested_by,
    )
    if not ids:
        job.status, job.progress, job.finished_at = JobStatus.COMPLETED, 1.0, now
    job.save(force_insert=True)
    JobItem.objects.bulk_create(
        JobItem(job=job, document_id=id, ordinal=ordinal) for ordinal, id in enumerate(ids)
    )
    return job


def announce(job: Job, **more: Any) -> None:
    """Tell the job's own stream and the one of all jobs how it stands."""
    data = job.as_event() | more
    events.append(events.job_stream(job.id), "job", data)
    events.append(events.JOBS, "job", data)


def cancel(job: Job) -> bool:
    """Cancel: at once if it waits, within seconds if it runs. False if it was over already."""
    with transaction.atomic():
        waiting = Job.objects.filter(pk=job.pk, status=JobStatus.PENDING)
        if waiting.update(status=JobStatus.CANCELLED, error_code="cancelled", lease=None):
            job.refresh_from_db()
            close(job)
            return True
    running = Job.objects.filter(pk=job.pk, status=JobStatus.RUNNING)
    return bool(running.update(cancel_requested=True))


def close(job: Job) -> None:
    """Record the end of a job whose status says how it ended; release what it still holds."""
    open_items = job.items.filter(status__in=ACTIVE)
    for item in open_items.select_related("document"):
        release(item.document, job)
    open_items.update(
        status=JobStatus.CANCELLED if job.status == JobStatus.CANCELLED else JobStatus.FAILED,
        error_code=job.error_code,
        stage="",
    )
    Job.objects.filter(pk=job.pk).update(finished_at=timezone.now(), cancel_requested=False)
    announce(job)


def release(document: Document, job: Job) -> None:
    """Put a document that the job had queued or processed back to where it rests."""
    of_job(document.pk, job).update(status=document.resting_status, updated_at=timezone.now())


def of_job(document_id: str, job: Job) -> DocumentQuerySet:
    """The document, if it is busy and no other job has it.

    Another has it where a new version came while the job was at work on the former one.
    """
    others = JobItem.objects.filter(document=document_id, status__in=ACTIVE).exclude(job=job)
    busy = Document.objects.filter(pk=document_id, status__in=BUSY)
    return busy.exclude(Exists(others))


def sweep() -> None:
    """Pick up what fell: jobs whose worker died, and waiting ones that the queue lost.

    Run every minute by the queue's scheduler; harmless when run twice.
    """
    now = timezone.now()
    processing = Job.objects.filter(kind=JobKind.PROCESS)
    silent = now - timedelta(seconds=settings.JOB_STALLED_AFTER_S)
    for job in processing.filter(status=JobStatus.RUNNING, heartbeat_at__lt=silent):
        recover(job)
    lost = now - timedelta(seconds=settings.JOB_LOST_AFTER_S)
    for job in processing.filter(status=JobStatus.PENDING, heartbeat_at__lt=lost):
        enqueue(job)


def recover(job: Job) -> None:
    """Queue a stalled job again; what stalled it MAX_ATTEMPTS times in a row fails."""
    with transaction.atomic():
        # The lease tells that no other sweeper and no revived worker was quicker.
        stalled = Job.objects.filter(pk=job.pk, status=JobStatus.RUNNING, lease=job.lease)
        if not stalled.update(status=JobStatus.PENDING, lease=None):
            return
        job.refresh_from_db()
        if job.attempts >= settings.JOB_MAX_ATTEMPTS:
            give_up_on_current(job)
        job.items.filter(status=JobStatus.RUNNING).update(status=JobStatus.PENDING, stage="")
        announce(job, stalled=True)
    enqueue(job)


def give_up_on_current(job: Job) -> None:
    """Fail the document at which the workers died; the job goes on with the others."""
    open_items = job.items.filter(status__in=ACTIVE)
    item = open_items.order_by("-status", "ordinal").first()  # "running" before "pending"
    if item is None:
        return
    item.status, item.error_code, item.stage = JobStatus.FAILED, "stalled", ""
    item.save(update_fields=["status", "error_code", "stage"])
    of_job(item.document_id, job).update(
        status=Status.ERROR, error_code="stalled", updated_at=timezone.now()
    )
    Job.objects.filter(pk=job.pk).update(
        attempts=0, documents_processed=F("documents_processed") + 1
    )


def others_wait(job: Job) -> bool:
    """Whether another job finds no free worker.

    A free one takes a job within a second; what waits for minutes the queue has lost.
    """
    now = timezone.now()
    waiting = Job.objects.filter(
        status=JobStatus.PENDING,
        kind=JobKind.PROCESS,
        heartbeat_at__lt=now - timedelta(seconds=FREE_WORKER_S),
        heartbeat_at__gt=now - timedelta(seconds=settings.JOB_LOST_AFTER_S),
    )
    return waiting.exclude(pk=job.pk).exists()


def enqueue(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now())
    async_task(TASK, job.id)
