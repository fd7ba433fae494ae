"""The command `search`."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command

from documents.models import Visibility
from tests.retrieval.conftest import IndexText


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["  "], "Silakan tulis"),
        (["gubernur", "--limit", "0"], "--limit harus"),
        (["gubernur", "--year-from", "2010", "--year-to", "2006"], "Tahun akhir"),
        (["gubernur", "--kind", "novel"], "novel"),
    ],
    ids=["empty", "limit", "years", "kind"],
)
def test_what_cannot_be_searched_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("search", *arguments)


@pytest.mark.django_db
def test_a_group_that_is_not_there_is_refused() -> None:
    with pytest.raises(CommandError, match="Tidak ada kelompok “Nol”"):
        call_command("search", "gubernur", "--group", "Nol")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("search", *arguments)
    return capsys.readouterr().out


def test_it_prints_what_a_citizen_finds(
    index_text: IndexText, capsys: pytest.CaptureFixture[str]
) -> None:
    index_text("Keuchik memimpin gampong.", title="Terbuka")
    index_text("Keuchik rahasia.", title="Tertutup", visibility=Visibility.INTERNAL)
    Group.objects.create(name="Bappeda")
    assert "Terbuka" in printed(capsys, "keuchik")
    assert "Tertutup" not in printed(capsys, "keuchik")
    assert "Tertutup" not in printed(capsys, "keuchik", "--group", "Bappeda")
    assert "Tertutup" in printed(capsys, "keuchik", "--internal")


def test_filters_are_options(index_text: IndexText, capsys: pytest.CaptureFixture[str]) -> None:
    index_text("Keuchik satu.", title="Satu", kind="qanun", number="3", year=2009, tags=["adat"])
    other = index_text("Keuchik dua.", title="Dua", kind="uu", language="en")
    for options in (
        ["--kind", "qanun", "pp"],
        ["--number", "3"],
        ["--year-from", "2008", "--year-to", "2010"],
        ["--tag", "adat"],
        ["--language", "id"],
    ):
        found = printed(capsys, "keuchik", *options)
        assert "Satu |" in found, options
        assert "Dua |" not in found, options
    assert "Satu |" not in printed(capsys, "keuchik", "--document-id", other.pk)


def test_it_explains_the_search_and_the_document(
    index_text: IndexText, capsys: pytest.CaptureFixture[str]
) -> None:
    index_text("Keuchik memimpin gampong.", title="Satu")
    index_text("Keuchik bersama tuha peuet.", title="Dua")
    found = printed(capsys, "keuchik gampong xyzzy", "--limit", "1", "--document", "Dua")
    assert "xyzzy" in found
    assert "tidak ada dalam koleksi" in found
    assert "menurut kata 1 (" in found
    assert "None" not in found
    assert "=> di luar batas jumlah: Cocok, tetapi berada di peringkat 2" in found
    assert "Tidak ada Dua" not in found
    assert "=> tidak ada dalam koleksi" in printed(capsys, "keuchik", "--document", "UU 9/1999")


def test_all_of_it_as_json(index_text: IndexText, capsys: pytest.CaptureFixture[str]) -> None:
    document = index_text("Keuchik memimpin gampong.")
    value: dict[str, Any] = json.loads(printed(capsys, "keuchik", "--json"))
    assert set(value) >= {"hits", "near_misses", "missing_identifiers", "timings_ms"}
    assert "analysis" not in value
    value = json.loads(printed(capsys, "keuchik", "--json", "--document", document.pk))
    assert value["analysis"]["own_terms"]
    assert value["candidates"][0]["word_rank"] == value["candidates"][0]["vector_rank"] == 1
    assert {stage["name"] for stage in value["stages"]} >= {"lexical", "vector", "total"}
    (told,) = value["documents"]
    assert (told["reason"], told["document_id"]) == ("hit", document.pk)
    assert told["standings"]["words"]["rank"] == 1
    assert told["terms"][0]["word"] == "keuchik"


def test_parts_of_the_search_can_be_left_out(
    index_text: IndexText, capsys: pytest.CaptureFixture[str]
) -> None:
    index_text("Keuchik memimpin gampong.", title="Satu")
    assert "tidak ada" in printed(capsys, "keuchik PP 2/2007")
    assert "Satu |" in printed(capsys, "keuchik PP 2/2007", "--without", "identifiers", "rerank")
