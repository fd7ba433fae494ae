"""The WebSocket by which staff watch jobs."""

import asyncio
import time
from contextlib import aclosing
from typing import Any
from urllib.parse import parse_qs

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from documents import events
from documents.event_hub import subscribe

# Rights may be withdrawn while a socket is open: they are looked at again after so long.
TRUST_S = 60.0
FORBIDDEN = 4403


class JobsConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """Sends `{seq, type, data}` of the stream `jobs`: news only, or from `?after=<seq>` on."""

    relay: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        if not await self.may_watch():
            await self.close(FORBIDDEN)
            return
        after = await self.start()
        await self.accept()
        self.relay = asyncio.create_task(self.send_events(after))

    async def disconnect(self, code: int) -> None:
        if self.relay is not None:
            self.relay.cancel()

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """There is nothing to say here."""

    async def may_watch(self) -> bool:
        user = await get_user(self.scope)
        return bool(await database_sync_to_async(may_watch_jobs)(user))

    async def start(self) -> int:
        asked = parse_qs(self.scope["query_string"].decode("latin-1")).get("after", [""])[0]
        if asked.isascii() and asked.isdigit():
            return min(int(asked), 2**31 - 1)
        return int(await database_sync_to_async(events.last_seq)(events.JOBS))

    async def send_events(self, after: int) -> None:
        trusted_until = time.monotonic() + TRUST_S
        async with aclosing(subscribe(events.JOBS, after)) as news:
            async for event in news:
                if time.monotonic() > trusted_until:
                    if not await self.may_watch():
                        await self.close(FORBIDDEN)
                        return
                    trusted_until = time.monotonic() + TRUST_S
                await self.send_json(event.as_message())


def may_watch_jobs(user: Any) -> bool:
    return bool(user.is_active and user.is_staff and user.has_perm("documents.view_job"))
