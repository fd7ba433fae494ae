"""The WebSocket of the chat: questions in, events of their answers out."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpResponse, parse_cookie
from django.utils import translation
from django.utils.translation import gettext as _

from answering import answers, rate_limits, visitors
from answering.askers import asker_of_user
from answering.models import Answer
from answering.ownership import Owner, Unknown
from answering.questions import Invalid
from answering.streams import answer_messages, in_thread
from documents.access import CITIZEN, Asker

logger = logging.getLogger(__name__)

MAX_STREAMS = 4  # of one connection at once
MAX_MESSAGE_CHARACTERS = 16_000  # the longest question, escaped, and the rest of its message


class MessageError(Exception):
    """A message that cannot be obeyed; its text is for whoever sent it."""

    def __init__(self, code: str, message: str, errors: list[dict[str, str]] | None = None) -> None:
        super().__init__(code)
        self.data = {
            "status": "error",
            "code": code,
            "message": message,
            "errors": errors or [],
        }


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """Answers messages of type ask, stop and resume; sends {seq, type, data, query_id}.

    A message that cannot be obeyed is answered with an `error` of seq 0, and the connection stays.
    """

    async def connect(self) -> None:
        self.streams: set[asyncio.Task[None]] = set()
        self.visitor = visitors.visitor_of(self.cookies())
        headers = []
        if not self.visitor:
            self.visitor = visitors.new_visitor()
            headers = [(b"set-cookie", visitor_header(self.visitor))]
        user = self.scope.get("user")
        self.user_id: int | None = user.pk if user is not None and user.is_authenticated else None
        await self.accept(headers=headers)

    def cookies(self) -> dict[str, str]:
        raw = dict(self.scope["headers"]).get(b"cookie", b"")
        return parse_cookie(raw.decode("latin-1"))

    async def disconnect(self, code: int) -> None:
        """The streams end; the answers are made to their end and can be read later."""
        for stream in self.streams:
            stream.cancel()
        await asyncio.gather(*self.streams, return_exceptions=True)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        with translation.override(self.language()):
            try:
                await self.obey(text_data)
            except MessageError as error:
                await self.send_message({"seq": 0, "type": "error", "data": error.data})
            except Exception:
                # The outer edge: one message must not end the connection of the others.
                logger.exception("A message on the chat socket failed")
                failed = MessageError("error_internal", _("An error occurred on our side."))
                await self.send_message({"seq": 0, "type": "error", "data": failed.data})

    def language(self) -> str:
        accepted = dict(self.scope["headers"]).get(b"accept-language", b"").decode("latin-1")
        return "en" if accepted.lower().startswith("en") else settings.LANGUAGE_CODE

    async def obey(self, text: str | None) -> None:
        message = parsed(text)
        handlers: dict[str, Callable[[dict[str, Any]], Awaitable[None]]] = {
            "ask": self.ask,
            "stop": self.stop,
            "resume": self.resume,
        }
        handler = handlers.get(str(message.get("type")))
        if handler is None:
            raise MessageError("unknown_type", _('Use the type "ask", "stop" or "resume".'))
        await handler(message)

    async def ask(self, message: dict[str, Any]) -> None:
        self.refuse_too_many_streams()
        await self.count_request()
        asker = await self.asker()
        try:
            answer = await in_thread(answers.begin)(
                message.get("question"),
                asker=asker,
                owner=self.owner(),
                conversation_id=text_field(message, "conversation_id") or None,
                language=text_field(message, "language"),
            )
        except Invalid as invalid:
            raise invalid_message(invalid) from None
        except Unknown as unknown:
            raise unknown_message(unknown) from None
        self.follow(answer, asker=asker, after_seq=0)

    async def resume(self, message: dict[str, Any]) -> None:
        self.refuse_too_many_streams()
        seq = message.get("seq", 0)
        if not isinstance(seq, int) or isinstance(seq, bool) or not 0 <= seq < 10**9:
            raise MessageError("invalid", _('The field "seq" must be a whole number from 0 on.'))
        try:
            answer = await in_thread(answers.answer)(text_field(message, "query_id"))
        except Unknown as unknown:
            raise unknown_message(unknown) from None
        self.follow(answer, asker=await self.asker(), after_seq=seq)

    async def stop(self, message: dict[str, Any]) -> None:
        try:
            await in_thread(answers.request_stop)(
                text_field(message, "query_id"), owner=self.owner()
            )
        except Unknown as unknown:
            raise unknown_message(unknown) from None

    def owner(self) -> Owner:
        return Owner(user_id=self.user_id) if self.user_id else Owner(visitor=self.visitor)

    async def asker(self) -> Asker:
        """The rights as they are now, not as they were when the connection began."""
        if self.user_id is None:
            return CITIZEN
        asker: Asker = await in_thread(asker_of_user_id)(self.user_id)
        return asker

    async def count_request(self) -> None:
        usage: rate_limits.Usage = await in_thread(self.usage)()
        if usage.exceeded:
            text = _("Too many questions in one minute; please wait %(seconds)d seconds.")
            raise MessageError("throttled", text % {"seconds": usage.retry_after_s})

    def usage(self) -> rate_limits.Usage:
        if self.user_id:
            return rate_limits.count_user(self.user_id)
        peer = (self.scope.get("client") or [None])[0]
        forwarded = dict(self.scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
        return rate_limits.count_address(rate_limits.client_address(peer, forwarded))

    def refuse_too_many_streams(self) -> None:
        if len(self.streams) >= MAX_STREAMS:
            raise MessageError(
                "too_many_streams", _("Please wait until an earlier question has been answered.")
            )

    def follow(self, answer: Answer, *, asker: Asker, after_seq: int) -> None:
        task = asyncio.create_task(self.send_events(answer, asker, after_seq))
        self.streams.add(task)
        task.add_done_callback(self.streams.discard)

    async def send_events(self, answer: Answer, asker: Asker, after_seq: int) -> None:
        messages = answer_messages(
            answer.id, asker=asker, language=answer.language, after_seq=after_seq
        )
        async with aclosing(messages):
            async for message in messages:
                await self.send_message(message | {"query_id": answer.id})

    async def send_message(self, message: dict[str, Any]) -> None:
        await self.send(json.dumps(message, ensure_ascii=False))


def asker_of_user_id(user_id: int) -> Asker:
    return asker_of_user(get_user_model().objects.filter(pk=user_id, is_active=True).first())


def visitor_header(visitor: str) -> bytes:
    """The Set-Cookie header by which a browser becomes known as this visitor."""
    response = HttpResponse()
    visitors.remember(response, visitor)
    return response.cookies[visitors.COOKIE].OutputString().encode("latin-1")


def parsed(text: str | None) -> dict[str, Any]:
    """The message as an object. Raises MessageError."""
    if text is None:
        raise MessageError("not_json", _("Send text that holds one JSON object."))
    if len(text) > MAX_MESSAGE_CHARACTERS:
        raise MessageError("too_long", _("The message is too long."))
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise MessageError("not_json", _("Send text that holds one JSON object."))
    return message


def text_field(message: dict[str, Any], name: str) -> str:
    """A field that may be left out. Raises MessageError where it is not text."""
    value = message.get(name)
    if value is None:
        return ""
    if not isinstance(value, str) or "\x00" in value:
        raise MessageError("invalid", _('The field "%(name)s" must be text.') % {"name": name})
    return value


def invalid_message(invalid: Invalid) -> MessageError:
    errors = [
        {"field": error.field, "code": error.code, "message": str(error.message)}
        for error in invalid.errors
    ]
    return MessageError("invalid", errors[0]["message"], errors)


def unknown_message(unknown: Unknown) -> MessageError:
    texts = {
        "conversation_id": _("There is no such conversation."),
        "query_id": _("There is no such answer."),
    }
    return MessageError("not_found", texts[unknown.field])
