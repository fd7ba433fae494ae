"""The rate limit of the API: per key, per account, or per address."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from answering import rate_limits
from answering.models import ApiKey


class RequestLimit(BaseThrottle):
    """Questions and searches are counted apart from everything else.

    So that reading answers and asking how a job goes takes nothing from the questions.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        self.usage = usage(request, purpose=getattr(view, "counted_as", "read"))
        return not self.usage.exceeded

    def wait(self) -> float:
        return self.usage.retry_after_s


def usage(request: Request, *, purpose: str) -> rate_limits.Usage:
    if isinstance(request.auth, ApiKey):
        return rate_limits.count_key(request.auth.pk, purpose=purpose)
    if request.user.is_authenticated:
        return rate_limits.count_user(request.user.pk, purpose=purpose)
    return rate_limits.count_address(address_of(request), purpose=purpose)


def address_of(request: Request) -> str:
    return rate_limits.client_address(
        request.META.get("REMOTE_ADDR"), request.META.get("HTTP_X_FORWARDED_FOR", "")
    )
