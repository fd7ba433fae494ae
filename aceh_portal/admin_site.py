"""Django's admin under the portal's name, with how the knowledge base stands on its first page."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from documents.findings.summary import mean_readiness, open_findings
from retrieval.statistics import statistics

# django-q has no Indonesian translation of its own; these are collected for ours.
QUEUE_TABLES = (
    gettext_noop("Failed task"),
    gettext_noop("Failed tasks"),
    gettext_noop("Queued task"),
    gettext_noop("Queued tasks"),
    gettext_noop("Scheduled task"),
    gettext_noop("Scheduled tasks"),
    gettext_noop("Successful task"),
    gettext_noop("Successful tasks"),
)

APPS_IN_ORDER = ("documents", "answering", "retrieval", "auth", "django_q")


class PortalAdminSite(AdminSite):
    site_header = _("Aceh Portal")
    site_title = _("Aceh Portal")
    index_title = _("Administration")

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """What staff work with comes first, what only its keeper needs last."""
        order = {label: place for place, label in enumerate(APPS_IN_ORDER)}
        return sorted(
            super().get_app_list(request, app_label),
            key=lambda app: order.get(app["app_label"], len(order)),
        )

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """The list of applications, with the figures for those who may see documents."""
        context = dict(extra_context or {})
        if request.user.has_perm("documents.view_document"):
            context["knowledge_base"] = statistics()
            context["open_findings"] = open_findings()
            context["mean_readiness"] = mean_readiness()
        return super().index(request, context)
