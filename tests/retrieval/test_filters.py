"""Filters and access on both paths: what is left out leaves no trace, and shortens no list."""

from collections.abc import Callable
from dataclasses import asdict
from itertools import cycle, islice
from typing import Any

import pytest
from django.contrib.auth.models import Group

from documents.access import CITIZEN, Asker
from documents.models import Document, Visibility
from documents.signals import document_changed
from retrieval import vectors
from retrieval.hits import NO_FILTERS, Filters, Mode
from retrieval.search import search
from tests.retrieval.conftest import IndexText

MODES = ["hybrid", "vector", "lexical"]
COUNT = 24

Matches = Callable[[Document], bool]
CASES: dict[str, tuple[Filters, Matches]] = {
    "kind": (Filters(kinds=("uu",)), lambda d: d.kind == "uu"),
    "kinds": (Filters(kinds=("uu", "pp")), lambda d: d.kind in ("uu", "pp")),
    "number": (Filters(numbers=("11",)), lambda d: d.number == "11"),
    "number with letters": (Filters(numbers=(" 6a ",)), lambda d: d.number == "6A"),
    "numbers": (Filters(numbers=("11", "6A")), lambda d: d.number in ("11", "6A")),
    "from a year": (Filters(year_from=2008), lambda d: (d.year or 0) >= 2008),
    "to a year": (Filters(year_to=2006), lambda d: (d.year or 9999) <= 2006),
    "one year": (Filters(year_from=2006, year_to=2006), lambda d: d.year == 2006),
    "legal status": (Filters(legal_status="dicabut"), lambda d: d.legal_status == "dicabut"),
    "language": (Filters(language="en"), lambda d: d.language == "en"),
    "tag": (Filters(tags=("zakat",)), lambda d: "zakat" in d.tags),
    "tags": (Filters(tags=("zakat", "hutan")), lambda d: bool({"zakat", "hutan"} & {*d.tags})),
    "kind and number": (
        Filters(kinds=("qanun",), numbers=("11",)),
        lambda d: d.kind == "qanun" and d.number == "11",
    ),
    "all": (
        Filters(
            kinds=("uu", "qanun"),
            numbers=("11", "6A"),
            year_from=2006,
            year_to=2014,
            legal_status="berlaku",
            language="id",
            tags=("hutan",),
        ),
        lambda d: (
            d.kind in ("uu", "qanun")
            and d.number in ("11", "6A")
            and d.year in (2006, 2008, 2014)
            and d.legal_status == "berlaku"
            and d.language == "id"
            and "hutan" in d.tags
        ),
    ),
    "a number that nothing has": (Filters(numbers=("404",)), lambda d: False),
}


def values(of: list[Any]) -> list[Any]:
    return list(islice(cycle(of), COUNT))


@pytest.fixture
def collection(index_text: IndexText) -> list[Document]:
    """Documents in many combinations of what is filtered by; all speak of gampong."""
    rows = zip(
        values(["uu", "pp", "qanun"]),
        values(["11", "6A", "11", ""]),
        values([2006, 2008, 2014, None, 1999]),
        values(["berlaku", "dicabut", "berlaku", "diubah", "unknown"]),
        values(["id", "id", "id", "id", "id", "en"]),
        values([["hutan"], ["zakat", "hutan"], []]),
        strict=True,
    )
    names = ["kind", "number", "year", "legal_status", "language", "tags"]
    return [
        index_text(f"Gampong ke-{n} diatur qanun.", **dict(zip(names, row, strict=True)))
        for n, row in enumerate(rows)
    ]


@pytest.mark.parametrize("exact_rows", [vectors.EXACT_ROWS, 0], ids=["few rows", "many rows"])
@pytest.mark.parametrize("mode", MODES)
def test_each_filter_leaves_all_that_it_should_and_nothing_else(
    collection: list[Document], mode: Mode, exact_rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "EXACT_ROWS", exact_rows)
    some = tuple(each.pk for each in collection[3:7])
    by_id: tuple[Filters, Matches] = (Filters(document_ids=some), lambda d: d.pk in some)
    for name, (filters, matches) in (CASES | {"documents": by_id}).items():
        hits = search("gampong", asker=CITIZEN, filters=filters, limit=50, mode=mode).hits
        expected = {each.pk for each in collection if matches(each)}
        assert expected or name == "a number that nothing has", name
        assert {hit.document_id for hit in hits} == expected, name


@pytest.mark.parametrize("mode", MODES)
def test_what_is_changed_in_the_document_is_filtered_by_at_once(
    index_text: IndexText, mode: Mode
) -> None:
    document = index_text("Gampong diatur qanun.", kind="qanun", number="3")
    document.number = "8B"
    document.save()
    document_changed.send(sender=Document, document=document)
    for number, count in (("3", 0), ("8b", 1)):
        filters = Filters(numbers=(number,))
        assert len(search("gampong", asker=CITIZEN, filters=filters, mode=mode).hits) == count


QUERIES = ["gampong", "gampong rahasia", "Pasal 3 UU 99/2031", "arti KM526", "yang dan di"]


def told(query: str, *, asker: Asker, mode: Mode, filters: Filters) -> dict[str, Any]:
    """Everything that an asker is told, but how long it took."""
    result = asdict(search(query, asker=asker, mode=mode, filters=filters, limit=5))
    return result | {"timings_ms": list(result["timings_ms"])}


@pytest.mark.parametrize("mode", MODES)
def test_internal_documents_change_nothing_of_what_others_are_told(
    index_text: IndexText, mode: Mode
) -> None:
    group = Group.objects.create(name="Bappeda")
    askers = {"a citizen": CITIZEN, "another group": Asker(group_ids=frozenset({group.pk + 1}))}
    filters = {"no": NO_FILTERS, "a": Filters(kinds=("uu",), numbers=("99",))}

    def all_told() -> dict[tuple[str, ...], dict[str, Any]]:
        return {
            (query, who, which): told(query, asker=asker, mode=mode, filters=one)
            for query in QUERIES
            for who, asker in askers.items()
            for which, one in filters.items()
        }

    for n in range(12):
        index_text(f"Gampong ke-{n} diatur qanun.", kind="uu", number="99" if n % 2 else "1")
    before = all_told()
    for n in range(8):
        secret = index_text(
            f"# Undang-Undang Nomor 99 Tahun 2031\n\nPasal 3\nGampong rahasia {n} di KM526.",
            kind="uu",
            number="99",
            year=2031,
            visibility=Visibility.INTERNAL,
        )
        secret.groups.add(group)
        document_changed.send(sender=Document, document=secret)
    assert all_told() == before
    members = Asker(group_ids=frozenset({group.pk}))
    seen = told("gampong rahasia KM526", asker=members, mode=mode, filters=filters["a"])
    assert {hit["visibility"] for hit in seen["hits"]} == {"internal"}
