"""Answers of the end points, as the schema describes them; what is sent is built elsewhere.

Sources, citations and answers are built by `answering.presentation`; a test holds the two together.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from answering.api.serializers.documents import DocumentSerializer
from answering.api.serializers.jobs import JobItemSerializer, JobSerializer
from documents.models import LegalStatus, Visibility

Fields = serializers.Serializer[Any]
SUCCESS = [("success", "success")]
ERROR = [("error", "error")]
INDEX_STATUSES = [(status, status) for status in ("healthy", "indexing", "empty", "error")]


class SuccessSerializer(Fields):
    status = serializers.ChoiceField(SUCCESS)


class FieldErrorSerializer(Fields):
    field = serializers.CharField(help_text=_("Path of the field, empty for the whole body"))
    message = serializers.CharField()


class ErrorSerializer(Fields):
    status = serializers.ChoiceField(ERROR)
    code = serializers.CharField(help_text=_("Stable; for programs"))
    message = serializers.CharField(help_text=_("For people, in the language asked for"))
    errors = FieldErrorSerializer(many=True)  # type: ignore[assignment]


class SourceMetadataSerializer(Fields):
    original_filename = serializers.CharField()
    filename = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    page = serializers.IntegerField(allow_null=True)
    start_char = serializers.IntegerField()
    end_char = serializers.IntegerField()
    chunk_size = serializers.IntegerField()
    section_path = serializers.ListField(child=serializers.CharField())
    legal_reference = serializers.CharField()


class SourceSerializer(Fields):
    id = serializers.CharField(help_text=_("<document id>_chunk_<ordinal>"))
    content = serializers.CharField()
    score = serializers.FloatField(
        allow_null=True, help_text=_("The score by which the list is ordered")
    )
    metadata = SourceMetadataSerializer()


class CitationSerializer(Fields):
    """Its fields are null or empty, and `withheld` true, where the document may not be seen."""

    marker = serializers.IntegerField(help_text=_("The number in the answer's text"))
    document_id = serializers.CharField()
    document_title = serializers.CharField()
    version = serializers.IntegerField(allow_null=True)
    chunk_id = serializers.CharField()
    ordinal = serializers.IntegerField(allow_null=True)
    page_from = serializers.IntegerField(allow_null=True)
    page_to = serializers.IntegerField(allow_null=True)
    section_path = serializers.ListField(child=serializers.CharField())
    legal_reference = serializers.CharField()
    char_start = serializers.IntegerField(allow_null=True)
    char_end = serializers.IntegerField(allow_null=True)
    quote = serializers.CharField(help_text=_("The words of the version's text in that span"))
    url = serializers.CharField(help_text=_("Opens the page with the words marked"))
    legal_status = serializers.ChoiceField(LegalStatus.choices)
    visibility = serializers.ChoiceField(
        Visibility.choices,
        required=False,
        help_text=_("For those who may see internal documents"),
    )
    withheld = serializers.BooleanField(required=False)


class ScoresSerializer(Fields):
    """Each score under its own name; null where it was not computed."""

    bm25 = serializers.FloatField(allow_null=True)
    similarity = serializers.FloatField(allow_null=True)
    fused = serializers.FloatField(allow_null=True)
    rerank = serializers.FloatField(allow_null=True)


class HitSerializer(SourceSerializer):
    scores = ScoresSerializer()
    citation = CitationSerializer()


class SearchResponseSerializer(SuccessSerializer):
    results = HitSerializer(many=True)
    near_misses = HitSerializer(many=True, help_text=_("Found, but below the threshold"))
    missing_identifiers = serializers.ListField(
        child=serializers.CharField(),
        help_text=_("Regulations or articles named in the query that are not held"),
    )
    reranker = serializers.CharField(allow_null=True)
    rerank_failed = serializers.BooleanField()
    timings_ms = serializers.DictField(child=serializers.FloatField())


class AnswerMetadataSerializer(Fields):
    pipeline_type = serializers.CharField()
    retrieval_time = serializers.FloatField(allow_null=True, help_text=_("seconds"))
    generation_time = serializers.FloatField(allow_null=True, help_text=_("seconds"))
    tool = serializers.CharField(allow_null=True)
    model = serializers.CharField(allow_null=True)
    contextualised_question = serializers.CharField(
        allow_null=True, help_text=_("The question as completed from the conversation")
    )
    removed_claims = serializers.IntegerField(
        help_text=_("Statements withheld because their source does not support them")
    )


class AnswerSerializer(SuccessSerializer):
    query_id = serializers.CharField()
    answer = serializers.CharField()
    outcome = serializers.CharField(
        allow_null=True,
        help_text=_(
            "answered, partial, no_source, unverified, clarify, signpost, blocked_<category>, "
            "error_<what>; null while the answer is being made"
        ),
    )
    confidence = serializers.FloatField(allow_null=True, min_value=0, max_value=1)
    language = serializers.ChoiceField(["id", "en"])
    sources = SourceSerializer(many=True)
    citations = CitationSerializer(many=True)
    conversation_id = serializers.CharField(help_text=_("Send it with the next question"))
    pipeline_used = serializers.CharField()
    response_time = serializers.FloatField(allow_null=True, help_text=_("seconds"))
    metadata = AnswerMetadataSerializer()


class StopResponseSerializer(SuccessSerializer):
    stopping = serializers.BooleanField(help_text=_("False where it had ended already"))
    query_id = serializers.CharField()
    outcome = serializers.CharField(allow_null=True)


class FeedbackResponseSerializer(SuccessSerializer):
    query_id = serializers.CharField()
    rating = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class DocumentListSerializer(SuccessSerializer):
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    page_size = serializers.IntegerField()
    results = DocumentSerializer(many=True)


class DocumentDeletedSerializer(SuccessSerializer):
    id = serializers.CharField()
    message = serializers.CharField()


class RefusedFileSerializer(Fields):
    source = serializers.CharField(  # type: ignore[assignment]
        help_text=_("Path below the import folder")
    )
    message = serializers.CharField()


class RefreshedSerializer(SuccessSerializer):
    added = serializers.IntegerField()
    updated = serializers.IntegerField()
    orphaned = serializers.IntegerField(help_text=_("Documents whose file is there no more"))
    refused = RefusedFileSerializer(many=True)
    job_id = serializers.CharField(
        allow_null=True, help_text=_("Processes what is new or changed; null if nothing is")
    )


class JobStartedSerializer(SuccessSerializer):
    job_id = serializers.CharField()
    message = serializers.CharField()


class ProcessingStartedSerializer(JobStartedSerializer):
    documents_queued = serializers.IntegerField()


class JobStatusSerializer(JobSerializer):
    status = serializers.ChoiceField(SUCCESS, source="id")
    documents = JobItemSerializer(many=True)

    class Meta(JobSerializer.Meta):
        fields = ["status", *JobSerializer.Meta.fields, "documents"]
        read_only_fields = fields


class ActiveJobsSerializer(SuccessSerializer):
    jobs = JobSerializer(many=True)


class StatisticsSerializer(SuccessSerializer):
    total_documents = serializers.IntegerField()
    total_chunks = serializers.IntegerField()
    indexed_chunks = serializers.IntegerField()
    vector_store_status = serializers.ChoiceField(INDEX_STATUSES)
    bm25_index_status = serializers.ChoiceField(INDEX_STATUSES)
    bm25_index_problem = serializers.CharField(allow_blank=True)
    last_indexed = serializers.DateTimeField(allow_null=True)
    storage_size_mb = serializers.FloatField()


class ClearedSerializer(SuccessSerializer):
    documents_removed = serializers.IntegerField()
    chunks_removed = serializers.IntegerField()
    message = serializers.CharField()
