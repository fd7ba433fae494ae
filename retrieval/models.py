"""The index: chunks, their vectors and their lexical statistics."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from pgvector.django import HalfVectorField

from documents.models import Document, Version


class Chunk(models.Model):
    """A stretch of a version's text: `text == version.canonical[start:end]`, always.

    Chunks with `live=False` are staged: made, but not yet searchable.
    """

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks")
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="chunks")
    ordinal = models.PositiveIntegerField()
    live = models.BooleanField(default=False)
    start = models.PositiveIntegerField(help_text="offset into Version.canonical")
    end = models.PositiveIntegerField()
    text = models.TextField()
    indexed_text = models.TextField(help_text="document name, section path, table header, text")
    digest = models.CharField(max_length=64, help_text="SHA-256 of indexed_text")
    section_path = ArrayField(models.TextField(), default=list)
    legal_reference = models.CharField(max_length=200, blank=True)
    page_from = models.PositiveIntegerField(null=True)
    page_to = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["version", "ordinal"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "ordinal", "live"], name="chunk_ordinal_once"
            ),
        ]
        indexes = [models.Index(fields=["digest"], name="chunk_digest")]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return f"{self.document_id}_chunk_{self.ordinal}"


class EmbeddingModel(models.Model):
    """A model whose vectors are held; exactly one is active and answers queries."""

    alias = models.CharField(max_length=60, unique=True, help_text="key of the EMBEDDERS setting")
    dimensions = models.PositiveIntegerField()
    active = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["active"], condition=models.Q(active=True), name="one_active_model"
            ),
        ]

    def __str__(self) -> str:
        return self.alias


class Filterable(models.Model):
    """Access and filter columns, copied from the document so that each path filters by itself.

    They change in the same transaction as the document (see `retrieval.access_columns`).
    """

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    searchable = models.BooleanField(default=True, help_text="False while in the trash")
    public = models.BooleanField()
    group_ids = ArrayField(models.IntegerField(), default=list)
    kind = models.CharField(max_length=12)
    year = models.PositiveSmallIntegerField(null=True)
    legal_status = models.CharField(max_length=8)
    language = models.CharField(max_length=5)
    tags = ArrayField(models.CharField(max_length=60), default=list)

    class Meta:
        abstract = True


class Embedding(Filterable):
    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="embeddings")
    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="embeddings")
    vector = HalfVectorField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chunk", "model"], name="embedding_once"),
        ]

    def __str__(self) -> str:
        return f"{self.chunk_id} by {self.model_id}"
