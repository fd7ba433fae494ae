"""The staff's console: a search as the API does it, with all that led to its order."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import Group
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from documents.access import CITIZEN, Asker
from documents.models import Document, Kind, LegalStatus
from documents.references import short_citation
from retrieval import identifiers, run_report
from retrieval.analysis import MAX_QUERY_CHARACTERS, Analysis
from retrieval.explaining import Explanation, explain
from retrieval.hits import NO_FILTERS, Filters, SearchResult, Stages
from retrieval.models import EmbeddingModel
from retrieval.naming import named
from retrieval.query_terms import QueryTerm, collection_size, query_terms
from retrieval.search import MAX_LIMIT, Request, SearchRun, run

RESULTS = 10
MAX_NAME_CHARACTERS = 500
MAX_YEAR = 9999
SUGGESTIONS = 12


class SearchForm(forms.Form):
    """What is asked, as whom, how and in what; `viewer` is the member of staff who looks."""

    query = forms.CharField(
        label=_("Question"),
        max_length=MAX_QUERY_CHARACTERS,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    why = forms.CharField(
        label=_("Why is this document not here?"),
        max_length=MAX_NAME_CHARACTERS,
        required=False,
        widget=forms.TextInput(attrs={"list": "documents", "autocomplete": "off"}),
    )
    asker = forms.ChoiceField(label=_("Asked by"), required=False)
    mode = forms.ChoiceField(
        label=_("Paths"),
        choices=[
            ("hybrid", _("words and vectors")),
            ("lexical", _("words")),
            ("vector", _("vectors")),
        ],
        required=False,
    )
    limit = forms.IntegerField(
        label=_("Results"),
        min_value=1,
        max_value=MAX_LIMIT,
        required=False,
        widget=forms.NumberInput(attrs={"placeholder": RESULTS}),
    )
    model = forms.ChoiceField(label=_("Model"), required=False)
    without_identifiers = forms.BooleanField(
        label=_("Take references and codes for words like others"), required=False
    )
    without_rerank = forms.BooleanField(
        label=_("Leave the hits as the paths found them"), required=False
    )
    kind = forms.ChoiceField(
        label=_("Kind"), choices=[("", _("any")), *Kind.choices], required=False
    )
    number = forms.CharField(label=_("Number"), max_length=60, required=False)
    year_from = forms.IntegerField(
        label=_("From year"), min_value=0, max_value=MAX_YEAR, required=False
    )
    year_to = forms.IntegerField(
        label=_("To year"), min_value=0, max_value=MAX_YEAR, required=False
    )
    legal_status = forms.ChoiceField(
        label=_("Legal status"), choices=[("", _("any")), *LegalStatus.choices], required=False
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=[("", _("any")), ("id", _("Indonesian")), ("en", _("English"))],
        required=False,
    )
    tags = forms.CharField(
        label=_("Tags"), max_length=500, required=False, help_text=_("several with commas")
    )
    document = forms.CharField(
        label=_("Document"),
        max_length=MAX_NAME_CHARACTERS,
        required=False,
        widget=forms.TextInput(attrs={"list": "documents", "autocomplete": "off"}),
    )

    narrowing = ("kind", "number", "year_from", "year_to", "legal_status", "language", "tags")
    ways = ("model", "without_identifiers", "without_rerank")

    def __init__(self, *args: Any, viewer: Asker, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.viewer = viewer
        self.fields["asker"].choices = _askers(viewer)  # type: ignore[attr-defined]
        models = EmbeddingModel.objects.filter(alias__in=settings.EMBEDDERS)
        models = models.order_by("-active", "alias")
        self.fields["model"].choices = [  # type: ignore[attr-defined]
            (one.alias, f"{one.alias} ({_('active')})" if one.active else one.alias)
            for one in models
        ]
        if len(models) < 2:
            del self.fields["model"]
        if not viewer.sees_everything:
            del self.fields["why"]

    def clean_document(self) -> str:
        """The id of the document that is meant; several fit only together with a choice."""
        text: str = self.cleaned_data["document"]
        if not text:
            return ""
        ids = [each.document.pk for each in named(text)]
        known = Document.objects.visible_to(self.viewer).filter(pk__in=ids)
        if (document := known.first()) is None:
            raise forms.ValidationError(_("There is no such document."))
        return document.pk

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        first, last = values.get("year_from"), values.get("year_to")
        if first is not None and last is not None and first > last:
            self.add_error("year_to", _("The last year must not be before the first."))
        return values

    @cached_property
    def filters(self) -> Filters:
        values = self.cleaned_data
        return Filters(
            document_ids=_present(values["document"]),
            kinds=_present(values["kind"]),
            numbers=_present(values["number"]),
            year_from=values["year_from"],
            year_to=values["year_to"],
            legal_status=values["legal_status"],
            language=values["language"],
            tags=_present(*(tag.strip() for tag in values["tags"].split(","))),
        )

    @property
    def is_narrowed(self) -> bool:
        return self.is_bound and (not self.is_valid() or self.filters != NO_FILTERS)

    @property
    def is_varied(self) -> bool:
        return self.is_bound and any(self.data.get(name) for name in self.ways)

    def request(self) -> Request:
        values = self.cleaned_data
        return Request(
            values["query"],
            self._asker(),
            limit=values["limit"] or RESULTS,
            filters=self.filters,
            mode=values["mode"] or "hybrid",
            stages=Stages(
                identifiers=not values["without_identifiers"],
                rerank=not values["without_rerank"],
            ),
            model_alias=values.get("model") or None,
        )

    def _asker(self) -> Asker:
        chosen: str = self.cleaned_data["asker"]
        if chosen == "staff":
            return self.viewer
        if chosen.startswith("group-"):
            return Asker(group_ids=frozenset({int(chosen.removeprefix("group-"))}))
        return CITIZEN


@dataclass(frozen=True, slots=True)
class Found:
    """A search, as the console shows it."""

    done: SearchRun
    hits: list[run_report.Row]
    near_misses: list[run_report.Row]
    stages: list[run_report.Stage]
    terms: list[QueryTerm]
    collection_size: int
    explanations: list[Explanation]

    @property
    def analysis(self) -> Analysis:
        return self.done.analysis

    @property
    def result(self) -> SearchResult:
        return self.done.result

    @property
    def references(self) -> list[str]:
        return [identifiers.describe(each) for each in self.done.analysis.references]


def find(form: SearchForm) -> Found:
    """Search as the API does. Raises what the search raises."""
    done = run(form.request())
    why = form.cleaned_data.get("why", "")
    return Found(
        done=done,
        hits=run_report.hits(done),
        near_misses=run_report.near_misses(done),
        stages=run_report.stages(done),
        terms=query_terms(done.analysis),
        collection_size=collection_size(),
        explanations=explain(done, why) if why else [],
    )


def suggestions(text: str, *, viewer: Asker) -> list[dict[str, str]]:
    """Documents whose title, file, citation or path fits: what to write, and what it is."""
    documents = Document.objects.visible_to(viewer)
    fitting = documents.filter(title__icontains=text) | documents.filter(source__icontains=text)
    ids = [each.document.pk for each in named(text)]
    found = {each.pk: each for each in documents.filter(pk__in=ids)}
    found |= {each.pk: each for each in fitting.order_by("title")[:SUGGESTIONS]}
    return [_suggestion(each) for each in list(found.values())[:SUGGESTIONS]]


def _suggestion(document: Document) -> dict[str, str]:
    citation = short_citation(document.kind, document.number, document.year)
    known_by = citation if document.number and document.year else document.original_filename
    return {"value": document.source or document.pk, "label": f"{known_by} · {document.title}"}


def _askers(viewer: Asker) -> list[tuple[str, Any]]:
    """Nobody looks with more rights than their own."""
    groups = Group.objects.order_by("name")
    if not viewer.sees_everything:
        groups = groups.filter(pk__in=viewer.group_ids)
    members = [
        (f"group-{group.pk}", _("a member of “%(name)s”") % {"name": group.name})
        for group in groups
    ]
    return [("citizen", _("a citizen")), ("staff", _("staff")), *members]


def _present(*values: str) -> tuple[str, ...]:
    return tuple(value for value in values if value)
