"""Asking without a key: whose conversation it is, and clients of other APIs."""

from typing import Any

import pytest
from django.test import Client

from answering.visitors import COOKIE
from tests.answering.api.conftest import Caller
from tests.answering.api.test_errors import JSON, assert_failure
from tests.answering.conftest import FakeSearch
from tests.scripted_generator import ScriptedGenerator

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = "Siapa yang melantik Gubernur Aceh?"
DRAFT = "Pelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri atas nama Presiden [1]."


@pytest.fixture(autouse=True)
def _answering(search: FakeSearch, generator: type[ScriptedGenerator]) -> None:
    generator.enqueue(*[DRAFT] * 3)


def test_a_client_of_a_plain_rag_api_gets_its_answer() -> None:
    response = Client().post("/v1/query/", {"question": QUESTION}, content_type=JSON)
    assert response.status_code == 200
    body = response.json()
    assert "Menteri Dalam Negeri" in body["answer"]
    assert body["sources"][0]["content"]
    assert body["sources"][0]["metadata"]["page"] == 1
    assert "visibility" not in body["citations"][0]


def test_a_conversation_belongs_to_the_cookie_that_began_it() -> None:
    visitor, other = Client(), Client()
    begun = visitor.post("/v1/query", {"question": QUESTION}, content_type=JSON).json()
    assert visitor.cookies[COOKIE]["httponly"]
    on = {"question": QUESTION, "conversation_id": begun["conversation_id"]}
    assert visitor.post("/v1/query", on, content_type=JSON).status_code == 200
    assert_failure(other.post("/v1/query", on, content_type=JSON), 404, "not_found")


def test_a_conversation_belongs_to_the_key_that_began_it(with_key: Caller) -> None:
    holder = with_key("query")
    begun = holder.post("/v1/query", {"question": QUESTION}, content_type=JSON)
    assert COOKIE not in begun.cookies
    on = {"question": QUESTION, "conversation_id": begun.json()["conversation_id"]}
    for other in (with_key("admin"), Client()):
        assert_failure(other.post("/v1/query", on, content_type=JSON), 404, "not_found")
    assert holder.post("/v1/query", on, content_type=JSON).status_code == 200


def test_an_answer_is_read_by_its_address_and_rated_by_its_asker() -> None:
    asker, reader = Client(), Client()
    query_id = asker.post("/v1/query", {"question": QUESTION}, content_type=JSON).json()["query_id"]
    address = f"/v1/answers/{query_id}"
    assert reader.get(address).json() == asker.get(address).json()
    rating = {"rating": "down", "reason": "Kurang lengkap"}
    refused = reader.post(f"{address}/feedback", rating, content_type=JSON)
    assert_failure(refused, 404, "not_found")
    rated = asker.post(f"{address}/feedback", rating, content_type=JSON).json()
    assert (rated["rating"], rated["reason"]) == ("down", "Kurang lengkap")
    wrong = asker.post(f"{address}/feedback", {"rating": "five"}, content_type=JSON)
    assert assert_failure(wrong, 400, "invalid")["errors"][0]["field"] == "rating"


def text_of(response: Any) -> str:
    return b"".join(response).decode()


def test_a_reader_that_was_cut_off_gets_the_rest() -> None:
    client = Client()
    query_id = client.post("/v1/query", {"question": QUESTION}, content_type=JSON).json()[
        "query_id"
    ]
    address = f"/v1/answers/{query_id}/stream"
    whole = text_of(client.get(address))
    last = whole.count("\nid: ")
    rest = text_of(client.get(address, headers={"Last-Event-ID": str(last - 1)}))
    assert rest.count("\nid: ") == 1
    assert f"id: {last}\nevent: done" in rest
    assert client.get(address, headers={"Last-Event-ID": str(last)}).status_code == 204
    nonsense = text_of(client.get(address, headers={"Last-Event-ID": "x"}))
    assert nonsense == whole
