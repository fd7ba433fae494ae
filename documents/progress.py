"""How far a document is, told to whoever watches at most once a second."""

import time

from documents import jobs
from documents.extraction.pages_read import PagesRead
from documents.heartbeat import Heartbeat, Removed, Superseded
from documents.models import Document, Job, JobItem, JobStatus

INTERVAL_S = 1.0

# Where each stage begins and ends on the way of one document; measured shares of the time.
STAGES = {
    "reading": (0.0, 0.1),
    "ocr": (0.1, 0.3),
    "chunking": (0.3, 0.35),
    "embedding": (0.35, 0.95),
    "indexing": (0.95, 1.0),
}


class Progress:
    """Called with a stage and how far it is (0..1); raises what `check` raises."""

    def __init__(self, job: Job, item: JobItem, heartbeat: Heartbeat) -> None:
        self.job = job
        self.item = item
        self.heartbeat = heartbeat
        self.stage = ""
        self._told_at = 0.0
        self._looked_at = 0.0

    def __call__(self, stage: str, fraction: float) -> None:
        self.check()
        now = time.monotonic()
        if stage == self.stage and now - self._told_at < INTERVAL_S:
            return
        self.stage, self._told_at = stage, now
        self.tell(fraction)

    def pages_read(self, pages: PagesRead | None) -> None:
        """What the reading process told last, about twice a second."""
        if pages is None:
            self.check()
            return
        self.item.pages_done, self.item.pages_total = pages.done, pages.total
        self(pages.stage, pages.done / max(1, pages.total))

    def check(self) -> None:
        """Raise Cancelled, Removed, Superseded or LeaseLost when the work shall end."""
        self.heartbeat.check()
        now = time.monotonic()
        if now - self._looked_at < INTERVAL_S:
            return
        self._looked_at = now
        if not Document.objects.present().filter(pk=self.item.document_id).exists():
            raise Removed
        if JobItem.objects.filter(pk=self.item.pk, status=JobStatus.CANCELLED).exists():
            raise Superseded  # another job is at a newer version

    def tell(self, fraction: float) -> None:
        begin, end = STAGES.get(self.stage, (self.item.progress, self.item.progress))
        self.item.stage = self.stage[:12]
        self.item.progress = begin + (end - begin) * min(max(fraction, 0.0), 1.0)
        stored = JobItem.objects.filter(pk=self.item.pk)
        stored.update(
            stage=self.item.stage,
            progress=self.item.progress,
            pages_done=self.item.pages_done,
            pages_total=self.item.pages_total,
        )
        done = self.job.documents_processed + self.item.progress
        self.job.progress = done / self.job.documents_total
        held = Job.objects.filter(pk=self.job.pk, lease=self.job.lease)
        held.update(progress=self.job.progress)
        jobs.announce(self.job, document=self.item.as_event())
