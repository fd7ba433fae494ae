"""What every rival does: build its index on disk, open it, and give rows of chunks.

Nothing of the portal is imported here: rivals run in an environment of their own.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from benchmarks.search.corpus import Corpus
from benchmarks.search.exact import DEPTH, RRF_K
from benchmarks.search.measuring import Stopwatch

LIMIT = 10
EQUAL = {"vector": 0.5, "lexical": 0.5}
Rows = Sequence[int]


class Rival(ABC):
    """`setup` says how it was set up; `clients` how eight of them are best served."""

    name: ClassVar[str]
    setup: ClassVar[str]
    clients: ClassVar[tuple[str, ...]] = ("threads", "processes")
    weights: ClassVar[dict[str, float]] = {"vector": 0.6, "lexical": 0.4}

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        self.corpus = corpus
        self.folder = folder

    @abstractmethod
    def build(self, watch: Stopwatch) -> None:
        """Write the index into the folder."""

    @abstractmethod
    def open(self) -> None:
        """Read the index, ready for questions."""

    @abstractmethod
    def lexical(self, number: int, limit: int) -> Rows:
        """Rows of the first chunks by words, for the question of this number."""

    @abstractmethod
    def vector(self, number: int, limit: int) -> Rows:
        """Rows of the nearest chunks."""

    @abstractmethod
    def texts(self, rows: Rows) -> list[str]:
        """What is shown of the chunks that were found."""

    def fused(self, number: int) -> Rows:
        """Rows of both paths, best first."""
        scores: dict[int, float] = {}
        for name, rows in (
            ("vector", self.vector(number, DEPTH)),
            ("lexical", self.lexical(number, DEPTH)),
        ):
            for rank, row in enumerate(rows, 1):
                scores[row] = scores.get(row, 0.0) + self.weights[name] / (RRF_K + rank)
        return [row for row, _ in sorted(scores.items(), key=lambda item: -item[1])]

    def hybrid(self, number: int) -> list[str]:
        """What a user gets: texts of the first chunks."""
        return self.texts(self.fused(number)[:LIMIT])

    def query_vector(self, number: int) -> np.ndarray:
        vector: np.ndarray = self.corpus.question_vectors[number]
        return vector

    def filters(self, number: int) -> dict[str, Any]:
        return self.corpus.questions[number].filters


class Mask:
    """Which chunks a filter leaves, for engines that have no columns of their own."""

    def __init__(self, corpus: Corpus) -> None:
        documents = corpus.documents
        self._kinds = np.array([each.kind for each in documents])[corpus.document_of]
        self._years = np.array([each.year or 0 for each in documents])[corpus.document_of]

    def of(self, filters: dict[str, Any]) -> np.ndarray:
        kept = np.ones(len(self._kinds), dtype=bool)
        if "kind" in filters:
            kept &= self._kinds == filters["kind"]
        if "year_from" in filters:
            kept &= (self._years >= filters["year_from"]) & (self._years <= filters["year_to"])
        return kept


class ExactVectors:
    """Every vector compared, by one product of a matrix and a vector."""

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        self._file = folder / "vectors.npy"
        self._corpus = corpus
        self._matrix: np.ndarray = np.empty((0, 0))

    def build(self) -> None:
        matrix = np.asarray(self._corpus.vectors, dtype=np.float32)
        np.save(self._file, matrix / np.linalg.norm(matrix, axis=1, keepdims=True))

    def open(self) -> None:
        self._matrix = np.load(self._file, mmap_mode="r")

    def nearest(self, vector: np.ndarray, limit: int, kept: np.ndarray | None) -> Rows:
        similarities = self._matrix @ vector
        if kept is not None:
            similarities = np.where(kept, similarities, -1)
        return first(similarities, limit, above=-1)


def first(scores: np.ndarray, limit: int, *, above: float = 0) -> list[int]:
    """Rows with the highest scores, best first."""
    limit = min(limit, len(scores))
    rows = np.argpartition(-scores, limit - 1)[:limit]
    rows = rows[np.argsort(-scores[rows], kind="stable")]
    return [int(row) for row in rows if scores[row] > above]


def texts_of(corpus: Corpus) -> list[str]:
    return [chunk.text for chunk in corpus.chunks()]
