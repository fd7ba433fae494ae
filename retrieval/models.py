"""The index: chunks, their vectors and their lexical statistics."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models.functions import Length, Reverse
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField, SparseVectorField

from documents.models import Document, Version
from retrieval.glossary import split
from retrieval.glossary_rules import check_meanings, check_phrase, normal_phrase


class Chunk(models.Model):
    """A stretch of a version's text: `text == version.canonical[start:end]`, always.

    Chunks with `live=False` are staged: made, but not yet searchable.
    """

    # Four bytes: term ids and chunk ids are sorted as one number of eight (retrieval.postings).
    id = models.AutoField(primary_key=True)
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
    provisions = ArrayField(
        models.CharField(max_length=40),
        default=list,
        help_text="keys of the pasal and ayat that it is (retrieval.identifiers)",
    )
    mentions = ArrayField(
        models.CharField(max_length=120),
        default=list,
        help_text="keys of the regulations and pasal that it names (retrieval.identifiers)",
    )

    class Meta:
        verbose_name = _("chunk")
        verbose_name_plural = _("chunks")
        ordering = ["version", "ordinal"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "ordinal", "live"], name="chunk_ordinal_once"
            ),
        ]
        indexes = [
            models.Index(fields=["digest"], name="chunk_digest"),
            GinIndex(fields=["mentions"], name="chunk_mentions"),
            # Counted by this alone; the rows are wide.
            models.Index(fields=["document"], name="chunk_live", condition=models.Q(live=True)),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        return f"{self.document_id}_chunk_{self.ordinal}"


class EmbeddingModel(models.Model):
    """A model whose vectors are held; exactly one is active and answers queries.

    `entry` and `probe` tell whether the embedder behind the alias still is the one that made the
    vectors (see `retrieval.fingerprints`).
    """

    alias = models.CharField(
        _("alias"), max_length=60, unique=True, help_text="key of the EMBEDDERS setting"
    )
    dimensions = models.PositiveIntegerField(_("dimensions"))
    active = models.BooleanField(_("active"), default=False)
    maintained = models.BooleanField(
        default=True, help_text="what is published gets its vectors, too"
    )
    entry = models.JSONField(default=dict, help_text="of the EMBEDDERS setting, as it was")
    probe = HalfVectorField(null=True, help_text="query and passage vector of one fixed text")
    probed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    built_at = models.DateTimeField(_("complete since"), null=True)
    activated_at = models.DateTimeField(_("last switched to"), null=True)

    class Meta:
        verbose_name = _("embedding model")
        verbose_name_plural = _("embedding models")
        ordering = ["alias"]
        constraints = [
            models.UniqueConstraint(
                fields=["active"], condition=models.Q(active=True), name="one_active_model"
            ),
        ]

    def __str__(self) -> str:
        return self.alias


class StagedVector(models.Model):
    """A vector made but not yet published: it survives a killed job and is never made twice."""

    digest = models.CharField(max_length=64, help_text="Chunk.digest")
    model = models.ForeignKey(EmbeddingModel, on_delete=models.CASCADE, related_name="+")
    vector = HalfVectorField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["digest", "model"], name="staged_vector_once"),
        ]

    def __str__(self) -> str:
        return f"{self.digest[:12]} by {self.model_id}"


class Filterable(models.Model):
    """Access and filter columns, copied from the document so that each path filters by itself.

    They change in the same transaction as the document (see `retrieval.access_columns`).
    """

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    searchable = models.BooleanField(default=True, help_text="False while in the trash")
    public = models.BooleanField()
    group_ids = ArrayField(models.IntegerField(), default=list)
    kind = models.CharField(max_length=12)
    number = models.CharField(max_length=60, default="", help_text="in small letters")
    year = models.PositiveSmallIntegerField(null=True)
    legal_status = models.CharField(max_length=8)
    language = models.CharField(max_length=5)
    tags = ArrayField(models.CharField(max_length=60), default=list)

    class Meta:
        abstract = True


class Embedding(Filterable):
    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="embeddings")
    # A plain index of few distinct values would only tempt the planner away from the vectors'.
    model = models.ForeignKey(
        EmbeddingModel, on_delete=models.CASCADE, related_name="embeddings", db_index=False
    )
    vector = HalfVectorField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chunk", "model"], name="embedding_once"),
        ]

    def __str__(self) -> str:
        return f"{self.chunk_id} by {self.model_id}"


class Term(models.Model):
    """A stem of the lexical index.

    `document_frequency` counts chunks of public documents alone, whoever asks, so that ranking
    tells nothing of internal ones. `max_impact` bounds the impact in any posting of the term.
    """

    id = models.AutoField(primary_key=True)
    text = models.CharField(max_length=64, unique=True)
    document_frequency = models.PositiveIntegerField(default=0)
    max_impact = models.FloatField(default=0)

    def __str__(self) -> str:
        return self.text


class Word(models.Model):
    """A word as public documents write it, towards which typing errors are corrected.

    Found by its length with its beginning or its end (retrieval.spelling). Words of documents that
    went are left until the index is made anew; their stems have no frequency any more.
    """

    text = models.CharField(primary_key=True, max_length=64)

    class Meta:
        indexes = [
            models.Index(
                Length("text"), OpClass("text", "text_pattern_ops"), name="word_beginning"
            ),
            models.Index(
                Length("text"), OpClass(Reverse("text"), "text_pattern_ops"), name="word_end"
            ),
        ]

    def __str__(self) -> str:
        return self.text


class Posting(models.Model):
    """Chunks of one block of chunk ids that hold a term, with the BM25 impact of each.

    Blocks keep publishing cheap: a new document touches the last block of each of its terms, never
    a term's whole list.
    """

    pk = models.CompositePrimaryKey("term_id", "block")
    # Terms go together with their postings alone (retrieval.lexical_index).
    term = models.ForeignKey(
        Term, on_delete=models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False
    )
    block = models.PositiveIntegerField(help_text="chunk id >> postings.BLOCK_BITS")
    packed = models.BinaryField(help_text="records of retrieval.postings")

    def __str__(self) -> str:
        return f"term {self.term_id}, block {self.block}"


class LexicalEntry(Filterable):
    """A chunk in the lexical index; `weights` maps term ids to BM25 impacts (idf apart)."""

    chunk = models.OneToOneField(
        Chunk, on_delete=models.CASCADE, primary_key=True, related_name="lexical"
    )
    length = models.PositiveIntegerField(help_text="tokens")
    weights = SparseVectorField()

    class Meta:
        verbose_name_plural = "lexical entries"

    def __str__(self) -> str:
        return f"chunk {self.chunk_id}"


class LexicalStatistics(models.Model):
    """The one row (id 1) of collection-wide figures; only changed under the index lock.

    `average_length` is frozen when a generation is built: the impacts of all its entries depend on
    it. The counts are of public documents and are kept with every change.
    """

    generation = models.PositiveIntegerField(default=1)
    tokeniser_version = models.PositiveIntegerField(
        default=1, help_text="TOKENISER_VERSION (retrieval.tokens) by which the terms were made"
    )
    average_length = models.FloatField(help_text="tokens a chunk")
    frozen_at_count = models.PositiveIntegerField(default=0)
    chunk_count = models.PositiveIntegerField(default=0)
    total_length = models.PositiveBigIntegerField(default=0, help_text="tokens")
    published_at = models.DateTimeField(null=True, help_text="when a version last went live")

    class Meta:
        verbose_name_plural = "lexical statistics"

    def __str__(self) -> str:
        return f"generation {self.generation}, {self.chunk_count} chunks"


class GlossaryEntry(models.Model):
    """What staff add to the shipped glossary, replace or switch off (retrieval.glossary)."""

    class Kind(models.TextChoices):
        ABBREVIATION = "abbreviation", _("abbreviation")
        EVERYDAY = "everyday", _("everyday word")
        ENGLISH = "english", _("English word")
        INFORMAL = "informal", _("informal spelling")
        NAME = "name", _("name of a regulation")

    class Effect(models.TextChoices):
        ADD = "add", _("adds to what is shipped")
        REPLACE = "replace", _("replaces what is shipped")
        OFF = "off", _("switches off what is shipped")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    phrase = models.CharField(
        _("phrase"), max_length=80, help_text=_("What people write: a word, or up to six.")
    )
    meanings = models.CharField(
        _("meanings"),
        max_length=600,
        blank=True,
        help_text=_(
            "What the documents write instead, separated by semicolons. For the name of a"
            " regulation: the regulation, such as UU 11/2006."
        ),
    )
    effect = models.CharField(_("effect"), max_length=7, choices=Effect.choices, default=Effect.ADD)
    active = models.BooleanField(_("active"), default=True)
    note = models.TextField(_("note"), blank=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("changed by"),
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
    )
    changed_at = models.DateTimeField(_("changed at"), auto_now=True)

    class Meta:
        verbose_name = _("glossary entry")
        verbose_name_plural = _("glossary entries")
        ordering = ["kind", "phrase"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "phrase"],
                name="glossary_phrase_once",
                violation_error_message=_("There is an entry of this kind for the phrase already."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.phrase} ({self.get_kind_display()})"

    def clean(self) -> None:
        self.phrase = normal_phrase(self.phrase)
        self.meanings = "; ".join(split(self.meanings))
        check_phrase(self.phrase, kind=self.kind)
        check_meanings(split(self.meanings), phrase=self.phrase, kind=self.kind, effect=self.effect)
