"""What every embedder does."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class EmbeddingError(Exception):
    """The embedder failed, or gave back something that is not what was asked for."""


class Embedder(ABC):
    """Checks in one place what each backend gives back.

    A subclass sets `dimensions`, `max_tokens` (longer texts are cut or averaged by the model) and
    writes `_embed`. `usual_similarity` is mean and spread of the similarities of questions to the
    50 passages nearest to them: a cosine means another thing with each model.
    """

    dimensions: int
    max_tokens: int
    usual_similarity: tuple[float, float] = (0.45, 0.1)

    def embed_query(self, text: str) -> Vectors:
        """One vector of unit length. Raises EmbeddingError."""
        vector: Vectors = self._checked([text], is_query=True)[0]
        return vector

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One row of unit length a text. Raises EmbeddingError."""
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return self._checked(texts, is_query=False)

    @abstractmethod
    def _embed(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        """Vectors of any length, one row a text."""

    def _checked(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        readable = [_readable(text) for text in texts]
        vectors = np.asarray(self._embed(readable, is_query=is_query), dtype=np.float32)
        if vectors.shape != (len(texts), self.dimensions):
            raise EmbeddingError(
                f"{type(self).__name__} gave {vectors.shape} for {len(texts)} texts "
                f"of {self.dimensions} dimensions"
            )
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(vectors).all() or not (lengths > 0).all():
            raise EmbeddingError(f"{type(self).__name__} gave a vector that is not a direction")
        unit: Vectors = vectors / lengths
        return unit


def _readable(text: str) -> str:
    """The text without what C code or a tokenizer refuses: NUL, halves of surrogate pairs."""
    return text.replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")
