"""A cross-encoder reads question and passage together and says how well they fit.

Its scores are logits: of use to order the candidates of one question, and for nothing else.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Literal, Protocol

import numpy as np
from tokenizers import Encoding, Tokenizer

from retrieval.analysis import Analysis
from retrieval.candidates import Candidate
from retrieval.inference.batches import token_batches
from retrieval.inference.exported import BATCH_TOKENS, ExportedModel, Precision
from retrieval.inference.onnx_session import CPU
from retrieval.rerankers.base import Reranker, RerankError, ScoreKind
from retrieval.rerankers.window import best_window

Backend = Literal["onnx", "openvino", "torch"]
Pair = tuple[str, str]  # question, passage

HEADING_SHARE = 0.25  # of the tokens at most; the rest is the passage's
MARKS = 4  # tokens that a model sets around and between two texts, at most


class PairScorer(Protocol):
    """What runs the model."""

    tokenizer: Tokenizer

    def logits(self, pairs: Sequence[Pair]) -> Sequence[float]: ...


class CrossEncoderReranker(Reranker):
    """`model` is a folder that `manage.py export_model --task rerank` made.

    With backend torch it is a sentence-transformers model, and on a machine without a GPU
    `device="cpu"` must be said: it takes seconds there. `threshold` is on the scale of the model's
    logits. `threads` None: as many cores as the process may use.
    """

    score_kind: ClassVar[ScoreKind] = "logit"

    def __init__(
        self,
        *,
        model: str,
        backend: Backend = "onnx",
        precision: Precision = "auto",
        file_name: str | None = None,
        device: str | None = None,
        max_tokens: int = 256,
        most: int = 20,
        threshold: float | None = None,
        threads: int | None = None,
        providers: Sequence[str] = (CPU,),
        local_files_only: bool = True,
    ) -> None:
        self.name = f"cross-encoder {Path(model).name}"
        self.threshold = threshold
        self.most = most
        self._max_tokens = max_tokens
        self._scorer: PairScorer
        if backend == "torch":
            self._scorer = _torch_scorer(
                model, device=device, max_tokens=max_tokens, local_files_only=local_files_only
            )
            return
        self._scorer = ExportedScorer(
            ExportedModel(
                model,
                runtime=backend,
                file_name=file_name,
                precision=precision,
                max_tokens=max_tokens,
                threads=threads,
                providers=providers,
            )
        )

    def scores(self, analysis: Analysis, candidates: Sequence[Candidate]) -> list[float]:
        pairs = [(analysis.query, self._passage(analysis, each)) for each in candidates]
        logits = [float(logit) for logit in self._scorer.logits(pairs)]
        if len(logits) != len(candidates) or not np.isfinite(logits).all():
            raise RerankError(f"{self.name}: not one number for each of {len(candidates)} texts")
        return logits

    def _passage(self, analysis: Analysis, candidate: Candidate) -> str:
        """Heading and text, cut so that what the question is about is within what is read."""
        tokenizer = self._scorer.tokenizer
        room = self._max_tokens - MARKS - len(_tokens(tokenizer, analysis.query))
        heading = candidate.heading
        offsets = _tokens(tokenizer, heading)
        kept = min(len(offsets), max(0, int(room * HEADING_SHARE)))
        heading = heading[: offsets[kept - 1][1]] if kept else ""
        text = candidate.hit.text
        start, end = best_window(
            text,
            _tokens(tokenizer, text),
            size=max(1, room - kept),
            weights=analysis.term_weights,
        )
        return f"{heading}\n{text[start:end]}"


class ExportedScorer:
    """A cross-encoder on onnxruntime or OpenVINO."""

    def __init__(self, model: ExportedModel) -> None:
        self._model = model
        self.tokenizer = model.tokenizer

    def logits(self, pairs: Sequence[Pair]) -> list[float]:
        encodings: list[Encoding] = self.tokenizer.encode_batch(list(pairs))
        lengths = [len(each.ids) for each in encodings]
        scores = [float("nan")] * len(pairs)
        for batch in token_batches(lengths, max_tokens=BATCH_TOKENS):
            rows, _ = self._model.run([encodings[index] for index in batch])
            if rows.shape != (len(batch), 1):
                raise RerankError(f"{self._model.file} gives {rows.shape[1:]} values a text, not 1")
            for index, row in zip(batch, rows, strict=True):
                scores[index] = float(row[0])
        return scores


def _tokens(tokenizer: Tokenizer, text: str) -> list[tuple[int, int]]:
    """Spans of the text's tokens, all of them: the tokenizer itself stops where the model does."""
    encoding = tokenizer.encode(text, add_special_tokens=False)
    parts = [encoding, *encoding.overflowing]
    return [span for part in parts for span in part.offsets]


def _torch_scorer(
    model: str, *, device: str | None, max_tokens: int, local_files_only: bool
) -> PairScorer:
    # Loads torch, which the other backends do without.
    from retrieval.rerankers.torch_scorer import TorchScorer  # noqa: PLC0415

    return TorchScorer(
        model, device=device, max_tokens=max_tokens, local_files_only=local_files_only
    )
