from typing import Any

import pytest
from django.contrib.admin.utils import quote
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from documents.models import Document, Visibility
from documents.removal import trash
from documents.signals import document_changed
from retrieval.models import Chunk, EmbeddingModel
from retrieval.search_console import Found
from tests.retrieval.conftest import IndexText

CONSOLE = "admin:retrieval_chunk_search"


def found(client: Client, **asked: Any) -> Found:
    """What the console shows."""
    page = client.get(reverse(CONSOLE), asked)
    assert page.status_code == 200
    shown: Found = page.context["found"]
    return shown


def test_staff_try_a_search_and_see_scores_and_near_misses(
    index_text: IndexText, admin_client: Client
) -> None:
    index_text("Keuchik memimpin gampong <img src=x onerror=alert(1)>.")
    index_text("Mukim membawahi beberapa gampong.")
    page = admin_client.get(reverse(CONSOLE), {"query": "keuchik", "limit": 1})
    assert page.status_code == 200
    assert len(page.context["found"].hits) == 1
    assert len(page.context["found"].near_misses) == 1
    assert "<img src=x" not in page.content.decode()


def test_it_can_be_tried_with_the_eyes_of_others(
    index_text: IndexText, admin_client: Client
) -> None:
    document = index_text("Rapat rahasia.", visibility=Visibility.INTERNAL)
    mine, other = Group.objects.create(name="Bappeda"), Group.objects.create(name="Dinkes")
    document.groups.add(mine)
    document_changed.send(sender=Document, document=document)
    seen = {
        asker: bool(found(admin_client, query="rapat", asker=asker).hits)
        for asker in ("", "citizen", "staff", f"group-{mine.pk}", f"group-{other.pk}")
    }
    assert [asker for asker, hits in seen.items() if hits] == ["staff", f"group-{mine.pk}"]


