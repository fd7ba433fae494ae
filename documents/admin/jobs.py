"""Jobs in the admin: watched and cancelled, never edited."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from documents import jobs
from documents.admin.states import job_state
from documents.models import Job, JobItem

if TYPE_CHECKING:
    Inline = admin.TabularInline[JobItem, Job]
    Admin = admin.ModelAdmin[Job]
else:
    Inline, Admin = admin.TabularInline, admin.ModelAdmin


class JobItemInline(Inline):
    model = JobItem
    fields = (
        "document",
        "outcome",
        "reason",
    )
    readonly_fields = fields
    extra = 0
    can_delete = False
    template = "admin/documents/job/items.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[JobItem]:
        return super().get_queryset(request).select_related("document")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("status"))
    def outcome(self, item: JobItem) -> str:
        return item.get_status_display()

    @admin.display(description=_("reason"))
    def reason(self, item: JobItem) -> str:
        return item.error_message


@admin.register(Job)
class JobAdmin(Admin):
    list_display = ["documents", "state", "requested_by", "created_at"]
    list_filter = ["status", "kind"]
    search_fields = ["id", "items__document__title", "items__document__source"]
    list_select_related = ["requested_by"]
    inlines = [JobItemInline]
    actions = ["cancel"]
    fields = (
        "state",
        "kind",
        "settings_used",
        "attempts",
        "requested_by",
        "created_at",
        "started_at",
        "finished_at",
        "error_detail",
    )
    readonly_fields = fields

    class Media:
        css = {"all": ["documents/admin.css"]}
        js = ["documents/admin_states.js"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Job]:
        """With the title of one of its documents, by which people know a job."""
        items = JobItem.objects.filter(job=OuterRef("pk")).order_by("pk")
        return (
            super()
            .get_queryset(request)
            .annotate(first_title=Subquery(items.values("document__title")[:1]))
        )

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {"title": _("Jobs"), **(extra_context or {})})

    @admin.display(description=_("documents"))
    def documents(self, job: Any) -> SafeString:
        others = job.documents_total - 1
        more = (
            ngettext("and {} other", "and {} others", others).format(others) if others > 0 else ""
        )
        return format_html(
            '<span class="job-documents">{} <span class="doc-where">{}</span>'
            '<span class="doc-where job-id">{}</span></span>',
            Truncator(job.first_title or "–").chars(90),
            more,
            job.pk,
        )

    @admin.display(description=_("status"), ordering="status")
    def state(self, job: Job) -> SafeString:
        return format_html('<div data-live="job" data-id="{}">{}</div>', job.pk, job_state(job))

    @admin.display(description=_("configuration"))
    def settings_used(self, job: Job) -> str:
        return ", ".join(spoken(job.config)) or "–"

    @admin.action(description=_("Cancel"), permissions=["change"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        count = sum(jobs.cancel(job) for job in queryset)
        done = ngettext("{} job was cancelled.", "{} jobs were cancelled.", count)
        self.message_user(request, done.format(count), messages.SUCCESS)

    def get_urls(self) -> list[Any]:
        cancel = self.admin_site.admin_view(require_POST(self.cancel_view))
        return [
            path("<str:pk>/cancel/", cancel, name="documents_job_cancel"),
            *super().get_urls(),
        ]

    def cancel_view(self, request: HttpRequest, pk: str) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        queryset = self.get_queryset(request).filter(pk=pk)
        if not queryset:
            raise Http404
        self.cancel(request, queryset)
        return HttpResponseRedirect(reverse("admin:documents_job_change", args=[quote(pk)]))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """There is nothing to save."""
        context = {
            "show_save": False,
            "show_save_and_continue": False,
            "title": _("Job"),
            **(extra_context or {}),
        }
        return super().change_view(request, object_id, form_url, context)


def spoken(config: Mapping[str, Any]) -> Iterator[str]:
    """What a job was asked to do, in words."""
    if "chunk_size" in config:
        text = _("chunks of {size} characters, {overlap} of them repeated")
        yield text.format(size=config["chunk_size"], overlap=config["chunk_overlap"])
    if config.get("auto_index") is False:
        yield str(_("not indexed"))
    if config.get("read_anew"):
        yield str(_("read from the file although it was corrected"))
    if config.get("vectors"):
        yield str(_("all vectors anew"))
    if config.get("bm25"):
        yield str(_("words anew"))
