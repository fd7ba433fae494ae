"""Embedding models in the admin: how complete each is; building, switching, removing."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from documents.reasons import Refused, message
from retrieval import embedding_models, reindex_jobs
from retrieval.embedding_models import held_models
from retrieval.models import EmbeddingModel

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[EmbeddingModel]
else:
    Admin = admin.ModelAdmin

LIST = "admin:retrieval_embeddingmodel_changelist"
DONE = {
    "build": _("%s is being built. What is found does not change meanwhile."),
    "cancel": _("Building %s is being cancelled. What was made stays."),
    "switch": _("%s answers from the next search on."),
    "remove": _("%s was removed with its vectors."),
}
CHANGED = {"unreadable": "embedder_unreadable"}


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(Admin):
    class Media:
        css = {"all": ["documents/admin.css", "retrieval/models.css"]}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """One by one, with index and vectors, by this page alone."""
        return False

    def get_urls(self) -> list[Any]:
        act = self.admin_site.admin_view(require_POST(self.act))
        return [
            path("", self.admin_site.admin_view(self.models), name=LIST.removeprefix("admin:")),
            path("<str:action>/", act, name="retrieval_embeddingmodel_do"),
        ]

    def models(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        rows = held_models()
        context = {
            **self.admin_site.each_context(request),
            "title": _("Embedding models"),
            "opts": self.opts,
            "media": self.media,
            "rows": [(row, _problem(row.change, row.alias)) for row in rows],
            "is_busy": any(row.job for row in rows),
            "may_change": self.has_change_permission(request),
            "has_alternative": len(settings.EMBEDDERS) > 1,
        }
        return TemplateResponse(request, "admin/retrieval/embeddingmodel/models.html", context)

    def act(self, request: HttpRequest, action: str) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        alias = request.POST.get("alias", "")
        actions: dict[str, Callable[[], object]] = {
            "build": lambda: reindex_jobs.request_build(alias, requested_by=request.user),
            "cancel": lambda: reindex_jobs.cancel_build(alias),
            "switch": lambda: embedding_models.switch(alias),
            "remove": lambda: embedding_models.remove(alias),
        }
        if action not in actions:
            raise Http404
        try:
            actions[action]()
        except Refused as error:
            self.message_user(request, error.message, messages.ERROR)
        else:
            self.message_user(request, DONE[action] % alias, messages.SUCCESS)
        return HttpResponseRedirect(reverse(LIST))


def _problem(change: str, alias: str) -> str:
    return message(CHANGED.get(change, "embedder_changed"), model=alias) if change else ""
