"""Keys in the admin."""

import re

import pytest
from django.test import Client

from answering.models import ApiKey

pytestmark = pytest.mark.django_db
LIST = "/admin/answering/apikey/"


def test_it_shows_a_new_key_once(admin_client: Client) -> None:
    response = admin_client.post(f"{LIST}add/", {"name": "Kominfo", "scope": "query"})
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    shown = re.search(r"ap_[\w-]{40,}", response.text)
    assert shown is not None
    key = ApiKey.objects.get()
    assert key.digest == ApiKey.digest_of(shown[0])
    for address in (LIST, f"{LIST}{key.pk}/change/", f"{LIST}{key.pk}/history/"):
        page = admin_client.get(address).text
        assert "Kominfo" in page
        assert shown[0] not in page
        assert key.digest not in page


def test_it_revokes_and_does_not_delete(admin_client: Client) -> None:
    key, _ = ApiKey.objects.issue("Kominfo", "admin")
    admin_client.post(LIST, {"action": "revoke", "_selected_action": [key.pk]})
    key.refresh_from_db()
    assert not key.active
    assert admin_client.post(f"{LIST}{key.pk}/delete/", {"post": "yes"}).status_code == 404
    assert admin_client.get(f"{LIST}{key.pk}/change/").status_code == 200


def test_scope_and_state_are_not_edited(admin_client: Client) -> None:
    key, _ = ApiKey.objects.issue("Kominfo", "query")
    ApiKey.objects.update(active=False)
    changed = {"name": "Dinas Kominfo", "scope": "admin", "active": "on"}
    admin_client.post(f"{LIST}{key.pk}/change/", changed)
    key.refresh_from_db()
    assert (key.name, key.scope, key.active) == ("Dinas Kominfo", "query", False)
