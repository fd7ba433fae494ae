"""Streams of events: rows that are counted from 1 within their stream, and a NOTIFY for each."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone
from psycopg.types.json import Jsonb

from documents.models import Event

CHANNEL = "portal_events"
JOBS = "jobs"

# The lock is a statement of its own: the insert must take its snapshot after the lock is held, or
# two writers would both see the same highest seq. It ends with the transaction, so that events
# become visible in the order of their seq and a reader that went on to seq n has missed none.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))"
INSERT = """
WITH added AS (
    INSERT INTO documents_event (stream, seq, type, data, created_at)
    SELECT %(stream)s, COALESCE(MAX(seq), 0) + 1, %(type)s, %(data)s, clock_timestamp()
    FROM documents_event WHERE stream = %(stream)s
    RETURNING seq
)
SELECT seq, pg_notify(%(channel)s, %(stream)s) FROM added
"""


def job_stream(job_id: str) -> str:
    return f"job:{job_id}"


def append(stream: str, type: str, data: dict[str, Any]) -> int:
    """Add an event and wake its readers on commit; gives its seq. Safe under concurrent writers.

    The stream is locked until the surrounding transaction ends, so keep that one short.
    """
    values: dict[str, Any] = {"stream": stream, "type": type, "data": Jsonb(data)}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(LOCK, [stream])
        cursor.execute(INSERT, values | {"channel": CHANNEL})
        return int(cursor.fetchone()[0])


def after(stream: str, seq: int) -> list[Event]:
    """The events of a stream beyond `seq`, in order; 0 gives all that are kept."""
    return list(Event.objects.filter(stream=stream, seq__gt=seq).order_by("seq"))


def last_seq(stream: str) -> int:
    """Where a stream stands now; whoever wants only news subscribes after it."""
    return Event.objects.filter(stream=stream).aggregate(last=Max("seq"))["last"] or 0


def purge() -> int:
    """Delete events older than EVENT_RETENTION_DAYS; gives how many.

    The last event of the endless stream `jobs` stays, because its seq is counted on from.
    """
    old = timezone.now() - timedelta(days=settings.EVENT_RETENTION_DAYS)
    expired = Event.objects.filter(created_at__lt=old)
    deleted, _ = expired.exclude(stream=JOBS, seq=last_seq(JOBS)).delete()
    return deleted
