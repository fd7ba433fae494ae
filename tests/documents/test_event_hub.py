"""Live events reach every subscriber, in order and once, over one connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from django.db import connection

from documents import event_hub, events

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
PATIENCE_S = 10


def append(stream: str, count: int) -> None:
    for n in range(count):
        events.append(stream, "token", {"n": n})


async def take(count: int, stream: str, after_seq: int = 0) -> list[int]:
    async with (
        asyncio.timeout(PATIENCE_S),
        aclosing(event_hub.subscribe(stream, after_seq)) as news,
    ):
        seqs: list[int] = []
        async for event in news:
            seqs.append(event.seq)
            if len(seqs) == count:
                break
        return seqs


def listeners() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = 'portal events'"
        )
        return [pid for (pid,) in cursor.fetchall()]


def terminate(pids: list[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", [pids])


@pytest_asyncio.fixture(autouse=True)
async def _nothing_stays() -> AsyncIterator[None]:
    """After each test the hub has no subscriber, and then ends its connection."""
    yield
    hub = event_hub.current_hub()
    assert not hub.subscriptions
    if hub.feeder:
        await asyncio.wait_for(hub.feeder, PATIENCE_S)
    assert await database_sync_to_async(listeners)() == []


async def test_a_late_subscriber_gets_what_was_before_and_what_comes() -> None:
    await database_sync_to_async(append)("s", 3)
    reading = asyncio.create_task(take(5, "s"))
    await database_sync_to_async(append)("s", 2)

    assert await reading == [1, 2, 3, 4, 5]


async def test_a_subscriber_resumes_after_the_seq_it_names() -> None:
    await database_sync_to_async(append)("s", 5)

    assert await take(2, "s", after_seq=3) == [4, 5]


async def test_two_hundred_subscribers_share_one_connection() -> None:
    readings = [asyncio.create_task(take(3, f"s{n % 20}")) for n in range(200)]
    for n in range(20):
        await database_sync_to_async(append)(f"s{n}", 2)
    open_connections = len(await database_sync_to_async(listeners)())
    for n in range(20):
        await database_sync_to_async(append)(f"s{n}", 1)

    assert await asyncio.gather(*readings) == [[1, 2, 3]] * 200
    assert open_connections == 1


async def test_events_arrive_by_notification_before_the_poll(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(event_hub, "POLL_S", PATIENCE_S * 2)
    reading = asyncio.create_task(take(2, "s"))
    await database_sync_to_async(append)("s", 1)
    await database_sync_to_async(append)("s", 1)

    assert await reading == [1, 2]


async def test_without_notifications_the_poll_finds_the_events(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "CHANNEL", "nobody_listens")
    reading = asyncio.create_task(take(1, "s"))
    await database_sync_to_async(append)("s", 1)

    assert await reading == [1]


async def test_a_slow_reader_misses_nothing_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(event_hub, "QUEUE_LENGTH", 4)
    monkeypatch.setattr(event_hub, "BATCH", 8)
    await database_sync_to_async(append)("s", 30)
    async with asyncio.timeout(PATIENCE_S), aclosing(event_hub.subscribe("s")) as slow:
        seqs = [(await anext(slow)).seq]
        assert await take(30, "s") == list(range(1, 31))
        seqs += [(await anext(slow)).seq for _ in range(29)]

    assert seqs == list(range(1, 31))


async def test_it_connects_again_when_the_database_was_away() -> None:
    async with asyncio.timeout(PATIENCE_S), aclosing(event_hub.subscribe("s")) as news:
        await database_sync_to_async(append)("s", 1)
        assert (await anext(news)).seq == 1
        await database_sync_to_async(terminate)(await database_sync_to_async(listeners)())
        await database_sync_to_async(append)("s", 1)

        assert (await anext(news)).seq == 2


async def test_subscribers_that_come_and_go_lose_no_event() -> None:
    async def churn() -> None:
        for _ in range(20):
            await take(1, "busy")

    await database_sync_to_async(append)("busy", 1)
    reading = asyncio.create_task(take(60, "s"))
    churning = asyncio.gather(*(churn() for _ in range(5)))
    for _ in range(6):
        await database_sync_to_async(append)("s", 10)
    await churning

    assert await reading == list(range(1, 61))
