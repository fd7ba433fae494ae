"""The staff's side of the index: its chunks, and a console that searches as the API does."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from documents.access import asker_of_user
from retrieval.embedders.base import EmbeddingError
from retrieval.embedding_model_admin import EmbeddingModelAdmin
from retrieval.glossary_admin import GlossaryEntryAdmin
from retrieval.models import Chunk
from retrieval.rerankers.base import RerankError
from retrieval.search import SearchTimeoutError
from retrieval.search_console import SearchForm, find, suggestions
from retrieval.statistics import statistics

__all__ = ["ChunkAdmin", "EmbeddingModelAdmin", "GlossaryEntryAdmin"]


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
        return [
            path(
                "search/",
                self.admin_site.admin_view(self.console),
                name="retrieval_chunk_search",
            ),
            path(
                "search/documents/",
                self.admin_site.admin_view(self.documents),
                name="retrieval_chunk_search_documents",
            ),
            *super().get_urls(),
        ]

    def console(self, request: HttpRequest) -> HttpResponse:
        """Try a search: hits and near misses with every score, and why a document is not there."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        form = SearchForm(
            request.GET if "query" in request.GET else None,
            initial=request.GET.dict(),
            viewer=asker_of_user(request.user),
        )
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "title": _("Try a search"),
            "opts": self.model._meta,
            "form": form,
            "statistics": statistics(),
        }
        if form.is_valid():
            try:
                context["found"] = find(form)
            except SearchTimeoutError:
                form.add_error(None, _("The search took too long."))
            except RerankError:
                form.add_error(None, _("The reranker failed."))
            except EmbeddingError:
                form.add_error(None, _("The embedder failed. Searching by words alone works."))
        return TemplateResponse(request, "admin/retrieval/chunk/search.html", context)

    def documents(self, request: HttpRequest) -> HttpResponse:
        """Documents that a few letters name, to choose from."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        text = request.GET.get("term", "").replace("\0", "").strip()
        found = suggestions(text, viewer=asker_of_user(request.user)) if text else []
        return JsonResponse({"results": found})
