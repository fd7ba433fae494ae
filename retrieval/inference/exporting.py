"""A transformer on torch as files for onnxruntime and OpenVINO, beside its tokenizer.

In the layout of sentence-transformers: onnx/model.onnx (standard operators), onnx/model_fused.onnx
(onnxruntime's), onnx/model_int8.onnx (weights in 8 bits, inputs rounded as they come), and
openvino/openvino_model_int8.xml (both rounded, by measured ranges).
"""

import shutil
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers import optimizer
from tokenizers import Tokenizer
from transformers import AutoModel, AutoModelForSequenceClassification, AutoTokenizer

Task = Literal["embed", "rerank"]

OPSET = 18
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
# onnxruntime fuses what it knows to be a BERT; of these it also knows that they are one.
FUSED_AS = {"bert": "bert", "roberta": "bert", "xlm-roberta": "bert", "distilbert": "bert"}
COPIED = ("modules.json", "sentence_bert_config.json", "config_sentence_transformers.json")
CALIBRATION_TOKENS = 256


def export(model: str, target: Path, *, task: Task, int8: bool, local_files_only: bool) -> None:
    """Write the files. Raises OSError or ValueError when the model cannot be loaded."""
    tokenizer = AutoTokenizer.from_pretrained(model, local_files_only=local_files_only)
    kind = AutoModel if task == "embed" else AutoModelForSequenceClassification
    options = {} if task == "embed" else {"num_labels": 1}
    # The tracer follows the plain attention alone.
    loaded = kind.from_pretrained(
        model, attn_implementation="eager", local_files_only=local_files_only, **options
    ).eval()
    folder = target / "onnx"
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save_pretrained(target)
    loaded.config.save_pretrained(target)
    _copy_modules(Path(model), target)
    _trace(loaded, tokenizer, folder / "model.onnx")
    source = _fused(folder, loaded.config)
    if int8:
        _rounded(source, folder / "model_int8.onnx")


def export_openvino_int8(target: Path, texts: Sequence[str]) -> None:
    """Round an exported model by the ranges that it has over the texts; takes minutes.

    Raises ImportError naming the packages that are missing.
    """
    try:
        nncf, openvino = import_module("nncf"), import_module("openvino")
    except ImportError as error:
        raise ImportError(
            "this needs the packages openvino and nncf: pip install -r requirements-models.txt"
        ) from error
    tokenizer = Tokenizer.from_file(str(target / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(CALIBRATION_TOKENS)
    model = openvino.Core().read_model(target / "onnx" / "model.onnx")
    inputs = {one.any_name for one in model.inputs}

    def encoded(text: str) -> dict[str, Any]:
        each = tokenizer.encode(text)
        values = dict(zip(INPUTS, (each.ids, each.attention_mask, each.type_ids), strict=True))
        return {name: np.array([value]) for name, value in values.items() if name in inputs}

    rounded = nncf.quantize(
        model,
        nncf.Dataset(list(texts), encoded),
        model_type=nncf.ModelType.TRANSFORMER,
        subset_size=len(texts),
    )
    openvino.save_model(rounded, target / "openvino" / "openvino_model_int8.xml")


class _Traced(torch.nn.Module):
    """The model with its inputs in a fixed order and one output."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self._model = model

    def forward(self, *inputs: torch.Tensor) -> torch.Tensor:
        output: torch.Tensor = self._model(**dict(zip(INPUTS, inputs, strict=False)))[0]
        return output


def _trace(model: torch.nn.Module, tokenizer: Any, file: Path) -> None:
    names = [name for name in INPUTS if name in tokenizer.model_input_names]
    example = tokenizer(["satu dua", "tiga empat lima"], padding=True, return_tensors="pt")
    axes = {name: {0: "texts", 1: "tokens"} for name in names}
    torch.onnx.export(
        _Traced(model).eval(),
        tuple(example[name] for name in names),
        str(file),
        input_names=names,
        output_names=["output"],
        dynamic_axes={**axes, "output": {0: "texts"}},
        opset_version=OPSET,
        dynamo=False,
    )


def _fused(folder: Path, config: Any) -> Path:
    plain, fused = folder / "model.onnx", folder / "model_fused.onnx"
    if config.model_type not in FUSED_AS:
        return plain
    optimizer.optimize_model(
        str(plain),
        model_type=FUSED_AS[config.model_type],
        num_heads=config.num_attention_heads,
        hidden_size=config.hidden_size,
        opt_level=0,
    ).save_model_to_file(str(fused))
    return fused


def _rounded(source: Path, target: Path) -> None:
    quantize_dynamic(
        source,
        target,
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["MatMul", "Attention"],
        extra_options={"MatMulConstBOnly": True, "DefaultTensorType": onnx.TensorProto.FLOAT},
    )


def _copy_modules(source: Path, target: Path) -> None:
    """What sentence-transformers keeps beside the transformer: how token vectors are pooled."""
    for name in COPIED:
        if (source / name).is_file():
            shutil.copyfile(source / name, target / name)
    for folder in source.glob("[0-9]_*"):
        shutil.copytree(folder, target / folder.name, dirs_exist_ok=True)
