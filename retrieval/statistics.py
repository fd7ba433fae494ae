"""How the knowledge base stands: what GET /v1/kb/stats and the admin say."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Q, TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from documents.access import STAFF
from documents.models import Document, Status
from retrieval import embedding_models, hnsw, lexical_check, lexical_index, vectors
from retrieval.models import Chunk, Embedding, EmbeddingModel, LexicalEntry, LexicalStatistics

MEGABYTE = 1024 * 1024
TABLES = (
    "documents_version",
    "documents_page",
    "documents_row",
    "retrieval_chunk",
    "retrieval_embedding",
    "retrieval_stagedvector",
    "retrieval_term",
    "retrieval_posting",
    "retrieval_lexicalentry",
)


class IndexStatus(TextChoices):
    HEALTHY = "healthy", _("healthy")
    INDEXING = "indexing", _("indexing")
    EMPTY = "empty", _("empty")
    ERROR = "error", _("error")


@dataclass(frozen=True, slots=True)
class KnowledgeBaseStatistics:
    """Documents and chunks outside the trash.

    `indexed_chunks` are found by words and by the active model's vectors. `storage_size_mb` is
    what text, chunks and index take in the database, indexes included.
    """

    total_documents: int
    total_chunks: int
    indexed_chunks: int
    vector_store_status: IndexStatus
    bm25_index_status: IndexStatus
    last_indexed: datetime | None
    storage_size_mb: float
    bm25_index_problem: str = ""


def statistics() -> KnowledgeBaseStatistics:
    """Count now; nothing is remembered."""
    present = Q(document__trashed_at=None)
    model = vectors.active_model()
    live = Chunk.objects.filter(live=True)
    total = live.filter(present).count()
    # Both counts are of an index alone; which entries are searchable would be read from every row.
    by_words = max(0, total - max(0, live.count() - LexicalEntry.objects.count()))
    by_vector = Embedding.objects.filter(searchable=True, model=model).count() if model else 0
    outdated = lexical_index.is_outdated()
    busy = Document.objects.present().filter(status=Status.PROCESSING).exists()
    return KnowledgeBaseStatistics(
        total_documents=Document.objects.visible_to(STAFF).count(),
        total_chunks=total,
        indexed_chunks=min(by_words, by_vector),
        vector_store_status=_status(total, by_vector, busy=busy, broken=_is_broken(model)),
        bm25_index_status=_status(
            total, by_words, busy=busy, broken=outdated or not lexical_check.sample_is_sound()
        ),
        last_indexed=_last_indexed(),
        storage_size_mb=round(_storage_bytes() / MEGABYTE, 2),
        bm25_index_problem=_outdated_wording() if outdated else "",
    )


def _outdated_wording() -> str:
    return gettext(
        "The word index was made by an earlier version and is being renewed. At once:"
        " manage.py reindex --bm25"
    )


def _status(total: int, indexed: int, *, busy: bool, broken: bool) -> IndexStatus:
    if total == 0:
        return IndexStatus.INDEXING if busy else IndexStatus.EMPTY
    if broken:
        return IndexStatus.ERROR
    if indexed < total:
        return IndexStatus.INDEXING if busy else IndexStatus.ERROR
    return IndexStatus.INDEXING if busy else IndexStatus.HEALTHY


def _is_broken(model: EmbeddingModel | None) -> bool:
    """No index, or an embedder that is not the one that made the vectors."""
    return model is None or not hnsw.is_valid(model) or bool(embedding_models.problem_of(model))


def _last_indexed() -> datetime | None:
    return LexicalStatistics.objects.values_list("published_at", flat=True).first()


def _storage_bytes() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(to_regclass(name))) FROM unnest(%s::text[]) AS name",
            [list(TABLES)],
        )
        return int(cursor.fetchone()[0] or 0)
