"""Rebuild what the index holds, without an interval in which nothing is found."""

from collections.abc import Callable, Sequence

from django.db import connection, transaction

from documents.models import Document
from retrieval import indexing, lexical_index, lexical_rebuild, vectors
from retrieval.models import Chunk, Embedding, StagedVector

Progress = Callable[[float], None]  # 0..1; may raise to stop


def reindex(
    *,
    document_ids: Sequence[str] | None = None,
    rebuild_vectors: bool = True,
    rebuild_bm25: bool = True,
    progress: Progress = lambda _: None,
) -> int:
    """Rebuild vectors, lexical index or both, of some documents or of all; returns how many chunks.

    Documents are done one at a time, each in one transaction; the former rows answer until then.
    Raises Failed.
    """
    documents = Document.objects.exclude(live_version=None).order_by("pk")
    if document_ids is not None:
        documents = documents.filter(pk__in=document_ids)
    ids = list(documents.values_list("pk", flat=True))
    if rebuild_vectors:
        for done, pk in enumerate(ids):
            progress(done / len(ids))
            renew_vectors(pk)
    if rebuild_bm25 and document_ids is None:
        rebuild_lexical()
    elif rebuild_bm25:
        for pk in ids:
            renew_lexical(pk)
    if rebuild_vectors and document_ids is None:
        rebuild_vector_index()
    progress(1.0)
    return Chunk.objects.filter(document_id__in=ids, live=True).count()


def renew_vectors(document_id: str) -> None:
    """Embed the document's chunks anew with the active model, then swap the vectors."""
    model = indexing.writing_model()
    chunks = list(Chunk.objects.filter(document_id=document_id, live=True))
    digests = {each.digest for each in chunks}
    made = indexing.fresh_vectors(chunks, model=model)
    with transaction.atomic():
        document = Document.objects.select_for_update().get(pk=document_id)
        lexical_index.locked()
        # Published anew meanwhile: those vectors are as fresh.
        still = [each for each in chunks if Chunk.objects.filter(pk=each.pk).exists()]
        Embedding.objects.filter(chunk__in=still, model=model).delete()
        indexing.insert_embeddings(document, still, made, model=model)
        StagedVector.objects.filter(digest__in=digests, model=model).delete()


def renew_lexical(document_id: str) -> None:
    """Tokenise the document's chunks anew."""
    with transaction.atomic():
        document = Document.objects.select_for_update().get(pk=document_id)
        statistics = lexical_index.locked()
        chunks = list(Chunk.objects.filter(document=document, live=True))
        lexical_index.remove([each.pk for each in chunks], statistics=statistics)
        lexical_index.add(document, chunks, statistics=statistics)


def rebuild_lexical() -> int:
    """Build the next generation of the whole lexical index; returns how many chunks it holds."""
    with transaction.atomic():
        made = lexical_rebuild.rebuild(statistics=lexical_index.locked())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE retrieval_lexicalentry, retrieval_posting, retrieval_term")
    return made


def rebuild_vector_index() -> None:
    """Build the active model's HNSW index anew: what was deleted leaves gaps in the graph.

    Searches use the former index meanwhile. Not inside a transaction.
    """
    if model := vectors.active_model():
        with connection.cursor() as cursor:
            cursor.execute(f"REINDEX INDEX CONCURRENTLY {vectors.index_name(model)}")