def test_staff_see_no_more_than_their_own_rights(index_text: IndexText, client: Client) -> None:
    document = index_text("Rapat rahasia.", visibility=Visibility.INTERNAL)
    group = Group.objects.create(name="Bappeda")
    document.groups.add(group)
    document_changed.send(sender=Document, document=document)
    user = User.objects.create_user("staf", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_chunk"))
    client.force_login(user)
    assert not found(client, query="rapat", asker="staff", why=document.pk).explanations
    assert not found(client, query="rapat", asker="staff").hits
    page = client.get(reverse(CONSOLE), {"query": "rapat", "asker": f"group-{group.pk}"})
    assert "asker" in page.context["form"].errors
    names = client.get(reverse(f"{CONSOLE}_documents"), {"term": document.title})
    assert names.json() == {"results": []}


def test_what_is_not_held_is_named(index_text: IndexText, admin_client: Client) -> None:
    index_text("Satu.")
    assert "PP 2/2007" in found(admin_client, query="PP 2/2007").result.missing_identifiers


@pytest.mark.parametrize(
    "filters",
    [
        {"kind": "qanun"},
        {"number": "3b"},
        {"year_from": "2008", "year_to": "2010"},
        {"legal_status": "berlaku"},
        {"language": "en"},
        {"tags": "adat, hutan"},
        {"document": "qanun/3.md"},
    ],
    ids=str,
)
def test_each_filter(index_text: IndexText, admin_client: Client, filters: dict[str, str]) -> None:
    document = index_text(
        "Keuchik satu.",
        kind="qanun",
        number="3B",
        year=2009,
        legal_status="berlaku",
        language="en",
        tags=["adat"],
        source="qanun/3.md",
    )
    index_text("Keuchik dua.")
    assert len(found(admin_client, query="keuchik").hits) == 2
    (row,) = found(admin_client, query="keuchik", **filters).hits
    assert row.hit.document_id == document.pk


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"year_from": "2010", "year_to": "2006"}, "year_to"),
        ({"year_from": "dulu"}, "year_from"),
        ({"kind": "novel"}, "kind"),
        ({"document": "tidak ada"}, "document"),
        ({"limit": "0"}, "limit"),
        ({"query": ""}, "query"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_at_its_field(
    admin_client: Client, wrong: dict[str, str], field: str
) -> None:
    page = admin_client.get(reverse(CONSOLE), {"query": "keuchik"} | wrong)
    assert page.status_code == 200
    assert list(page.context["form"].errors) == [field]
    assert "found" not in page.context


def test_it_says_why_a_document_is_not_there(index_text: IndexText, admin_client: Client) -> None:
    document = index_text("Mukim <b>membawahi</b> gampong.", title="Qanun Mukim", kind="qanun")
    index_text("Keuchik memimpin gampong.", kind="uu")
    url = reverse(CONSOLE)
    (told,) = found(admin_client, query="gampong", kind="uu", why="qanun mukim").explanations
    assert (told.reason, told.document) == ("filtered", document)
    page = admin_client.get(url, {"query": "gampong", "limit": 1, "why": document.pk})
    assert page.context["found"].explanations[0].reason in ("hit", "beyond_limit")
    assert "<b>membawahi" not in page.content.decode()
    page = admin_client.get(url, {"query": "gampong", "why": "UU 99/1999"})
    assert "Dokumen “UU 99/1999” tidak ada dalam koleksi." in page.content.decode()


def test_steps_can_be_left_out(index_text: IndexText, admin_client: Client) -> None:
    index_text("Keuchik memimpin gampong.")
    assert not found(admin_client, query="keuchik PP 2/2007").hits
    without = {"without_identifiers": "on", "without_rerank": "on"}
    shown = found(admin_client, query="keuchik PP 2/2007", **without)
    assert shown.hits
    assert shown.result.reranker is None


def test_one_of_several_models_can_be_chosen(
    index_text: IndexText, admin_client: Client, settings: Settings
) -> None:
    index_text("Keuchik memimpin gampong.")
    page = admin_client.get(reverse(CONSOLE))
    assert "model" not in page.context["form"].fields
    settings.EMBEDDERS = settings.EMBEDDERS | {"other": settings.EMBEDDERS["fake"]}
    EmbeddingModel.objects.create(alias="other", dimensions=64)
    assert str(found(admin_client, query="keuchik").done.model) == "fake"
    shown = found(admin_client, query="keuchik", model="other")
    assert str(shown.done.model) == "other"
    assert not shown.done.vector


def test_typing_errors_are_told_with_what_was_looked_for(
    index_text: IndexText, admin_client: Client
) -> None:
    for n in range(4):
        index_text(f"Gubernur menetapkan rencana {n}.")
    shown = found(admin_client, query="gubernr")
    assert [(each.typed, each.meant) for each in shown.analysis.corrections] == [
        ("gubernr", "gubernur")
    ]
    counts = {term.word: term.document_frequency for term in shown.terms}
    assert counts == {"gubernr": 0, "gubernur": 4}
    page = admin_client.get(reverse(CONSOLE), {"query": "gubernr"}).content.decode()
    assert "<del>gubernr</del> <strong>gubernur</strong>" in page


def test_documents_are_suggested_while_typing(index_text: IndexText, admin_client: Client) -> None:
    index_text("Satu.", title="Hukum Jinayat", kind="qanun", number="6", year=2014, source="a/6.md")
    index_text("Dua.", title="Lain")
    address = reverse(f"{CONSOLE}_documents")
    for term in ("jinayat", "Qanun 6/2014", "a/6"):
        (only,) = admin_client.get(address, {"term": term}).json()["results"]
        assert only == {"value": "a/6.md", "label": "Qanun 6/2014 · Hukum Jinayat"}
    for term in ("", "\x00", "tidak ada"):
        assert admin_client.get(address, {"term": term}).json() == {"results": []}


def test_the_page_of_a_document_leads_to_the_console(
    index_text: IndexText, admin_client: Client
) -> None:
    document = index_text("Keuchik memimpin gampong.")
    address = reverse(CONSOLE) + f"?why={document.pk}"
    page = admin_client.get(reverse("admin:documents_document_change", args=[document.pk]))
    assert address in page.content.decode()
    page = admin_client.get(address)
    assert page.context["form"]["why"].value() == document.pk
    assert "found" not in page.context


def test_only_staff_come_in(client: Client, db: None) -> None:
    assert client.get(reverse(CONSOLE)).status_code == 302


def test_chunks_are_listed_and_cannot_be_changed(
    index_text: IndexText, admin_client: Client
) -> None:
    index_text("Keuchik memimpin gampong.")
    page = admin_client.get(reverse("admin:retrieval_chunk_changelist"))
    assert page.status_code == 200
    assert admin_client.get(reverse("admin:retrieval_chunk_add")).status_code == 404


def test_an_indexed_document_can_be_deleted_for_good_from_its_page(
    index_text: IndexText, admin_client: Client
) -> None:
    document = index_text("Keuchik memimpin gampong.")
    trash(document)
    address = reverse("admin:documents_document_delete", args=[quote(document.pk)])
    assert "Keuchik" not in admin_client.get(address).content.decode()
    assert admin_client.post(address, {"post": "yes"}).status_code == 302
    assert not Document.objects.exists()
    assert not Chunk.objects.exists()


def test_indexed_documents_can_be_deleted_for_good_from_the_list_of_the_trash(
    index_text: IndexText, admin_client: Client
) -> None:
    chosen = [index_text("Satu."), index_text("Dua.")]
    for document in chosen:
        trash(document)
    admin_client.post(
        reverse("admin:documents_document_changelist") + "?trash=only",
        {
            "action": "delete_selected",
            "_selected_action": [each.pk for each in chosen],
            "post": "yes",
        },
    )
    assert not Document.objects.exists()
