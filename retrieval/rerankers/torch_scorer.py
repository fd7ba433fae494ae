"""A cross-encoder on torch, by sentence-transformers: for machines with a GPU."""

from collections.abc import Sequence
from threading import Lock

import torch
from sentence_transformers import CrossEncoder
from tokenizers import Tokenizer


class TorchScorer:
    """Raises ValueError when the model cannot be loaded."""

    def __init__(
        self, model: str, *, device: str | None, max_tokens: int, local_files_only: bool
    ) -> None:
        if device is None and not torch.cuda.is_available():
            raise ValueError(
                "backend torch finds no GPU, and on a processor it takes seconds a question: "
                "export the model (`manage.py export_model --task rerank`) and use backend onnx, "
                "or say device='cpu'"
            )
        try:
            self._model = CrossEncoder(
                model,
                device=device,
                max_length=max_tokens,
                local_files_only=local_files_only,
                # The model's own activation would make logits of some models probabilities.
                activation_fn=torch.nn.Identity(),
            )
        except OSError as error:
            raise ValueError(f"{model!r} cannot be loaded: {error}") from error
        self._lock = Lock()
        # A copy: predict sets how its own one cuts and fills up.
        self.tokenizer = Tokenizer.from_str(self._model.tokenizer.backend_tokenizer.to_str())
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def logits(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        with self._lock:
            scores = self._model.predict(list(pairs), show_progress_bar=False)
        return [float(score) for score in scores]
