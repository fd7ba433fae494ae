import numpy as np
import pytest
from django.db import connection, transaction
from django.db.models import Q

from retrieval import hnsw, vectors
from retrieval.models import Chunk, Embedding, EmbeddingModel
from tests.fake_embedder import FakeEmbedder
from tests.retrieval.conftest import MakeVersion


def set_index_options() -> None:
    with connection.cursor() as cursor:
        for name, value in vectors.index_options().items():
            cursor.execute("SELECT set_config(%s, %s, true)", [name, value])


@pytest.fixture
def model(make_version: MakeVersion, fake_embedder: FakeEmbedder) -> EmbeddingModel:
    """1,000 vectors of the active model; one in fifty is internal."""
    version = make_version("x")
    model = vectors.register_default()
    chunks = Chunk.objects.bulk_create(
        Chunk(
            document=version.document,
            version=version,
            ordinal=n,
            live=True,
            start=0,
            end=1,
            text="x",
            indexed_text="x",
            digest=str(n),
        )
        for n in range(1_000)
    )
    rows = fake_embedder.embed_passages([f"text {n}" for n in range(1_000)])
    Embedding.objects.bulk_create(
        Embedding(
            chunk=chunk,
            model=model,
            document=version.document,
            vector=row,
            public=chunk.ordinal % 50 != 0,
            kind="lain",
            legal_status="unknown",
            language="id",
        )
        for chunk, row in zip(chunks, rows, strict=True)
    )
    return model


@pytest.mark.parametrize(
    "allowed", [Q(), Q(searchable=True, public=True), Q(kind__in=["lain"])], ids=str
)
def test_the_query_uses_the_models_index(
    model: EmbeddingModel, fake_embedder: FakeEmbedder, allowed: Q
) -> None:
    query = fake_embedder.embed_query("text 5")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ANALYZE retrieval_embedding")
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        plan = vectors.explain(query, model=model, allowed=allowed, limit=20)
    assert f"Index Scan using {hnsw.index_name(model)}" in plan


def test_ranks_are_those_of_the_exact_order(
    model: EmbeddingModel, fake_embedder: FakeEmbedder
) -> None:
    query = fake_embedder.embed_query("text 5")
    order = vectors.nearest(query, model=model, allowed=Q(public=True), limit=1_000, few=True)
    internal = Embedding.objects.filter(public=False).values_list("chunk_id", flat=True)[0]
    chosen = [order[0][0], order[400][0], internal]
    found = vectors.ranks(query, chosen, model=model, allowed=Q(public=True))
    assert found == {order[0][0]: (1, order[0][1]), order[400][0]: (401, order[400][1])}


def test_the_index_finds_what_the_exact_path_finds(
    model: EmbeddingModel, fake_embedder: FakeEmbedder
) -> None:
    overlap = []
    for n in range(20):
        query = fake_embedder.embed_query(f"question {n}")
        with transaction.atomic():
            set_index_options()
            found = [
                {
                    pk
                    for pk, _ in vectors.nearest(query, model=model, allowed=Q(), limit=20, few=few)
                }
                for few in (False, True)
            ]
        overlap.append(len(found[0] & found[1]) / 20)
    assert np.mean(overlap) >= 0.98


@pytest.mark.parametrize("few", [False, True])
def test_a_filter_never_shortens_the_list(
    model: EmbeddingModel, fake_embedder: FakeEmbedder, few: bool
) -> None:
    query = fake_embedder.embed_query("text 5")
    with transaction.atomic():
        set_index_options()
        found = vectors.nearest(query, model=model, allowed=Q(public=False), limit=20, few=few)
    assert len(found) == 20
    internal = set(Embedding.objects.filter(public=False).values_list("chunk_id", flat=True))
    assert {pk for pk, _ in found} == internal
    assert [score for _, score in found] == sorted((s for _, s in found), reverse=True)


def test_only_vectors_of_the_asked_model_are_compared(
    model: EmbeddingModel, fake_embedder: FakeEmbedder
) -> None:
    other = EmbeddingModel.objects.create(alias="other", dimensions=8)
    chunk = Chunk.objects.first()
    assert chunk is not None
    Embedding.objects.create(
        chunk=chunk,
        model=other,
        document=chunk.document,
        vector=[1.0] * 8,
        public=True,
        kind="lain",
        legal_status="unknown",
        language="id",
    )
    query = np.ones(8, dtype=np.float32) / np.sqrt(8)
    found = vectors.nearest(query, model=other, allowed=Q(), limit=20, few=True)
    assert [pk for pk, _ in found] == [chunk.pk]


def test_the_first_model_is_the_active_one(model: EmbeddingModel) -> None:
    assert vectors.active_model() == model == vectors.register_default()
