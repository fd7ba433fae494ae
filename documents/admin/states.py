"""How documents and jobs stand, as fragments that the browser exchanges while they change."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from documents.jobs import BUSY
from documents.models import Document, Job, JobItem
from documents.models.job import ACTIVE

STAGES = {
    "reading": _("reading"),
    "ocr": _("reading pictures (OCR)"),
    "chunking": _("cutting into chunks"),
    "embedding": _("computing vectors"),
    "indexing": _("indexing"),
}
MOST_AT_ONCE = 200

active_items = Prefetch(
    "job_items", JobItem.objects.filter(status__in=ACTIVE), to_attr="active_items"
)


def document_state(document: Document) -> SafeString:
    """Needs the document's `active_items`."""
    items = getattr(document, "active_items", [])
    busy = document.status in BUSY
    item = items[-1] if items and busy else None
    context = {"document": document, "item": item, "busy": busy, **stage_of(item)}
    return render_to_string("admin/documents/_document_state.html", context)


def stage_of(item: JobItem | None) -> dict[str, Any]:
    """What is being done with a document, and whether pages are counted meanwhile."""
    if item is None:
        return {"stage": "", "by_page": False}
    by_page = item.stage in ("reading", "ocr") and item.pages_total > 1
    return {"stage": STAGES.get(item.stage, ""), "by_page": by_page}


def item_state(item: JobItem) -> SafeString:
    """One document in the list of a job."""
    context = {"item": item, **stage_of(item)}
    return render_to_string("admin/documents/_item_state.html", context)


def job_state(job: Job) -> SafeString:
    return render_to_string(
        "admin/documents/_job_state.html", {"job": job, "most_attempts": settings.JOB_MAX_ATTEMPTS}
    )


def states(request: HttpRequest) -> JsonResponse:
    """Fragments of the documents and jobs whose ids are asked for, as far as they exist."""
    documents = Document.objects.filter(id__in=asked(request, "document"))
    jobs = Job.objects.filter(id__in=asked(request, "job"))
    return JsonResponse(
        {
            "document": {
                each.pk: document_state(each) for each in documents.prefetch_related(active_items)
            },
            "job": {each.pk: job_state(each) for each in jobs},
        },
        headers={"Cache-Control": "no-store"},
    )


def asked(request: HttpRequest, name: str) -> Iterable[str]:
    return request.GET.get(name, "").split(",")[:MOST_AT_ONCE]
