"""Reindexing as a job of the queue: one at a time, one more remembered, picked up after a kill."""

import logging
import time
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django_q.tasks import async_task

from documents import jobs
from documents.heartbeat import Cancelled, Heartbeat, LeaseLost
from documents.models import Document, Job, JobKind, JobStatus
from documents.models.job import ACTIVE, new_job_id
from documents.reasons import Failed, Refused
from retrieval import building, embedding_models, lexical_index
from retrieval.reindexing import reindex

TASK = "retrieval.reindex_jobs.run_job"
logger = logging.getLogger(__name__)


def request_reindexing(
    document_ids: Sequence[str] | None = None,
    *,
    vectors: bool = True,
    bm25: bool = True,
    requested_by: Any = None,
) -> Job:
    """Queue a rebuild of some documents, or of all (None).

    Asked for again while one waits, the answer is the one that waits; asked for while one runs, it
    runs once afterwards.
    """
    config = {"vectors": vectors, "bm25": bm25, "document_ids": _plain(document_ids)}
    return _request(config, requested_by=requested_by)


def request_build(alias: str, *, requested_by: Any = None) -> Job:
    """Queue the building of a model beside the active one, or its completion.

    Asked for again while it is built, the answer is the job that does so. Raises Refused for an
    alias that is not in the EMBEDDERS setting.
    """
    if alias not in settings.EMBEDDERS:
        known = ", ".join(sorted(settings.EMBEDDERS))
        raise Refused("unknown_model", 404, model=alias, known=known)
    config = {"model": alias, "document_ids": None}
    with transaction.atomic():
        lexical_index.lock()
        if running := _all().filter(status=JobStatus.RUNNING, config=config).first():
            return running
        return _request(config, requested_by=requested_by)


def cancel_build(alias: str) -> bool:
    """Stop building the model; what was made stays. False if nobody builds it."""
    found = _all().filter(status__in=ACTIVE, config__model=alias).first()
    if found is None:
        return False
    embedding_models.pause(alias)
    return jobs.cancel(found)


def _request(config: dict[str, Any], *, requested_by: Any) -> Job:
    with transaction.atomic():
        lexical_index.lock()
        if waiting := _all().filter(status=JobStatus.PENDING, config=config).first():
            return waiting
        job = Job.objects.create(
            id=new_job_id(JobKind.REINDEX),
            kind=JobKind.REINDEX,
            config=config,
            documents_total=_documents(config).count(),
            heartbeat_at=timezone.now(),
            requested_by=requested_by,
        )
        transaction.on_commit(lambda: async_task(TASK, job.pk))
        jobs.announce(job)
    return job


class Interrupted(Exception):
    """Time for others; the job goes on where it stopped when its turn comes again."""


def run_job(job_id: str) -> None:
    """Do a waiting job, unless another one runs: then it stays waiting until that ends."""
    job = _take(job_id)
    if job is None or job.lease is None:
        return
    try:
        with Heartbeat(job.pk, job.lease) as heartbeat:
            _work(job, heartbeat)
        _end(job, JobStatus.COMPLETED)
    except Interrupted:
        _hand_back(job)
    except Cancelled:
        _end(job, JobStatus.CANCELLED, "cancelled")
        embedding_models.pause(job.config.get("model", ""))
    except LeaseLost:
        logger.warning("%s was taken over by another worker", job.pk)
        return
    except Failed as error:
        _end(job, JobStatus.FAILED, error.code, error.detail)
    except Exception:
        logger.exception("%s failed", job.pk)
        _end(job, JobStatus.FAILED, "indexing_failed")
    except SystemExit:
        # django-q2's time limit.
        _end(job, JobStatus.FAILED, "took_too_long")
        raise
    _queue_next()


def sweep() -> None:
    """Pick up jobs whose worker died and waiting ones that the queue lost; run every minute."""
    now = timezone.now()
    silent = now - timedelta(seconds=settings.JOB_STALLED_AFTER_S)
    for job in _all().filter(status=JobStatus.RUNNING, heartbeat_at__lt=silent):
        if job.attempts >= settings.JOB_MAX_ATTEMPTS:
            _end(job, JobStatus.FAILED, "stalled")
        else:
            held = Job.objects.filter(pk=job.pk, status=JobStatus.RUNNING, lease=job.lease)
            held.update(status=JobStatus.PENDING, lease=None)
    _queue_next()
    keep_lexical_index_fresh()


