"""Documents as the API shows and takes them."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from documents.models import Document, Kind, LegalStatus, RelationVerb, Status, Visibility
from documents.relation_lines import RelationLine, lines_of


class DocumentSerializer(serializers.ModelSerializer[Document]):
    """A document; `status` is where it stands, not whether the request succeeded."""

    error_message = serializers.SerializerMethodField(
        help_text=_("Why it is in error or needs OCR; empty otherwise")
    )
    page_count = serializers.SerializerMethodField()
    ocr_pages = serializers.SerializerMethodField()
    chunk_count = serializers.IntegerField(read_only=True)
    version = serializers.SerializerMethodField()
    readiness = serializers.SerializerMethodField(
        help_text=_("0 to 100: how well it was read, less what is known to be wrong with it")
    )
    findings_count = serializers.IntegerField(
        read_only=True, help_text=_("Open findings of the version that is searched")
    )

    class Meta:
        model = Document
        fields = [
            "id",
            "title",
            "original_filename",
            "source",
            "status",
            "error_message",
            "page_count",
            "ocr_pages",
            "chunk_count",
            "legal_status",
            "kind",
            "number",
            "year",
            "issuer",
            "subject",
            "place",
            "enacted_on",
            "promulgated_on",
            "gazette",
            "language",
            "visibility",
            "source_url",
            "tags",
            "version",
            "readiness",
            "findings_count",
            "created_at",
            "updated_at",
        ]
        read_only_fields = fields

    def get_error_message(self, document: Document) -> str:
        return str(document.error_message)

    def get_page_count(self, document: Document) -> int:
        return document.latest_page_count or 0  # type: ignore[attr-defined]  # annotated

    def get_ocr_pages(self, document: Document) -> int:
        return document.latest_ocr_pages or 0  # type: ignore[attr-defined]  # annotated

    def get_readiness(self, document: Document) -> int | None:
        return document.live_version.readiness if document.live_version else None

    def get_version(self, document: Document) -> int | None:
        return document.live_version.number if document.live_version else None


class Words(serializers.ListField):
    """A list of words, which a form may also send as one field with commas."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, str):
            data = [data]
        words = [word.strip() for item in data for word in str(item).split(",")]
        return super().to_internal_value([word for word in words if word])


class RelationSerializer(serializers.Serializer[RelationLine]):
    """A confirmed relation to another regulation, seen from the document."""

    verb = serializers.ChoiceField(RelationVerb.choices, help_text=_("What the actor does"))
    label = serializers.CharField(  # type: ignore[assignment]
        help_text=_("In words, from the side of this document")
    )
    citation = serializers.CharField(help_text=_("The other regulation"))
    document_id = serializers.CharField(
        help_text=_("The other document; empty where it is not held")
    )
    provisions = serializers.CharField(help_text=_("Of the target; empty for the whole"))
    stated_in = serializers.CharField(help_text=_("The article that says so"))
    effective_on = serializers.CharField(help_text=_("ISO date, or empty"))
    evidence = serializers.CharField(help_text=_("Address of the words that say so"))


class DocumentDetailSerializer(DocumentSerializer):
    """A document with its confirmed relations; `context` holds the asker."""

    relations = serializers.SerializerMethodField()

    class Meta(DocumentSerializer.Meta):
        fields = [*DocumentSerializer.Meta.fields, "relations"]
        read_only_fields = fields

    @extend_schema_field(RelationSerializer(many=True))
    def get_relations(self, document: Document) -> Any:
        return [
            RelationSerializer(line).data
            for line in lines_of(document, asker=self.context["asker"])
        ]


class UploadSerializer(serializers.Serializer[Any]):
    """A file and what is known of it; what is not given is read from the file."""

    file = serializers.FileField(allow_empty_file=True, help_text=_("PDF, DOCX, XLSX, CSV ..."))
    title = serializers.CharField(required=False, max_length=500)
    source = serializers.CharField(  # type: ignore[assignment]
        required=False, max_length=500, help_text=_("Path of origin")
    )
    kind = serializers.ChoiceField(Kind.choices, required=False)
    number = serializers.CharField(required=False, max_length=60)
    year = serializers.IntegerField(required=False, min_value=1900, max_value=2100)
    issuer = serializers.CharField(required=False, max_length=200)
    subject = serializers.CharField(required=False, max_length=500)
    place = serializers.CharField(required=False, max_length=60)
    enacted_on = serializers.DateField(required=False)
    promulgated_on = serializers.DateField(required=False)
    gazette = serializers.CharField(required=False, max_length=120)
    language = serializers.ChoiceField(["id", "en"], required=False)
    visibility = serializers.ChoiceField(Visibility.choices, required=False)
    legal_status = serializers.ChoiceField(LegalStatus.choices, required=False)
    source_url = serializers.URLField(required=False, max_length=1_000)
    tags = Words(child=serializers.CharField(max_length=60), required=False, max_length=50)


class DocumentListQuerySerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(Status.choices, required=False)
    kind = serializers.ChoiceField(Kind.choices, required=False)
    search = serializers.CharField(
        required=False, max_length=200, help_text=_("Words of title, file name or source")
    )
