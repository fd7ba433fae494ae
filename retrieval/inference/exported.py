"""A model folder that `manage.py export_model` made, run by onnxruntime or OpenVINO.

sentence-transformers would run these too, through optimum; its releases for ONNX want transformers
below 5, which sentence-transformers 6 does not run with. What is needed of it is little: tokens in,
one matrix out.
"""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from retrieval.inference.batches import padded
from retrieval.inference.onnx_session import CPU, cores, onnx_session
from retrieval.inference.processor import multiplies_int8

Runtime = Literal["onnx", "openvino"]
Precision = Literal["auto", "fp32", "int8"]

# The first file that is there is taken. OpenVINO has no use for operators fused for onnxruntime.
FILES: dict[tuple[str, str], tuple[str, ...]] = {
    ("onnx", "fp32"): ("onnx/model_fused.onnx", "onnx/model.onnx"),
    ("onnx", "int8"): ("onnx/model_int8.onnx",),
    ("openvino", "fp32"): ("openvino/openvino_model.xml", "onnx/model.onnx"),
    ("openvino", "int8"): ("openvino/openvino_model_int8.xml",),
}
BATCH_TOKENS = 512  # more does not fit a core's cache


class _Session(Protocol):
    inputs: list[str]

    def run(self, inputs: dict[str, NDArray[Any]]) -> NDArray[Any]: ...


class ExportedModel:
    """Tokenizer and session of a folder; may be used by several threads.

    `file_name` within the folder; None: by `precision`, where `auto` is int8 if the processor
    multiplies 8-bit numbers and the file is there, else fp32. Raises ValueError saying what is
    missing, ImportError when it is a package.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        runtime: Runtime,
        file_name: str | None = None,
        precision: Precision = "auto",
        max_tokens: int,
        threads: int | None = None,
        providers: Sequence[str] = (CPU,),
    ) -> None:
        self.folder = Path(folder)
        self.file = model_file(self.folder, runtime, file_name=file_name, precision=precision)
        self._session = _session(
            runtime, self.file, threads=threads or cores(), providers=providers
        )
        self.tokenizer = _tokenizer(self.folder, max_tokens=max_tokens)
        padding = self.tokenizer.token_to_id("[PAD]"), self.tokenizer.token_to_id("<pad>")
        self._pad = next((token for token in padding if token is not None), 0)

    def run(self, encodings: Sequence[Encoding]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """The model's first output for the texts, one row each, and the mask of their tokens."""
        tokens, mask = padded([each.ids for each in encodings], pad=self._pad)
        inputs = {"input_ids": tokens, "attention_mask": mask}
        if "token_type_ids" in self._session.inputs:
            inputs["token_type_ids"] = padded([each.type_ids for each in encodings])[0]
        return np.asarray(self._session.run(inputs), dtype=np.float32), mask


def model_file(
    folder: Path, runtime: Runtime, *, file_name: str | None, precision: Precision
) -> Path:
    """The file to load. Raises ValueError naming what is not there, and how to make it."""
    if runtime not in ("onnx", "openvino") or precision not in ("auto", "fp32", "int8"):
        raise ValueError(f"backend {runtime!r} with precision {precision!r} is not known")
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}")
    if file_name:
        names: tuple[str, ...] = (file_name,)
    elif precision == "auto":
        quick = FILES[runtime, "int8"] if multiplies_int8() else ()
        names = quick + FILES[runtime, "fp32"]
    else:
        names = FILES[runtime, precision]
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise ValueError(
        f"{folder} has no {' or '.join(names)}; `manage.py export_model` makes one of a model"
    )


def _session(runtime: Runtime, file: Path, *, threads: int, providers: Sequence[str]) -> _Session:
    if runtime == "onnx":
        return _OnnxSession(file, threads=threads, providers=providers)
    try:
        module = import_module("retrieval.inference.openvino_session")
    except ImportError as error:
        raise ImportError(
            "the backend openvino needs the package openvino: "
            "pip install -r requirements-models.txt"
        ) from error
    session: _Session = module.OpenVinoSession(file, threads=threads)
    return session


class _OnnxSession:
    def __init__(self, file: Path, *, threads: int, providers: Sequence[str]) -> None:
        self._session = onnx_session(file, threads=threads, providers=providers)
        self.inputs = [one.name for one in self._session.get_inputs()]

    def run(self, inputs: dict[str, NDArray[Any]]) -> NDArray[Any]:
        output: NDArray[Any] = self._session.run(None, inputs)[0]
        return output


def _tokenizer(folder: Path, *, max_tokens: int) -> Tokenizer:
    file = folder / "tokenizer.json"
    if not file.is_file():
        raise ValueError(f"{folder} has no tokenizer.json")
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return tokenizer
