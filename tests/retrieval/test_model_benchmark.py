"""The times of models."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests.retrieval.conftest import IndexText

pytestmark = pytest.mark.django_db


def test_it_measures_what_is_set(index_text: IndexText, settings: Settings) -> None:
    index_text("Zakat dikelola oleh Baitul Mal.\n\n")
    out = StringIO()
    call_command("benchmark_models", "--only", "rerank", "--rounds", "1", "--json", stdout=out)
    outcome = json.loads(out.getvalue())
    (times,) = outcome["rerankers"]
    assert (times["name"], times["candidates"]) == ("the one that is set", 1)
    assert times["rerank"]["wall_ms"] >= 0
    assert outcome["embedders"] == []


def test_a_model_that_cannot_be_loaded_is_named_and_left_out(
    index_text: IndexText, settings: Settings
) -> None:
    index_text("Zakat dikelola oleh Baitul Mal.\n\n")
    out, errors = StringIO(), StringIO()
    call_command(
        "benchmark_models",
        "--only",
        "rerank",
        "--reranker",
        "/nowhere/model",
        "--rounds",
        "1",
        stdout=out,
        stderr=errors,
    )
    assert "/nowhere/model" in errors.getvalue()
    assert "the one that is set" in out.getvalue()


def test_without_documents_there_is_nothing_to_measure() -> None:
    with pytest.raises(CommandError):
        call_command("benchmark_models")
