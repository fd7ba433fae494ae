"""Staff see proposals beside their quoted words, and confirm or reject them."""

from typing import Any

import pytest
from django.contrib.admin.utils import quote
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from documents.models import Decision, Document, LegalRelation
from documents.relating import propose
from tests.pages import samples

pytestmark = pytest.mark.django_db
LIST = reverse("admin:documents_legalrelation_changelist")
TEXT = (
    "QANUN ACEH\nNOMOR 5 TAHUN 2020\nTENTANG\nPERTANAHAN\nDENGAN NAMA ALLAH\nMEMUTUSKAN:\nPasal 1\n"
    "Tanah.\nPasal 2\nPada saat Qanun ini mulai berlaku, Qanun Aceh Nomor 3 Tahun 2010 tentang "
    "Tanah dicabut dan dinyatakan tidak berlaku.\n"
)


def client(*permissions: str) -> Client:
    user = User.objects.create_user("siti", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    made = Client()
    made.force_login(user)
    return made


@pytest.fixture
def relation() -> LegalRelation:
    document = samples.published(
        TEXT, title="Qanun Aceh Nomor 5 Tahun 2020", kind="qanun", number="5", year=2020
    )
    propose(document, document.latest_version)
    return document.relations.get()


def change_page(document: Document) -> str:
    return reverse("admin:documents_document_change", args=[quote(document.pk)])


def decide(made: Client, relation: LegalRelation, name: str, **data: str) -> Any:
    address = reverse("admin:documents_legalrelation_decide", args=[relation.pk, name])
    return made.post(address, data)


def test_the_page_of_a_document_shows_quoted_words_and_buttons(relation: LegalRelation) -> None:
    page = client("view_document", "change_document").get(change_page(relation.document))
    html = page.content.decode()
    assert "Qanun Aceh 3/2010" in html
    assert f"?k={relation.start}-{relation.end}#k{relation.start}-{relation.end}" in html
    assert "dicabut dan dinyatakan tidak berlaku" in html
    assert reverse("admin:documents_legalrelation_decide", args=[relation.pk, "confirm"]) in html


def test_who_may_only_look_has_no_buttons_and_cannot_decide(relation: LegalRelation) -> None:
    made = client("view_document")
    html = made.get(change_page(relation.document)).content.decode()
    assert "Qanun Aceh 3/2010" in html
    assert "/confirm/" not in html
    assert decide(made, relation, "confirm").status_code in (403, 404)
    relation.refresh_from_db()
    assert relation.decision == Decision.PROPOSED


def test_confirm_reject_and_undo(relation: LegalRelation) -> None:
    made = client("view_document", "change_document")
    for name, decision in [
        ("confirm", "confirmed"),
        ("reopen", "proposed"),
        ("reject", "rejected"),
    ]:
        response = decide(made, relation, name)
        assert response["Location"] == f"{change_page(relation.document)}#hubungan"
        relation.refresh_from_db()
        assert relation.decision == decision


def test_a_decision_needs_post_and_a_token(relation: LegalRelation) -> None:
    made = client("view_document", "change_document")
    address = reverse("admin:documents_legalrelation_decide", args=[relation.pk, "confirm"])
    assert made.get(address).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="siti"))
    assert strict.post(address).status_code == 403


def test_it_leads_to_no_other_site(relation: LegalRelation) -> None:
    made = client("view_document", "change_document")
    response = decide(made, relation, "confirm", next="https://example.com/")
    assert response["Location"].startswith("/admin/")


def test_an_unknown_decision_or_relation_is_not_found(relation: LegalRelation) -> None:
    made = client("view_document", "change_document")
    assert decide(made, relation, "approve").status_code == 404
    relation.pk += 1
    assert decide(made, relation, "confirm").status_code == 404


def test_the_list_shows_open_proposals_with_filters(relation: LegalRelation) -> None:
    made = client("view_document", "change_document")
    assert "Qanun Aceh 3/2010" in made.get(LIST).content.decode()
    assert "Qanun Aceh 3/2010" in made.get(f"{LIST}?held=no").content.decode()
    assert "Qanun Aceh 3/2010" not in made.get(f"{LIST}?held=yes").content.decode()
    assert "Qanun Aceh 3/2010" not in made.get(f"{LIST}?verb=amends").content.decode()
    made.post(LIST, {"action": "confirm", "_selected_action": [relation.pk]})
    assert "Qanun Aceh 3/2010" not in made.get(LIST).content.decode()
    assert "Qanun Aceh 3/2010" in made.get(f"{LIST}?decision=confirmed").content.decode()


def test_a_button_of_the_list_leads_back_to_it(relation: LegalRelation) -> None:
    made = client("view_document", "change_document")
    address = reverse("admin:documents_legalrelation_decide", args=[relation.pk, "confirm"])
    assert f'formaction="{address}"' in made.get(LIST).content.decode()
    there = f"http://testserver{LIST}?verb=repeals"
    assert made.post(address, {"next": "list"}, headers={"referer": there})["Location"] == there
    relation.refresh_from_db()
    assert relation.decision == Decision.CONFIRMED


def test_the_list_has_no_buttons_for_those_who_may_only_look(relation: LegalRelation) -> None:
    html = client("view_document").get(LIST).content.decode()
    assert "Qanun Aceh 3/2010" in html
    assert "formaction" not in html


def test_the_list_is_for_those_who_may_see_documents(relation: LegalRelation) -> None:
    assert client().get(LIST).status_code in (403, 404)
