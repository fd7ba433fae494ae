"""The failures of the API: code, status, and wording in one place."""

from typing import Any, TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions

Message = str | Promise


class FieldError(TypedDict):
    """One fault; the field of a nested value is its path (`filters.tags.0`)."""

    field: str
    message: str


# status and message of each failure that has a message of its own
FAILURES: dict[str, tuple[int, Message]] = {
    "invalid": (400, _("The request is not valid.")),
    "malformed": (400, _("The body cannot be read as what its Content-Type says.")),
    "bad_request": (400, _("The request cannot be understood.")),
    "not_authenticated": (
        401,
        _("A key is needed: send the header “Authorization: Api-Key <key>”."),
    ),
    "authentication_failed": (401, _("The key is not known or no longer valid.")),
    "permission_denied": (403, _("The key or account may not do this.")),
    "csrf_failed": (403, _("The CSRF token is missing or wrong.")),
    "not_found": (404, _("There is nothing at this address, or you may not see it.")),
    "method_not_allowed": (405, _("This address does not take that method.")),
    "conflict": (409, _("This cannot be done in the present state.")),
    "too_large": (413, _("The request is larger than the limit of %(limit_mb)s MB.")),
    "unsupported_media_type": (415, _("This Content-Type is not read here.")),
    "throttled": (429, _("Too many requests. Please try again in %(wait_s)s seconds.")),
    "internal_error": (500, _("Something went wrong on our side. It has been recorded.")),
    "timeout": (504, _("The answer takes longer than expected. It will be at %(address)s.")),
    "unavailable": (503, _("The service cannot answer now. Please try again shortly.")),
}


class Failure(exceptions.APIException):
    """A failure of FAILURES, raised by a view; `message` replaces the general one."""

    def __init__(
        self,
        code: str,
        message: Message | None = None,
        *,
        errors: list[FieldError] | None = None,
        retry_after_s: int | None = None,
        **values: object,
    ) -> None:
        super().__init__()
        self.status_code, general = FAILURES[code]
        self.code = code
        self.message: Message = general if message is None else message
        self.errors = errors
        self.wait = retry_after_s
        self.values = values


def error_body(code: str, message: Message, errors: list[FieldError] | None = None) -> Any:
    return {"status": "error", "code": code, "message": str(message), "errors": errors or []}


def failure_body(code: str, **values: object) -> tuple[int, Any]:
    """Status and body of a failure of FAILURES."""
    status, message = FAILURES[code]
    return status, error_body(code, str(message) % values if values else message)
