"""The knowledge base as a whole: how it stands, rebuilding and clearing it."""

from dataclasses import asdict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from answering.api import operations
from answering.api.asking import account_of
from answering.api.permissions import ManagesKnowledgeBase, ProcessesDocuments
from answering.api.serializers.jobs import JobSerializer, ReindexRequestSerializer
from answering.api.views.base import PortalView, success
from answering.api.views.chunking import known_ids
from documents.models import Document, Job
from documents.models.job import ACTIVE
from documents.removal import trash
from retrieval.models import Chunk
from retrieval.reindex_jobs import request_reindexing
from retrieval.statistics import statistics

CONFIRMATION = "HAPUS"


class StatisticsView(PortalView):
    permission_classes = [ProcessesDocuments]

    @operations.statistics
    def get(self, request: Request) -> Response:
        return success(**asdict(statistics()))


class ReindexView(PortalView):
    permission_classes = [ManagesKnowledgeBase]

    @operations.reindex
    def post(self, request: Request) -> Response:
        asked = ReindexRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        values = asked.validated_data
        ids = values.get("document_ids")
        job = request_reindexing(
            None if ids is None else known_ids(request, ids),
            vectors=values["rebuild_vectors"],
            bm25=values["rebuild_bm25"],
            requested_by=account_of(request),
        )
        return success(
            http_status=202, job_id=job.pk, message=_("The rebuilding of the index is queued.")
        )


class ClearView(PortalView):
    """Into the trash, document by document, so that each is gone as a whole or not at all."""

    permission_classes = [ManagesKnowledgeBase]

    @operations.clear
    def delete(self, request: Request) -> Response:
        if request.query_params.get("confirm") != CONFIRMATION:
            message = _("To remove everything, add ?confirm=%(word)s to the address.")
            raise ValidationError({"confirm": message % {"word": CONFIRMATION}})
        chunks = Chunk.objects.filter(live=True, document__trashed_at=None).count()
        removed = sum(trash(document) for document in Document.objects.present().iterator())
        message = ngettext(
            "%(count)d document was moved to the trash.",
            "%(count)d documents were moved to the trash.",
            removed,
        )
        return success(
            documents_removed=removed, chunks_removed=chunks, message=message % {"count": removed}
        )


class ActiveJobsView(PortalView):
    permission_classes = [ProcessesDocuments]

    @operations.active_jobs
    def get(self, request: Request) -> Response:
        jobs = Job.objects.filter(status__in=ACTIVE)
        return success(jobs=JobSerializer(jobs, many=True).data)
