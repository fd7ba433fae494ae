"""Who may call what, and how often."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from answering.models import ApiKey, RateCounter
from documents.models import Document, Visibility
from tests.answering.api.conftest import Caller
from tests.answering.api.test_errors import JSON, assert_failure

pytestmark = pytest.mark.django_db
DOCUMENT = "/v1/documents/doc_" + "0" * 32
JOB = "/v1/chunking/status/job_" + "0" * 12

# method, address, the least scope that may call it, the permission that staff need
MANAGEMENT = [
    ("get", "/v1/documents", "documents", "view_document"),
    ("post", "/v1/documents", "documents", "add_document"),
    ("get", DOCUMENT, "documents", "view_document"),
    ("delete", DOCUMENT, "documents", "delete_document"),
    ("post", "/v1/documents/refresh", "documents", "add_document"),
    ("post", "/v1/chunking/process", "documents", "change_document"),
    ("post", "/v1/chunking/process-all", "documents", "change_document"),
    ("get", JOB, "documents", "view_document"),
    ("get", "/v1/kb/stats", "documents", "view_document"),
    ("get", "/v1/kb/jobs/active", "documents", "view_document"),
    ("post", "/v1/kb/reindex", "admin", "change_document"),
    ("delete", "/v1/kb/clear", "admin", "delete_document"),
]
SCOPES = ["query", "documents", "admin"]


def call(client: Client, method: str, address: str) -> Any:
    return getattr(client, method)(address, content_type=JSON)


@pytest.mark.parametrize(("method", "address", "scope", "permission"), MANAGEMENT)
def test_management_needs_a_key_of_its_scope(
    with_key: Caller, method: str, address: str, scope: str, permission: str
) -> None:
    response = call(Client(), method, address)
    assert_failure(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"] == "Api-Key"
    for each in SCOPES:
        response = call(with_key(each), method, address)
        if SCOPES.index(each) < SCOPES.index(scope):
            assert_failure(response, 403, "permission_denied")
        else:
            assert response.status_code not in (401, 403)


@pytest.mark.parametrize(("method", "address", "scope", "permission"), MANAGEMENT)
def test_staff_need_the_permission(
    as_staff: Caller, method: str, address: str, scope: str, permission: str
) -> None:
    client = as_staff()
    assert_failure(call(client, method, address), 403, "permission_denied")
    client.logout()


@pytest.mark.parametrize(("method", "address", "scope", "permission"), MANAGEMENT)
def test_staff_with_the_permission_may(
    as_staff: Caller, method: str, address: str, scope: str, permission: str
) -> None:
    client = as_staff("view_document", permission)
    assert call(client, method, address).status_code not in (401, 403)


@pytest.mark.parametrize(
    "header", ["Api-Key nonsense", "Api-Key", "api-key \xe9", "Api-Key " + "a" * 10_000]
)
def test_a_wrong_key_is_refused_even_where_none_is_needed(header: str) -> None:
    response = Client().get("/v1/answers/q_" + "0" * 32, headers={"Authorization": header})
    assert_failure(response, 401, "authentication_failed")


def test_other_schemes_are_no_keys() -> None:
    response = Client().post(
        "/v1/query", {}, content_type=JSON, headers={"Authorization": "Bearer of-another-api"}
    )
    assert_failure(response, 400, "invalid")


def test_a_revoked_key_is_refused_at_once(with_key: Caller) -> None:
    client = with_key("documents")
    assert client.get("/v1/documents").status_code == 200
    ApiKey.objects.update(active=False)
    assert_failure(client.get("/v1/documents"), 401, "authentication_failed")


def test_the_use_of_a_key_is_noted(with_key: Caller) -> None:
    with_key("documents").get("/v1/documents")
    assert ApiKey.objects.get().last_used_at is not None


def test_a_session_needs_the_csrf_token(as_staff: Caller) -> None:
    client = as_staff("view_document", "change_document", enforce_csrf_checks=True)
    assert_failure(client.post("/v1/chunking/process-all"), 403, "csrf_failed")
    client.cookies["csrftoken"] = token = "a" * 32
    response = client.post(
        "/v1/chunking/process-all", content_type=JSON, headers={"X-CSRFToken": token}
    )
    assert response.status_code == 202


def test_keys_and_anonymous_calls_need_no_csrf_token() -> None:
    client = Client(enforce_csrf_checks=True)
    _, text = ApiKey.objects.issue("test", "documents")
    headers = {"Authorization": f"Api-Key {text}"}
    response = client.post("/v1/chunking/process-all", content_type=JSON, headers=headers)
    assert response.status_code == 202
    assert_failure(client.post("/v1/query", {}, content_type=JSON), 400, "invalid")


def test_what_one_may_not_see_looks_like_what_is_not_there(as_staff: Caller) -> None:
    document = Document.objects.create(title="Rahasia", visibility=Visibility.INTERNAL, sha256="1")
    client = as_staff("delete_document")
    hidden, absent = (call(client, "delete", f"/v1/documents/{id}") for id in (document.pk, "x"))
    there, nowhere = (call(client, "delete", each) for each in (f"{DOCUMENT[:-1]}1", DOCUMENT))
    assert hidden.json() == there.json() == nowhere.json()
    assert absent.status_code == 404


def test_addresses_have_a_limit_and_are_told_when_to_come_again(settings: Settings) -> None:
    settings.RATE_LIMITS = {"address": 2, "key": 4}
    responses = [Client().post("/v1/search", {}, content_type=JSON) for _ in range(3)]
    assert [response.status_code for response in responses] == [400, 400, 429]
    failure = assert_failure(responses[2], 429, "throttled")
    wait_s = responses[2]["Retry-After"]
    assert 1 <= int(wait_s) <= 60
    assert wait_s in failure["message"]


def test_keys_have_a_limit_of_their_own(settings: Settings, with_key: Caller) -> None:
    settings.RATE_LIMITS = {"address": 1, "key": 3}
    clients = [with_key("query"), with_key("query")]
    for client in clients:
        statuses = [client.post("/v1/search", {}, content_type=JSON).status_code for _ in range(4)]
        assert statuses == [400, 400, 400, 429]
    assert RateCounter.objects.count() == 2


def test_a_header_makes_no_new_address_unless_a_trusted_proxy_sent_it(settings: Settings) -> None:
    settings.RATE_LIMITS = {"address": 1, "key": 1}

    def statuses() -> list[int]:
        return [
            Client()
            .post("/v1/search", {}, content_type=JSON, headers={"X-Forwarded-For": f"8.8.8.{n}"})
            .status_code
            for n in range(2)
        ]

    assert statuses() == [400, 429]
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert statuses() == [400, 400]


def test_reading_takes_nothing_from_the_questions(settings: Settings) -> None:
    settings.RATE_LIMITS = {"address": 1, "key": 1}
    Client().get("/v1/answers/q_" + "0" * 32)
    assert Client().post("/v1/search", {}, content_type=JSON).status_code == 400
