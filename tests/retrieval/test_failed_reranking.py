"""What a client of the search sees when the reranker fails."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests.retrieval.conftest import IndexText
from tests.retrieval.test_reranking import BAD, use

pytestmark = pytest.mark.django_db


def index_two(index_text: IndexText) -> None:
    index_text("Zakat dikelola oleh Baitul Mal.\n\n")
    index_text("Zakat fitrah dibayar sebelum Idul Fitri.\n\n")


def search() -> Any:
    body = {"query": "Siapa yang mengelola zakat?"}
    return Client().post("/v1/search", body, content_type="application/json")


@pytest.mark.parametrize("gives", BAD)
def test_the_search_fails(settings: Settings, index_text: IndexText, gives: Any) -> None:
    index_two(index_text)
    use(settings, gives)
    response = search()
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert "no memory" not in response.content.decode()


@pytest.mark.parametrize("gives", BAD)
def test_or_it_is_answered_in_the_fused_order_and_says_so(
    settings: Settings, index_text: IndexText, gives: Any
) -> None:
    index_two(index_text)
    use(settings, gives, ON_FAILURE="fused")
    body = search().json()
    assert (body["reranker"], body["rerank_failed"]) == (None, True)
    assert body["results"][0]["scores"]["rerank"] is None
    assert body["results"][0]["scores"]["fused"] > 0


def test_a_model_that_is_not_there_fails_it_too(settings: Settings, index_text: IndexText) -> None:
    index_two(index_text)
    settings.RERANKER = {
        "BACKEND": "retrieval.rerankers.cross_encoder.CrossEncoderReranker",
        "OPTIONS": {"model": "/nowhere/model"},
    }
    response = search()
    assert response.status_code == 503
    assert "/nowhere" not in response.content.decode()
