"""What the outermost application does with connections that nothing else answers."""

import pytest

from tests.websockets import WebSocket

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/chat", "/ws/chat/x"])
async def test_an_unknown_websocket_is_closed_with_a_code_that_says_so(path: str) -> None:
    socket = WebSocket(path)
    assert await socket.connect()
    closed = await socket.application.receive_output(5)
    assert (closed["type"], closed["code"]) == ("websocket.close", 4404)
