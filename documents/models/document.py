"""A published document: what it is, who may see it, and where it stands."""

import secrets
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from documents import reasons
from documents.access import Asker
from documents.references import legal_references
from documents.relations.identity import regulation_key

if TYPE_CHECKING:
    from documents.models.version import Version


class Kind(models.TextChoices):
    """What sort of document it is; the legal words stay Indonesian."""

    UU = "uu", "Undang-Undang"
    PERPPU = "perppu", "Peraturan Pemerintah Pengganti Undang-Undang"
    PP = "pp", "Peraturan Pemerintah"
    PERPRES = "perpres", "Peraturan/Keputusan Presiden"
    PERMEN = "permen", "Peraturan Menteri/Lembaga"
    QANUN = "qanun", "Qanun/Peraturan Daerah"
    PERGUB = "pergub", "Peraturan Gubernur"
    PERBUP = "perbup", "Peraturan Bupati"
    PERWAL = "perwal", "Peraturan Wali Kota"
    KEPGUB = "kepgub", "Keputusan Gubernur"
    SE = "se", "Surat Edaran"
    PUTUSAN = "putusan", "Putusan"
    LAPORAN = "laporan", _("Report")
    STATISTIK = "statistik", _("Statistics")
    PANDUAN = "panduan", _("Guide")
    FORMULIR = "formulir", _("Form")
    LAIN = "lain", _("Other")


CITED_BY = frozenset(("title", "kind", "number", "year"))


class Status(models.TextChoices):
    """Where a document stands on its way to being searchable."""

    UPLOADED = "uploaded", _("uploaded")
    QUEUED = "queued", _("queued")
    PROCESSING = "processing", _("processing")
    CHUNKED = "chunked", _("chunked, not indexed")
    READY = "ready", _("ready")
    NEEDS_OCR = "needs_ocr", _("needs OCR")
    ERROR = "error", _("error")


class Visibility(models.TextChoices):
    PUBLIC = "public", _("public")
    INTERNAL = "internal", _("internal")


class LegalStatus(models.TextChoices):
    BERLAKU = "berlaku", _("in force")
    DIUBAH = "diubah", _("amended")
    DICABUT = "dicabut", _("repealed")
    UNKNOWN = "unknown", _("unknown")


def new_document_id() -> str:
    return f"doc_{secrets.token_hex(16)}"


class DocumentQuerySet(models.QuerySet["Document"]):
    def present(self) -> "DocumentQuerySet":
        """Those that are not in the trash."""
        return self.filter(trashed_at=None)

    def visible_to(self, asker: Asker) -> "DocumentQuerySet":
        """Those that the asker may know of."""
        if asker.sees_everything:
            return self.present()
        public = Q(visibility=Visibility.PUBLIC)
        shared = Q(
            id__in=Document.groups.through.objects.filter(group_id__in=asker.group_ids).values(
                "document_id"
            )
        )
        return self.present().filter(public | shared if asker.group_ids else public)


