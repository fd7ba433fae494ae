"""A cross-encoder with random weights: the same scores by every backend, and what it is given."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from retrieval.analysis import analyse
from retrieval.candidates import Candidate
from retrieval.checks import check_model_folders
from retrieval.rerankers.base import RerankError
from retrieval.rerankers.cross_encoder import CrossEncoderReranker, ExportedScorer, Pair
from retrieval.reranking import rerank, reranker
from tests.retrieval.candidates import candidate
from tests.retrieval.small_models import export_model, save_model

QUESTION = "Siapa yang mengelola zakat di Aceh?"
ANSWER = "Zakat dikelola oleh Baitul Mal Aceh."
FILLER = "Ketentuan lain diatur kemudian. "
TEXTS = [ANSWER, "Gubernur dilantik.", FILLER * 60, "", "😀 \x00"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_model(tmp_path_factory.mktemp("trained"), task="rerank")


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory, trained: Path) -> Path:
    return export_model(tmp_path_factory.mktemp("exported"), trained, task="rerank")


@pytest.fixture(scope="module")
def on_onnx(exported: Path) -> CrossEncoderReranker:
    return CrossEncoderReranker(model=str(exported), precision="fp32", threads=1)


def candidates() -> list[Candidate]:
    return [candidate(text, document_title="Qanun tentang Baitul Mal") for text in TEXTS]


def given(reranker_: CrossEncoderReranker, text: str, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """The pair that the model gets for the text."""
    seen: list[Pair] = []

    def keep(self: ExportedScorer, pairs: Sequence[Pair]) -> list[float]:
        seen.extend(pairs)
        return [0.0] * len(pairs)

    monkeypatch.setattr(ExportedScorer, "logits", keep)
    reranker_.scores(analyse(QUESTION), [candidate(text, document_title="Qanun 10/2018")])
    return seen[0]


def test_torch_and_onnx_give_the_same_logits(on_onnx: CrossEncoderReranker, trained: Path) -> None:
    on_torch = CrossEncoderReranker(model=str(trained), backend="torch", device="cpu")
    logits = on_torch.scores(analyse(QUESTION), candidates())
    assert on_onnx.scores(analyse(QUESTION), candidates()) == pytest.approx(logits, abs=1e-4)
    assert len({round(logit, 4) for logit in logits}) == len(TEXTS)
    # No activation has made probabilities of them.
    assert not all(0 <= logit <= 1 for logit in logits)


def test_eight_bits_give_nearly_the_same(on_onnx: CrossEncoderReranker, exported: Path) -> None:
    rounded = CrossEncoderReranker(model=str(exported), precision="int8")
    logits = on_onnx.scores(analyse(QUESTION), candidates())
    assert rounded.scores(analyse(QUESTION), candidates()) == pytest.approx(logits, abs=0.5)


def test_it_says_that_its_scores_are_logits(on_onnx: CrossEncoderReranker) -> None:
    assert on_onnx.score_kind == "logit"
    assert on_onnx.name.startswith("cross-encoder ")


def test_a_short_text_is_read_whole_with_its_heading(
    on_onnx: CrossEncoderReranker, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert given(on_onnx, ANSWER, monkeypatch) == (QUESTION, f"Qanun 10/2018\n{ANSWER}")


@pytest.mark.parametrize("before", [0, 20, 60])
def test_of_a_long_text_the_part_about_the_question_is_read(
    on_onnx: CrossEncoderReranker, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    text = FILLER * before + ANSWER + FILLER * (60 - before)
    _, passage = given(on_onnx, text, monkeypatch)
    assert ANSWER in passage
    assert len(on_onnx._scorer.tokenizer.encode(QUESTION, passage).ids) <= 256


def test_a_question_longer_than_the_model_reads_is_scored(on_onnx: CrossEncoderReranker) -> None:
    scores = on_onnx.scores(analyse("zakat fitrah dan mal " * 95), candidates())
    assert len(scores) == len(TEXTS)


def test_a_model_with_two_outputs_is_refused(
    on_onnx: CrossEncoderReranker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two(self: ExportedScorer, pairs: Sequence[Pair]) -> list[float]:
        return [0.0] * (len(pairs) - 1)

    monkeypatch.setattr(ExportedScorer, "logits", two)
    with pytest.raises(RerankError, match="one number"):
        on_onnx.scores(analyse(QUESTION), candidates())


def test_an_embedder_is_no_reranker(tmp_path: Path) -> None:
    folder = export_model(tmp_path / "out", save_model(tmp_path / "in", task="embed"), task="embed")
    wrong = CrossEncoderReranker(model=str(folder), precision="fp32")
    with pytest.raises(RerankError, match="values a text"):
        wrong.scores(analyse(QUESTION), candidates())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"model": "/nowhere/model"}, "no folder /nowhere/model"),
        ({"model": str(Path(__file__).parent)}, "export_model"),
        ({"model": "x", "backend": "torch"}, "device='cpu'"),
        ({"model": "xyz", "backend": "torch", "device": "cpu"}, "'xyz' cannot be loaded"),
        ({"model": "/", "backend": "tpu"}, "tpu"),
    ],
    ids=["no folder", "not exported", "torch without a GPU", "no such model", "unknown backend"],
)
def test_what_cannot_be_loaded_names_setting_and_way_out(
    settings: Settings, options: dict[str, Any], said: str
) -> None:
    path = "retrieval.rerankers.cross_encoder.CrossEncoderReranker"
    settings.RERANKER = {"BACKEND": path, "OPTIONS": options}
    with pytest.raises(ImproperlyConfigured, match="RERANKER") as raised:
        reranker()
    assert said in str(raised.value)
    with pytest.raises(RerankError):
        rerank(analyse(QUESTION), candidates())


def test_a_missing_folder_is_found_at_start(settings: Settings) -> None:
    settings.RERANKER = {"BACKEND": "never.loaded", "OPTIONS": {"model": "/nowhere/model"}}
    (error,) = check_model_folders(None)
    assert "RERANKER" in error.msg
    assert "/nowhere/model" in error.msg
    settings.RERANKER = {"BACKEND": "never.loaded", "OPTIONS": {"model": "organisation/model"}}
    assert check_model_folders(None) == []
