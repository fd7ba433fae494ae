"""A sentence-transformers model that was exported, run by onnxruntime or OpenVINO."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tokenizers import Encoding

from retrieval.embedders.base import Embedder, Vectors
from retrieval.inference.batches import token_batches
from retrieval.inference.exported import BATCH_TOKENS, ExportedModel, Precision, Runtime
from retrieval.inference.onnx_session import CPU
from retrieval.inference.pooling import max_tokens_of, pooled, pooling_of

MAX_TOKENS = 512


class ExportedEmbedder(Embedder):
    """`model` is a folder that `manage.py export_model` made.

    `query_prefix` and `passage_prefix` are what the model was trained with ("query: ", "passage: "
    for E5; empty for most). `precision` and `file_name` choose the file; an int8 file's vectors
    differ from fp32's and need an alias of their own, so that `precision` auto, which depends on
    the machine, is for a single machine. `threads` None: as many as the process may use.
    """

    def __init__(
        self,
        *,
        model: str,
        backend: Runtime = "onnx",
        precision: Precision = "fp32",
        file_name: str | None = None,
        query_prefix: str = "",
        passage_prefix: str = "",
        threads: int | None = None,
        providers: Sequence[str] = (CPU,),
        batch_tokens: int = BATCH_TOKENS,
    ) -> None:
        folder = Path(model)
        self.max_tokens = max_tokens_of(folder) or MAX_TOKENS if folder.is_dir() else MAX_TOKENS
        self._prefixes = {True: query_prefix, False: passage_prefix}
        self._batch_tokens = batch_tokens
        self._model = ExportedModel(
            folder,
            runtime=backend,
            file_name=file_name,
            precision=precision,
            max_tokens=self.max_tokens,
            threads=threads,
            providers=providers,
        )
        self._pooling = pooling_of(folder)
        self.dimensions = self._means(self._model.tokenizer.encode_batch(["a"])).shape[1]

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, its prefix and marks included, as far as the model reads."""
        return len(self._model.tokenizer.encode(self._prefixes[False] + text).ids)

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        prefix = self._prefixes[is_query]
        encodings = self._model.tokenizer.encode_batch([prefix + text for text in texts])
        lengths = [len(each.ids) for each in encodings]
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for batch in token_batches(lengths, max_tokens=self._batch_tokens):
            vectors[batch] = self._means([encodings[index] for index in batch])
        return vectors

    def _means(self, encodings: Sequence[Encoding]) -> Vectors:
        hidden, mask = self._model.run(encodings)
        return pooled(hidden, mask, pooling=self._pooling)
