"""Limits of request bodies, told before a body is read.

Django takes in the whole body before a view can say that it is too large.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.html import escape

from answering.api.failures import failure_body

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MB = 1024 * 1024
API = "/v1/"
UPLOADS = ("/v1/documents", "/v1/documents/")
ADMIN = "/admin/"
FILES_AT_ONCE = 20  # the admin takes several files in one form
DROPPING_S = 20.0  # a refused body is read on for so long
FORM_AROUND_FILES = 1 * MB  # bytes of headers and fields beside the files


class BodyTooLargeError(Exception):
    """More came than the limit; a body without Content-Length shows it only while it comes."""


class BodyLimit:
    """Wraps the HTTP application; answers 413 in place of it."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        limit = limit_of(scope["method"], scope["path"])
        if announced(scope) > limit:
            await refuse(scope, receive, send, limit)
            return
        counted = CountedBody(receive, limit)
        try:
            await self.application(scope, counted, send)
        except BodyTooLargeError:
            await refuse(scope, receive, send, limit)


class CountedBody:
    """Receives a body and raises BodyTooLargeError beyond the limit."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self.receive = receive
        self.left = limit

    async def __call__(self) -> Message:
        message = await self.receive()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise BodyTooLargeError
        return message


def limit_of(method: str, path: str) -> int:
    """Bytes that a request to this address may have."""
    if path in UPLOADS and method == "POST":
        return settings.MAX_UPLOAD_MB * MB + FORM_AROUND_FILES
    if path.startswith(ADMIN):
        return FILES_AT_ONCE * settings.MAX_UPLOAD_MB * MB + FORM_AROUND_FILES
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def limit_told(path: str, limit: int) -> int:
    """Megabytes as told to people: of a file where a file was sent."""
    return settings.MAX_UPLOAD_MB if path in UPLOADS else limit // MB


def announced(scope: Any) -> int:
    """What Content-Length says, in bytes; 0 without it."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def refuse(scope: Any, receive: Receive, send: Send, limit: int) -> None:
    """Answer 413 and drop what still comes: closed before, the connection would be reset.

    A client that sends everything before it reads would then never see the answer.
    """
    content_type, body = refusal(scope, limit)
    headers = [
        (b"content-type", content_type),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(DROPPING_S):
            await drop_body(receive, at_most=2 * limit)
    await send({"type": "http.response.body", "body": b""})


async def drop_body(receive: Receive, *, at_most: int) -> None:
    """Read on until the body ends, the client leaves, or so many bytes have come."""
    while at_most > 0:
        message = await receive()
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            return
        at_most -= len(message.get("body", b""))


def refusal(scope: Any, limit: int) -> tuple[bytes, bytes]:
    """Content type and body of the answer, in the language of the request."""
    path = scope["path"]
    language = translation.get_language_from_request(ASGIRequest(scope, BytesIO()))
    with translation.override(language):
        _, failure = failure_body("too_large", limit_mb=limit_told(path, limit))
    if path.startswith(API):
        return b"application/json", json.dumps(failure, ensure_ascii=False).encode()
    text = escape(failure["message"])
    page = f'<!doctype html><html lang="{language}"><title>413</title><p>{text}</p></html>'
    return b"text/html; charset=utf-8", page.encode()
