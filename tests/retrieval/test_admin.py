from django.contrib.admin.utils import quote
from django.test import Client
from django.urls import reverse

from documents.models import Document, Visibility
from documents.removal import trash
from retrieval.models import Chunk
from tests.retrieval.conftest import IndexText

CONSOLE = "admin:retrieval_chunk_search"


def test_staff_try_a_search_and_see_scores_and_near_misses(
    index_text: IndexText, admin_client: Client
) -> None:
    index_text("Keuchik memimpin gampong <img src=x onerror=alert(1)>.")
    index_text("Mukim membawahi beberapa gampong.")
    page = admin_client.get(reverse(CONSOLE), {"query": "keuchik", "limit": 1})
    assert page.status_code == 200
    assert len(page.context["result"].hits) == 1
    assert len(page.context["result"].near_misses) == 1
    assert "<img src=x" not in page.content.decode()


def test_it_can_be_tried_with_the_eyes_of_a_citizen(
    index_text: IndexText, admin_client: Client
) -> None:
    index_text("Rapat rahasia.", visibility=Visibility.INTERNAL)
    url, query = reverse(CONSOLE), {"query": "rapat", "limit": 5}
    assert admin_client.get(url, query).context["result"].hits
    assert not admin_client.get(url, query | {"as_citizen": "on"}).context["result"].hits


def test_what_is_not_held_is_named(index_text: IndexText, admin_client: Client) -> None:
    index_text("Satu.")
    page = admin_client.get(reverse(CONSOLE), {"query": "PP 2/2007", "limit": 5})
    assert "PP 2/2007" in page.context["result"].missing_identifiers


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
