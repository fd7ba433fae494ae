"""Who calls: the rights and the conversations of a key, an account or a visitor."""

from typing import Any

from django.http import HttpResponseBase
from rest_framework.request import Request

from answering import visitors
from answering.askers import asker_of_key, asker_of_user
from answering.models import ApiKey
from answering.ownership import Owner
from documents.access import Asker


def asker_of(request: Request) -> Asker:
    """Their rights, as they are now."""
    if isinstance(request.auth, ApiKey):
        return asker_of_key(request.auth)
    return asker_of_user(request.user)


def owner_of(request: Request, *, visitor: str = "") -> Owner:
    """Whom conversations of this request belong to; `visitor` is for one without a cookie yet."""
    if isinstance(request.auth, ApiKey):
        return Owner(api_key_id=request.auth.pk)
    if request.user.is_authenticated:
        return Owner(user_id=request.user.pk)
    return Owner(visitor=visitors.visitor_of(request.COOKIES) or visitor)


def remember_visitor(request: Request, response: HttpResponseBase, owner: Owner) -> None:
    """Give the cookie to a visitor who came without it."""
    if owner.visitor and owner.visitor != visitors.visitor_of(request.COOKIES):
        visitors.remember(response, owner.visitor)


def account_of(request: Request) -> Any:
    """The account that is noted as having asked for something; None for a key."""
    return request.user if request.user.is_authenticated else None
