"""Live reading of events: one listening connection per process, shared by all subscribers.

A subscriber costs a queue, never a database connection. NOTIFY wakes the reader; it also looks
once a second by itself, so that a lost notification (a pooler, a restart) costs a second at most.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db import connections

from documents.events import CHANNEL
from documents.models import Event

logger = logging.getLogger(__name__)

POLL_S = 1.0
RETRY_S = 0.5
QUEUE_LENGTH = 256
BATCH = 1_000  # events of all streams together in one reading

READ = """
SELECT event.stream, event.seq, event.type, event.data
FROM unnest(%s::text[], %s::int[]) AS wanted (stream, seq)
JOIN documents_event AS event ON event.stream = wanted.stream AND event.seq > wanted.seq
ORDER BY event.seq LIMIT %s
"""


class Subscription:
    """One reader of a stream; `seq` is the last event in its queue."""

    def __init__(self, stream: str, seq: int) -> None:
        self.stream = stream
        self.seq = seq
        self.queue: asyncio.Queue[Event] = asyncio.Queue(QUEUE_LENGTH)
        self.missed = False

    def has_room(self) -> bool:
        """A full queue takes nothing; its reader asks again when it has caught up."""
        self.missed = self.queue.full()
        return not self.missed

    def offer(self, event: Event) -> None:
        if event.seq > self.seq and self.has_room():
            self.queue.put_nowait(event)
            self.seq = event.seq


class Hub:
    """The subscriptions of one event loop and the task that feeds them while there are any."""

    def __init__(self) -> None:
        self.subscriptions: dict[str, set[Subscription]] = defaultdict(set)
        self.feeder: asyncio.Task[None] | None = None
        self.changed = asyncio.Event()
        self.unread: set[str] = set()

    def add(self, subscription: Subscription) -> None:
        self.subscriptions[subscription.stream].add(subscription)
        self.look_at(subscription.stream)
        if self.feeder is None or self.feeder.done():
            self.feeder = asyncio.create_task(self.feed(), name="event hub")

    def remove(self, subscription: Subscription) -> None:
        readers = self.subscriptions[subscription.stream]
        readers.discard(subscription)
        if not readers:
            del self.subscriptions[subscription.stream]
        self.changed.set()

    def look_at(self, stream: str) -> None:
        """Read this stream at once instead of at the next poll."""
        self.unread.add(stream)
        self.changed.set()

    async def feed(self) -> None:
        """Serve the subscribers until none is left, across losses of the database."""
        while self.subscriptions:
            try:
                async with await connect() as connection:
                    await self.listen(connection)
            except (psycopg.Error, OSError) as error:
                logger.warning("Events: the database is away (%s); trying again", error)
                await asyncio.sleep(RETRY_S)
            except Exception:
                # The outer edge: whoever waits for events must not wait for a dead task.
                logger.exception("Events: reading failed; starting again")
                await asyncio.sleep(RETRY_S)

    async def listen(self, connection: psycopg.AsyncConnection[Any]) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        self.unread.update(self.subscriptions)
        while self.subscriptions:
            streams, self.unread = self.unread & self.subscriptions.keys(), set()
            self.changed.clear()
            if streams:
                await self.read(connection, streams)
            if not self.unread:
                self.unread.update(await self.news(connection))

    async def read(self, connection: psycopg.AsyncConnection[Any], streams: set[str]) -> None:
        """Hand out what the streams have beyond what their subscribers were given."""
        # Who subscribes while this reads may want older events: it waits for the next reading.
        readers = {
            stream: ready
            for stream in streams
            if (ready := [s for s in self.subscriptions[stream] if s.has_room()])
        }
        beyond = [min(reader.seq for reader in readers[stream]) for stream in readers]
        cursor = await connection.execute(READ, [list(readers), beyond, BATCH])
        rows = await cursor.fetchall()
        for stream, seq, type, data in rows:
            event = Event(stream=stream, seq=seq, type=type, data=data)
            for reader in readers[stream]:
                reader.offer(event)
        if len(rows) == BATCH:
            self.unread.update(streams)

    async def news(self, connection: psycopg.AsyncConnection[Any]) -> set[str]:
        """Wait for notifications, a changed subscription or the poll; gives streams to read."""
        waiting = asyncio.ensure_future(notified(connection))
        changed = asyncio.ensure_future(self.changed.wait())
        try:
            await asyncio.wait({waiting, changed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changed.cancel()
            if not waiting.done():
                waiting.cancel()
                await asyncio.wait({waiting})
        if waiting.cancelled():
            return set()
        return waiting.result() or set(self.subscriptions)


async def notified(connection: psycopg.AsyncConnection[Any]) -> set[str]:
    """The streams that were notified of; empty when the poll is due."""
    async with aclosing(connection.notifies(timeout=POLL_S, stop_after=1)) as notifications:
        return {notification.payload async for notification in notifications}


async def connect() -> psycopg.AsyncConnection[Any]:
    """A connection outside Django's, with the parameters of its default database."""
    parameters = connections["default"].get_connection_params()
    for name in ("cursor_factory", "context"):
        parameters.pop(name, None)
    parameters["application_name"] = "portal events"
    return await psycopg.AsyncConnection.connect(**parameters, autocommit=True)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def current_hub() -> Hub:
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


async def subscribe(stream: str, after_seq: int = 0) -> AsyncGenerator[Event, None]:
    """The events of a stream beyond `after_seq`, those to come too; it does not end by itself.

    Read it within `contextlib.aclosing(...)`, so that leaving the loop ends the subscription.
    """
    hub = current_hub()
    subscription = Subscription(stream, after_seq)
    hub.add(subscription)
    try:
        while True:
            event = await subscription.queue.get()
            if subscription.missed:
                hub.look_at(stream)
            yield event
    finally:
        hub.remove(subscription)
