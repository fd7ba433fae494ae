"""A fake embedder, so that tests of everything around one are quick and exact."""

import hashlib
from collections.abc import Sequence

import numpy as np

from retrieval.embedders.base import Embedder, Vectors


class FakeEmbedder(Embedder):
    """Gives each text a direction of its own, drawn from its SHA-256.

    Equal texts are equal, different ones nearly orthogonal; nothing of the meaning is in it.
    So no text is too far from a question to be shown for its words. Another `salt` makes another
    model of it.
    """

    usual_similarity = (-1.0, 1.0)

    def __init__(self, *, dimensions: int = 64, salt: str = "") -> None:
        self._salt = salt
        self.dimensions = dimensions
        self.max_tokens = 512

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        return np.stack([self._direction(text) for text in texts])

    def _direction(self, text: str) -> Vectors:
        seed = int.from_bytes(hashlib.sha256((self._salt + text).encode()).digest())
        return np.random.default_rng(seed).standard_normal(self.dimensions).astype(np.float32)
