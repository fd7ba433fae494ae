"""Work that the queue does, and what became of it for each document."""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from documents import reasons
from documents.models.document import Document


class JobKind(models.TextChoices):
    PROCESS = "process", _("process")
    REINDEX = "reindex", _("reindex")


class JobStatus(models.TextChoices):
    PENDING = "pending", _("waiting")
    RUNNING = "running", _("running")
    COMPLETED = "completed", _("completed")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


ACTIVE = (JobStatus.PENDING, JobStatus.RUNNING)


def new_job_id(kind: str) -> str:
    """`job_<12 hex>`, or `reindex_<12 hex>` for reindexing."""
    return f"{'reindex' if kind == JobKind.REINDEX else 'job'}_{secrets.token_hex(6)}"


class Job(models.Model):
    id = models.CharField(primary_key=True, max_length=24, editable=False)
    kind = models.CharField(_("kind"), max_length=8, choices=JobKind)
    status = models.CharField(
        _("status"), max_length=10, choices=JobStatus, default=JobStatus.PENDING
    )
    config = models.JSONField(
        _("configuration"),
        default=dict,
        help_text="chunk_size, chunk_overlap, auto_index; or what to rebuild",
    )
    progress = models.FloatField(_("progress"), default=0, help_text="0..1")
    documents_total = models.PositiveIntegerField(default=0)
    documents_processed = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    heartbeat_at = models.DateTimeField(null=True)
    lease = models.UUIDField(
        null=True, editable=False, help_text="Of the worker that has it; another's writes are lost"
    )
    cancel_requested = models.BooleanField(default=False)
    error_code = models.CharField(max_length=40, blank=True)
    error_detail = models.CharField(_("details"), max_length=500, blank=True)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        verbose_name=_("requested by"),
    )
    created_at = models.DateTimeField(_("requested"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return self.id

    @property
    def is_active(self) -> bool:
        return self.status in ACTIVE

    @property
    def is_stalled(self) -> bool:
        """Its worker gives no sign of life; the sweeper takes it up again."""
        silent = timedelta(seconds=settings.JOB_STALLED_AFTER_S)
        if self.status != JobStatus.RUNNING or self.heartbeat_at is None:
            return False
        return timezone.now() - self.heartbeat_at > silent

    @property
    def error_message(self) -> str:
        return reasons.message(self.error_code, self.error_detail)

    def as_event(self) -> dict[str, Any]:
        """What streams tell of it."""
        return {
            "job_id": self.id,
            "job_status": self.status,
            "progress": round(self.progress, 4),
            "documents_processed": self.documents_processed,
            "documents_total": self.documents_total,
            "error_code": self.error_code,
        }


class JobItem(models.Model):
    """What became of one document in a job."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="items")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="job_items")
    ordinal = models.PositiveIntegerField()
    status = models.CharField(
        _("status"), max_length=10, choices=JobStatus, default=JobStatus.PENDING
    )
    stage = models.CharField(_("stage"), max_length=12, blank=True)
    progress = models.FloatField(default=0, help_text="0..1 of this document")
    pages_done = models.PositiveIntegerField(default=0, help_text="in the stages reading and ocr")
    pages_total = models.PositiveIntegerField(default=0)
    error_code = models.CharField(max_length=40, blank=True)
    error_detail = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["job", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["job", "document"], name="job_item_once"),
        ]

    def __str__(self) -> str:
        return f"{self.job_id}: {self.document_id}"

    @property
    def error_message(self) -> str:
        return reasons.message(self.error_code, self.error_detail)

    def as_event(self) -> dict[str, Any]:
        """What streams tell of it."""
        return {
            "id": self.document_id,
            "status": self.status,
            "stage": self.stage,
            "pages_done": self.pages_done,
            "pages_total": self.pages_total,
            "progress": round(self.progress, 4),
            "error_code": self.error_code,
        }
