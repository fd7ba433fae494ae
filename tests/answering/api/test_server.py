"""The API on a real server: limits told early, streams that wait and hold nothing."""

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import uvicorn
from django.db import connection
from pytest_django import Settings

from aceh_portal.asgi import application
from answering.models import ApiKey
from answering.streams import in_thread
from tests.answering.conftest import Gate

MB = 2**20
STREAMS = 20
# The listener of the event hub, the threads that answer, and a few that come and go.
MOST_CONNECTIONS = 12
QUESTION = {"question": "Apa itu mukim?"}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def port() -> Iterator[int]:
    """The port of a uvicorn that serves the portal from a thread of this process."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(30)
    assert not thread.is_alive()


@pytest.fixture
def key() -> str:
    return f"Api-Key {ApiKey.objects.issue('server', 'documents')[1]}"


def client_of(port: int) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}",
        limits=httpx.Limits(max_connections=3 * STREAMS),
        timeout=60,
    )


def exchange(port: int, request: bytes) -> tuple[int, dict[str, str]]:
    """Status and JSON of the answer to what was sent, while the connection stays open."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as peer:
        peer.sendall(request)
        head, _, body = b"", b"", b""
        while b"\r\n\r\n" not in head:
            head += peer.recv(65536)
        head, _, body = head.partition(b"\r\n\r\n")
        length = next(
            int(line.partition(b":")[2])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length")
        )
        while len(body) < length:
            body += peer.recv(65536)
    return int(head.split()[1]), json.loads(body)


def headers(path: str, *lines: str) -> bytes:
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: 127.0.0.1", *lines, "", ""]).encode()


@pytest.mark.parametrize("path", ["/v1/documents", "/v1/documents/"])
@pytest.mark.parametrize(("language", "word"), [("id", "batas"), ("en", "limit")])
def test_the_limit_of_uploads_is_told_before_the_body_is_sent(
    port: int, settings: Settings, path: str, language: str, word: str
) -> None:
    announced = f"Content-Length: {60 * MB}"
    kind = "Content-Type: multipart/form-data; boundary=b"
    status, failure = exchange(port, headers(path, announced, kind, f"Accept-Language: {language}"))
    assert (status, failure["code"], failure["errors"]) == (413, "too_large", [])
    assert f"{settings.MAX_UPLOAD_MB} MB" in failure["message"]
    assert word in failure["message"]


def test_the_limit_of_other_bodies_is_told_before_they_are_sent(port: int) -> None:
    status, failure = exchange(port, headers("/v1/search", f"Content-Length: {5 * MB}"))
    assert (status, failure["code"]) == (413, "too_large")
    assert "4 MB" in failure["message"]


def test_a_body_without_a_length_is_cut_off_at_the_limit(port: int) -> None:
    chunk = b"%x\r\n" % MB + b"a" * MB + b"\r\n"
    kind = "Content-Type: application/json"
    begun = headers("/v1/search", "Transfer-Encoding: chunked", kind)
    status, failure = exchange(port, begun + 5 * chunk)
    assert (status, failure["code"]) == (413, "too_large")


@pytest.mark.asyncio
async def test_a_client_that_sends_on_reads_the_refusal(port: int) -> None:
    async with client_of(port) as client:
        response = await client.post("/v1/documents", files={"file": ("a.pdf", b"a" * 52 * MB)})
        assert response.status_code == 413
        assert response.json()["code"] == "too_large"


def test_a_client_that_reads_last_and_asks_to_close_reads_the_refusal(port: int) -> None:
    size = 55 * MB
    begun = headers("/v1/documents", f"Content-Length: {size}", "Connection: close")
    status, failure = exchange(port, begun + bytes(size))
    assert (status, failure["code"]) == (413, "too_large")


async def events(response: httpx.Response) -> AsyncIterator[tuple[str, dict[str, object]]]:
    name = ""
    async for line in response.aiter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


async def follow(client: httpx.AsyncClient, opened: asyncio.Semaphore) -> str:
    """The type of the last event of a stream."""
    last = ""
    async with client.stream("POST", "/v1/query/stream", json=QUESTION) as response:
        assert response.status_code == 200
        opened.release()
        async for name, _ in events(response):
            last = name
    return last


def connections_now() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


@pytest.mark.asyncio
async def test_twenty_open_streams_do_not_starve_others(port: int, key: str, gate: Gate) -> None:
    opened = asyncio.Semaphore(0)
    async with asyncio.timeout(60), client_of(port) as client:
        streams = [asyncio.create_task(follow(client, opened)) for _ in range(STREAMS)]
        for _ in streams:
            await opened.acquire()
        others = await asyncio.gather(
            *(client.get("/v1/documents", headers={"Authorization": key}) for _ in range(STREAMS))
        )
        assert [response.status_code for response in others] == [200] * STREAMS
        assert await in_thread(connections_now)() <= MOST_CONNECTIONS
        assert not any(stream.done() for stream in streams)
        gate.opened.set()
        assert await asyncio.gather(*streams) == ["error"] * STREAMS


@pytest.mark.asyncio
async def test_a_stream_says_what_it_does_while_the_answer_is_made(port: int, gate: Gate) -> None:
    """Those who asked may stop it, by the cookie that came with the stream; others may not."""
    async with (
        asyncio.timeout(60),
        client_of(port) as client,
        client_of(port) as stranger,
        client.stream("POST", "/v1/query/stream", json=QUESTION) as response,
    ):
        told = events(response)
        name, meta = await anext(told)
        assert name == "meta"
        answer = f"/v1/answers/{meta['query_id']}"
        shown = (await client.get(answer)).json()
        assert (shown["outcome"], shown["status"]) == (None, "success")
        assert (await stranger.post(f"{answer}/stop")).status_code == 404
        stopped = (await client.post(f"{answer}/stop")).json()
        assert stopped["stopping"] is True
        gate.opened.set()
        assert [name async for name, _ in told][-1] == "error"
