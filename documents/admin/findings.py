"""All findings of all documents in one list, the most harmful first; staff accept what is right."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from documents.admin.readiness import harm_mark
from documents.findings.acceptance import accept, reopen
from documents.findings.catalogue import FINDINGS, kind_of
from documents.models import Document, NotedFinding

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[NotedFinding]
else:
    Admin = admin.ModelAdmin


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("accepted", _("Accepted")), ("all", _("All"))]

    def choices(self, changelist: Any) -> Any:
        choices = list(super().choices(changelist))
        choices[0]["display"] = _("Open")
        return choices

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "accepted":
            return queryset.exclude(accepted_at=None)
        return queryset if self.value() == "all" else queryset.filter(accepted_at=None)


class CodeFilter(admin.SimpleListFilter):
    """The kinds of which there is a finding, with how many are open."""

    title = _("kind of finding")
    parameter_name = "code"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        counted = (
            NotedFinding.objects.current().open().order_by().values("code").annotate(n=Count("pk"))
        )
        numbers = {row["code"]: row["n"] for row in counted}
        asked = request.GET.get(self.parameter_name)
        if asked and asked in FINDINGS:
            numbers.setdefault(asked, 0)
        order = sorted(numbers, key=lambda code: (-kind_of(code).harm, str(kind_of(code).wording)))
        return [(code, f"{kind_of(code).wording} ({numbers[code]})") for code in order]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(code=self.value()) if self.value() else queryset


class DocumentFilter(admin.SimpleListFilter):
    """Shown only where somebody came from a document."""

    title = _("document")
    parameter_name = "document"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        asked = request.GET.get(self.parameter_name, "")
        return list(Document.objects.filter(pk=asked).values_list("pk", "title"))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(version__document_id=self.value()) if self.value() else queryset


@admin.register(NotedFinding)
class NotedFindingAdmin(Admin):
    list_display = ["severity", "what"]
    list_display_links = None
    list_filter = [StateFilter, DocumentFilter, CodeFilter]
    search_fields = ["version__document__title", "version__document__source"]
    search_help_text = _("Title or path of a document")
    list_per_page = 50
    show_facets = admin.ShowFacets.NEVER
    actions = ["accept", "reopen"]
    ordering = ["-harm", "version__readiness", "version", "start", "page", "id"]

    class Media:
        css = {"all": ["documents/admin.css"]}

    # -- what is listed ----------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[NotedFinding]:
        queryset = NotedFinding.objects.current().order_by(*self.ordering or [])
        return queryset.select_related("version__document", "accepted_by").defer(
            "version__canonical"
        )

    @admin.display(description=_("harm"), ordering="harm")
    def severity(self, finding: NotedFinding) -> SafeString:
        return harm_mark(finding.harm)

    @admin.display(description=_("finding"), ordering="version__document__title")
    def what(self, finding: NotedFinding) -> SafeString:
        return render_to_string("admin/documents/_finding_row.html", {"finding": finding})

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        title = _("What may be wrong in the documents, the most harmful first")
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    # -- permissions: those of documents -----------------------------------------------------

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("documents.view_document") or self.has_change_permission(
            request
        )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("documents.change_document")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    # -- settling ----------------------------------------------------------------------------

    @admin.action(description=_("Accept: seen, nothing to mend"), permissions=["change"])
    def accept(self, request: HttpRequest, queryset: QuerySet[NotedFinding]) -> None:
        count = accept(queryset, by=cast(AbstractBaseUser, request.user))
        done = ngettext("{} finding was accepted.", "{} findings were accepted.", count)
        self.message_user(request, done.format(count), messages.SUCCESS)

    @admin.action(description=_("Open again"), permissions=["change"])
    def reopen(self, request: HttpRequest, queryset: QuerySet[NotedFinding]) -> None:
        count = reopen(queryset)
        done = ngettext("{} finding is open again.", "{} findings are open again.", count)
        self.message_user(request, done.format(count), messages.SUCCESS)

    def get_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        return [
            path(
                "<int:pk>/do/<slug:name>/",
                wrap(require_POST(self.do_view)),
                name="documents_notedfinding_do",
            ),
            *super().get_urls(),
        ]

    def do_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """Accept or reopen one finding, from the buttons beside it."""
        if name not in ("accept", "reopen") or not self.has_change_permission(request):
            raise PermissionDenied
        finding = get_object_or_404(NotedFinding.objects.select_related("version"), pk=pk)
        chosen = NotedFinding.objects.filter(pk=finding.pk).select_related("version")
        self.accept(request, chosen) if name == "accept" else self.reopen(request, chosen)
        back = request.POST.get("next", "")
        if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
            back = reverse("admin:documents_notedfinding_changelist")
        return HttpResponseRedirect(back)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Nothing of a finding is edited: show it where it was found."""
        finding = get_object_or_404(self.get_queryset(request), pk=object_id)
        document = finding.version.document
        return HttpResponseRedirect(
            reverse("admin:documents_document_contents", args=[document.pk])
        )
