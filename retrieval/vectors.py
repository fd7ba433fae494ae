"""The vector path: models, their HNSW indexes, and the nearest chunks under filters.

`Embedding.vector` has no fixed dimension; each model has one partial expression index
`((vector::halfvec(n)) halfvec_cosine_ops) WHERE model_id = m`, used through `Cast`.
"""

from collections.abc import Collection

from django.conf import settings
from django.db import transaction
from django.db.models import ExpressionWrapper, FloatField, Q, QuerySet
from django.db.models.functions import Cast
from pgvector import HalfVector
from pgvector.django import CosineDistance, HalfVectorField

from retrieval import fingerprints, hnsw
from retrieval.embedders.base import Vectors
from retrieval.models import Embedding, EmbeddingModel

# Up to this many rows the exact path is as fast as the index and always full
# (4,000 rows: 1.1 ms; measured on 2 cores with 384 dimensions).
EXACT_ROWS = 20_000


def register_model(alias: str) -> EmbeddingModel:
    """Return the model of the alias; at its first use make its row.

    The first model of all becomes the active one, with an index that grows with each vector; the
    index of any other is built when its vectors are there. Raises EmbeddingError.
    """
    if model := model_of(alias):
        return model
    values = fingerprints.fingerprint(alias)
    with transaction.atomic():
        is_first = not EmbeddingModel.objects.exists()
        model, made = EmbeddingModel.objects.get_or_create(
            alias=alias, defaults=values | {"active": is_first}
        )
        if made and is_first:
            hnsw.create_empty(model)
    return model


def register_default() -> EmbeddingModel:
    """Register the model of the DEFAULT_EMBEDDER setting; the active one if it is the first."""
    return register_model(settings.DEFAULT_EMBEDDER)


def active_model() -> EmbeddingModel | None:
    """The model whose vectors answer; None before anything was indexed."""
    return _models().filter(active=True).first()


def model_of(alias: str) -> EmbeddingModel | None:
    """The model of the alias, active or not; None when nothing was embedded with it."""
    return _models().filter(alias=alias).first()


def _models() -> QuerySet[EmbeddingModel]:
    return EmbeddingModel.objects.defer("probe")


def index_options() -> dict[str, str]:
    """Settings of the transaction that asks the index: how widely it is searched."""
    return {
        "hnsw.ef_search": str(settings.HNSW_EF_SEARCH),
        "hnsw.iterative_scan": "strict_order",
    }


def nearest(
    query_vector: Vectors, *, model: EmbeddingModel, allowed: Q, limit: int, few: bool
) -> list[tuple[int, float]]:
    """(chunk id, cosine similarity) of the nearest allowed chunks, best first.

    `few` says that the condition leaves at most EXACT_ROWS rows. Otherwise the index is asked, and
    the exact path only when the scan ended before it had found enough.
    """
    if not few:
        found = list(by_distance(query_vector, model=model).filter(allowed)[:limit])
    if few or len(found) < limit:
        found = list(_exact(query_vector, model=model).filter(allowed)[:limit])
    return [(chunk_id, 1.0 - distance) for chunk_id, distance in found]


def similarities(
    query_vector: Vectors, chunk_ids: Collection[int], *, model: EmbeddingModel
) -> dict[int, float]:
    """Cosine similarity of these chunks, those with a vector; access was checked before."""
    if not chunk_ids:
        return {}
    rows = Embedding.objects.filter(model_id=model.pk, chunk_id__in=chunk_ids)
    found = rows.values_list("chunk_id", _distance(query_vector, model=model))
    return {chunk_id: 1.0 - distance for chunk_id, distance in found}


def by_distance(
    query_vector: Vectors, *, model: EmbeddingModel
) -> QuerySet[Embedding, tuple[int, float]]:
    """(chunk id, cosine distance) of the model's rows, nearest first, by the model's index."""
    distance = _distance(query_vector, model=model)
    rows = Embedding.objects.filter(model_id=model.pk).order_by(distance)
    return rows.values_list("chunk_id", distance)


def _exact(
    query_vector: Vectors, *, model: EmbeddingModel
) -> QuerySet[Embedding, tuple[int, float]]:
    """(chunk id, distance), nearest first, without the index, which may end too early."""
    # The planner knows no index for a sum.
    distance = ExpressionWrapper(
        _distance(query_vector, model=model) + 0.0, output_field=FloatField()
    )
    rows = Embedding.objects.filter(model_id=model.pk).order_by(distance, "chunk_id")
    return rows.values_list("chunk_id", distance)


def _distance(query_vector: Vectors, *, model: EmbeddingModel) -> CosineDistance:
    as_half = Cast("vector", HalfVectorField(dimensions=model.dimensions))
    return CosineDistance(as_half, HalfVector(query_vector))
