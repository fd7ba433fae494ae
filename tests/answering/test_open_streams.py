"""Twenty open streams on the real server, while others use the portal."""

import asyncio
import socket
import threading
from collections.abc import Iterator

import httpx
import pytest
import uvicorn
from django.db import connection

from aceh_portal.asgi import application
from answering.streams import in_thread
from tests.answering.conftest import Gate

STREAMS = 20
OTHERS = 20
# The listener of the event hub, the threads that answer, and a few that come and go.
MOST_CONNECTIONS = 12

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.answering.stream_urls"),
]


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a uvicorn that serves the portal from a thread of this process."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(30)
    assert not thread.is_alive()


def connections_now() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


async def follow(client: httpx.AsyncClient, opened: asyncio.Semaphore) -> str:
    """The type of the last event of a stream."""
    last = ""
    async with client.stream("GET", "/stream") as response:
        opened.release()
        async for line in response.aiter_lines():
            if line.startswith("event: "):
                last = line.removeprefix("event: ")
    return last


@pytest.mark.asyncio
async def test_twenty_open_streams_do_not_starve_others(address: str, gate: Gate) -> None:
    limits = httpx.Limits(max_connections=STREAMS + OTHERS)
    opened = asyncio.Semaphore(0)
    async with (
        asyncio.timeout(60),
        httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client,
    ):
        streams = [asyncio.create_task(follow(client, opened)) for _ in range(STREAMS)]
        for _ in streams:
            await opened.acquire()
        others = await asyncio.gather(*(client.get("/count") for _ in range(OTHERS)))
        assert [response.text for response in others] == [str(STREAMS)] * OTHERS
        assert await in_thread(connections_now)() <= MOST_CONNECTIONS
        assert not any(stream.done() for stream in streams)
        gate.opened.set()
        assert await asyncio.gather(*streams) == ["error"] * STREAMS
