"""The addresses below /v1/, with and without a slash at the end."""

from typing import Any

from django.urls import URLPattern, path, re_path, register_converter
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from answering.api.permissions import Anyone
from answering.api.views import answers, chunking, documents, knowledge_base, query, search
from answering.api.views.base import NotFoundView, PortalView


class Word:
    """A part of an address that is an id; anything else is not found."""

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class DocumentId(Word):
    regex = "doc_[0-9a-f]{32}"


class QueryId(Word):
    regex = "q_[0-9a-f]{32}"


class JobId(Word):
    regex = "(?:job|reindex)_[0-9a-f]{12}"


register_converter(DocumentId, "document_id")
register_converter(QueryId, "query_id")
register_converter(JobId, "job_id")


def at(route: str, view: type[PortalView], name: str) -> list[URLPattern]:
    """The view with and without a slash: clients of other APIs send either."""
    handler: Any = csrf_exempt(view.as_view())  # sessions check it themselves
    return [path(route, handler, name=name), path(f"{route}/", handler)]


urlpatterns = [
    *at("search", search.SearchView, "search"),
    *at("query", query.QueryView, "query"),
    *at("query/stream", query.QueryStreamView, "query-stream"),
    *at("answers/<query_id:query_id>", answers.AnswerView, "answer"),
    *at("answers/<query_id:query_id>/stream", answers.AnswerStreamView, "answer-stream"),
    *at("answers/<query_id:query_id>/stop", answers.StopView, "answer-stop"),
    *at("answers/<query_id:query_id>/feedback", answers.FeedbackView, "answer-feedback"),
    *at("documents", documents.DocumentListView, "documents"),
    *at("documents/refresh", documents.RefreshView, "documents-refresh"),
    *at("documents/<document_id:document_id>", documents.DocumentView, "document"),
    *at("chunking/process", chunking.ProcessView, "chunking-process"),
    *at("chunking/process-all", chunking.ProcessAllView, "chunking-process-all"),
    *at("chunking/status/<job_id:job_id>", chunking.JobStatusView, "chunking-status"),
    *at("kb/stats", knowledge_base.StatisticsView, "kb-stats"),
    *at("kb/reindex", knowledge_base.ReindexView, "kb-reindex"),
    *at("kb/clear", knowledge_base.ClearView, "kb-clear"),
    *at("kb/jobs/active", knowledge_base.ActiveJobsView, "kb-jobs-active"),
    path("schema/", SpectacularAPIView.as_view(permission_classes=[Anyone]), name="schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(permission_classes=[Anyone], url_name="api:schema"),
        name="docs",
    ),
    re_path(r"", NotFoundView.as_view()),
]
