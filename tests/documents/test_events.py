"""Events are counted without a gap, whoever writes, and old ones go."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from documents import events
from documents.models import Event

pytestmark = pytest.mark.django_db


def test_seq_counts_from_one_within_each_stream() -> None:
    assert [events.append("a", "token", {"n": n}) for n in range(3)] == [1, 2, 3]
    assert events.append("b", "token", {}) == 1


def test_after_gives_what_came_later_in_order() -> None:
    for n in range(4):
        events.append("a", "token", {"n": n})

    assert [event.as_message() for event in events.after("a", 2)] == [
        {"seq": 3, "type": "token", "data": {"n": 2}},
        {"seq": 4, "type": "token", "data": {"n": 3}},
    ]


def test_an_event_of_a_transaction_that_failed_leaves_no_gap() -> None:
    events.append("a", "token", {})
    with transaction.atomic():
        events.append("a", "token", {})
        transaction.set_rollback(True)

    assert events.append("a", "token", {}) == 2


@pytest.mark.django_db(transaction=True)
def test_concurrent_writers_get_each_number_once() -> None:
    def write(writer: int) -> list[int]:
        try:
            return [events.append("shared", "token", {"writer": writer}) for _ in range(25)]
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        numbers = [seq for seqs in pool.map(write, range(6)) for seq in seqs]

    assert sorted(numbers) == list(range(1, 151))


def test_purge_deletes_old_events_but_keeps_the_count_of_the_endless_stream() -> None:
    for stream in ("answer:q_1", "jobs", "jobs"):
        events.append(stream, "token", {})
    Event.objects.update(created_at=timezone.now() - timedelta(days=365))
    events.append("answer:q_2", "token", {})

    assert events.purge() == 2
    assert list(Event.objects.values_list("stream", "seq")) == [("answer:q_2", 1), ("jobs", 2)]
    assert events.append("jobs", "job", {}) == 3
