"""Whether the process lives and whether the portal can do its work."""

import os
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from aceh_portal import health

CHECKS = {"database", "migrations", "queue", "vector_store", "bm25_index"}


@pytest.fixture
def heartbeat(settings: Settings) -> Path:
    """The heartbeat of a queue worker that lives."""
    settings.DATABASE_URL = ""
    path = health.heartbeat_file()
    path.touch()
    return path


@pytest.fixture(autouse=True)
def _counted_anew() -> None:
    health.index_states.cache_clear()


def ask() -> tuple[int, dict[str, Any]]:
    response = Client().get("/readyz")
    return response.status_code, response.json()


def test_the_process_lives_without_a_database() -> None:
    response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_it_is_ready_when_all_parts_work(heartbeat: Path) -> None:
    status, body = ask()
    assert (status, body["status"]) == (200, "ok")
    assert body["checks"].keys() == CHECKS
    assert body["checks"]["vector_store"] == body["checks"]["bm25_index"] == "empty"


@pytest.mark.django_db
def test_a_dead_queue_makes_it_unready(heartbeat: Path) -> None:
    long_ago = time.time() - 3_600
    os.utime(heartbeat, (long_ago, long_ago))
    assert ask()[1]["checks"]["queue"] == "late"
    heartbeat.unlink()
    status, body = ask()
    assert (status, body["status"], body["checks"]["queue"]) == (503, "error", "missing")


@pytest.mark.django_db
def test_workers_elsewhere_are_not_missed(heartbeat: Path, settings: Settings) -> None:
    settings.DATABASE_URL = "postgres://elsewhere/portal"
    heartbeat.unlink()
    status, body = ask()
    assert (status, body["checks"]["queue"]) == (200, "unknown")


@pytest.mark.django_db
def test_a_lost_database_makes_it_unready_and_tells_no_more(heartbeat: Path) -> None:
    with patch.object(health.connection, "cursor", side_effect=OperationalError("secret")):
        response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["database"] == "error"
    assert b"secret" not in response.content


@pytest.mark.django_db
def test_a_missing_migration_makes_it_unready(heartbeat: Path) -> None:
    with patch("aceh_portal.health.MigrationExecutor") as executor:
        executor.return_value.migration_plan.return_value = ["a migration"]
        status, body = ask()
    assert (status, body["checks"]["migrations"]) == (503, "missing")
