"""Server-sent events of an answer."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection, connections
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from answering.models import Answer
from answering.outcomes import outcome_of
from answering.presentation import answer_json, event_data
from answering.progress import stream_of
from documents.access import Asker
from documents.event_hub import subscribe
from documents.events import last_seq
from documents.models import Event

TERMINAL = frozenset({"done", "error"})
HEADERS = {
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",  # nginx would hold the words back until its buffer is full
}
NO_CONTENT = 204  # tells an EventSource not to connect again
RECONNECT_MS = 3_000
COMMENT = ": still here\n\n"


def stream_response(
    answer: Answer, *, asker: Asker, last_event_id: str | None = None
) -> HttpResponseBase:
    """The events of the answer as this reader may see them, from after `last_event_id` on.

    Gives the caller's database connection back first: the response may stay open for minutes.
    """
    after_seq = seq_from(last_event_id)
    heard_all = bool(answer.outcome) and 0 < last_seq(stream_of(answer.id)) <= after_seq
    if not connection.in_atomic_block:
        connection.close()
    if heard_all:
        return HttpResponse(status=NO_CONTENT, headers=HEADERS)
    return StreamingHttpResponse(
        frames(answer.id, asker=asker, language=answer.language, after_seq=after_seq),
        content_type="text/event-stream; charset=utf-8",
        headers=HEADERS,
    )


def seq_from(last_event_id: str | None) -> int:
    """The seq that a Last-Event-ID names; 0, the beginning, where it is not a number."""
    text = (last_event_id or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


async def frames(
    answer_id: str, *, asker: Asker, language: str, after_seq: int = 0
) -> AsyncIterator[str]:
    """SSE frames until the answer has ended, with a comment whenever nothing came for a while."""
    yield f"retry: {RECONNECT_MS}\n\n"
    messages = answer_messages(answer_id, asker=asker, language=language, after_seq=after_seq)
    async with aclosing(messages):
        async for message in with_pauses(messages, settings.STREAM_COMMENT_INTERVAL_S):
            yield COMMENT if message is None else frame(message)


def frame(message: dict[str, Any]) -> str:
    data = json.dumps(message["data"], ensure_ascii=False)
    return f"id: {message['seq']}\nevent: {message['type']}\ndata: {data}\n\n"


async def answer_messages(
    answer_id: str, *, asker: Asker, language: str, after_seq: int = 0
) -> AsyncGenerator[dict[str, Any], None]:
    """{seq, type, data} of each event up to the last one, as the reader may see it.

    Of an answer whose events were purged only its end is told.
    """
    if (end := await in_thread(end_told_alone)(answer_id, asker)) is not None:
        yield end
        return
    async with aclosing(subscribe(stream_of(answer_id), after_seq)) as events:
        async for event in events:
            data = await _shown(event, asker=asker, language=language)
            yield {"seq": event.seq, "type": event.type, "data": data}
            if event.type in TERMINAL:
                return


def end_told_alone(answer_id: str, asker: Asker) -> dict[str, Any] | None:
    """The last event of an answer that has ended and of which no event is kept; else None."""
    answer = Answer.objects.exclude(outcome="").filter(id=answer_id).first()
    if answer is None or last_seq(stream_of(answer_id)):
        return None
    type = "error" if outcome_of(answer.outcome).is_error else "done"
    return {"seq": 1, "type": type, "data": answer_json(answer, asker=asker)}


async def _shown(event: Event, *, asker: Asker, language: str) -> dict[str, Any]:
    if event.type in ("meta", "status"):
        data: dict[str, Any] = event.data
        return data
    shown: dict[str, Any] = await in_thread(event_data)(event, asker=asker, language=language)
    return shown


def in_thread(function: Any) -> Any:
    """Run where it may use the database, in any thread, and give the connection back after.

    `database_sync_to_async` would run all streams of the process on one thread.
    """

    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    return sync_to_async(run, thread_sensitive=False)


async def with_pauses(
    messages: AsyncGenerator[dict[str, Any], None], interval_s: float
) -> AsyncGenerator[dict[str, Any] | None, None]:
    """The messages, and None each time that none came for the interval (seconds)."""
    coming: asyncio.Future[dict[str, Any]] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(messages))
            await asyncio.wait({coming}, timeout=interval_s)
            if not coming.done():
                yield None
                continue
            try:
                message = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            yield message
    finally:
        if coming is not None:
            coming.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await coming
