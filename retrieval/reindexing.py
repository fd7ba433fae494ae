"""Rebuild what the index holds, without an interval in which nothing is found."""

from collections.abc import Callable, Sequence

from django.db import connection, transaction

from documents.models import Document
from documents.reasons import Failed
from retrieval import (
    building,
    fingerprints,
    hnsw,
    indexing,
    lexical_index,
    lexical_rebuild,
    vectors,
)
from retrieval.models import Chunk, Embedding, EmbeddingModel, StagedVector

# How far it is (0..1), and the id of the last document whose vectors are renewed; may raise to stop
Progress = Callable[[float, str], None]


def ignore(share: float, last: str) -> None:
    """Nobody watches."""


def reindex(
    *,
    document_ids: Sequence[str] | None = None,
    rebuild_vectors: bool = True,
    rebuild_bm25: bool = True,
    after: str = "",
    progress: Progress = ignore,
) -> int:
    """Rebuild vectors, lexical index or both, of some documents or of all; returns how many chunks.

    Documents are done one at a time, each in one transaction; the former rows answer until then.
    `after` is the id of the last document whose vectors an earlier run renewed. Raises Failed.
    """
    documents = Document.objects.exclude(live_version=None).order_by("pk")
    if document_ids is not None:
        documents = documents.filter(pk__in=document_ids)
    ids = list(documents.values_list("pk", flat=True))
    if rebuild_vectors:
        _renew_all_vectors(ids, is_whole=document_ids is None, after=after, progress=progress)
    if rebuild_bm25 and document_ids is None:
        rebuild_lexical()
    elif rebuild_bm25:
        for pk in ids:
            renew_lexical(pk)
    progress(1.0, "")
    return Chunk.objects.filter(document_id__in=ids, live=True).count()


def _renew_all_vectors(
    ids: Sequence[str], *, is_whole: bool, after: str, progress: Progress
) -> None:
    model = vectors.active_model()
    if model is None:
        return
    with indexing.embedder_named(model.alias):
        change = fingerprints.change_of(model)
    if change and is_whole:
        # Renewed one at a time, the vectors of two embedders would be compared meanwhile.
        building.build(model.alias, progress=lambda share: progress(share, ""))
        return
    if change:
        raise Failed("embedder_changed", model.alias)
    share = building.VECTORS_SHARE if is_whole else 1.0
    former = ""
    for done, pk in enumerate(ids):
        if pk > after:
            progress(share * done / len(ids), former)
            renew_vectors(pk, model=model)
        former = pk
    if is_whole:
        hnsw.rebuild(model, progress=lambda part: progress(share + (1 - share) * part, former))


def renew_vectors(document_id: str, *, model: EmbeddingModel) -> None:
    """Embed the document's chunks anew with the model, then swap the vectors."""
    chunks = list(Chunk.objects.filter(document_id=document_id, live=True))
    digests = {each.digest for each in chunks}
    made = indexing.fresh_vectors(chunks, model=model)
    with transaction.atomic():
        document = Document.objects.select_for_update().filter(pk=document_id).first()
        if document is None:
            return
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
