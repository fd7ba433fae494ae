"""Documents: list, upload, show, remove."""

from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from answering.api import operations
from answering.api.asking import account_of, asker_of
from answering.api.failures import Failure, FieldError, error_body
from answering.api.pagination import Pages
from answering.api.permissions import ManagesDocuments
from answering.api.serializers.documents import (
    DocumentDetailSerializer,
    DocumentListQuerySerializer,
    DocumentSerializer,
    UploadSerializer,
)
from answering.api.views.base import PortalView, success
from documents.access import Asker
from documents.importing import refresh
from documents.intake import store_upload
from documents.models import Document, NotedFinding, Version
from documents.reasons import Refused
from documents.removal import trash
from retrieval.models import Chunk


class DocumentListView(PortalView):
    permission_classes = [ManagesDocuments]
    parser_classes = [MultiPartParser]

    @operations.list_documents
    def get(self, request: Request) -> Response:
        query = DocumentListQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        found = filtered(documents_for(asker_of(request)), query.validated_data)
        pages = Pages()
        page = pages.paginate_queryset(found, request, view=self) or []
        return pages.get_paginated_response(DocumentSerializer(page, many=True).data)

    @operations.upload_document
    def post(self, request: Request) -> Response:
        upload = UploadSerializer(data=request.data)
        upload.is_valid(raise_exception=True)
        if len(request.FILES.getlist("file")) > 1:
            raise ValidationError({"file": _("Send one file a request.")})
        given = dict(upload.validated_data)
        file = given.pop("file")
        try:
            stored = store_upload(
                file,
                filename=file.name,
                source=given.pop("source", ""),
                metadata=given,
                uploaded_by=account_of(request),
            )
        except Refused as refused:
            return refusal(refused)
        document = documents_for(asker_of(request)).filter(pk=stored.document.pk).first()
        if document is None:
            raise Failure("conflict")
        address = reverse("api:document", args=[document.pk], request=request)
        return Response(
            DocumentSerializer(document).data,
            status=201 if stored.created else 200,
            headers={"Location": address},
        )


def refusal(refused: Refused) -> Response:
    fault = FieldError(field="file", message=refused.message)
    return Response(error_body(refused.code, refused.message, [fault]), status=refused.status)


class DocumentView(PortalView):
    permission_classes = [ManagesDocuments]

    @operations.show_document
    def get(self, request: Request, document_id: str) -> Response:
        context = {"asker": asker_of(request)}
        document = found(request, document_id)
        return Response(DocumentDetailSerializer(document, context=context).data)

    @operations.delete_document
    def delete(self, request: Request, document_id: str) -> Response:
        document = found(request, document_id)
        trash(document)
        return success(id=document.pk, message=_("The document was moved to the trash."))


def found(request: Request, document_id: str) -> Document:
    document = documents_for(asker_of(request)).filter(pk=document_id).first()
    if document is None:
        raise Failure("not_found")
    return document


def documents_for(asker: Asker) -> QuerySet[Document]:
    """Documents that the asker may see, with what their latest file and their chunks tell."""
    latest = Version.objects.filter(document=OuterRef("pk")).order_by("-number")
    chunks = (
        Chunk.objects.filter(document=OuterRef("pk"), live=True)
        .order_by()
        .values("document")
        .annotate(number=Count("pk"))
        .values("number")
    )
    findings = (
        NotedFinding.objects.filter(version=OuterRef("live_version"))
        .open()
        .order_by()
        .values("version")
        .annotate(number=Count("pk"))
        .values("number")
    )
    return (
        Document.objects.visible_to(asker)
        .select_related("live_version")
        .defer("live_version__canonical")
        .annotate(
            latest_page_count=Subquery(latest.values("page_count")[:1]),
            latest_ocr_pages=Subquery(latest.values("ocr_pages")[:1]),
            chunk_count=Coalesce(Subquery(chunks), 0),
            findings_count=Coalesce(Subquery(findings), 0),
        )
    )


def filtered(documents: QuerySet[Document], query: dict[str, Any]) -> QuerySet[Document]:
    for field in ("status", "kind"):
        if field in query:
            documents = documents.filter(**{field: query[field]})
    for word in query.get("search", "").split():
        documents = documents.filter(
            Q(title__icontains=word)
            | Q(original_filename__icontains=word)
            | Q(source__icontains=word)
        )
    return documents


class RefreshView(PortalView):
    permission_classes = [ManagesDocuments]

    @operations.refresh_documents
    def post(self, request: Request) -> Response:
        seen = refresh(requested_by=account_of(request))
        refused = [
            {"source": each.found.source, "message": str(each.error.message) if each.error else ""}
            for each in seen.refused
        ]
        return success(
            added=len(seen.added),
            updated=len(seen.updated),
            orphaned=len(seen.orphaned),
            refused=refused,
            job_id=seen.job.pk if seen.job else None,
        )
