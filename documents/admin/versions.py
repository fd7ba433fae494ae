"""Versions of a document for staff: who made which, and what differs."""

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

from documents.differences import Difference, difference
from documents.models import Document, Version
from documents.models.version import EDITED


class NewFileForm(forms.Form):
    file = forms.FileField(
        label=_("New file"),
        widget=forms.ClearableFileInput(
            attrs={"accept": ".pdf,.docx,.xlsx,.csv,.html,.htm,.md,.txt"}
        ),
    )
    process = forms.BooleanField(
        label=_("Process right away, so that it can be found"), required=False, initial=True
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """One version in the list; `is_newest` counts those that were read."""

    version: Version
    is_live: bool
    is_newest: bool
    other_file: bool


def entries(document: Document) -> list[Entry]:
    """Newest first."""
    versions = list(document.versions.defer("canonical").select_related("created_by"))
    newest = versions[0].pk if versions else None
    return [
        Entry(
            version,
            is_live=version.pk == document.live_version_id,
            is_newest=version.pk == newest,
            other_file=n + 1 < len(versions) and versions[n + 1].sha256 != version.sha256,
        )
        for n, version in enumerate(versions)
    ]


def newest_is_edited(document: Document) -> bool:
    newest = document.versions.order_by("-number").values_list("extractor", flat=True)
    return newest.first() == EDITED


@dataclass(frozen=True, slots=True)
class Comparison:
    older: Version
    newer: Version
    difference: Difference


def compare(document: Document, number: int, *, against: str) -> Comparison:
    """A version beside another one: the asked one, or what it was made from, or the one before.

    Raises Version.DoesNotExist.
    """
    version = document.versions.get(number=number)
    if against.isascii() and against.isdigit() and len(against) < 7:
        other = document.versions.get(number=int(against))
    else:
        former = document.versions.filter(number__lt=number)
        other = former.filter(number=version.based_on or 0).first() or former.latest("number")
    older, newer = sorted((version, other), key=lambda each: each.number)
    return Comparison(older, newer, difference(older.canonical, newer.canonical))
