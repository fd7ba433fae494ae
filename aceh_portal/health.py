"""Whether the process lives and whether the portal can do its work."""

import logging
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from retrieval.statistics import statistics

logger = logging.getLogger(__name__)

HEARTBEAT_LATE_S = 30
OK = "ok"
# An index that is empty or being built answers with what it has.
GOOD = {OK, "healthy", "indexing", "empty", "unknown"}


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """The process lives; asks nothing of anything else."""
    return JsonResponse({"status": OK})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Each part's state; 503 unless all of them can do their work."""
    checks = {name: state_of(check) for name, check in CHECKS.items()}
    ready = all(state in GOOD for state in checks.values())
    body = {"status": OK if ready else "error", "checks": checks}
    return JsonResponse(body, status=200 if ready else 503)


def state_of(check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception:
        # The outer edge: whatever fails here is what the check is for; the reason is for staff.
        logger.exception("The check %s failed", check.__name__)
        return "error"


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "missing" if missing else OK


def queue() -> str:
    """By the worker's heartbeat on this machine; unknown where workers run elsewhere."""
    try:
        beaten_at = heartbeat_file().stat().st_mtime
    except FileNotFoundError:
        return "unknown" if settings.DATABASE_URL else "missing"
    return OK if time.time() - beaten_at < HEARTBEAT_LATE_S else "late"


def heartbeat_file() -> Path:
    return Path(settings.DATA_DIR) / "queue-heartbeat"


def vector_store() -> str:
    return index_states(minute())[0]


def bm25_index() -> str:
    return index_states(minute())[1]


@lru_cache(maxsize=1)
def index_states(minute: int) -> tuple[str, str]:
    """Counting a large index takes a while: at most once a minute, however often we are asked."""
    counted = statistics()
    return counted.vector_store_status, counted.bm25_index_status


def minute() -> int:
    return int(time.monotonic() // 60)


CHECKS: dict[str, Callable[[], str]] = {
    "database": database,
    "migrations": migrations,
    "queue": queue,
    "vector_store": vector_store,
    "bm25_index": bm25_index,
}
