"""The staff's side of the index: its chunks, and a console that searches as the API does."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from documents.access import CITIZEN, STAFF
from retrieval.embedders.base import EmbeddingError
from retrieval.glossary_admin import GlossaryEntryAdmin
from retrieval.hits import SearchResult
from retrieval.models import Chunk
from retrieval.rerankers.base import RerankError
from retrieval.search import MAX_LIMIT, SearchTimeoutError, search
from retrieval.statistics import statistics

__all__ = ["ChunkAdmin", "GlossaryEntryAdmin"]

RESULTS = 10


class SearchForm(forms.Form):
    query = forms.CharField(label=_("Question"), max_length=2_000)
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
        label=_("Results"), min_value=1, max_value=MAX_LIMIT, initial=RESULTS, required=False
    )
    as_citizen = forms.BooleanField(label=_("As a citizen sees it"), required=False, initial=True)

    def run(self) -> SearchResult:
        """Search as the API does. Raises what the search raises."""
        values = self.cleaned_data
        return search(
            values["query"],
            asker=CITIZEN if values["as_citizen"] else STAFF,
            limit=values["limit"] or RESULTS,
            mode=values["mode"] or "hybrid",
        )


@admin.register(Chunk)
class ChunkAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["public_id", "document", "legal_reference", "page_from", "live"]
    list_filter = ["live"]
    list_select_related = ["document"]
    search_fields = ["document__title", "legal_reference"]
    ordering = ["document", "ordinal"]
    show_full_result_count = False
    change_list_template = "admin/retrieval/chunk/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Chunk]:
        return super().get_queryset(request).defer("text", "indexed_text")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Chunk | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Chunk | None = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        console = path(
            "search/",
            self.admin_site.admin_view(self.console),
            name="retrieval_chunk_search",
        )
        return [console, *super().get_urls()]

    def console(self, request: HttpRequest) -> HttpResponse:
        """Try a search: hits and near misses with every score."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        form = SearchForm(request.GET if "query" in request.GET else None)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "title": _("Try a search"),
            "opts": self.model._meta,
            "form": form,
            "statistics": statistics(),
        }
        if form.is_valid():
            try:
                context["result"] = form.run()
            except SearchTimeoutError:
                form.add_error(None, _("The search took too long."))
            except RerankError:
                form.add_error(None, _("The reranker failed."))
            except EmbeddingError:
                form.add_error(None, _("The embedder failed. Searching by words alone works."))
        return TemplateResponse(request, "admin/retrieval/chunk/search.html", context)
