"""The receipts that staff read."""

import re
from html import unescape

import pytest
from django.contrib.admin.utils import quote
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client

from answering import pipeline
from answering.models import Answer, Feedback
from documents.models import Document
from tests.answering.conftest import FakeSearch, stored_question
from tests.scripted_generator import ScriptedGenerator

TRUE = "Pelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri atas nama Presiden"
LIE = "Lembaga Wali Nanggroe adalah lembaga politik"

pytestmark = pytest.mark.django_db


@pytest.fixture
def answer(search: FakeSearch, generator: type[ScriptedGenerator]) -> Answer:
    generator.enqueue(f"{TRUE} [1]. {LIE} [2].")
    answer = stored_question("Siapa yang melantik <b>Gubernur</b>?")
    pipeline.run(answer.id)
    answer.refresh_from_db()
    Feedback.objects.create(answer=answer, rating="down", reason="Kurang lengkap")
    return answer


def page(answer: Answer | None, client: Client) -> str:
    path = f"{quote(answer.pk)}/change/" if answer else ""
    response = client.get(f"/admin/answering/answer/{path}")
    assert response.status_code == 200
    return response.content.decode()


def test_the_list_shows_how_each_question_ended(answer: Answer, admin_client: Client) -> None:
    html = page(None, admin_client)
    assert "dijawab sebagian" in html
    assert "<b>Gubernur</b>" not in html


def test_the_list_is_filtered_by_outcome(answer: Answer, admin_client: Client) -> None:
    response = admin_client.get("/admin/answering/answer/?outcome=no_source")
    assert "0 " in response.content.decode()
    assert answer.pk not in response.content.decode()


def test_the_receipt_tells_why(answer: Answer, admin_client: Client) -> None:
    html = page(answer, admin_client)
    assert TRUE in html
    assert f"{LIE}. — " in html
    assert f"/dokumen/{Document.objects.get().id}/v1/hal/1#k" in html
    assert "Kurang lengkap" in html
    assert "search: " in html
    assert 'name="question"' not in html


def test_a_receipt_cannot_be_changed_or_added(answer: Answer, admin_client: Client) -> None:
    # The portal shows what is forbidden as if it were not there.
    before = answer.text
    path = f"/admin/answering/answer/{quote(answer.pk)}/change/"
    assert admin_client.post(path, {"text": "x"}).status_code in (403, 404)
    assert admin_client.get("/admin/answering/answer/add/").status_code in (403, 404)
    answer.refresh_from_db()
    assert answer.text == before


def test_staff_read_no_more_of_a_document_than_they_may(answer: Answer, client: Client) -> None:
    Document.objects.update(visibility="internal")
    user = get_user_model().objects.create_user("petugas", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_answer"))
    client.force_login(user)
    html = page(answer, client)
    assert TRUE not in html
    assert LIE not in html


def test_the_receipt_leads_to_its_search(answer: Answer, admin_client: Client) -> None:
    address = re.search(r'href="(/admin/retrieval/chunk/search/[^"]+)"', page(answer, admin_client))
    assert address is not None
    console = admin_client.get(unescape(address[1]))
    asked = console.context["form"].cleaned_data
    assert (asked["query"], asked["asker"]) == (answer.question, "citizen")
    assert asked["limit"] == answer.max_results
