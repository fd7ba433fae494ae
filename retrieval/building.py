"""Build the vectors of a model beside those that answer, and its index.

What is found does not change meanwhile: only vectors of the active model are compared. Publishing
writes the vectors of every model that is maintained, so what lacks one is what was live before.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from pgvector import HalfVector

from documents.models import Document
from retrieval import fingerprints, hnsw, indexing, vectors
from retrieval.models import Chunk, Embedding, EmbeddingModel, StagedVector

Progress = Callable[[float], None]  # 0..1; may raise to stop

VECTORS_SHARE = 0.9  # of the time; the rest is the index


def build(alias: str, *, progress: Progress = lambda _: None) -> EmbeddingModel:
    """Give every live chunk a vector of the alias and build the index; goes on where it stopped.

    Vectors of an embedder that is another one by now are made anew. Raises Failed.
    """
    model = _registered(alias)
    fill(model, progress=lambda share: progress(VECTORS_SHARE * share))
    hnsw.create(model, progress=lambda share: progress(_index_share(share)))
    EmbeddingModel.objects.filter(pk=model.pk).update(built_at=timezone.now())
    progress(1.0)
    return model


def without_vector(model: EmbeddingModel) -> QuerySet[Chunk]:
    """Live chunks that the model has no vector of."""
    held = Embedding.objects.filter(chunk=OuterRef("pk"), model_id=model.pk)
    return Chunk.objects.filter(~Exists(held), live=True)


def fill(model: EmbeddingModel, *, progress: Progress) -> None:
    """Embed what has no vector of the model, batch by batch. Raises Failed."""
    missing = without_vector(model).order_by("pk")
    total, last = Chunk.objects.filter(live=True).count(), 0
    done = total - missing.count()
    while batch := list(missing.filter(pk__gt=last)[: indexing.EMBED_BATCH]):
        progress(min(done / total, 1.0))
        _store(batch, indexing.vectors_for(batch, model=model), model=model)
        done, last = done + len(batch), batch[-1].pk


def start_over(model: EmbeddingModel) -> None:
    """Drop the vectors of an embedder that is no more: words find everything until it is built.

    Raises EmbeddingError when the embedder that stands behind the alias now fails.
    """
    values = fingerprints.fingerprint(model.alias)
    hnsw.drop(model)
    with transaction.atomic():
        for held in (Embedding, StagedVector):
            held._default_manager.filter(model_id=model.pk)._raw_delete("default")
        EmbeddingModel.objects.filter(pk=model.pk).update(**values, built_at=None)


def _registered(alias: str) -> EmbeddingModel:
    """The model of the alias, which publishing writes from now on."""
    with indexing.embedder_named(alias):
        model = vectors.register_model(alias)
        if fingerprints.change_of(model):
            start_over(model)
    EmbeddingModel.objects.filter(pk=model.pk).update(maintained=True)
    model.refresh_from_db()
    return model


def _index_share(share: float) -> float:
    return VECTORS_SHARE + (1 - VECTORS_SHARE) * share


def _store(
    chunks: Sequence[Chunk], vectors_by_digest: dict[str, HalfVector], *, model: EmbeddingModel
) -> None:
    for document_id, own in _by_document(chunks):
        with transaction.atomic():
            # Whoever changes access or publishes holds the row: the columns are right, and chunks
            # that are there now stay until this commits.
            document = Document.objects.select_for_update().filter(pk=document_id).first()
            present = set(
                Chunk.objects.filter(pk__in=[each.pk for each in own]).values_list("pk", flat=True)
            )
            if document is None:
                continue
            still = [each for each in own if each.pk in present]
            indexing.insert_embeddings(document, still, vectors_by_digest, model=model)
    StagedVector.objects.filter(model=model, digest__in=list(vectors_by_digest)).delete()


def _by_document(chunks: Sequence[Chunk]) -> Iterator[tuple[str, list[Chunk]]]:
    for document_id, own in groupby(chunks, key=lambda each: each.document_id):
        yield document_id, list(own)
