"""Callers of the API."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from answering.models import ApiKey

Caller = Callable[..., Client]


@pytest.fixture
def with_key() -> Caller:
    """A client that sends a new key of that scope."""

    def caller(scope: str, **headers: Any) -> Client:
        _, text = ApiKey.objects.issue(f"test {scope}", scope)
        return Client(headers={"Authorization": f"Api-Key {text}", **headers})

    return caller


@pytest.fixture
def as_staff() -> Caller:
    """A client with a session of staff who have these permissions of `documents`."""

    def caller(*codenames: str, **options: Any) -> Client:
        user = User.objects.create_user("staff", is_staff=True)
        user.user_permissions.set(
            Permission.objects.filter(content_type__app_label="documents", codename__in=codenames)
        )
        client = Client(**options)
        client.force_login(user)
        return client

    return caller
