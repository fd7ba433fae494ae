"""The WebSocket of the chat, through the portal's ASGI application."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth import get_user_model
from django.test import Client
from pytest_django import Settings

from aceh_portal.asgi import application
from answering import answers, visitors
from answering.models import Answer, Conversation
from answering.streams import in_thread
from tests.answering.conftest import FakeSearch, stored_question
from tests.scripted_generator import ScriptedGenerator

TRUE = "Pelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri atas nama Presiden"
QUESTION = "Siapa yang melantik Gubernur Aceh?"
ORIGIN = (b"origin", b"http://localhost:8000")
VISITOR = "a" * 32

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
    pytest.mark.usefixtures("search"),
]


def cookie_of(visitor: str) -> tuple[bytes, bytes]:
    return b"cookie", f"{visitors.COOKIE}={visitors.cookie(visitor)['value']}".encode()


def wire(*headers: tuple[bytes, bytes]) -> ApplicationCommunicator:
    scope = {
        "type": "websocket",
        "path": "/ws/chat/",
        "raw_path": b"/ws/chat/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), *headers],
        "subprotocols": [],
        "client": ("127.0.0.1", 1),
    }
    return ApplicationCommunicator(application, scope)


async def answer_to_connect(wire: ApplicationCommunicator) -> dict[str, Any]:
    await wire.send_input({"type": "websocket.connect"})
    reply: dict[str, Any] = await wire.receive_output(30)
    return reply


class Socket:
    """A connection of a browser, of the visitor in its cookie where none is given."""

    def __init__(self, *headers: tuple[bytes, bytes]) -> None:
        self.wire = wire(*(headers or (ORIGIN, cookie_of(VISITOR))))

    async def __aenter__(self) -> "Socket":
        assert (await answer_to_connect(self.wire))["type"] == "websocket.accept"
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.wire.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wire.wait(30)

    async def send(self, message: object) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        await self.wire.send_input({"type": "websocket.receive", "text": text})

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads((await self.wire.receive_output(30))["text"])
        return message

    async def until_end(self) -> list[dict[str, Any]]:
        messages = [await self.receive()]
        while messages[-1]["type"] not in ("done", "error"):
            messages.append(await self.receive())
        return messages


async def test_a_question_is_answered_word_by_word(generator: type[ScriptedGenerator]) -> None:
    generator.enqueue(f"{TRUE} [1]. Lembaga Wali Nanggroe adalah lembaga politik [2].")
    async with Socket() as socket:
        await socket.send({"type": "ask", "question": QUESTION})
        messages = await socket.until_end()
    types = [message["type"] for message in messages if message["type"] != "status"]
    assert types == ["meta", "sources", "token", "done"]
    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1))
    assert messages[-1]["data"]["answer"] == f"{TRUE}. [1]"
    assert "adalah lembaga politik" not in json.dumps(messages)


async def test_a_conversation_goes_on(
    generator: type[ScriptedGenerator], search: FakeSearch
) -> None:
    generator.enqueue(f"{TRUE} [1].", f"{TRUE} [1].")
    async with Socket() as socket:
        await socket.send({"type": "ask", "question": "Berapa lama masa jabatan imeum mukim?"})
        first = (await socket.until_end())[-1]["data"]
        await socket.send(
            {
                "type": "ask",
                "question": "Siapa yang membantu dia?",
                "conversation_id": first["conversation_id"],
            }
        )
        await socket.until_end()
    assert search.queries[-1][0] == "Siapa yang membantu imeum mukim?"


async def test_the_conversation_of_another_visitor_is_unknown() -> None:
    other = await in_thread(Conversation.objects.create)(visitor="b" * 32)
    async with Socket() as socket:
        await socket.send({"type": "ask", "question": QUESTION, "conversation_id": str(other.id)})
        assert (await socket.receive())["data"]["code"] == "not_found"


async def test_a_new_visitor_gets_a_cookie_to_come_back_with() -> None:
    accepted = await answer_to_connect(wire(ORIGIN))
    (header,) = [value for name, value in accepted["headers"] if name == b"set-cookie"]
    value = header.decode().partition("=")[2].partition(";")[0]
    assert visitors.visitor_of({visitors.COOKIE: value})


@pytest.mark.parametrize(
    "headers", [[(b"origin", b"https://evil.example")], []], ids=["foreign origin", "no origin"]
)
async def test_a_foreign_origin_is_refused(headers: list[tuple[bytes, bytes]]) -> None:
    assert (await answer_to_connect(wire(*headers)))["type"] == "websocket.close"


MALFORMED = {
    "no json": ("{", "not_json"),
    "a list": ([], "not_json"),
    "deeply nested": ("[" * 9_000, "not_json"),
    "no type": ({}, "unknown_type"),
    "a type that is no text": ({"type": {}}, "unknown_type"),
    "too long": ("x" * 20_000, "too_long"),
    "no question": ({"type": "ask"}, "invalid"),
    "a question that is no text": ({"type": "ask", "question": ["a"]}, "invalid"),
    "a question with NUL": ({"type": "ask", "question": "a\x00"}, "invalid"),
    "half a character": ({"type": "ask", "question": "\ud800"}, "invalid"),
    "a long question": ({"type": "ask", "question": "a" * 10_000}, "invalid"),
    "a strange language": ({"type": "ask", "question": "a", "language": "xx"}, "invalid"),
    "a language that is no text": ({"type": "ask", "question": "a", "language": 1}, "invalid"),
    "no such answer": ({"type": "resume", "query_id": "q_1"}, "not_found"),
    "a seq that is no number": ({"type": "resume", "query_id": "q_1", "seq": "x"}, "invalid"),
    "stop of nothing": ({"type": "stop"}, "not_found"),
    "NUL in an id": ({"type": "stop", "query_id": "\x00"}, "invalid"),
}


async def test_a_malformed_message_gets_an_error_and_the_connection_stays() -> None:
    got = {}
    async with Socket() as socket:
        for name, (message, _) in MALFORMED.items():
            await socket.send(message)
            error = await socket.receive()
            assert (error["seq"], error["type"]) == (0, "error")
            assert error["data"]["message"]
            got[name] = error["data"]["code"]
    assert got == {name: code for name, (_, code) in MALFORMED.items()}


async def test_bytes_get_an_error() -> None:
    async with Socket() as socket:
        await socket.wire.send_input({"type": "websocket.receive", "bytes": b"\xff"})
        assert (await socket.receive())["data"]["code"] == "not_json"


async def test_a_lost_connection_resumes_where_it_was(
    generator: type[ScriptedGenerator],
) -> None:
    generator.enqueue(f"{TRUE} [1].")
    async with Socket() as socket:
        await socket.send({"type": "ask", "question": QUESTION})
        whole = await socket.until_end()
    async with Socket(ORIGIN) as other:
        await other.send(
            {"type": "resume", "query_id": whole[-1]["data"]["query_id"], "seq": whole[1]["seq"]}
        )
        assert await other.until_end() == whole[2:]


async def test_a_stop_is_obeyed_for_its_owner_alone() -> None:
    answer = await in_thread(stored_question)(QUESTION)
    async with Socket(ORIGIN, cookie_of("b" * 32)) as stranger:
        await stranger.send({"type": "stop", "query_id": answer.id})
        assert (await stranger.receive())["data"]["code"] == "not_found"
    async with Socket() as socket:
        await socket.send({"type": "stop", "query_id": answer.id})
        await socket.send({"type": "ping"})
        await socket.receive()
    assert (await in_thread(Answer.objects.get)(id=answer.id)).stop_requested


async def test_questions_are_limited_as_in_the_api(settings: Settings) -> None:
    settings.RATE_LIMITS = {"address": 1, "key": 1}
    async with Socket() as socket:
        await socket.send({"type": "ask", "question": ""})
        assert (await socket.receive())["data"]["code"] == "invalid"
        await socket.send({"type": "ask", "question": ""})
        assert (await socket.receive())["data"]["code"] == "throttled"


async def test_messages_are_in_the_language_of_the_browser() -> None:
    texts = []
    for language in (b"id", b"en-GB,en;q=0.9"):
        async with Socket(ORIGIN, (b"accept-language", language)) as socket:
            await socket.send({"type": "ping"})
            texts.append((await socket.receive())["data"]["message"])
    assert texts[0] != texts[1]


async def test_staff_ask_with_their_rights(search: FakeSearch) -> None:
    def session_of_staff() -> bytes:
        user = get_user_model().objects.create_superuser("petugas", password="rahasia")
        client = Client()
        client.force_login(user)
        return f"sessionid={client.cookies['sessionid'].value}".encode()

    search.hits = ()
    async with Socket(ORIGIN, (b"cookie", await in_thread(session_of_staff)())) as socket:
        await socket.send({"type": "ask", "question": QUESTION})
        await socket.until_end()
    assert search.queries[0][1]["asker"].sees_everything


async def test_leaving_does_not_stop_the_answer(generator: type[ScriptedGenerator]) -> None:
    generator.enqueue(f"{TRUE} [1].")
    async with Socket() as socket:
        await socket.send({"type": "ask", "question": QUESTION})
        query_id = (await socket.receive())["data"]["query_id"]
    async with asyncio.timeout(30):
        assert (await in_thread(answers.wait)(query_id, 30)).outcome == "answered"