def keep_lexical_index_fresh() -> None:
    """Rebuild the lexical index when its average length is stale or its terms are of an earlier
    version, once no job adds to it.
    """
    stale = lexical_index.average_is_stale() or lexical_index.is_outdated()
    if stale and not Job.objects.filter(status__in=ACTIVE).exists():
        request_reindexing(vectors=False)


def _all() -> QuerySet[Job]:
    return Job.objects.filter(kind=JobKind.REINDEX)


def _plain(document_ids: Sequence[str] | None) -> list[str] | None:
    return None if document_ids is None else sorted(set(document_ids))


def _documents(config: dict[str, Any]) -> QuerySet[Document]:
    documents = Document.objects.exclude(live_version=None)
    ids = config["document_ids"]
    return documents if ids is None else documents.filter(pk__in=ids)


def _take(job_id: str) -> Job | None:
    with transaction.atomic():
        lexical_index.lock()
        if _all().filter(status=JobStatus.RUNNING).exists():
            return None
        now = timezone.now()
        taken = _all().filter(pk=job_id, status=JobStatus.PENDING)
        if not taken.update(
            status=JobStatus.RUNNING,
            lease=uuid.uuid4(),
            heartbeat_at=now,
            started_at=now,
            attempts=F("attempts") + 1,
        ):
            return None
    job = Job.objects.get(pk=job_id)
    jobs.announce(job)
    return job


def _work(job: Job, heartbeat: Heartbeat) -> None:
    heartbeat.beat()
    turn = _Turn(job, heartbeat)
    if alias := job.config.get("model"):
        building.build(alias, progress=turn.tell)
        return
    reindex(
        document_ids=job.config["document_ids"],
        rebuild_vectors=job.config["vectors"],
        rebuild_bm25=job.config["bm25"],
        after=job.config.get("after", ""),
        progress=turn.tell,
    )


class _Turn:
    """One turn of a job: half of the queue's time limit, or less when an upload waits."""

    def __init__(self, job: Job, heartbeat: Heartbeat) -> None:
        self._job = job
        self._heartbeat = heartbeat
        self._until = time.monotonic() + int(settings.Q_CLUSTER["timeout"]) / 2
        self._has_worked = False

    def tell(self, share: float, last: str = "") -> None:
        """Record how far it is and what is done. Raises Cancelled, LeaseLost, Interrupted."""
        self._heartbeat.check()
        job = self._job
        job.progress, job.documents_processed = share, round(share * job.documents_total)
        if last:
            job.config["after"] = last
        Job.objects.filter(pk=job.pk, lease=job.lease).update(
            progress=share, documents_processed=job.documents_processed, config=job.config
        )
        jobs.announce(job)
        # A step was made, so that it is not for ever the turn of others; an index that is being
        # built (the last part) would have to be begun anew.
        if self._has_worked and share < building.VECTORS_SHARE and self._is_over():
            raise Interrupted
        self._has_worked = True

    def _is_over(self) -> bool:
        return time.monotonic() > self._until or jobs.others_wait(self._job)


def _hand_back(job: Job) -> None:
    """Put the rest of a job behind what waits."""
    held = Job.objects.filter(pk=job.pk, status=JobStatus.RUNNING, lease=job.lease)
    now = timezone.now()
    if held.update(status=JobStatus.PENDING, lease=None, attempts=0, heartbeat_at=now):
        job.refresh_from_db()
        jobs.announce(job)


def _end(job: Job, status: JobStatus, code: str = "", detail: str = "") -> None:
    with transaction.atomic():
        held = Job.objects.filter(pk=job.pk, status=JobStatus.RUNNING, lease=job.lease)
        if held.update(status=status, error_code=code, error_detail=detail[:500], lease=None):
            job.refresh_from_db()
            jobs.close(job)


def _queue_next() -> None:
    if waiting := _all().filter(status=JobStatus.PENDING).order_by("heartbeat_at").first():
        async_task(TASK, waiting.pk)
