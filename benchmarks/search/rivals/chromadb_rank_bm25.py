"""The stack that the portal replaces: ChromaDB for vectors, rank-bm25 in memory for words."""

import pickle
from typing import Any

import chromadb
import numpy as np
from rank_bm25 import BM25Okapi

from benchmarks.search.exact import K1, B
from benchmarks.search.measuring import Stopwatch
from benchmarks.search.rivals.base import Mask, Rival, Rows, first, texts_of

ROWS_AT_ONCE = 5_000


class ChromaRankBM25(Rival):
    name = "chromadb + rank-bm25"
    setup = (
        "PersistentClient, HNSW cosine with ef_search 100 (other values as they come); BM25Okapi "
        "with k1 1.2, b 0.75 over the same terms, get_scores and argpartition, loaded from a "
        "pickle; RRF in Python; 8 threads of one process, as eight processes would hold eight "
        "copies of BM25"
    )
    clients = ("threads",)
    _collection: Any
    _bm25: BM25Okapi
    _mask: Mask

    def build(self, watch: Stopwatch) -> None:
        watch.timed("vector index", self._build_vectors)
        watch.timed("lexical index", self._build_lexical)

    def _build_vectors(self) -> None:
        client = chromadb.PersistentClient(str(self.folder / "chroma"))
        collection = client.create_collection(
            "chunks",
            configuration={"hnsw": {"space": "cosine", "ef_search": 100}},
            embedding_function=None,
        )
        texts = texts_of(self.corpus)
        documents = [self.corpus.documents[i] for i in self.corpus.document_of]
        for start in range(0, len(texts), ROWS_AT_ONCE):
            end = min(start + ROWS_AT_ONCE, len(texts))
            collection.add(
                ids=[str(row) for row in range(start, end)],
                embeddings=np.asarray(self.corpus.vectors[start:end], dtype=np.float32),
                documents=texts[start:end],
                metadatas=[{"kind": d.kind, "year": d.year or 0} for d in documents[start:end]],
            )

    def _build_lexical(self) -> None:
        tokens = [self.corpus.terms_of(row) for row in range(self.corpus.size)]
        with (self.folder / "bm25.pickle").open("wb") as file:
            pickle.dump(BM25Okapi(tokens, k1=K1, b=B), file)

    def open(self) -> None:
        client = chromadb.PersistentClient(str(self.folder / "chroma"))
        self._collection = client.get_collection("chunks", embedding_function=None)
        self._bm25 = pickle.loads((self.folder / "bm25.pickle").read_bytes())  # noqa: S301
        self._mask = Mask(self.corpus)

    def lexical(self, number: int, limit: int) -> Rows:
        scores = self._bm25.get_scores(self.corpus.questions[number].terms)
        if filters := self.filters(number):
            scores = np.where(self._mask.of(filters), scores, 0)
        return first(scores, limit)

    def vector(self, number: int, limit: int) -> Rows:
        found = self._collection.query(
            query_embeddings=[self.query_vector(number)],
            n_results=limit,
            where=_where(self.filters(number)),
            include=[],
        )
        return [int(each) for each in found["ids"][0]]

    def texts(self, rows: Rows) -> list[str]:
        found = self._collection.get(ids=[str(row) for row in rows], include=["documents"])
        return list(found["documents"])


def _where(filters: dict[str, Any]) -> dict[str, Any] | None:
    conditions: list[dict[str, Any]] = []
    if "kind" in filters:
        conditions.append({"kind": filters["kind"]})
    if "year_from" in filters:
        conditions.append({"year": {"$gte": filters["year_from"]}})
        conditions.append({"year": {"$lte": filters["year_to"]}})
    if len(conditions) > 1:
        return {"$and": conditions}
    return conditions[0] if conditions else None
