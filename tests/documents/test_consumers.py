"""Staff watch jobs over a WebSocket; nobody else does, and no foreign page."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import Permission, User
from django.test import Client

from documents import events
from tests.websockets import WebSocket

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]
PATH = "/ws/jobs/"


@database_sync_to_async
def cookie_of(*, is_staff: bool, permission: str = "") -> str:
    user = User.objects.create_user("siti", is_staff=is_staff)
    if permission:
        user.user_permissions.add(Permission.objects.get(codename=permission))
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}"


@database_sync_to_async
def append(*job_ids: str) -> None:
    for job_id in job_ids:
        events.append("jobs", "job", {"job_id": job_id})


async def test_staff_receives_news_of_jobs() -> None:
    await append("job_old")
    socket = WebSocket(PATH, cookie=await cookie_of(is_staff=True, permission="view_job"))
    assert await socket.connect()

    await append("job_1")

    assert await socket.receive() == {"seq": 2, "type": "job", "data": {"job_id": "job_1"}}
    await socket.disconnect()


async def test_a_lost_connection_resumes_after_the_seq_it_names() -> None:
    await append("job_1", "job_2", "job_3")
    cookie = await cookie_of(is_staff=True, permission="view_job")
    socket = WebSocket(PATH, cookie=cookie, query="after=2")
    assert await socket.connect()

    assert (await socket.receive())["seq"] == 3
    await socket.disconnect()


@pytest.mark.parametrize(
    "rights",
    [{"is_staff": False, "permission": "view_job"}, {"is_staff": True}],
    ids=["no staff", "staff without the permission"],
)
async def test_others_are_turned_away(rights: dict[str, Any]) -> None:
    assert not await WebSocket(PATH, cookie=await cookie_of(**rights)).connect()


async def test_nobody_is_turned_away_too() -> None:
    assert not await WebSocket(PATH).connect()


async def test_a_page_from_elsewhere_is_turned_away() -> None:
    cookie = await cookie_of(is_staff=True, permission="view_job")

    assert not await WebSocket(PATH, cookie=cookie, origin="http://evil.example").connect()
