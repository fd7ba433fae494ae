"""How a sentence-transformers folder says that token vectors become one vector."""

import json
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Pooling = Literal["mean", "cls"]
UNDERSTOOD = ("Transformer", "Pooling", "Normalize")


def pooling_of(folder: Path) -> Pooling:
    """Raises ValueError for a folder whose model does something else."""
    modules = _read(folder / "modules.json")
    kinds = {module["type"].rpartition(".")[2]: module["path"] for module in modules}
    if other := [kind for kind in kinds if kind not in UNDERSTOOD]:
        raise ValueError(f"{folder} has modules that only backend torch runs: {', '.join(other)}")
    config = _read(folder / kinds.get("Pooling", "1_Pooling") / "config.json")
    chosen = config.get("pooling_mode") or next(
        (key.removeprefix("pooling_mode_") for key, on in config.items() if on is True), ""
    )
    if str(chosen) in ("mean", "mean_tokens"):
        return "mean"
    if str(chosen) in ("cls", "cls_token"):
        return "cls"
    raise ValueError(f"{folder} pools by {chosen!r}, which only backend torch does")


def pooled(
    hidden: NDArray[np.float32], mask: NDArray[np.int64], *, pooling: Pooling
) -> NDArray[np.float32]:
    """(texts, tokens, values) -> (texts, values)"""
    if pooling == "cls":
        return hidden[:, 0]
    weights = mask.astype(np.float32)
    mean: NDArray[np.float32] = np.einsum("ntv,nt->nv", hidden, weights)
    mean /= weights.sum(axis=1, keepdims=True)
    return mean


def max_tokens_of(folder: Path) -> int | None:
    """The longest text in tokens that the folder's model was made for, where it says so."""
    file = folder / "sentence_bert_config.json"
    said = _read(file).get("max_seq_length") if file.is_file() else None
    return int(said) if said else None


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{file} cannot be read: {error}") from error
