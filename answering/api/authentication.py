"""Keys of integrators (`Authorization: Api-Key <key>`) and sessions of those who signed in."""

from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.utils import timezone
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from answering.api.failures import Failure
from answering.models import ApiKey

SCHEME = "Api-Key"
USE_NOTED_EVERY = timedelta(minutes=1)  # last_used_at is no request log


class ApiKeyAuthentication(BaseAuthentication):
    """Sets `request.auth` to the key; other schemes are left to others."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, ApiKey] | None:
        scheme, _, text = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        key = known_key(text.strip())
        if key is None:
            raise AuthenticationFailed
        return AnonymousUser(), key

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class PortalSession(SessionAuthentication):
    """A session of the portal; what it sends needs the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            raise Failure("csrf_failed") from error


def known_key(text: bytes) -> ApiKey | None:
    """The active key with this text; notes that it was used."""
    try:
        digest = ApiKey.digest_of(text.decode("ascii"))
    except UnicodeDecodeError:
        return None
    key = ApiKey.objects.filter(digest=digest, active=True).first()
    if key is not None:
        note_use(key)
    return key


def note_use(key: ApiKey) -> None:
    now = timezone.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - USE_NOTED_EVERY)
    if key.last_used_at is None or key.last_used_at < now - USE_NOTED_EVERY:
        ApiKey.objects.filter(stale, pk=key.pk).update(last_used_at=now)
