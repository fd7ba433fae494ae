"""What staff should know of a version: one row for each finding, open or accepted."""

import hashlib
import json
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from documents.extraction.types import Finding
from documents.findings.catalogue import FindingKind, explained, kind_of
from documents.models.version import Version


class NotedFindingQuerySet(models.QuerySet["NotedFinding"]):
    def open(self) -> "NotedFindingQuerySet":
        return self.filter(accepted_at=None)

    def current(self) -> "NotedFindingQuerySet":
        """Those of the version that is searched, or of the last one read where none is; of
        documents that are not in the trash."""
        last_read = (
            Version.objects.filter(document=OuterRef("version__document"))
            .exclude(read_at=None)
            .order_by("-number")
        )
        shown = Coalesce("version__document__live_version_id", Subquery(last_read.values("pk")[:1]))
        present = self.filter(version__document__trashed_at=None)
        return present.annotate(shown_version=shown).filter(version_id=F("shown_version"))


class NotedFinding(models.Model):
    """A Finding of a version. Accepted ones stay accepted when the file is read again."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="noted")
    code = models.CharField(_("kind"), max_length=40)
    page = models.PositiveIntegerField(_("page"), null=True)
    start = models.PositiveIntegerField(null=True, help_text="offset into Version.canonical")
    end = models.PositiveIntegerField(null=True)
    detail = models.JSONField(default=dict)
    harm = models.FloatField(_("harm"), help_text="as in documents.findings.catalogue")
    fingerprint = models.CharField(
        max_length=32, help_text="the same for the same finding in another reading"
    )
    accepted_at = models.DateTimeField(_("accepted"), null=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("accepted by"),
    )

    objects = NotedFindingQuerySet.as_manager()

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        ordering = ["-harm", "version", "start", "id"]
        indexes = [
            models.Index(fields=["code"], name="finding_code"),
            models.Index(fields=["fingerprint"], name="finding_fingerprint"),
        ]

    def __str__(self) -> str:
        return f"{self.kind.wording} {self.particulars}".strip()

    @property
    def kind(self) -> FindingKind:
        return kind_of(self.code)

    @property
    def particulars(self) -> str:
        return explained(self.code, self.detail)

    @property
    def words_address(self) -> str:
        """The public page of the place, with its words marked where they are known."""
        version = self.version
        address = f"/dokumen/{version.document_id}/v{version.number}"
        if self.page is not None:
            address += f"/hal/{self.page}"
        span = "" if self.start is None else f"{self.start}-{self.end}"
        return f"{address}?k={span}#k{span}" if span else address

    @staticmethod
    def fingerprint_of(finding: Finding) -> str:
        """Of its code, its page and its particulars; places in the text move."""
        said: list[Any] = [finding.code, finding.page, finding.detail]
        written = json.dumps(said, sort_keys=True, default=str)
        return hashlib.blake2b(written.encode(), digest_size=16).hexdigest()
