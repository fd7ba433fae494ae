"""Jobs: what is asked of the queue, and how it stands."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from documents.models import Job, JobItem, JobKind

MAX_DOCUMENTS = 1_000  # of one request


class ChunkConfigSerializer(serializers.Serializer[Any]):
    chunk_size = serializers.IntegerField(
        required=False, min_value=200, max_value=4_000, help_text=_("characters")
    )
    chunk_overlap = serializers.IntegerField(
        required=False, min_value=0, max_value=2_000, help_text=_("characters")
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        size = attrs.get("chunk_size", settings.CHUNK_SIZE)
        if attrs.get("chunk_overlap", 0) > size // 2:
            raise serializers.ValidationError(
                {"chunk_overlap": _("The overlap must be at most half of the chunk size.")}
            )
        return attrs


class DocumentIdsField(serializers.ListField):
    child = serializers.CharField(max_length=36)

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=MAX_DOCUMENTS, **options)


class ProcessRequestSerializer(serializers.Serializer[Any]):
    document_ids = DocumentIdsField(allow_empty=False)
    config = ChunkConfigSerializer(required=False, allow_null=True)
    auto_index = serializers.BooleanField(
        default=True, help_text=_("False: end as “chunked”, not searchable")
    )


class ProcessAllRequestSerializer(ChunkConfigSerializer):
    auto_index = serializers.BooleanField(default=True)


class ReindexRequestSerializer(serializers.Serializer[Any]):
    rebuild_vectors = serializers.BooleanField(default=True)
    rebuild_bm25 = serializers.BooleanField(default=True)
    document_ids = DocumentIdsField(required=False, allow_null=True, help_text=_("null: all"))


class JobItemSerializer(serializers.ModelSerializer[JobItem]):
    """What became of one document of a job."""

    document_id = serializers.CharField(read_only=True)
    title = serializers.CharField(source="document.title", read_only=True)
    original_filename = serializers.CharField(source="document.original_filename", read_only=True)
    error_message = serializers.CharField(read_only=True)

    class Meta:
        model = JobItem
        fields = [
            "document_id",
            "title",
            "original_filename",
            "status",
            "stage",
            "progress",
            "pages_done",
            "pages_total",
            "error_message",
        ]
        read_only_fields = fields


class JobSerializer(serializers.ModelSerializer[Job]):
    """How a job stands; `job_status` is the job's, `status` the request's."""

    job_id = serializers.CharField(source="id", read_only=True)
    kind = serializers.ChoiceField(JobKind.choices, read_only=True)
    job_status = serializers.CharField(source="status", read_only=True)
    error_message = serializers.CharField(read_only=True)

    class Meta:
        model = Job
        fields = [
            "job_id",
            "kind",
            "job_status",
            "progress",
            "documents_processed",
            "documents_total",
            "error_message",
            "created_at",
            "started_at",
            "finished_at",
        ]
        read_only_fields = fields
