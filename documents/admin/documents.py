"""Documents in the admin: upload, process, look at what was read, decide who may see it."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import PermissionDenied
from django.db.models import DateField, ManyToManyField, QuerySet
from django.forms import CheckboxSelectMultiple, DateInput, ModelForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.defaultfilters import filesizeformat
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from documents import editing, jobs, removal
from documents.admin import contents, relations, uploads, versions
from documents.admin.readiness import document_readiness, readiness_mark
from documents.admin.states import active_items, document_state, states
from documents.admin.version_pages import VersionPages
from documents.findings.noting import shown_version
from documents.models import Document, Job, Version, Visibility
from documents.models.job import ACTIVE
from documents.reasons import Refused

if TYPE_CHECKING:
    Inline = admin.TabularInline[Version, Document]
    Admin = admin.ModelAdmin[Document]
else:
    Inline, Admin = admin.TabularInline, admin.ModelAdmin


class TrashFilter(admin.SimpleListFilter):
    title = _("trash")
    parameter_name = "trash"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("only", _("In the trash")), ("all", _("All"))]

    def choices(self, changelist: Any) -> Any:
        choices = list(super().choices(changelist))
        choices[0]["display"] = _("In the collection")
        return choices

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "only":
            return queryset.exclude(trashed_at=None)
        return queryset if self.value() == "all" else queryset.filter(trashed_at=None)


class VersionInline(Inline):
    model = Version
    fk_name = "document"
    fields = (
        "number",
        "media_type",
        "file_size",
        "page_count",
        "ocr_pages",
        "readiness",
        "read_by",
        "read_at",
    )
    readonly_fields = fields
    extra = 0
    can_delete = False
    show_change_link = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Version]:
        return super().get_queryset(request).defer("canonical")

    @admin.display(description=_("size"))
    def file_size(self, version: Version) -> str:
        return filesizeformat(version.size)

    @admin.display(description=_("read by"))
    def read_by(self, version: Version) -> str:
        return gettext("corrected by hand") if version.is_edited else version.extractor

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Document)
class DocumentAdmin(VersionPages, Admin):
    list_display = ["name", "state", "ready", "page_count", "updated_at"]
    list_display_links = ["name"]
    list_filter = [TrashFilter, "status", "kind", "visibility", "legal_status"]
    search_fields = ["title", "number", "original_filename", "source", "id"]
    list_per_page = 50
    date_hierarchy = "created_at"
    formfield_overrides = {
        ManyToManyField: {"widget": CheckboxSelectMultiple},
        DateField: {"widget": DateInput(format="%Y-%m-%d", attrs={"type": "date"})},
    }
    inlines = [VersionInline]
    actions = ["process", "cancel", "make_internal", "make_public", "trash", "restore"]
    readonly_fields = [
        "state",
        "readiness_and_findings",
        "id",
        "original_filename",
        "source",
        "uploaded_by",
        "created_at",
        "updated_at",
    ]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "state",
                    "readiness_and_findings",
                    "title",
                    ("kind", "number", "year"),
                    "issuer",
                    "subject",
                    ("place", "enacted_on"),
                    "promulgated_on",
                    "gazette",
                ]
            },
        ),
        (_("Who may see it"), {"fields": ["visibility", "groups", "cloud_allowed"]}),
        (_("More"), {"fields": ["legal_status", "language", "tags", "source_url"]}),
        (
            _("File"),
            {"fields": ["original_filename", "source", "id", "uploaded_by", "created_at"]},
        ),
    ]

    class Media:
        css = {"all": ["documents/admin.css", "documents/admin_relations.css"]}
        js = ["documents/admin_states.js"]

    # -- what is listed and shown ------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Document]:
        queryset = super().get_queryset(request).select_related("live_version", "uploaded_by")
        return queryset.defer("live_version__canonical").prefetch_related(active_items)

    @admin.display(description=_("document"), ordering="title")
    def name(self, document: Document) -> SafeString:
        what = document.citation_name or document.get_kind_display()
        return format_html(
            '<span class="doc-title">{}</span>{}<span class="doc-where">{} · {}</span>',
            document.title,
            internal_mark(document),
            what,
            document.source or document.original_filename,
        )

    @admin.display(description=_("status"), ordering="status")
    def state(self, document: Document) -> SafeString:
        return format_html(
            '<div data-live="document" data-id="{}">{}</div>',
            document.pk,
            document_state(document),
        )

    @admin.display(description=_("pages"))
    def page_count(self, document: Document) -> int | str:
        return (document.live_version.page_count if document.live_version else 0) or "–"

    @admin.display(description=_("readiness"), ordering="live_version__readiness")
    def ready(self, document: Document) -> SafeString | str:
        return readiness_mark(document.live_version)

    @admin.display(description=_("readiness"))
    def readiness_and_findings(self, document: Document) -> SafeString:
        return document_readiness(document, shown_version(document))

    # -- permissions -------------------------------------------------------------------------

    def has_delete_permission(self, request: HttpRequest, obj: Document | None = None) -> bool:
        """For good only what is in the trash; into it by the action and the button."""
        allowed = super().has_delete_permission(request, obj)
        return allowed and (obj is None or obj.trashed_at is not None)

    def get_deleted_objects(
        self, objs: Iterable[Document], request: HttpRequest
    ) -> tuple[list[Any], dict[Any, int], set[Any], list[Any]]:
        """The documents alone: what was read from them goes along, and nobody needs rights for it.

        Nobody may delete a single chunk, and a table may have 100,000 rows.
        """
        documents = list(objs)
        allowed = all(self.has_delete_permission(request, each) for each in documents)
        lacking = set() if allowed else {self.opts.verbose_name}
        names = [str(document) for document in documents]
        return names, {self.opts.verbose_name_plural: len(documents)}, lacking, []

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """What fits the list that is shown."""
        actions = super().get_actions(request)
        in_trash = request.GET.get("trash") == "only"
        hidden = {"process", "cancel", "make_internal", "make_public", "trash"}
        for name in hidden if in_trash else {"restore", "delete_selected"}:
            actions.pop(name, None)
        return actions

    # -- changing ----------------------------------------------------------------------------

    def save_related(
        self, request: HttpRequest, form: "ModelForm[Document]", formsets: Any, change: bool
    ) -> None:
        """After the groups are saved, in the transaction of Django's change view."""
        super().save_related(request, form, formsets, change)
        editing.changed(form.instance, form.changed_data)

    def delete_model(self, request: HttpRequest, obj: Document) -> None:
        removal.delete_for_good(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        for document in queryset.exclude(trashed_at=None):
            removal.delete_for_good(document)

    @admin.action(description=_("Process (read and index)"), permissions=["change"])
    def process(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        ids = list(queryset.filter(trashed_at=None).values_list("pk", flat=True))
        self.start_processing(request, ids)

    def read_anew(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        """Read the file although staff corrected its text; the correction stays a version."""
        ids = list(queryset.filter(trashed_at=None).values_list("pk", flat=True))
        self.start_processing(request, ids, config={"read_anew": True})

    @admin.action(description=_("Cancel processing"), permissions=["change"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        running = Job.objects.filter(status__in=ACTIVE, items__document__in=queryset).distinct()
        count = sum(jobs.cancel(job) for job in running)
        done = ngettext("{} job was cancelled.", "{} jobs were cancelled.", count)
        self.message_user(request, done.format(count), messages.SUCCESS)

    @admin.action(description=_("Make internal"), permissions=["change"])
    def make_internal(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        self.set_visibility(request, queryset, Visibility.INTERNAL)

    @admin.action(description=_("Make public"), permissions=["change"])
    def make_public(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        self.set_visibility(request, queryset, Visibility.PUBLIC)

    def set_visibility(
        self, request: HttpRequest, queryset: QuerySet[Document], visibility: Visibility
    ) -> None:
        count = sum(editing.set_visibility(document, visibility) for document in queryset)
        done = ngettext("{} document was changed.", "{} documents were changed.", count)
        self.message_user(request, done.format(count), messages.SUCCESS)

    @admin.action(description=_("Move to the trash"), permissions=["delete"])
    def trash(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        count = sum(removal.trash(document) for document in queryset)
        done = ngettext(
            "{} document was moved to the trash.", "{} documents were moved to the trash.", count
        )
        self.message_user(request, done.format(count), messages.SUCCESS)

    @admin.action(description=_("Restore from the trash"), permissions=["delete"])
    def restore(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        count = 0
        for document in queryset:
            try:
                count += removal.restore(document)
            except Refused as refused:
                self.message_user(request, f"{document}: {refused.message}", messages.ERROR)
        done = ngettext("{} document was restored.", "{} documents were restored.", count)
        self.message_user(request, done.format(count), messages.SUCCESS)

    # -- further pages -----------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        return [
            path("states/", wrap(self.states_view), name="documents_document_states"),
            path(
                "<str:pk>/contents/", wrap(self.contents_view), name="documents_document_contents"
            ),
            *self.version_urls(),
            path(
                "<str:pk>/do/<slug:name>/",
                wrap(require_POST(self.do_view)),
                name="documents_document_do",
            ),
            *super().get_urls(),
        ]

    def states_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return states(request)

    def do_view(self, request: HttpRequest, pk: str, name: str) -> HttpResponse:
        """Run an action on one document, from the buttons of its page."""
        if name not in self.get_actions_of_one(request):
            raise PermissionDenied
        queryset = self.get_queryset(request).filter(pk=pk)
        action: Callable[..., None] = getattr(self, name)
        action(request, queryset)
        return HttpResponseRedirect(reverse("admin:documents_document_change", args=[quote(pk)]))

    def get_actions_of_one(self, request: HttpRequest) -> set[str]:
        allowed = set()
        if self.has_change_permission(request):
            allowed |= {"process", "cancel", "read_anew"}
        if super().has_delete_permission(request):
            allowed |= {"trash", "restore"}
        return allowed

    def contents_view(self, request: HttpRequest, pk: str) -> HttpResponse:
        document = self.get_object(request, pk)
        if document is None:
            raise Http404
        if not self.has_view_permission(request, document):
            raise PermissionDenied
        try:
            shown = contents.view(
                document,
                version_number=request.GET.get("version", ""),
                page=request.GET.get("page", "1"),
            )
        except Version.DoesNotExist:
            raise Http404 from None
        context = {
            **self.admin_site.each_context(request),
            **shown,
            "opts": self.opts,
            "document": document,
            "title": document.title,
            "may_settle": self.has_change_permission(request, document),
            "media": self.media,
            "may_edit": self.has_change_permission(request, document)
            and shown["version"].pk == document.latest_version.pk
            and document.trashed_at is None,
        }
        return TemplateResponse(request, "admin/documents/document/contents.html", context)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {"title": _("Documents"), **(extra_context or {})})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        document = self.get_object(request, unquote(object_id))
        context = {
            "own_actions": self.get_actions_of_one(request),
            "relations": relations.section(document) if document else {},
            "may_decide": self.has_change_permission(request, document),
            "newest_is_edited": document is not None and versions.newest_is_edited(document),
            "show_save_and_add_another": False,
            **(extra_context or {}),
        }
        return super().change_view(request, object_id, form_url, context)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Documents are added by uploading files."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = uploads.UploadForm(request.POST or None)
        files = request.FILES.getlist("files")
        results: list[uploads.Result] = []
        if request.method == "POST" and form.is_valid() and files:
            results = uploads.store_all(files, form, user=request.user)
        if request.headers.get("Accept") == "application/json":
            rows = [
                render_to_string("admin/documents/_upload_row.html", {"result": r}) for r in results
            ]
            return JsonResponse({"rows": rows, "errors": form.errors}, status=200 if rows else 400)
        context = {
            **self.admin_site.each_context(request),
            **uploads.context(request),
            "opts": self.opts,
            "title": _("Upload documents"),
            "form": form,
            "results": results,
            "nothing_chosen": request.method == "POST" and not files,
            "media": self.media,
        }
        return TemplateResponse(request, "admin/documents/document/upload.html", context)


def internal_mark(document: Document) -> SafeString | str:
    if document.visibility == Visibility.PUBLIC:
        return ""
    return format_html(
        '<span class="seen seen--internal">{}</span> ', document.get_visibility_display()
    )
