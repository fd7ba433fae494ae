"""The WebSocket that answers at addresses where there is none."""

from channels.generic.websocket import AsyncWebsocketConsumer

NOT_FOUND = 4404


class UnknownSocket(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """Accepts and closes at once: a browser shows the code of an accepted connection only."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_FOUND)
