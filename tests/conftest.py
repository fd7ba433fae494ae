"""What all tests share: one embedded PostgreSQL a session, own folders, a fake embedder."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from aceh_portal.postgres import Cluster, connection_settings
from documents import heartbeat
from tests.fake_embedder import FakeEmbedder

# The cluster is thrown away, so it need not survive a power cut.
UNSAFE_BUT_QUICK = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "io_method": "sync",
}


@pytest.fixture(scope="session")
def database_server() -> Iterator[dict[str, Any]]:
    """Settings of an embedded server that runs while the session lasts."""
    with tempfile.TemporaryDirectory(prefix="aceh-portal-tests-") as folder:
        data_dir = Path(folder)
        with Cluster(data_dir, memory_budget_mb=256, settings=UNSAFE_BUT_QUICK):
            yield connection_settings(data_dir)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Point Django at the embedded server, unless DATABASE_URL names another one.

    Only tests that ask for the database start it.
    """
    if not os.environ.get("DATABASE_URL"):
        django_settings.DATABASES["default"].update(request.getfixturevalue("database_server"))


@pytest.fixture(autouse=True)
def _own_folders(settings: Settings, tmp_path: Path) -> None:
    """Keep every test away from the files of a portal that runs here."""
    settings.DATA_DIR = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    # Without `collectstatic`: the manifest belongs to an installed portal.
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def fake_embedder(settings: Settings) -> FakeEmbedder:
    """A fake in the place of the real embedder, under the alias `fake`."""
    settings.EMBEDDERS = {"fake": {"BACKEND": "tests.fake_embedder.FakeEmbedder", "OPTIONS": {}}}
    settings.DEFAULT_EMBEDDER = "fake"
    return FakeEmbedder()


@pytest.fixture(autouse=True)
def _no_sweeping(settings: Settings) -> None:
    """Without the thread that renews and sweeps leases: it would use the database unasked."""
    settings.ANSWER_SWEEP_S = 0


@pytest.fixture(autouse=True)
def _no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heart beats on a connection of its own, which sees nothing of a test's transaction."""
    monkeypatch.setattr(heartbeat, "INTERVAL_S", 3_600)
