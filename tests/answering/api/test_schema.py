"""The schema and its page."""

import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from answering.api.urls import urlpatterns

METHODS = {"get", "post", "delete", "put", "patch"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    generated: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return generated


def operations(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method.upper()} {path}", operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def test_it_is_valid_and_gives_no_warning() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=StringIO())


def test_each_address_stands_in_it_once(schema: dict[str, Any]) -> None:
    shown = set(schema["paths"])
    assert not any(path.endswith("/") for path in shown)
    routes = {
        "/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern).rstrip("/"))
        for pattern in urlpatterns
    }
    assert routes - shown == {"/v1/schema", "/v1/docs", "/v1/"}


def test_every_operation_is_described(schema: dict[str, Any]) -> None:
    for name, operation in operations(schema):
        assert operation["summary"], name
        assert operation["description"], name
        assert {"apiKey": []} in operation["security"], name
        if "requestBody" in operation:
            for content in operation["requestBody"]["content"].values():
                assert content["schema"], name


def test_every_operation_has_examples_and_its_failures(schema: dict[str, Any]) -> None:
    for name, operation in operations(schema):
        responses = operation["responses"]
        assert {"429", "500"} <= set(responses), name
        for status, response in responses.items():
            for content in response["content"].values():
                assert content["examples"], (name, status)
        body = operation.get("requestBody", {"content": {}})["content"].get("application/json")
        assert body is None or body["examples"], name


def test_only_questions_and_answers_need_no_key(schema: dict[str, Any]) -> None:
    open_to_all = {name for name, operation in operations(schema) if {} in operation["security"]}
    assert {name.split()[1].split("/")[2] for name in open_to_all} == {
        "search",
        "query",
        "answers",
    }


@pytest.mark.django_db
def test_it_is_served_to_everyone() -> None:
    response = Client().get("/v1/schema/")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/vnd.oai.openapi")
    assert "openapi: 3" in response.text


@pytest.mark.django_db
def test_the_page_needs_nothing_that_the_policy_forbids() -> None:
    page = Client().get("/v1/docs/")
    assert page.status_code == 200
    policy = page["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "<style" not in page.text
    assert " style=" not in page.text
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", page.text, re.DOTALL)
    assert scripts
    assert all('src="/' in attributes and not body.strip() for attributes, body in scripts)
    assert "http" not in re.sub(
        r"\s", "", "".join(re.findall(r'(?:src|href)="([^"]*)"', page.text))
    )
    script = Client().get("/v1/docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")
    assert "SwaggerUIBundle" in script.text
