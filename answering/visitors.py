"""Visitors without an account: a random id in a signed cookie, to which conversations belong."""

import re
import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpResponseBase

COOKIE = "visitor"
SALT = "answering.visitors"
KEPT_S = 365 * 24 * 60 * 60
ID = re.compile(r"[0-9a-f]{32}")


def visitor_of(cookies: dict[str, str]) -> str:
    """The id that the cookie holds, or an empty string where none holds true."""
    try:
        visitor = signing.loads(cookies.get(COOKIE, ""), salt=SALT, max_age=KEPT_S)
    except signing.BadSignature:
        return ""
    return visitor if isinstance(visitor, str) and ID.fullmatch(visitor) else ""


def new_visitor() -> str:
    return secrets.token_hex(16)


def remember(response: HttpResponseBase, visitor: str) -> None:
    """Set the cookie on a response whose body has not begun."""
    response.set_cookie(COOKIE, **cookie(visitor))


def cookie(visitor: str) -> dict[str, Any]:
    """Value and attributes of the cookie."""
    return {
        "value": signing.dumps(visitor, salt=SALT),
        "max_age": KEPT_S,
        "secure": settings.SESSION_COOKIE_SECURE,
        "httponly": True,
        "samesite": "Lax",
    }
