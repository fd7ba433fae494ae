"""Filters of /v1/search: each does what it says, and a wrong one is refused in both languages."""

from typing import Any

import pytest
from django.test import Client

from documents.models import Visibility
from tests.retrieval.conftest import IndexText, index_text, make_version

__all__ = ["index_text", "make_version"]

pytestmark = pytest.mark.django_db


def searched(filters: Any, *, language: str = "id") -> Any:
    return Client().post(
        "/v1/search",
        {"query": "gampong", "limit": 50, "filters": filters},
        content_type="application/json",
        headers={"Accept-Language": language},
    )


def titles(filters: Any) -> set[str]:
    response = searched(filters)
    assert response.status_code == 200, response.content
    return {hit["citation"]["document_title"] for hit in response.json()["results"]}


def test_each_filter_and_all_together(index_text: IndexText) -> None:
    law = index_text(
        "Gampong dalam undang-undang.",
        title="UU",
        kind="uu",
        number="11",
        year=2006,
        legal_status="berlaku",
        tags=["otsus"],
    )
    index_text("Gampong dalam qanun.", title="Qanun", kind="qanun", number="6A", year=2014)
    index_text("Gampong dalam guide.", title="Guide", kind="panduan", language="en")
    index_text("Gampong rahasia.", title="Rahasia", number="11", visibility=Visibility.INTERNAL)
    for filters in (
        {"document_ids": [law.pk]},
        {"kinds": ["uu"]},
        {"number": "11"},
        {"numbers": ["11", "12"]},
        {"year_from": 2000, "year_to": 2010},
        {"legal_status": "berlaku"},
        {"tags": ["otsus"]},
        {"kinds": ["uu"], "number": "11", "year_to": 2006, "language": "id", "tags": ["otsus"]},
    ):
        assert titles(filters) == {"UU"}, filters
    assert titles({"number": "6a"}) == {"Qanun"}
    assert titles({"language": "en"}) == {"Guide"}
    assert titles({"number": "11", "kinds": ["qanun"]}) == set()
    for nothing in (None, {}, {"number": "", "numbers": [], "tags": [], "year_from": None}):
        assert titles(nothing) == {"UU", "Qanun", "Guide"}


@pytest.mark.parametrize(
    ("filters", "field"),
    [
        ({"kinds": ["novel"]}, "filters.kinds.0"),
        ({"kinds": "uu"}, "filters.kinds"),
        ({"year_from": 2010, "year_to": 2006}, "filters.year_to"),
        ({"year_from": "dua ribu"}, "filters.year_from"),
        ({"year_from": 10_000}, "filters.year_from"),
        ({"legal_status": "gone"}, "filters.legal_status"),
        ({"language": "indonesian"}, "filters.language"),
        ({"number": "1" * 61}, "filters.number"),
        ({"numbers": [{}]}, "filters.numbers.0"),
        ({"document_ids": ["doc_1"] * 101}, "filters.document_ids"),
        ({"tags": ["a"] * 101}, "filters.tags"),
        ({"kind": "uu"}, "filters.kind"),
        ("uu", "filters"),
        ([], "filters"),
    ],
    ids=str,
)
def test_a_wrong_filter_is_told_in_both_languages(filters: Any, field: str) -> None:
    told = []
    for language in ("id", "en"):
        response = searched(filters, language=language)
        assert response.status_code == 400
        (error,) = response.json()["errors"]
        assert error["field"] == field
        told.append(error["message"])
    assert told[0] != told[1]
