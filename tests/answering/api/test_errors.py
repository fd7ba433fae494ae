"""Every failure has one form, the right status, and the language of the request."""

from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from retrieval.embedders.base import EmbeddingError
from retrieval.search import SearchTimeoutError
from tests.answering.api.conftest import Caller

pytestmark = pytest.mark.django_db
SECRET = "secret-of-the-exception"
JSON = "application/json"


def assert_failure(response: Any, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status, response.content
    assert response["Content-Type"] == JSON
    body: dict[str, Any] = response.json()
    assert set(body) == {"status", "code", "message", "errors"}
    assert body["status"] == "error"
    assert body["code"] == code
    assert body["message"]
    assert all(set(error) == {"field", "message"} for error in body["errors"])
    return body


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        pytest.param(b"{", "malformed", None, id="half a body"),
        pytest.param(b"\xff\xfe", "malformed", None, id="not UTF-8"),
        pytest.param(b"[" * 100_000, "malformed", None, id="nested without end"),
        pytest.param(b"[1]", "invalid", "", id="a list"),
        pytest.param(b'"text"', "invalid", "", id="a text"),
        pytest.param(b"", "invalid", "question", id="no body"),
        pytest.param(b"{}", "invalid", "question", id="no question"),
        pytest.param(b'{"question": null}', "invalid", "question", id="null"),
        pytest.param(b'{"question": ""}', "invalid", "question", id="empty"),
        pytest.param(b'{"question": " \\n "}', "invalid", "question", id="blank"),
        pytest.param(b'{"question": ["a"]}', "invalid", "question", id="not text"),
        pytest.param(b'{"question": "a\\u0000b"}', "invalid", "question", id="NUL"),
        pytest.param(b'{"question": "\\ud800"}', "invalid", "question", id="half a character"),
        pytest.param(
            b'{"question": "' + b"a" * 10_000 + b'"}', "invalid", "question", id="10,000 characters"
        ),
        pytest.param(b'{"question": "a", "max_results": 0}', "invalid", "max_results", id="none"),
        pytest.param(
            b'{"question": "a", "max_results": ' + b"9" * 3_000 + b"}",
            "invalid",
            "max_results",
            id="a huge number",
        ),
        pytest.param(b'{"question": "a", "pipeline_type": "x"}', "invalid", "pipeline_type"),
        pytest.param(b'{"question": "a", "language": "fr"}', "invalid", "language"),
        pytest.param(
            b'{"question": "a", "filters": {"tags": ["a", "b\\u0000"]}}',
            "invalid",
            "filters.tags.1",
            id="NUL deep inside",
        ),
        pytest.param(
            b'{"question": "a", "filters": {"kinds": ["novel"]}}', "invalid", "filters.kinds.0"
        ),
        pytest.param(
            b'{"question": "a", "filters": {"year_from": 2020, "year_to": 2010}}',
            "invalid",
            "filters.year_to",
        ),
    ],
)
@pytest.mark.parametrize("address", ["/v1/query", "/v1/query/stream"])
def test_a_bad_question_is_told_in_both_languages(
    address: str, body: bytes, code: str, field: str | None
) -> None:
    told = []
    for language in ("id", "en"):
        response = Client().post(
            address, body, content_type=JSON, headers={"Accept-Language": language}
        )
        failure = assert_failure(response, 400, code)
        assert [error["field"] for error in failure["errors"]] == ([] if field is None else [field])
        told.append([failure["message"], *(error["message"] for error in failure["errors"])])
    indonesian, english = told
    for in_indonesian, in_english in zip(indonesian, english, strict=True):
        assert in_indonesian != in_english


def test_indonesian_is_spoken_unless_english_is_asked_for() -> None:
    messages = {
        language: Client()
        .get("/v1/nothing", headers={"Accept-Language": language} if language else {})
        .json()["message"]
        for language in ("", "id", "fr", "en-GB")
    }
    assert messages[""] == messages["id"] == messages["fr"] != messages["en-GB"]


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", "/v1/"),
        ("get", "/v1/nothing"),
        ("post", "/v1/nothing/"),
        ("get", "/v1/answers/q_" + "0" * 32),
        ("get", "/v1/answers/q_" + "0" * 32 + "/stream"),
        ("post", "/v1/answers/q_" + "0" * 32 + "/stop"),
        ("get", "/v1/answers/%00"),
        ("get", "/v1/documents/../../etc/passwd"),
    ],
)
def test_what_is_not_there_is_not_found(method: str, address: str) -> None:
    assert_failure(getattr(Client(), method)(address), 404, "not_found")


def test_another_method_is_not_allowed() -> None:
    response = Client().get("/v1/query")
    assert_failure(response, 405, "method_not_allowed")
    assert "POST" in response["Allow"]


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "multipart/form-data"])
def test_another_content_type_is_told(content_type: str) -> None:
    response = Client().generic("POST", "/v1/search", b"query=a", content_type=content_type)
    assert_failure(response, 415, "unsupported_media_type")


def test_a_body_beyond_the_limit_is_told(settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2**20
    response = Client().post("/v1/search", {"query": "a" * 2**20}, content_type=JSON)
    assert "1 MB" in assert_failure(response, 413, "too_large")["message"]


def test_whatever_a_client_accepts_it_gets_json() -> None:
    response = Client().post("/v1/query", {}, content_type=JSON, headers={"Accept": "text/html"})
    assert_failure(response, 400, "invalid")


def test_an_unforeseen_exception_tells_nothing_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with patch("answering.api.views.search.search", side_effect=RuntimeError(SECRET)):
        response = Client().post("/v1/search", {"query": "a"}, content_type=JSON)
    assert_failure(response, 500, "internal_error")
    assert SECRET.encode() not in response.content
    assert SECRET in caplog.text


@pytest.mark.parametrize("error", [OperationalError, SearchTimeoutError, EmbeddingError])
def test_a_passing_trouble_is_told_as_such(
    caplog: pytest.LogCaptureFixture, error: type[Exception]
) -> None:
    with patch("answering.api.views.search.search", side_effect=error(SECRET)):
        response = Client().post("/v1/search", {"query": "a"}, content_type=JSON)
    assert_failure(response, 503, "unavailable")
    assert SECRET.encode() not in response.content
    assert SECRET in caplog.text


def test_failures_before_a_view_have_the_same_form() -> None:
    strange = Client(headers={"Host": "evil.example"})
    assert_failure(strange.post("/v1/search", {}, content_type=JSON), 400, "bad_request")


def test_an_unknown_conversation_names_its_field(with_key: Caller) -> None:
    for conversation_id in ("9f2c1d52-7f0e-4a7c-9a0c-3b7f7e7f4f10", "my-session"):
        response = with_key("query").post(
            "/v1/query",
            {"question": "Apa itu qanun?", "conversation_id": conversation_id},
            content_type=JSON,
        )
        failure = assert_failure(response, 404, "not_found")
        assert [error["field"] for error in failure["errors"]] == ["conversation_id"]
