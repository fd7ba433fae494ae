"""A WebSocket client that speaks to the ASGI application in the test's own process.

(`channels.testing` imports daphne, which the portal does not use.)
"""

import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

from aceh_portal.asgi import application


class WebSocket:
    """One connection; `origin` is that of the page which opens it."""

    def __init__(
        self, path: str, *, cookie: str = "", origin: str = "http://localhost", query: str = ""
    ) -> None:
        headers = [("host", "localhost"), ("origin", origin), ("cookie", cookie)]
        scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers],
            "subprotocols": [],
            "client": ("127.0.0.1", 1),
        }
        self.application = ApplicationCommunicator(application, scope)

    async def connect(self) -> bool:
        """True if it was accepted."""
        await self.application.send_input({"type": "websocket.connect"})
        return bool((await self.application.receive_output(5))["type"] == "websocket.accept")

    async def receive(self) -> Any:
        """The next message, from JSON; raises TimeoutError after five seconds."""
        return json.loads((await self.application.receive_output(5))["text"])

    async def send(self, message: Any) -> None:
        await self.application.send_input(
            {"type": "websocket.receive", "text": json.dumps(message)}
        )

    async def disconnect(self) -> None:
        await self.application.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.application.wait(5)
