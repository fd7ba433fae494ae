"""Processing: from stored files to chunks that are found."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.request import Request
from rest_framework.response import Response

from answering.api import operations
from answering.api.asking import account_of, asker_of
from answering.api.failures import Failure, FieldError
from answering.api.permissions import ProcessesDocuments
from answering.api.serializers.jobs import (
    JobItemSerializer,
    JobSerializer,
    ProcessAllRequestSerializer,
    ProcessRequestSerializer,
)
from answering.api.views.base import PortalView, success
from documents.jobs import request_processing
from documents.models import Document, Job, Status


class ProcessView(PortalView):
    permission_classes = [ProcessesDocuments]

    @operations.process
    def post(self, request: Request) -> Response:
        asked = ProcessRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        values = asked.validated_data
        config = (values.get("config") or {}) | {"auto_index": values["auto_index"]}
        ids = known_ids(request, values["document_ids"])
        return queued(request, ids, config)


class ProcessAllView(PortalView):
    """Every document that is uploaded or in error."""

    permission_classes = [ProcessesDocuments]

    @operations.process_all
    def post(self, request: Request) -> Response:
        asked = ProcessAllRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        waiting = (
            Document.objects.visible_to(asker_of(request))
            .filter(status__in=[Status.UPLOADED, Status.ERROR])
            .order_by("created_at", "id")
        )
        return queued(request, waiting.values_list("id", flat=True), asked.validated_data)


class JobStatusView(PortalView):
    permission_classes = [ProcessesDocuments]

    @operations.job_status
    def get(self, request: Request, job_id: str) -> Response:
        job = Job.objects.filter(pk=job_id).first()
        if job is None:
            raise Failure("not_found")
        visible = Document.objects.visible_to(asker_of(request))
        items = job.items.filter(document__in=visible).select_related("document")
        return success(
            **JobSerializer(job).data, documents=JobItemSerializer(items, many=True).data
        )


def known_ids(request: Request, ids: Iterable[str]) -> list[str]:
    """The ids without repetition; 404 naming those that the asker does not know of."""
    wanted = list(dict.fromkeys(ids))
    visible = Document.objects.visible_to(asker_of(request))
    known = set(visible.filter(id__in=wanted).values_list("id", flat=True))
    unknown = [
        FieldError(
            field=f"document_ids.{place}", message=_("There is no document %(id)s.") % {"id": id}
        )
        for place, id in enumerate(wanted)
        if id not in known
    ]
    if unknown:
        raise Failure("not_found", _("Some of the documents do not exist."), errors=unknown)
    return wanted


def queued(request: Request, ids: Iterable[str], config: dict[str, Any]) -> Response:
    job = request_processing(ids, config=config, requested_by=account_of(request))
    message = ngettext(
        "%(count)d document is queued.", "%(count)d documents are queued.", job.documents_total
    )
    return success(
        http_status=202,
        job_id=job.pk,
        message=message % {"count": job.documents_total},
        documents_queued=job.documents_total,
    )
