"""Any sentence-transformers model on torch: a local folder by default, the hub only when allowed.

Without a GPU `retrieval.embedders.exported` runs the same model quicker.
"""

from collections.abc import Sequence
from threading import Lock

import numpy as np
import torch
from sentence_transformers import SentenceTransformer

from retrieval.embedders.base import Embedder, Vectors


class SentenceTransformerEmbedder(Embedder):
    """`model` is a folder, or a hub name when `local_files_only` is off.

    `query_prefix` and `passage_prefix` are what the model was trained with ("query: ", "passage: "
    for E5; empty for most). `device` is torch's name of it; `threads` is how many cores torch uses
    in the whole process, None: as it likes. Raises OSError or ValueError when the model cannot be
    loaded.
    """

    def __init__(
        self,
        *,
        model: str,
        query_prefix: str = "",
        passage_prefix: str = "",
        device: str | None = None,
        threads: int | None = None,
        batch_size: int = 32,
        local_files_only: bool = True,
    ) -> None:
        if threads:
            torch.set_num_threads(threads)
        self._prefixes = {True: query_prefix, False: passage_prefix}
        self._batch_size = batch_size
        self._lock = Lock()
        self._model = SentenceTransformer(model, device=device, local_files_only=local_files_only)
        dimensions = self._model.get_embedding_dimension()
        if not dimensions:
            raise ValueError(f"{model} does not say how many dimensions it has")
        self.dimensions = dimensions
        self.max_tokens = int(self._model.max_seq_length or 512)

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, its prefix and marks included."""
        return len(self._model.tokenizer(self._prefixes[False] + text)["input_ids"])

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        prefix = self._prefixes[is_query]
        with self._lock:
            # encode sorts by length itself.
            vectors = self._model.encode(
                [prefix + text for text in texts],
                batch_size=self._batch_size,
                show_progress_bar=False,
            )
        return np.asarray(vectors, dtype=np.float32)
