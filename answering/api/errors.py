"""Every failure as one JSON form, in the language of the request.

{"status": "error", "code": "...", "message": "...", "errors": [{"field", "message"}]}
"""

import logging
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFilesSent,
)
from django.db import OperationalError
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from answering.api.failures import FAILURES, Failure, FieldError, error_body, failure_body
from answering.ownership import Unknown
from answering.questions import Invalid
from documents.reasons import Refused
from retrieval.embedders.base import EmbeddingError
from retrieval.rerankers.base import RerankError
from retrieval.search import SearchTimeoutError

logger = logging.getLogger(__name__)


def error_response(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's EXCEPTION_HANDLER: nothing that goes wrong in a view leaves it in another form."""
    set_rollback()
    status, body = described(error)
    if status >= 500 and not isinstance(error, Failure):
        logger.error("%s failed", _name(context), exc_info=error)
    return Response(body, status=status, headers=_headers(error))


def described(error: Exception) -> tuple[int, Any]:
    """Status and body for an exception; those that we do not know are told nothing of."""
    if isinstance(error, Failure):
        message = str(error.message)
        return error.status_code, error_body(
            error.code, message % error.values if error.values else message, error.errors
        )
    if isinstance(error, Refused):
        return error.status, error_body(error.code, error.message)
    if isinstance(error, Unknown):
        return unknown(error)
    if isinstance(error, Invalid):
        errors = [FieldError(field=e.field, message=str(e.message)) for e in error.errors]
        return 400, error_body("invalid", FAILURES["invalid"][1], errors)
    if isinstance(error, exceptions.ValidationError):
        errors = list(flattened(error.detail))
        return 400, error_body("invalid", FAILURES["invalid"][1], errors)
    if isinstance(error, exceptions.Throttled):
        return failure_body("throttled", wait_s=int(getattr(error, "wait", None) or 1))
    code, values = code_and_values(error)
    return failure_body(code, **values)


def unknown(error: Unknown) -> tuple[int, Any]:
    status, body = failure_body("not_found")
    if error.field == "conversation_id":
        message = _("There is no such conversation, or it is not yours.")
        body["errors"] = [FieldError(field=error.field, message=str(message))]
    return status, body


def code_and_values(error: Exception) -> tuple[str, dict[str, object]]:
    """Which of FAILURES an exception of DRF or Django is."""
    for kinds, code in CODES:
        if isinstance(error, kinds):
            return code, {}
    if isinstance(error, RequestDataTooBig):
        return "too_large", {"limit_mb": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20}
    if isinstance(error, SuspiciousOperation | TooManyFilesSent):
        return "bad_request", {}
    return "internal_error", {}


CODES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...] = (
    (exceptions.ParseError, "malformed"),
    (exceptions.AuthenticationFailed, "authentication_failed"),
    (exceptions.NotAuthenticated, "not_authenticated"),
    ((exceptions.PermissionDenied, PermissionDenied), "permission_denied"),
    ((exceptions.NotFound, Http404), "not_found"),
    ((OperationalError, SearchTimeoutError, EmbeddingError, RerankError), "unavailable"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
)


def flattened(detail: Any, field: str = "") -> Iterator[FieldError]:
    """DRF's nested detail as a list."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from flattened(inner, ".".join(part for part in (field, own) if part))
    elif isinstance(detail, list):
        for inner in detail:
            yield from flattened(inner, field)
    else:
        yield FieldError(field=field, message=str(detail))


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait_s := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait_s))
    return headers


def _name(context: dict[str, Any]) -> str:
    request = context.get("request")
    return f"{request.method} {request.path}" if request else "A view"