class Document(models.Model):
    id = models.CharField(primary_key=True, max_length=36, default=new_document_id, editable=False)
    title = models.CharField(_("title"), max_length=500)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.LAIN)
    number = models.CharField(_("number"), max_length=60, blank=True)
    year = models.PositiveSmallIntegerField(_("year"), null=True, blank=True)
    issuer = models.CharField(_("issuer"), max_length=200, blank=True)
    subject = models.CharField(_("subject"), max_length=500, blank=True)
    place = models.CharField(_("place of enactment"), max_length=60, blank=True)
    enacted_on = models.DateField(_("enacted on"), null=True, blank=True)
    promulgated_on = models.DateField(_("promulgated on"), null=True, blank=True)
    gazette = models.CharField(
        _("gazette"), max_length=120, blank=True, help_text=_("Lembaran or Berita, year and number")
    )
    language = models.CharField(_("language"), max_length=5, default="id")
    source = models.CharField(
        _("source"), max_length=500, blank=True, help_text=_("Path below the imported folder")
    )
    original_filename = models.CharField(_("file name"), max_length=255)
    # Of the latest uploaded file: the same bytes again answer with the first document.
    sha256 = models.CharField(max_length=64, editable=False)
    citation_key = models.CharField(
        max_length=320,
        blank=True,
        editable=False,
        help_text="What legal relations name it by; follows kind, number, year and title.",
    )
    status = models.CharField(
        _("status"), max_length=12, choices=Status, default=Status.UPLOADED, editable=False
    )
    error_code = models.CharField(max_length=40, blank=True, editable=False)
    error_detail = models.CharField(max_length=500, blank=True, editable=False)
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility, default=Visibility.PUBLIC
    )
    groups = models.ManyToManyField(
        Group,
        blank=True,
        verbose_name=_("groups"),
        help_text=_("Groups that may see it when it is internal"),
    )
    legal_status = models.CharField(
        _("legal status"), max_length=8, choices=LegalStatus, default=LegalStatus.UNKNOWN
    )
    cloud_allowed = models.BooleanField(
        _("may go to a cloud model"), default=False, help_text=_("Internal documents never do")
    )
    source_url = models.URLField(_("source address"), max_length=1000, blank=True)
    tags = ArrayField(
        models.CharField(max_length=60), verbose_name=_("tags"), default=list, blank=True
    )
    given_fields = ArrayField(
        models.CharField(max_length=30),
        default=list,
        editable=False,
        help_text="Fields that a person or the upload gave; reading the file leaves them alone.",
    )
    live_version: "models.ForeignKey[Version | None, Version | None]" = models.ForeignKey(
        "documents.Version",
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        help_text="The version that is searched and shown; None until the first is published.",
    )
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        verbose_name=_("uploaded by"),
    )
    created_at = models.DateTimeField(_("uploaded"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)
    trashed_at = models.DateTimeField(null=True, editable=False)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering = ["-created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["sha256"], condition=Q(trashed_at=None), name="document_same_bytes_once"
            ),
        ]
        indexes = [
            models.Index(fields=["kind", "number", "year"], name="document_citation"),
            models.Index(fields=["citation_key"], name="document_citation_key"),
            models.Index(fields=["status"], name="document_status"),
            models.Index(fields=["source"], name="document_source"),
        ]

    def __str__(self) -> str:
        return self.title

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the citation key with the fields that it is made of."""
        fields = kwargs.get("update_fields")
        if fields is None or CITED_BY & set(fields):
            self.citation_key = regulation_key(
                self.title, kind=self.kind, number=self.number, year=self.year
            )
            if fields is not None:
                kwargs["update_fields"] = [*fields, "citation_key"]
        super().save(*args, **kwargs)

    @property
    def citation_name(self) -> str:
        """The short name by which lawyers cite it ("UU 11/2006"), or an empty string.

        The title knows more than the kind: a POJK is held as a `permen` and cited as "POJK".
        """
        if not (self.number and self.year):
            return ""
        named = legal_references(self.title)[:1]
        if named and named[0].year == self.year and named[0].regulation:
            return named[0].regulation
        kind = self.kind.upper() if len(self.kind) <= 3 else self.kind.title()
        return f"{kind} {self.number}/{self.year}"

    @property
    def error_message(self) -> str:
        """Why it could not be read, in the active language; empty if nothing is wrong."""
        return reasons.message(self.error_code, self.error_detail)

    @property
    def latest_version(self) -> "Version":
        """Raises Version.DoesNotExist for a document without a file."""
        return self.versions.latest("number")

    @property
    def resting_status(self) -> str:
        """Where it stands when nothing is being done with it."""
        latest = self.versions.order_by("-number").defer("canonical").first()
        if latest is None or latest.pk != self.live_version_id:
            return Status.UPLOADED
        return Status.NEEDS_OCR if latest.unread_pages else Status.READY
