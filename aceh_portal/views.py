"""Pages that belong to no application: failures in words, and what robots may read."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from answering.api.failures import failure_body

# Answers are addresses that only their readers know; page pictures and searches are no pages.
ROBOTS = """User-agent: *
Disallow: /admin/
Disallow: /jawaban/
Disallow: /v1/
Disallow: /i18n/
Disallow: /dokumen/*/gambar-
Disallow: /*?
"""


@require_safe
@cache_control(max_age=86_400)
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=86_400)
def favicon(request: HttpRequest) -> HttpResponse:
    """For pages that name no icon, such as the admin."""
    return redirect(static("icons/portal.svg"))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What does not exist and what the reader may not see look the same, the status included."""
    return _in_json(request, "not_found") or _failure(
        request,
        404,
        heading=_("This page is not here"),
        explanation=_("The address may be mistyped, or the document is no longer published."),
    )


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _in_json(request, "bad_request") or _failure(
        request,
        400,
        heading=_("This request could not be read"),
        explanation=_("Go back, reload the page and try again."),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    return _in_json(request, "internal_error") or _failure(
        request,
        500,
        heading=_("Something went wrong here"),
        explanation=_(
            "It is not your doing. The fault was noted. Try again in a few minutes; nothing you "
            "asked before is lost."
        ),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form sent from an old page or without cookies; a question typed in it is given back."""
    return _failure(
        request,
        403,
        heading=_("The form had grown too old"),
        explanation=_(
            "For your safety it was not accepted. Allow cookies for this site, then send it again."
        ),
        kept_question=request.POST.get("question", "")[:20_000],
    )


def _failure(request: HttpRequest, status: int, **words: Any) -> HttpResponse:
    return render(request, "failure.html", words, status=status)


def _in_json(request: HttpRequest, code: str) -> HttpResponse | None:
    """The failure as the API tells it, at an address of the API."""
    if not request.path.startswith("/v1/"):
        return None
    status, body = failure_body(code)
    return JsonResponse(body, status=status)
