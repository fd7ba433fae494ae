"""Legal relations in the admin: what texts say that they do to others, for staff to decide."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from documents import relating
from documents.models import Decision, Document, LegalRelation
from documents.relation_lines import address_of

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[LegalRelation]
else:
    Admin = admin.ModelAdmin

FROM_LIST = "list"
DECISIONS = {
    "confirm": Decision.CONFIRMED,
    "reject": Decision.REJECTED,
    "reopen": Decision.PROPOSED,
}


class DecisionFilter(admin.SimpleListFilter):
    """Open proposals unless asked for others."""

    title = _("decision")
    parameter_name = "decision"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            (Decision.CONFIRMED, _("Confirmed")),
            (Decision.REJECTED, _("Rejected")),
            ("all", _("All")),
        ]

    def choices(self, changelist: Any) -> Any:
        choices = list(super().choices(changelist))
        choices[0]["display"] = _("Open proposals")
        return choices

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        return queryset.filter(decision=self.value() or Decision.PROPOSED)


class HeldFilter(admin.SimpleListFilter):
    """Those first that change what citizens see: their target is in the collection."""

    title = _("target")
    parameter_name = "held"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("In the collection")), ("no", _("Not in the collection"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() is None:
            return queryset
        held = Document.objects.present().filter(citation_key=OuterRef("target_key"))
        return queryset.filter(Exists(held) if self.value() == "yes" else ~Exists(held))


@admin.register(LegalRelation)
class LegalRelationAdmin(Admin):
    list_display = ["proposal", "decided"]
    list_display_links = None
    list_filter = [DecisionFilter, "verb", HeldFilter]
    search_fields = ["target_citation", "actor_citation", "document__title", "quote"]
    list_per_page = 50
    actions = ["confirm", "reject", "reopen"]

    class Media:
        css = {"all": ["documents/admin.css", "documents/admin_relations.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[LegalRelation]:
        queryset = super().get_queryset(request).filter(document__trashed_at=None)
        joined = queryset.select_related("document", "version", "decided_by")
        return joined.defer("version__canonical").order_by("document__title", "start")

    # -- permissions: who may change documents decides on their relations ----------------------

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("documents.view_document") or self._decides(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._decides(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def _decides(self, request: HttpRequest) -> bool:
        return request.user.has_perm("documents.change_document")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        context = {"title": _("Legal relations"), **(extra_context or {})}
        return super().changelist_view(request, context)

    # -- what is listed ------------------------------------------------------------------------

    @admin.display(description=_("relation"), ordering="document__title")
    def proposal(self, relation: LegalRelation) -> SafeString:
        """The relation, the words that say so, and where they stand: in one column for phones."""
        return format_html(
            '<div class="relation-sentence">{}</div><div class="relation-words">{}</div>'
            '<div class="doc-where">{} <a href="{}#hubungan">{}</a></div>',
            sentence_of(relation),
            quoted(relation),
            f"{relation.stated_in} ·" if relation.stated_in else "",
            reverse("admin:documents_document_change", args=[quote(relation.document_id)]),
            Truncator(relation.document.title).chars(90),
        )

    @admin.display(description=_("decision"), ordering="decision")
    def decided(self, relation: LegalRelation) -> SafeString:
        return format_html("{}{}", decision_of(relation), list_buttons(relation))

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Without buttons for those who may only look."""
        if self._decides(request):
            return ["proposal", "decided"]
        return ["proposal", admin.display(description=_("decision"))(decision_of)]

    # -- deciding ------------------------------------------------------------------------------

    @admin.action(description=_("Confirm"), permissions=["change"])
    def confirm(self, request: HttpRequest, queryset: QuerySet[LegalRelation]) -> None:
        self._decide(request, queryset, "confirm")

    @admin.action(description=_("Reject"), permissions=["change"])
    def reject(self, request: HttpRequest, queryset: QuerySet[LegalRelation]) -> None:
        self._decide(request, queryset, "reject")

    @admin.action(description=_("Undo the decision"), permissions=["change"])
    def reopen(self, request: HttpRequest, queryset: QuerySet[LegalRelation]) -> None:
        self._decide(request, queryset, "reopen")

    def _decide(self, request: HttpRequest, queryset: QuerySet[LegalRelation], name: str) -> None:
        count = relating.decide(queryset, DECISIONS[name], user=request.user)
        done = {
            "confirm": ngettext(
                "{} relation was confirmed.", "{} relations were confirmed.", count
            ),
            "reject": ngettext("{} relation was rejected.", "{} relations were rejected.", count),
            "reopen": ngettext("{} relation is open again.", "{} relations are open again.", count),
        }
        self.message_user(request, done[name].format(count), messages.SUCCESS)

    def get_urls(self) -> list[Any]:
        decide = self.admin_site.admin_view(require_POST(self.decide_view))
        return [
            path("<int:pk>/<slug:name>/", decide, name="documents_legalrelation_decide"),
            *super().get_urls(),
        ]

    def decide_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """Decide on one relation, from the buttons of a document's page or of the list."""
        if not self._decides(request):
            raise PermissionDenied
        found = self.get_queryset(request).filter(pk=pk)
        if name not in DECISIONS or not found:
            raise Http404
        self._decide(request, found, name)
        return HttpResponseRedirect(self._next(request, found[0]))

    def _next(self, request: HttpRequest, relation: LegalRelation) -> str:
        wanted = request.POST.get("next", "")
        if wanted == FROM_LIST:
            wanted = request.headers.get("Referer", "")
            if "/legalrelation/" not in wanted:
                wanted = reverse("admin:documents_legalrelation_changelist")
        if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure()):
            return wanted
        change = reverse("admin:documents_document_change", args=[quote(relation.document_id)])
        return f"{change}#hubungan"


