"""The pages on which staff correct what was read: edit one page, look at what changes, save."""

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from documents.admin.contents import Sheet, SheetList, of_page
from documents.contents import parts
from documents.correcting import Edited, correction, digest_of, span_now
from documents.differences import Difference, difference
from documents.models import Document, Version
from documents.reasons import Refused

# Formats without pages are corrected in parts that a phone can still scroll through.
PART_CHARACTERS = 12_000


class EditForm(forms.Form):
    version = forms.IntegerField(widget=forms.HiddenInput)
    start = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    end = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    digest = forms.CharField(widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 30})
    )
    note = forms.CharField(
        label=_("Why (optional)"),
        required=False,
        max_length=200,
        help_text=_("For example: two words were read wrongly"),
    )
    checked = forms.BooleanField(
        label=_("I compared the whole page with the file; its findings are settled"),
        required=False,
    )

    def edited(self, page: int | None) -> Edited:
        data = self.cleaned_data
        return Edited(
            version_number=data["version"],
            start=data["start"],
            end=data["end"],
            digest=data["digest"],
            text=data["text"],
            page=page,
        )


@dataclass(frozen=True, slots=True)
class Place:
    """What is edited: the n-th sheet of a version, counted from 1, of so many."""

    version: Version
    number: int
    count: int
    sheet: Sheet

    @property
    def next_number(self) -> int | None:
        return self.number + 1 if self.number < self.count else None

    @property
    def has_pages(self) -> bool:
        return self.sheet.number is not None


def place(document: Document, asked: str) -> Place | None:
    """The asked page, or part, of the newest version; None if nothing was read yet."""
    version = document.latest_version
    if version.read_at is None:
        return None
    sheets = SheetList(version)
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 1
    if sheets.has_pages:
        number = min(max(number, 1), len(sheets))
        return Place(version, number, len(sheets), of_page(version, sheets.numbered[number - 1]))
    spans = parts(version.canonical, size=PART_CHARACTERS)
    number = min(max(number, 1), len(spans))
    start, end = spans[number - 1]
    sheet = Sheet(number=None, start=start, end=end, text=version.canonical[start:end])
    return Place(version, number, len(spans), sheet)


def first_form(at: Place) -> EditForm:
    return EditForm(initial=held(at.version, at.sheet) | {"text": at.sheet.text})


def held(version: Version, sheet: Sheet) -> dict[str, Any]:
    """What the form sends back so that a correction by another person shows."""
    return {
        "version": version.number,
        "start": sheet.start,
        "end": sheet.end,
        "digest": digest_of(sheet.text),
    }


def preview(version: Version, edited: Edited) -> Difference:
    """What the correction would change. Raises Refused."""
    made = correction(version, edited)
    return difference(version.canonical[made.start : made.end], made.text)


def form_after_conflict(at: Place, form: EditForm) -> tuple[Place, EditForm, Difference]:
    """The words of the person who came second, over the text as it stands now."""
    edited = form.edited(at.sheet.number)
    start, end = (at.sheet.start, at.sheet.end)
    if not at.has_pages:
        start, end = span_now(at.version, edited) or (start, end)
    text = at.version.canonical[start:end]
    sheet = replace(at.sheet, start=start, end=end, text=text)
    data = form.cleaned_data | held(at.version, sheet)
    return replace(at, sheet=sheet), EditForm(initial=data), difference(text, edited.text)


def is_conflict(refused: Refused) -> bool:
    return refused.code == "edited_meanwhile"
