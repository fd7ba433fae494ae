"""A document's file as it was read: canonical text, pages, words and tables."""

import struct
from collections.abc import Iterable

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from documents.extraction.types import UNREAD_CODES, Word
from documents.models.document import Document

WORD = struct.Struct("<IIffff")
EDITED = "edited"  # in the place of an extractor's name


def file_path(version: "Version", filename: str) -> str:
    """A stored file's name holds nothing that the uploader chose but its ending."""
    ending = filename.rpartition(".")[2].lower()
    ending = ending if ending.isascii() and ending.isalnum() and len(ending) <= 5 else "bin"
    return f"documents/{version.document_id}/v{version.number}.{ending}"


class Version(models.Model):
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(_("version"))
    file = models.FileField(_("file"), upload_to=file_path, max_length=200)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField(_("size"), help_text=_("bytes"))
    media_type = models.CharField(_("media type"), max_length=100)
    canonical = models.TextField(
        _("text"), blank=True, help_text=_("Canonical Markdown; citations point into it")
    )
    page_count = models.PositiveIntegerField(_("pages"), default=0)
    ocr_pages = models.PositiveIntegerField(_("pages read by OCR"), default=0)
    # What the reader of the file noted; all findings stand in NotedFinding.
    findings = models.JSONField(_("findings"), default=list, blank=True)
    readiness = models.PositiveSmallIntegerField(
        _("readiness"),
        null=True,
        help_text=_("0 to 100: how well it was read, less what is known to be wrong"),
    )
    extractor = models.CharField(_("read by"), max_length=60, blank=True)
    extractor_version = models.CharField(max_length=60, blank=True)
    note = models.CharField(
        _("why"), max_length=300, blank=True, help_text=_("What was corrected, in a few words")
    )
    based_on = models.PositiveIntegerField(
        null=True, help_text="number of the version whose text was corrected or taken up again"
    )
    chunk_size = models.PositiveIntegerField(default=1_000, help_text=_("characters"))
    chunk_overlap = models.PositiveIntegerField(default=200, help_text=_("characters"))
    read_at = models.DateTimeField(_("read"), null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False
    )

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ["document", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["document", "number"], name="version_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.document_id} v{self.number}"

    @property
    def is_edited(self) -> bool:
        """A person stands for its text: processing it does not read the file again."""
        return self.extractor == EDITED

    @property
    def unread_pages(self) -> list[int]:
        """Pages that hold something which could not be read, and so is not searched."""
        pages = {finding["page"] for finding in self.findings if finding["code"] in UNREAD_CODES}
        return sorted(page for page in pages if page is not None)


class Page(models.Model):
    """One page of a version; formats without pages have one row without a number."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="pages")
    number = models.PositiveIntegerField(null=True, help_text="1-based, of the file")
    printed_number = models.CharField(max_length=20, blank=True)
    start = models.PositiveIntegerField(help_text="offset into Version.canonical")
    end = models.PositiveIntegerField()
    width = models.FloatField(default=0, help_text="points, as shown upright")
    height = models.FloatField(default=0, help_text="points, as shown upright")
    origin = models.CharField(max_length=10)
    judged = models.CharField(max_length=10, default="text")
    certainty = models.FloatField(null=True, help_text="0..1, of the lines read by OCR")
    is_contents = models.BooleanField(default=False)
    word_boxes = models.BinaryField(default=b"")

    class Meta:
        ordering = ["version", "start", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "number"], nulls_distinct=False, name="page_number_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version} p. {self.number}"

    @property
    def words(self) -> list[Word]:
        return [Word(*fields) for fields in WORD.iter_unpack(bytes(self.word_boxes))]

    @staticmethod
    def pack(words: Iterable[Word]) -> bytes:
        """The stored form of a page's words."""
        return b"".join(
            WORD.pack(word.start, word.end, word.x0, word.y0, word.x1, word.y1) for word in words
        )


class Table(models.Model):
    """A table or sheet that one can compute over."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="tables")
    ordinal = models.PositiveIntegerField()
    name = models.CharField(max_length=300)
    columns = ArrayField(models.TextField())
    page = models.PositiveIntegerField(null=True)
    unit = models.CharField(max_length=100, blank=True, help_text="of all figures, as captioned")

    class Meta:
        ordering = ["version", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["version", "ordinal"], name="table_ordinal_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Row(models.Model):
    """One row of a table; cells are text as read, in the order of Table.columns."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rows")
    ordinal = models.PositiveIntegerField()
    cells = ArrayField(models.TextField())
    start = models.PositiveIntegerField(help_text="offset into Version.canonical")
    end = models.PositiveIntegerField()

    class Meta:
        ordering = ["table", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["table", "ordinal"], name="row_ordinal_once"),
        ]

    def __str__(self) -> str:
        return " | ".join(self.cells)
