"""The page on which staff uploads files, several at once."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from documents.intake import clean_filename, store_upload
from documents.jobs import request_processing
from documents.models import Document, Job, Kind, Status, Visibility
from documents.reasons import Refused


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one uploaded file; without a document it was refused."""

    filename: str
    outcome: str
    message: str
    document: Document | None = None


class UploadForm(forms.Form):
    visibility = forms.ChoiceField(label=_("Who may see them"), choices=Visibility.choices)
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[("", _("as the text says")), *Kind.choices],
        required=False,
    )
    process = forms.BooleanField(
        label=_("Process right away, so that they can be found"), required=False, initial=True
    )

    def metadata(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("visibility", "kind")}


def store_all(files: list[Any], form: UploadForm, *, user: Any) -> list[Result]:
    """Store each file by itself: one that is refused does not stop the others."""
    results = [store(file, metadata=form.metadata(), user=user) for file in files]
    if form.cleaned_data["process"]:
        process(results, user=user)
    return results


def store(file: Any, *, metadata: dict[str, Any], user: Any) -> Result:
    name = clean_filename(file.name or "")
    try:
        stored = store_upload(file, filename=name, metadata=metadata, uploaded_by=user)
    except Refused as refused:
        return Result(name, "refused", refused.message)
    if stored.created:
        return Result(name, "stored", str(_("Stored.")), stored.document)
    return Result(name, "known", str(_("The same file is here already.")), stored.document)


def process(results: list[Result], *, user: Any) -> Job | None:
    waiting = [
        result.document.pk
        for result in results
        if result.document is not None and result.document.status == Status.UPLOADED
    ]
    if not waiting:
        return None
    job = request_processing(waiting, requested_by=user)
    for result in results:
        if result.document is not None:
            result.document.refresh_from_db(fields=["status"])
    return job


def context(request: HttpRequest) -> dict[str, Any]:
    return {"max_upload_mb": settings.MAX_UPLOAD_MB, "max_upload_bytes": max_bytes()}


def max_bytes() -> int:
    return settings.MAX_UPLOAD_MB * 1024 * 1024
