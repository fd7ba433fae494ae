"""Why a question was answered, or was not: the receipt of each answer, to be read alone."""

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from answering.askers import asker_of_user
from answering.models import Answer, Feedback
from answering.outcomes import OUTCOMES, outcome_of
from answering.presentation import answer_json, visible_among

LONG_FIELDS = ("text", "claims", "removed_claims", "citations", "sources", "timings_ms", "filters")


class OutcomeFilter(admin.SimpleListFilter):
    title = _("outcome")
    parameter_name = "outcome"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(code, outcome.label) for code, outcome in OUTCOMES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Answer]) -> QuerySet[Answer]:
        return queryset.filter(outcome=self.value()) if self.value() else queryset


if TYPE_CHECKING:
    Inline = admin.StackedInline[Feedback, Answer]
    Admin = admin.ModelAdmin[Answer]
else:
    Inline, Admin = admin.StackedInline, admin.ModelAdmin


class FeedbackInline(Inline):
    model = Feedback
    extra = 0
    can_delete = False
    readonly_fields = ("rating", "reason", "created_at")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Answer)
class AnswerAdmin(Admin):
    list_display = ("question_short", "outcome_label", "confidence", "language", "created_at")
    list_filter = (OutcomeFilter, "language", "created_at", "feedback__rating")
    search_fields = ("question", "id")
    date_hierarchy = "created_at"
    inlines = [FeedbackInline]
    fieldsets = [
        (None, {"fields": ("id", "question", "contextualised_question", "answer_text")}),
        (_("Why"), {"fields": ("outcome_label", "explanation", "confidence", "tool", "generator")}),
        (_("Statements"), {"fields": ("shown_claims", "withheld_claims", "linked_citations")}),
        (_("Request"), {"fields": ("language", "pipeline_type", "max_results", "asked_filters")}),
        (_("Time"), {"fields": ("created_at", "finished_at", "timings")}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Answer]:
        queryset = super().get_queryset(request)
        if request.resolver_match and (request.resolver_match.url_name or "").endswith(
            "_changelist"
        ):
            return queryset.defer(*LONG_FIELDS)
        return queryset

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [name for _title, options in self.fieldsets or [] for name in options["fields"]]  # type: ignore[misc]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Answer | None:
        """The receipt, with what this member of staff may see of it as `shown`."""
        answer = super().get_object(request, object_id, from_field)
        if answer is not None:
            asker = asker_of_user(request.user)
            vars(answer)["shown"] = answer_json(answer, asker=asker)
            vars(answer)["visible"] = visible_among(named_documents(answer), asker)
        return answer

    @admin.display(description=_("question"), ordering="question")
    def question_short(self, answer: Answer) -> str:
        return str(answer)

    @admin.display(description=_("outcome"), ordering="outcome")
    def outcome_label(self, answer: Answer) -> str:
        return str(outcome_of(answer.outcome).label if answer.outcome else _("being made"))

    @admin.display(description=_("why"))
    def explanation(self, answer: Answer) -> str:
        return str(outcome_of(answer.outcome).staff) if answer.outcome else ""

    @admin.display(description=_("answer"))
    def answer_text(self, answer: Answer) -> SafeString:
        return lines([vars(answer)["shown"]["answer"]])

    @admin.display(description=_("statements shown"))
    def shown_claims(self, answer: Answer) -> SafeString:
        return lines(told_claims(answer, answer.claims))

    @admin.display(description=_("statements withheld"))
    def withheld_claims(self, answer: Answer) -> SafeString:
        return lines(told_claims(answer, answer.removed_claims))

    @admin.display(description=_("citations"))
    def linked_citations(self, answer: Answer) -> SafeString:
        return format_html_join(
            "",
            '<p>[{}] <a href="{}">{}</a><br>“{}”</p>',
            (
                (
                    citation["marker"],
                    citation["url"],
                    " · ".join([citation["document_title"], citation["legal_reference"]]),
                    citation["quote"],
                )
                for citation in vars(answer)["shown"]["citations"]
                if citation["url"]
            ),
        )

    @admin.display(description=_("filters"))
    def asked_filters(self, answer: Answer) -> str:
        set_ones = {name: value for name, value in answer.filters.items() if value}
        return json.dumps(set_ones, ensure_ascii=False) if set_ones else "-"

    @admin.display(description=_("milliseconds"))
    def timings(self, answer: Answer) -> SafeString:
        return lines([f"{stage}: {value}" for stage, value in answer.timings_ms.items()])


def named_documents(answer: Answer) -> set[str]:
    claims = [*answer.claims, *answer.removed_claims]
    return {document for claim in claims for document in claim["documents"]}


def told_claims(answer: Answer, claims: list[dict[str, Any]]) -> list[str]:
    """Each statement with the reason of the check, but not of documents that may not be seen."""
    return [
        f"{claim['text']} — {claim['reason']}"
        for claim in claims
        if set(claim["documents"]) <= vars(answer)["visible"]
    ]


def lines(texts: list[str]) -> SafeString:
    return format_html_join("", '<p class="receipt">{}</p>', ((text,) for text in texts or "-"))
