"""A model exported by the command: the vectors of sentence-transformers, on onnxruntime."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from retrieval import embedding
from retrieval.inference import exported as exported_models
from retrieval.inference.exported import model_file
from retrieval.inference.pooling import pooling_of
from retrieval.inference.processor import multiplies_int8
from tests.retrieval.small_models import save_model

TEXTS = ["Gubernur dilantik.", "Zakat dikelola oleh Baitul Mal Aceh. " * 30, "", "The mayor"]


def entry(**options: object) -> dict:
    return {"BACKEND": "retrieval.embedders.exported.ExportedEmbedder", "OPTIONS": options}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_model(tmp_path_factory.mktemp("trained"), task="embed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, trained: Path) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    call_command("export_model", str(trained), str(folder))
    return folder


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with names of model files and nothing in them."""
    for name in ("onnx/model.onnx", "onnx/model_int8.onnx", "openvino/openvino_model_int8.xml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def test_onnx_gives_the_vectors_of_torch(folder: Path, trained: Path) -> None:
    torch_entry = {
        "BACKEND": "retrieval.embedders.sentence_transformer.SentenceTransformerEmbedder",
        "OPTIONS": {"model": str(trained)},
    }
    on_torch = embedding.build("torch", torch_entry)
    on_onnx = embedding.build("onnx", entry(model=str(folder)))
    assert (on_torch.dimensions, on_torch.max_tokens) == (on_onnx.dimensions, on_onnx.max_tokens)
    same = (on_torch.embed_passages(TEXTS) * on_onnx.embed_passages(TEXTS)).sum(axis=1)
    assert same.min() > 0.9999
    rounded = embedding.build("int8", entry(model=str(folder), precision="int8", threads=1))
    near = (on_onnx.embed_passages(TEXTS) * rounded.embed_passages(TEXTS)).sum(axis=1)
    assert 0.9 < near.min() < 0.9999


def test_int8_is_taken_where_the_processor_multiplies_it(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def chosen() -> str:
        return model_file(files, "onnx", file_name=None, precision="auto").name

    monkeypatch.setattr(exported_models, "multiplies_int8", lambda: True)
    assert chosen() == "model_int8.onnx"
    monkeypatch.setattr(exported_models, "multiplies_int8", lambda: False)
    assert chosen() == "model.onnx"


def test_a_named_file_is_taken_before_all(files: Path) -> None:
    chosen = model_file(files, "openvino", file_name="onnx/model.onnx", precision="int8")
    assert chosen == files / "onnx" / "model.onnx"


def test_a_missing_file_names_the_command(files: Path) -> None:
    with pytest.raises(ValueError, match="export_model"):
        model_file(files, "onnx", file_name="onnx/other.onnx", precision="auto")


def test_a_missing_package_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    monkeypatch.delitem(sys.modules, "retrieval.inference.openvino_session", raising=False)
    with pytest.raises(ImproperlyConfigured, match=r"requirements-models\.txt"):
        embedding.build("mine", entry(model=str(folder), backend="openvino"))


def test_a_provider_that_is_not_there_is_named(folder: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="NoSuchProvider"):
        embedding.build("mine", entry(model=str(folder), providers=["NoSuchProvider"]))


def test_a_broken_file_is_told(files: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="onnxruntime cannot load"):
        embedding.build("mine", entry(model=str(files)))


def test_a_name_on_the_hub_is_not_downloaded_unasked(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--download"):
        call_command("export_model", "organisation/model", str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("config", "pooling"),
    [
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}, "mean"),
        ({"pooling_mode": "mean"}, "mean"),
    ],
)
def test_the_folder_says_how_tokens_are_pooled(tmp_path: Path, config: dict, pooling: str) -> None:
    write_modules(tmp_path, config, "Pooling")
    assert pooling_of(tmp_path) == pooling


def test_what_onnxruntime_would_leave_out_is_refused(tmp_path: Path) -> None:
    write_modules(tmp_path, {"pooling_mode": "lasttoken"}, "Pooling")
    with pytest.raises(ValueError, match="lasttoken"):
        pooling_of(tmp_path)
    write_modules(tmp_path, {"pooling_mode": "mean"}, "Pooling", "Dense")
    with pytest.raises(ValueError, match="Dense"):
        pooling_of(tmp_path)


def write_modules(folder: Path, pooling: dict, *kinds: str) -> None:
    (folder / "1_Pooling").mkdir(exist_ok=True)
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    modules = [
        {"path": f"1_{kind}", "type": f"sentence_transformers.models.{kind}"} for kind in kinds
    ]
    (folder / "modules.json").write_text(json.dumps(modules))


@pytest.mark.parametrize(
    ("line", "can"),
    [
        ("flags\t\t: fpu avx2 avx512f avx512_vnni", True),
        ("flags\t\t: fpu avx2 avx_vnni", True),
        ("Features\t: fp asimd asimddp", True),
        ("flags\t\t: fpu avx2 fma", False),
        ("model name\t: avx512_vnni", False),
    ],
)
def test_the_processor_says_what_it_can(tmp_path: Path, line: str, can: bool) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text(f"processor\t: 0\n{line}\n")
    assert multiplies_int8(file) is can


def test_vectors_have_unit_length(folder: Path) -> None:
    rows = embedding.build("onnx", entry(model=str(folder))).embed_passages(TEXTS)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1] * len(TEXTS), abs=1e-4)
