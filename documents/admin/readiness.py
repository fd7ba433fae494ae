"""Readiness and harm as staff see them: a number, a word and a colour."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from documents.models import Document, NotedFinding, Version

READY, FAIR = 85, 60
SEVERE, MODERATE = 8, 4


def readiness_mark(version: Version | None) -> SafeString | str:
    """The readiness as a number with a bar; a dash where nothing was read."""
    if version is None or version.readiness is None:
        return "–"
    value = version.readiness
    level = "good" if value >= READY else "fair" if value >= FAIR else "poor"
    return render_to_string("admin/documents/_readiness.html", {"value": value, "level": level})


def harm_mark(harm: float) -> SafeString:
    level, word = (
        ("severe", _("severe"))
        if harm >= SEVERE
        else ("moderate", _("moderate"))
        if harm >= MODERATE
        else ("slight", _("slight"))
    )
    return render_to_string("admin/documents/_harm.html", {"level": level, "word": word})


def document_readiness(document: Document, version: Version | None) -> SafeString:
    """Readiness of the document's version with its open findings, for the document's page."""
    findings = (
        NotedFinding.objects.filter(version=version).open()
        if version
        else NotedFinding.objects.none()
    )
    context = {
        "document": document,
        "mark": readiness_mark(version),
        "count": findings.count(),
    }
    return render_to_string("admin/documents/_document_readiness.html", context)
