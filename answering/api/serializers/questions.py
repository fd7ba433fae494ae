"""Questions, searches and what is said about answers."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from answering.models import Feedback
from documents.models import Kind, LegalStatus
from retrieval.hits import Filters

MAX_LISTED = 100  # items of a filter


class FiltersSerializer(serializers.Serializer[Any]):
    """Documents to search in; an empty field leaves all."""

    document_ids = serializers.ListField(
        child=serializers.CharField(max_length=36), required=False, max_length=MAX_LISTED
    )
    kinds = serializers.ListField(
        child=serializers.ChoiceField(Kind.choices), required=False, max_length=MAX_LISTED
    )
    number = serializers.CharField(
        required=False,
        allow_blank=True,
        allow_null=True,
        max_length=60,
        help_text=_("Of the regulation: “11” for UU 11/2006"),
    )
    numbers = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, max_length=MAX_LISTED
    )
    year_from = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=9999
    )
    year_to = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=9999)
    legal_status = serializers.ChoiceField(
        LegalStatus.choices, required=False, allow_blank=True, allow_null=True
    )
    language = serializers.CharField(
        required=False, allow_blank=True, allow_null=True, max_length=5
    )
    tags = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, max_length=MAX_LISTED
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Refuse what is no filter: left out, it would widen what is searched."""
        unknown = set(data) - set(self.fields) if isinstance(data, Mapping) else set()
        if unknown:
            message = _("There is no such filter. There are: %(names)s.")
            told = str(message) % {"names": ", ".join(self.fields)}
            raise serializers.ValidationError(dict.fromkeys(map(str, unknown), told))
        known: dict[str, Any] = super().to_internal_value(data)
        return known

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        first, last = attrs.get("year_from"), attrs.get("year_to")
        if first is not None and last is not None and first > last:
            raise serializers.ValidationError(
                {"year_to": _("The last year must not be before the first.")}
            )
        return attrs


def filters_of(validated: dict[str, Any] | None) -> Filters:
    given = validated or {}
    return Filters(
        document_ids=tuple(given.get("document_ids") or ()),
        kinds=tuple(given.get("kinds") or ()),
        numbers=(*filter(None, [given.get("number")]), *(given.get("numbers") or ())),
        year_from=given.get("year_from"),
        year_to=given.get("year_to"),
        legal_status=given.get("legal_status") or "",
        language=given.get("language") or "",
        tags=tuple(given.get("tags") or ()),
    )


class SearchRequestSerializer(serializers.Serializer[Any]):
    query = serializers.CharField(
        max_length=settings.MAX_QUESTION_CHARACTERS, help_text=_("What to find")
    )
    limit = serializers.IntegerField(default=10, min_value=1, max_value=50)
    mode = serializers.ChoiceField(["hybrid", "vector", "lexical"], default="hybrid")
    filters = FiltersSerializer(required=False, allow_null=True)


class QuestionRequestSerializer(serializers.Serializer[Any]):
    question = serializers.CharField(max_length=settings.MAX_QUESTION_CHARACTERS)
    pipeline_type = serializers.ChoiceField(["advanced", "baseline"], default="advanced")
    max_results = serializers.IntegerField(default=5, min_value=1, max_value=20)
    filters = FiltersSerializer(required=False, allow_null=True)
    conversation_id = serializers.CharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=64,
        help_text=_("Of an earlier answer, to ask on"),
    )
    language = serializers.ChoiceField(
        ["id", "en"],
        required=False,
        allow_null=True,
        help_text=_("Of the answer; by default that of the question"),
    )


class FeedbackRequestSerializer(serializers.Serializer[Any]):
    rating = serializers.ChoiceField(Feedback.Rating.choices)
    reason = serializers.CharField(
        required=False, allow_blank=True, allow_null=True, max_length=1_000
    )
