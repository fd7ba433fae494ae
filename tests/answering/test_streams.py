"""Server-sent events of an answer: frames, resuming, pauses."""

import asyncio
import json
from collections.abc import AsyncGenerator

import pytest
from pytest_django import Settings

from answering import pipeline
from answering.finishing import finish
from answering.models import Answer
from answering.progress import Progress, stream_of
from answering.streams import frames, in_thread, seq_from, stream_response, with_pauses
from documents.access import CITIZEN
from documents.events import last_seq
from documents.models import Event
from tests.answering.conftest import stored_question
from tests.scripted_generator import ScriptedGenerator

TRUE = "Pelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri atas nama Presiden"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def answer(search: object, generator: type[ScriptedGenerator]) -> Answer:
    generator.enqueue(f"{TRUE} [1]. Lembaga Wali Nanggroe adalah lembaga politik [2].")
    answer = stored_question("Siapa yang melantik Gubernur Aceh?")
    pipeline.run(answer.id)
    answer.refresh_from_db()
    return answer


async def read(answer: Answer, after_seq: int = 0) -> list[str]:
    async with asyncio.timeout(30):
        told = frames(answer.id, asker=CITIZEN, language="id", after_seq=after_seq)
        return [frame async for frame in told]


def told(frames: list[str]) -> list[tuple[int, str, dict[str, object]]]:
    """(id, event, data) of each frame that is an event."""
    parsed = []
    for frame in frames:
        fields = dict(line.split(": ", 1) for line in frame.strip().split("\n"))
        if "event" in fields:
            parsed.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return parsed


@pytest.mark.asyncio
async def test_a_finished_answer_is_told_from_its_beginning_to_its_end(answer: Answer) -> None:
    events = told(await read(answer))
    assert [seq for seq, _, _ in events] == list(range(1, len(events) + 1))
    assert events[0][1] == "meta"
    assert events[-1][1] == "done"
    assert events[-1][2]["answer"] == f"{TRUE}. [1]"
    assert "adalah lembaga politik" not in json.dumps(events)


@pytest.mark.asyncio
async def test_a_reader_resumes_after_the_last_event_it_has_seen(answer: Answer) -> None:
    whole = told(await read(answer))
    assert told(await read(answer, after_seq=2)) == whole[2:]


@pytest.mark.asyncio
async def test_an_answer_whose_events_were_purged_tells_its_end(answer: Answer) -> None:
    await in_thread(Event.objects.all().delete)()
    ((_, type, data),) = told(await read(answer))
    assert (type, data["query_id"]) == ("done", answer.id)


@pytest.mark.asyncio
async def test_words_arrive_while_the_answer_is_being_made() -> None:
    answer = await in_thread(stored_question)("Apa?")
    stream = frames(answer.id, asker=CITIZEN, language="id")
    async with asyncio.timeout(30):
        await anext(stream)
        await in_thread(Progress(answer.id, "id").meta)("vector_search")
        assert "event: meta" in await anext(stream)
        await in_thread(finish)(answer.id, "no_source")
        assert "event: done" in await anext(stream)
        with pytest.raises(StopAsyncIteration):
            await anext(stream)


@pytest.mark.asyncio
async def test_a_comment_goes_out_while_nothing_happens(settings: Settings) -> None:
    settings.STREAM_COMMENT_INTERVAL_S = 0.01
    answer = await in_thread(stored_question)("Apa?")
    stream = frames(answer.id, asker=CITIZEN, language="id")
    async with asyncio.timeout(30):
        await anext(stream)
        assert (await anext(stream)).startswith(":")
        await in_thread(finish)(answer.id, "error_internal")
        assert [event for _, event, _ in told([frame async for frame in stream])] == ["error"]


@pytest.mark.asyncio
async def test_a_pause_loses_no_message() -> None:
    ready = asyncio.Event()

    async def messages() -> AsyncGenerator[dict[str, int], None]:
        yield {"seq": 1}
        await ready.wait()
        yield {"seq": 2}

    seen = []
    async for message in with_pauses(messages(), 0.001):
        seen.append(message)
        if message is None:
            ready.set()
    assert seen[0] == {"seq": 1}
    assert seen[-1] == {"seq": 2}
    assert None in seen


@pytest.mark.parametrize(
    ("header", "seq"),
    [(None, 0), ("", 0), ("7", 7), (" 7 ", 7), ("-1", 0), ("x", 0), ("9" * 30, 0), ("²", 0)],
)
def test_a_last_event_id_that_is_no_number_means_the_beginning(
    header: str | None, seq: int
) -> None:
    assert seq_from(header) == seq


def test_who_has_heard_all_is_told_not_to_connect_again(answer: Answer) -> None:
    last = last_seq(stream_of(answer.id))
    assert stream_response(answer, asker=CITIZEN, last_event_id=str(last)).status_code == 204
    response = stream_response(answer, asker=CITIZEN, last_event_id=str(last - 1))
    assert response.status_code == 200
    assert response["Cache-Control"].startswith("no-store")
    assert response["X-Accel-Buffering"] == "no"
    assert response["Content-Type"].startswith("text/event-stream")
