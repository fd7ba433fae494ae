"""bm25s (a sparse matrix of scores made beforehand) beside exact vectors by numpy."""

from collections.abc import Mapping
from typing import Any

import bm25s
import numpy as np

from benchmarks.search.exact import K1, B
from benchmarks.search.measuring import Stopwatch
from benchmarks.search.rivals.base import ExactVectors, Mask, Rival, Rows, first, texts_of


class Bm25sExact(Rival):
    name = "bm25s + exact vectors"
    setup = (
        "method lucene, k1 1.2, b 0.75, the same terms, index mapped from disk, scores by numpy "
        "and argpartition; vectors float32, mapped, one matrix product; RRF in Python; texts "
        "in memory"
    )
    _bm25: Any
    _mask: Mask
    _texts: list[str]
    _vocabulary: Mapping[str, int]

    def build(self, watch: Stopwatch) -> None:
        self._vectors = ExactVectors(self.folder, self.corpus)
        watch.timed("vector index", self._vectors.build)
        watch.timed("lexical index", self._build_lexical)

    def _build_lexical(self) -> None:
        tokens = [self.corpus.terms_of(row) for row in range(self.corpus.size)]
        index = bm25s.BM25(method="lucene", k1=K1, b=B)
        index.index(tokens, show_progress=False)
        index.save(str(self.folder / "bm25s"))

    def open(self) -> None:
        self._bm25 = bm25s.BM25.load(str(self.folder / "bm25s"), mmap=True)
        self._vectors = ExactVectors(self.folder, self.corpus)
        self._vectors.open()
        self._mask = Mask(self.corpus)
        self._texts = texts_of(self.corpus)

    def lexical(self, number: int, limit: int) -> Rows:
        question = self.corpus.questions[number]
        scores = self._bm25.get_scores(list(question.terms))
        if question.filters:
            scores = np.where(self._mask.of(question.filters), scores, 0)
        return first(scores, limit)

    def vector(self, number: int, limit: int) -> Rows:
        filters = self.filters(number)
        kept = self._mask.of(filters) if filters else None
        return self._vectors.nearest(self.query_vector(number), limit, kept)

    def texts(self, rows: Rows) -> list[str]:
        return [self._texts[row] for row in rows]
