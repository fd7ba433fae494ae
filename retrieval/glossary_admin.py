"""The glossary for staff: their entries, what is shipped, and both as CSV."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from retrieval.glossary import SHIPPED
from retrieval.glossary_csv import MAX_BYTES, GlossaryFileError, as_csv, store_csv
from retrieval.models import GlossaryEntry

SHIPPED_PER_PAGE = 100


class CsvForm(forms.Form):
    file = forms.FileField(
        label=_("CSV file"),
        help_text=_("Columns: kind, phrase, meanings, effect, active, note."),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise forms.ValidationError(
                _("The file is larger than %(most)d kB.") % {"most": MAX_BYTES // 1_000}
            )
        return file


@dataclass(frozen=True, slots=True)
class ShippedEntry:
    kind: str
    kind_label: str
    phrase: str
    meanings: str

    @property
    def form_values(self) -> str:
        """The query string with which a new entry's form begins as this one."""
        return urlencode(
            {
                "kind": self.kind,
                "phrase": self.phrase,
                "meanings": self.meanings,
                "effect": GlossaryEntry.Effect.REPLACE,
            }
        )


def shipped_entries(*, kind: str = "", text: str = "") -> list[ShippedEntry]:
    """What is shipped, of one kind or of all, as far as it holds the text."""
    labels = dict(GlossaryEntry.Kind.choices)
    entries = (
        ShippedEntry(code, str(labels[code]), phrase, "; ".join(meanings))
        for code, table in SHIPPED.items()
        if kind in ("", code)
        for phrase, meanings in sorted(table.items())
    )
    low = text.strip().lower()
    return [each for each in entries if low in each.phrase or low in each.meanings.lower()]


@admin.register(GlossaryEntry)
class GlossaryEntryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["phrase", "kind", "meanings", "effect", "active", "try_it"]
    list_filter = ["kind", "active", "effect"]
    search_fields = ["phrase", "meanings", "note"]
    fields = [
        "kind",
        "phrase",
        "meanings",
        "effect",
        "active",
        "note",
        "shipped",
        "try_it",
        "changed_by",
        "changed_at",
    ]
    readonly_fields = ["shipped", "try_it", "changed_by", "changed_at"]
    actions = ["switch_on", "switch_off"]
    change_list_template = "admin/retrieval/glossaryentry/change_list.html"

    def save_model(
        self,
        request: HttpRequest,
        obj: GlossaryEntry,
        form: "forms.ModelForm[GlossaryEntry]",
        change: bool,
    ) -> None:
        obj.changed_by = request.user  # type: ignore[assignment]
        super().save_model(request, obj, form, change)

    @admin.display(description=_("shipped meanings"))
    def shipped(self, entry: GlossaryEntry) -> str:
        table = SHIPPED.get(entry.kind, {})  # type: ignore[call-overload]
        return "; ".join(table.get(entry.phrase, ())) or "–"

    @admin.display(description=_("try this question"))
    def try_it(self, entry: GlossaryEntry) -> SafeString | str:
        if not entry.phrase:
            return "–"
        address = reverse("admin:retrieval_chunk_search")
        query = urlencode({"query": entry.phrase})
        return format_html('<a href="{}?{}">{}</a>', address, query, entry.phrase)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {
            "title": capfirst(self.opts.verbose_name_plural),
            "shipped_count": sum(len(table) for table in SHIPPED.values()),
        }
        return super().changelist_view(request, {**context, **(extra_context or {})})

    def get_fields(self, request: HttpRequest, obj: GlossaryEntry | None = None) -> list[Any]:
        """What an entry has only once it is stored is not shown on the form of a new one."""
        return [each for each in self.fields if obj or each not in self.readonly_fields]

    @admin.action(description=_("Switch on"), permissions=["change"])
    def switch_on(self, request: HttpRequest, entries: QuerySet[GlossaryEntry]) -> None:
        self._switch(request, entries, active=True)

    @admin.action(description=_("Switch off"), permissions=["change"])
    def switch_off(self, request: HttpRequest, entries: QuerySet[GlossaryEntry]) -> None:
        self._switch(request, entries, active=False)

    def _switch(
        self, request: HttpRequest, entries: QuerySet[GlossaryEntry], *, active: bool
    ) -> None:
        entries.update(active=active, changed_by=request.user, changed_at=timezone.now())

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("shipped/", view(self.shipped_page), name="retrieval_glossaryentry_shipped"),
            path("export/", view(self.export), name="retrieval_glossaryentry_export"),
            path("import/", view(self.import_page), name="retrieval_glossaryentry_import"),
            *super().get_urls(),
        ]

    def shipped_page(self, request: HttpRequest) -> HttpResponse:
        """What comes with the portal, each with a link by which to replace it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        kind, text = request.GET.get("kind", ""), request.GET.get("q", "")
        context = self._context(
            request,
            title=_("Shipped glossary"),
            page=Paginator(shipped_entries(kind=kind, text=text), SHIPPED_PER_PAGE).get_page(
                request.GET.get("page")
            ),
            kinds=GlossaryEntry.Kind.choices,
            kind=kind,
            text=text,
            may_add=self.has_add_permission(request),
        )
        return TemplateResponse(request, "admin/retrieval/glossaryentry/shipped.html", context)

    def export(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        response = HttpResponse(as_csv(GlossaryEntry.objects.all()), content_type="text/csv")
        response["Content-Disposition"] = 'attachment; filename="glossary.csv"'
        return response

    def import_page(self, request: HttpRequest) -> HttpResponse:
        """Take in a CSV: all of its rows, or none and the reasons."""
        if not (self.has_add_permission(request) and self.has_change_permission(request)):
            raise PermissionDenied
        form = CsvForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            try:
                count = store_csv(form.cleaned_data["file"].read(), changed_by=request.user)
            except GlossaryFileError as error:
                form.add_error("file", error.reasons)
            else:
                messages.success(request, _("%(count)d entries were taken in.") % {"count": count})
                return HttpResponseRedirect(reverse("admin:retrieval_glossaryentry_changelist"))
        context = self._context(request, title=_("Take in a CSV"), form=form)
        return TemplateResponse(request, "admin/retrieval/glossaryentry/import.html", context)

    def _context(self, request: HttpRequest, **values: Any) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.model._meta, **values}
