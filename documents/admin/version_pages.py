"""Pages of a document's versions in the admin: correct the text, compare, go back, new file."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.utils import quote
from django.core.exceptions import PermissionDenied
from django.forms import HiddenInput
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from documents import jobs, reasons
from documents.admin import editing as editing_pages
from documents.admin import uploads, versions
from documents.admin.editing import EditForm, Place
from documents.correcting import correct, go_back
from documents.intake import store_version
from documents.models import Document, Job, Version
from documents.reasons import Refused

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Document]
else:
    Base = object


class VersionPages(Base):
    """Part of DocumentAdmin."""

    def version_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        return [
            path("<str:pk>/edit/", wrap(self.edit_view), name="documents_document_edit"),
            path(
                "<str:pk>/versions/", wrap(self.versions_view), name="documents_document_versions"
            ),
            path(
                "<str:pk>/versions/<int:number>/",
                wrap(self.compare_view),
                name="documents_document_compare",
            ),
            path("<str:pk>/file/", wrap(self.new_file_view), name="documents_document_new_file"),
        ]

    def start_processing(
        self, request: HttpRequest, ids: list[str], config: dict[str, Any] | None = None
    ) -> None:
        job = jobs.request_processing(ids, config=config, requested_by=request.user)
        self.message_user(
            request,
            format_html(
                ngettext(
                    "Processing of {} document was requested: {}",
                    "Processing of {} documents was requested: {}",
                    job.documents_total,
                ),
                job.documents_total,
                job_link(job),
            ),
            messages.SUCCESS,
        )

    def edit_view(self, request: HttpRequest, pk: str) -> HttpResponse:
        document = self.changeable(request, pk)
        at = editing_pages.place(document, request.GET.get("page", "1"))
        if at is None:
            return self.page(request, document, "edit", here=_("Correct the text"), place=None)
        if request.method != "POST":
            return self.edit_page(request, document, at, editing_pages.first_form(at))
        form = editing_pages.EditForm(request.POST)
        if not form.is_valid():
            return self.edit_page(request, document, at, form, refused=form.errors.as_text())
        try:
            return self.take_edit(request, document, at, form)
        except Refused as refused:
            if editing_pages.is_conflict(refused):
                at, form, difference = editing_pages.form_after_conflict(at, form)
                more = {"difference": difference, "conflict": True}
                return self.edit_page(request, document, at, form, refused=refused.message, **more)
            form = editing_pages.EditForm(initial=form.cleaned_data)
            return self.edit_page(request, document, at, form, refused=refused.message)

    def take_edit(
        self, request: HttpRequest, document: Document, at: Place, form: EditForm
    ) -> HttpResponse:
        """Preview or save what was sent. Raises Refused."""
        edited, action = form.edited(at.sheet.number), request.POST.get("action")
        if action not in {"publish", "keep"}:
            difference = None if action == "edit" else editing_pages.preview(at.version, edited)
            form = editing_pages.EditForm(initial=form.cleaned_data)
            if difference:
                form.fields["text"].widget = HiddenInput()
            return self.edit_page(
                request, document, at, form, difference=difference, is_preview=bool(difference)
            )
        version = correct(
            document,
            edited,
            note=form.cleaned_data["note"],
            is_checked=form.cleaned_data["checked"],
            by=request.user,
        )
        saved = _("The correction was saved as version {}.")
        self.message_user(request, saved.format(version.number), messages.SUCCESS)
        if action == "publish":
            self.start_processing(request, [document.pk])
            return HttpResponseRedirect(self.address(document))
        if at.next_number:
            edit = reverse("admin:documents_document_edit", args=[document.pk])
            return HttpResponseRedirect(f"{edit}?page={at.next_number}")
        return HttpResponseRedirect(
            reverse("admin:documents_document_versions", args=[document.pk])
        )

    def edit_page(
        self, request: HttpRequest, document: Document, at: Place, form: EditForm, **more: Any
    ) -> HttpResponse:
        here = _("Correct the text")
        return self.page(request, document, "edit", here=here, place=at, form=form, **more)

    def versions_view(self, request: HttpRequest, pk: str) -> HttpResponse:
        document = self.viewable(request, pk)
        may_change = self.has_change_permission(request, document) and not document.trashed_at
        if request.method == "POST":
            if not may_change:
                raise PermissionDenied
            self.go_back(request, document)
            return HttpResponseRedirect(request.path)
        entries = versions.entries(document)
        return self.page(
            request,
            document,
            "versions",
            here=_("Versions"),
            entries=entries,
            may_change=may_change,
        )

    def go_back(self, request: HttpRequest, document: Document) -> None:
        number = request.POST.get("number", "")
        try:
            note = _("Back to version {}").format(number)
            made = go_back(document, int(number) if number.isdecimal() else 0, note=note,
                           by=request.user)  # fmt: skip
        except Refused as refused:
            self.message_user(request, refused.message, messages.ERROR)
            return
        done = _("Version {} has the text of version {} again.")
        self.message_user(request, done.format(made.number, number), messages.SUCCESS)
        self.start_processing(request, [document.pk])

    def compare_view(self, request: HttpRequest, pk: str, number: int) -> HttpResponse:
        document = self.viewable(request, pk)
        try:
            comparison = versions.compare(document, number, against=request.GET.get("against", ""))
        except Version.DoesNotExist:
            raise Http404 from None
        here = _("What differs")
        return self.page(request, document, "compare", here=here, comparison=comparison)

    def new_file_view(self, request: HttpRequest, pk: str) -> HttpResponse:
        document = self.changeable(request, pk)
        form = versions.NewFileForm(request.POST or None, request.FILES or None)
        refused = ""
        if request.method == "POST" and form.is_valid():
            file = form.cleaned_data["file"]
            try:
                if store_version(
                    document, file, filename=file.name or "", uploaded_by=request.user
                ):
                    return self.new_file_stored(request, document, form.cleaned_data["process"])
                refused = reasons.message("same_file")
            except Refused as error:
                refused = error.message
        newest = document.latest_version
        return self.page(
            request,
            document,
            "new_file",
            here=_("New file"),
            form=form,
            refused=refused,
            edited=newest if newest.is_edited else None,
            **uploads.context(request),
        )

    def new_file_stored(
        self, request: HttpRequest, document: Document, process: bool
    ) -> HttpResponse:
        self.message_user(request, _("The new file was stored."), messages.SUCCESS)
        if process:
            self.start_processing(request, [document.pk])
        return HttpResponseRedirect(self.address(document))

    def viewable(self, request: HttpRequest, pk: str) -> Document:
        """Raises Http404 and PermissionDenied."""
        document = self.get_object(request, pk)
        if document is None:
            raise Http404
        if not self.has_view_permission(request, document):
            raise PermissionDenied
        return document

    def changeable(self, request: HttpRequest, pk: str) -> Document:
        """Raises Http404, also for the trash, and PermissionDenied."""
        document = self.viewable(request, pk)
        if not self.has_change_permission(request, document):
            raise PermissionDenied
        if document.trashed_at is not None:
            raise Http404
        return document

    def page(
        self, request: HttpRequest, document: Document, name: str, **more: Any
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "document": document,
            "title": document.title,
            "media": self.media,
            **more,
        }
        return TemplateResponse(request, f"admin/documents/document/{name}.html", context)

    def address(self, document: Document) -> str:
        return reverse("admin:documents_document_change", args=[quote(document.pk)])


def job_link(job: Job) -> SafeString:
    return format_html(
        '<a href="{}">{}</a>', reverse("admin:documents_job_change", args=[quote(job.pk)]), job.pk
    )
