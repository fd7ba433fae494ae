"""The vector path: models, their HNSW indexes, and the nearest chunks under filters.

`Embedding.vector` has no fixed dimension; each model has one partial expression index
(`retrieval.hnsw`), which is used by the very expression that it is made of.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from retrieval import fingerprints, hnsw
from retrieval.access_columns import rows_where
from retrieval.embedders.base import Vectors
from retrieval.models import Embedding, EmbeddingModel

# Up to this many rows the exact path is as fast as the index and always full
# (4,000 rows: 1.1 ms; measured on 2 cores with 384 dimensions).
EXACT_ROWS = 20_000
# Read from the index for one that is wanted: in its relaxed order a later one may be nearer, and
# under a filter the first ones are not all of the nearest.
SPARE = 2
# Rows that the index is read on for, until the exact path takes over.
MOST_SCANNED = 40_000

# The vector stands in the statement once, as text; a subquery is a constant to the planner.
_BY_INDEX = """
    SELECT chunk_id, (vector::halfvec({dimensions})) <=> (SELECT %s::halfvec({dimensions})) AS far
    FROM ({allowed}) AS allowed ORDER BY far LIMIT %s
"""
# The planner knows no index for a sum: the index may end too early.
_EXACT = """
    SELECT chunk_id,
           ((vector::halfvec({dimensions})) <=> (SELECT %s::halfvec({dimensions}))) + 0.0 AS far
    FROM ({allowed}) AS allowed ORDER BY far, chunk_id LIMIT %s
"""
_DISTANCES = """
    SELECT chunk_id, (vector::halfvec({dimensions})) <=> (SELECT %s::halfvec({dimensions}))
    FROM ({allowed}) AS allowed WHERE chunk_id = ANY (%s)
"""
_RANKS = """
    SELECT * FROM (
        SELECT chunk_id, row_number() OVER (ORDER BY far, chunk_id) AS place, far
        FROM ({ordered}) AS ordered
    ) AS placed WHERE chunk_id = ANY (%s)
"""
# Every search asks for it: written out, as the ORM takes longer to compile it than to run it.
_ACTIVE_FIELDS = ["id", "alias", "dimensions", "active", "maintained", "probed_at", "built_at"]
_ACTIVE = (
    "SELECT id, alias, dimensions, active, maintained, probed_at, built_at "
    "FROM retrieval_embeddingmodel WHERE active"
)


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
    with connection.cursor() as cursor:
        cursor.execute(_ACTIVE)
        row = cursor.fetchone()
    return EmbeddingModel.from_db(connection.alias, _ACTIVE_FIELDS, row) if row else None


def model_of(alias: str) -> EmbeddingModel | None:
    """The model of the alias, active or not; None when nothing was embedded with it."""
    return _models().filter(alias=alias).first()


def _models() -> QuerySet[EmbeddingModel]:
    return EmbeddingModel.objects.defer("probe")


def index_options() -> dict[str, str]:
    """Settings of the transaction that asks the index: how widely it is searched.

    The relaxed order finds more under filters: the strict one passes over what it meets too late.
    """
    return {
        "hnsw.ef_search": str(settings.HNSW_EF_SEARCH),
        "hnsw.iterative_scan": "relaxed_order",
        "hnsw.max_scan_tuples": str(MOST_SCANNED),
        "hnsw.scan_mem_multiplier": "4",
    }


def nearest(
    query_vector: Vectors, *, model: EmbeddingModel, allowed: Q, limit: int, few: bool
) -> list[tuple[int, float]]:
    """(chunk id, cosine similarity) of the nearest allowed chunks, best first.

    `few` says that the condition leaves at most EXACT_ROWS rows. Otherwise the index is asked, and
    the exact path only when the scan ended before it had found enough.
    """
    if not few:
        found = _rows(_BY_INDEX, query_vector, model=model, allowed=allowed, limit=SPARE * limit)
    if few or len(found) < limit:
        found = _rows(_EXACT, query_vector, model=model, allowed=allowed, limit=limit)
    best = sorted(found, key=lambda row: (row[1], row[0]))[:limit]
    return [(chunk_id, 1.0 - distance) for chunk_id, distance in best]


def explain(query_vector: Vectors, *, model: EmbeddingModel, allowed: Q, limit: int) -> str:
    """The planner's plan of the question that `nearest` asks the index."""
    sql, parameters = _statement(_BY_INDEX, query_vector, model=model, allowed=allowed)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}", [*parameters, SPARE * limit])
        return "\n".join(row[0] for row in cursor.fetchall())


def ranks(
    query_vector: Vectors, chunk_ids: Sequence[int], *, model: EmbeddingModel, allowed: Q
) -> dict[int, tuple[int, float]]:
    """Chunk id -> (rank from 1, cosine similarity) among all allowed chunks; exact, so slower.

    Chunks that are not allowed, or have no vector of the model, are left out.
    """
    sql, parameters = _statement(_EXACT, query_vector, model=model, allowed=allowed)
    with connection.cursor() as cursor:
        cursor.execute(_RANKS.format(ordered=sql), [*parameters, None, list(chunk_ids)])
        return {row[0]: (row[1], 1.0 - row[2]) for row in cursor.fetchall()}


def similarities(
    query_vector: Vectors, chunk_ids: Collection[int], *, model: EmbeddingModel
) -> dict[int, float]:
    """Cosine similarity of these chunks, those with a vector; access was checked before."""
    if not chunk_ids:
        return {}
    sql, parameters = _statement(_DISTANCES, query_vector, model=model, allowed=Q())
    with connection.cursor() as cursor:
        cursor.execute(sql, [*parameters, list(chunk_ids)])
        return {chunk_id: 1.0 - distance for chunk_id, distance in cursor.fetchall()}


def _rows(
    template: str, query_vector: Vectors, *, model: EmbeddingModel, allowed: Q, limit: int
) -> list[tuple[int, float]]:
    """(chunk id, cosine distance)."""
    sql, parameters = _statement(template, query_vector, model=model, allowed=allowed)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*parameters, limit])
        return [(row[0], row[1]) for row in cursor.fetchall()]


def _statement(
    template: str, query_vector: Vectors, *, model: EmbeddingModel, allowed: Q
) -> tuple[str, list[Any]]:
    """The statement and its parameters but the last."""
    of_model = allowed & Q(model_id=model.pk)
    condition, parameters = rows_where(Embedding, of_model, "chunk_id", "vector")
    sql = template.format(dimensions=int(model.dimensions), allowed=condition)
    return sql, [_literal(query_vector), *parameters]


def _literal(vector: Vectors) -> str:
    """Five digits are more than half precision holds."""
    return "[" + ",".join([f"{value:.5g}" for value in vector.tolist()]) + "]"
