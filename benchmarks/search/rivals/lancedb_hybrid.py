"""LanceDB: vectors and words in one table on disk, fused by its own RRF reranker."""

from collections.abc import Iterator
from typing import Any

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.rerankers import RRFReranker

from benchmarks.search.directions import DIMENSIONS
from benchmarks.search.exact import DEPTH, RRF_K
from benchmarks.search.measuring import Stopwatch
from benchmarks.search.rivals.base import EQUAL, LIMIT, Rival, Rows

ROWS_AT_ONCE = 10_000
SCHEMA = pa.schema(
    [
        ("row", pa.int32()),
        ("text", pa.string()),
        ("terms", pa.string()),
        ("kind", pa.string()),
        ("year", pa.int32()),
        ("vector", pa.list_(pa.float32(), DIMENSIONS)),
    ]
)


class LanceHybrid(Rival):
    name = "LanceDB hybrid"
    setup = (
        "IVF_HNSW_SQ cosine, one partition, ef 100, refined from twice as many; its own full-text "
        "index over the same terms (whitespace, no stemming, no positions); bitmap and B-tree on "
        "kind and year, filtered before; RRFReranker, 50 of each path, equal weights"
    )
    weights = EQUAL
    depth = DEPTH
    _table: Any

    def build(self, watch: Stopwatch) -> None:
        database = lancedb.connect(str(self.folder / "lance"))
        table = watch.timed(
            "copy rows",
            lambda: database.create_table("chunks", data=self._batches(), schema=SCHEMA),
        )
        watch.timed("vector index", lambda: self._index_vectors(table))
        watch.timed("lexical index", lambda: self._index_words(table))
        watch.timed("filters", lambda: self._index_filters(table))

    def _batches(self) -> Iterator[pa.RecordBatch]:
        chunks = self.corpus.chunks()
        documents = [self.corpus.documents[i] for i in self.corpus.document_of]
        for start in range(0, self.corpus.size, ROWS_AT_ONCE):
            rows = range(start, min(start + ROWS_AT_ONCE, self.corpus.size))
            vectors = np.asarray(self.corpus.vectors[start : rows.stop], dtype=np.float32)
            columns = [
                pa.array(rows, pa.int32()),
                pa.array([next(chunks).text for _ in rows]),
                pa.array([" ".join(self.corpus.terms_of(row)) for row in rows]),
                pa.array([documents[row].kind for row in rows]),
                pa.array([documents[row].year or 0 for row in rows], pa.int32()),
                pa.FixedSizeListArray.from_arrays(vectors.ravel(), DIMENSIONS),
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=SCHEMA)

    def _index_vectors(self, table: Any) -> None:
        table.create_index(
            metric="cosine", index_type="IVF_HNSW_SQ", vector_column_name="vector", num_partitions=1
        )

    def _index_words(self, table: Any) -> None:
        table.create_fts_index(
            "terms",
            use_tantivy=False,
            with_position=False,
            base_tokenizer="whitespace",
            lower_case=False,
            stem=False,
            remove_stop_words=False,
            ascii_folding=False,
        )

    def _index_filters(self, table: Any) -> None:
        table.create_scalar_index("kind", index_type="BITMAP")
        table.create_scalar_index("year", index_type="BTREE")

    def open(self) -> None:
        self._table = lancedb.connect(str(self.folder / "lance")).open_table("chunks")
        self._reranker = RRFReranker(K=RRF_K)

    def lexical(self, number: int, limit: int) -> Rows:
        words = " ".join(self.corpus.questions[number].terms)
        query = self._table.search(words, query_type="fts", fts_columns="terms")
        return self._rows(query, number, limit)

    def vector(self, number: int, limit: int) -> Rows:
        query = self._table.search(self.query_vector(number), vector_column_name="vector")
        return self._rows(query.ef(100).refine_factor(2), number, limit)

    def fused(self, number: int) -> Rows:
        return [int(row) for row in self._both(number, ["row"])["row"].to_pylist()]

    def hybrid(self, number: int) -> list[str]:
        return list(self._both(number, ["row", "text"])["text"].to_pylist()[:LIMIT])

    def texts(self, rows: Rows) -> list[str]:
        raise NotImplementedError("The texts come with the rows.")

    def _both(self, number: int, columns: list[str]) -> Any:
        query = (
            self._table.search(
                query_type="hybrid", fts_columns="terms", vector_column_name="vector"
            )
            .vector(self.query_vector(number))
            .text(" ".join(self.corpus.questions[number].terms))
            .ef(100)
            .refine_factor(2)
            .rerank(self._reranker)
        )
        return self._filtered(query, number).limit(self.depth).select(columns).to_arrow()

    def _rows(self, query: Any, number: int, limit: int) -> Rows:
        found = self._filtered(query, number).limit(limit).select(["row"]).to_arrow()
        return [int(row) for row in found["row"].to_pylist()]

    def _filtered(self, query: Any, number: int) -> Any:
        filters = self.filters(number)
        conditions = [f"kind = '{filters['kind']}'"] if "kind" in filters else []
        if "year_from" in filters:
            conditions.append(f"year BETWEEN {filters['year_from']} AND {filters['year_to']}")
        return query.where(" AND ".join(conditions), prefilter=True) if conditions else query
