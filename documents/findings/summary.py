"""Figures over all documents outside the trash."""

from django.db.models import Avg

from documents.models import Document, NotedFinding


def open_findings() -> int:
    """Findings of the current versions that nobody has settled yet."""
    return NotedFinding.objects.current().open().count()


def mean_readiness() -> int | None:
    """Mean over the documents that are searched; None where there are none."""
    live = Document.objects.present().exclude(live_version=None)
    mean = live.aggregate(mean=Avg("live_version__readiness"))["mean"]
    return None if mean is None else round(mean)