def section(document: Document) -> dict[str, Any]:
    """What the page of a document shows of its relations: stated by it, and told of it."""
    stated = document.relations.select_related("version", "decided_by").defer("version__canonical")
    of_it = LegalRelation.objects.stated_in_present().to(document).exclude(document=document)
    told = of_it.select_related("document", "version", "decided_by").defer("version__canonical")
    relations = [*stated.order_by("actor_key", "start"), *told.exclude(decision=Decision.REJECTED)]
    for relation in relations:
        if relation.document_id == document.pk:
            relation.document = document
    held = Document.objects.present().filter(
        citation_key__in={each.target_key for each in relations} - {""}
    )
    ids = dict(held.order_by("-created_at").values_list("citation_key", "id"))
    return {
        "rows": [row(relation, document, ids) for relation in relations],
        "open": sum(each.decision == Decision.PROPOSED for each in relations),
    }


def row(relation: LegalRelation, document: Document, held: dict[str, str]) -> dict[str, Any]:
    """One relation for the section; `told` where another document says it of this one."""
    return {
        "relation": relation,
        "told": relation.document_id != document.pk,
        "target_id": held.get(relation.target_key, ""),
        "sentence": sentence_of(relation),
        "quote": quoted(relation),
        "decision": decision_of(relation),
    }


def sentence_of(relation: LegalRelation) -> SafeString:
    """ "UU 23/2014 repeals in part UU 28/2009: Pasal 157, ...", with the verb as a mark."""
    parts = [
        format_html(
            '<strong>{}</strong> <span class="relation-verb relation-verb--{}">{}</span> '
            "<strong>{}</strong>",
            relation.acting,
            relation.verb,
            relation.get_verb_display(),
            relation.target_citation,
        )
    ]
    if relation.provisions:
        parts.append(format_html('<span class="doc-where">{}</span>', relation.provisions_text))
    if relation.effective_on:
        parts.append(
            format_html(
                '<span class="doc-where">{} <time datetime="{}">{}</time></span>',
                _("In effect from"),
                relation.effective_on.isoformat(),
                f"{relation.effective_on:%d-%m-%Y}",
            )
        )
    return format_html("{}" * len(parts), *parts)


BEGINNING, ENDING = 180, 60


def quoted(relation: LegalRelation) -> SafeString:
    """The words that say so, linked to their place."""
    words = " ".join(relation.quote.split())
    if len(words) > BEGINNING + ENDING:  # the end of a repeal says that it is one
        beginning = words[:BEGINNING].rsplit(" ", 1)[0]
        words = f"{beginning} … {words[-ENDING:].split(' ', 1)[-1]}"
    address = address_of(relation)
    if not address:
        return format_html('<q class="relation-quote">{}</q>', words)
    return format_html(
        '<a class="relation-quote" href="{}" target="_blank" rel="noopener"><q>{}</q></a>',
        address,
        words,
    )


def list_buttons(relation: LegalRelation) -> SafeString:
    """Buttons within the form of the list, each with an address of its own."""
    names = {"confirm": _("Confirm"), "reject": _("Reject")}
    if relation.decision != Decision.PROPOSED:
        names = {"reopen": _("Undo")}
    buttons = format_html_join(
        "",
        '<button type="submit" class="relation-button relation-button--{}" formaction="{}"'
        ' name="next" value="{}" aria-label="{}: {}">{}</button>',
        (
            (
                name,
                reverse("admin:documents_legalrelation_decide", args=[relation.pk, name]),
                FROM_LIST,
                label,
                str(relation),
                label,
            )
            for name, label in names.items()
        ),
    )
    return format_html('<div class="relation-buttons">{}</div>', buttons)


def decision_of(relation: LegalRelation) -> SafeString:
    mark = format_html(
        '<span class="state relation-state--{}">{}</span>',
        relation.decision,
        relation.get_decision_display(),
    )
    if not relation.decided_at:
        return mark
    return format_html(
        '{} <span class="doc-where">{}, {}</span>',
        mark,
        relation.decided_by or "",
        f"{relation.decided_at:%d-%m-%Y %H:%M}",
    )
