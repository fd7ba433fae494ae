"""The embedded PostgreSQL, with real servers and real kills."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from django.conf import settings as django_settings
from django.db import connection

from aceh_portal import accounts, postgres, postgres_setup, processes
from aceh_portal.postgres import Cluster, PostgresError, connection_settings, running
from aceh_portal.postgres_leftover import works_in
from tests.conftest import UNSAFE_BUT_QUICK

CODE_FOLDER = str(django_settings.BASE_DIR)


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data directory with a cluster, which each test starts and stops."""
    folder = tmp_path_factory.mktemp("data")
    with quick_cluster(folder):
        pass
    yield folder
    shutil.rmtree(folder)


def quick_cluster(data_dir: Path, **options: Any) -> Cluster:
    return Cluster(data_dir, memory_budget_mb=128, settings=UNSAFE_BUT_QUICK, **options)


def value(data_dir: Path, query: str) -> Any:
    with postgres.connect(data_dir) as opened:
        row = opened.execute(query).fetchone()
        return row and row[0]


def server_processes(data_dir: Path) -> list[psutil.Process]:
    folder = postgres.cluster_dir(data_dir).stat()
    return [process for process in psutil.process_iter() if works_in(process.pid, folder)]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.django_db
def test_the_test_database_has_vectors() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT '[1,2]'::halfvec <-> '[1,4]'::halfvec")
        assert cursor.fetchone() == (2.0,)


class TestConnectionSettings:
    def test_they_start_and_make_nothing(self, tmp_path: Path) -> None:
        data_dir = tmp_path / "var"
        found = connection_settings(data_dir)
        assert found["HOST"] == str(data_dir / "postgresql" / "run")
        assert found["CONN_MAX_AGE"] == 0
        assert not data_dir.exists()

    @pytest.mark.parametrize("name", ["x" * 90, "kantor gubernur, lantai 2"])
    def test_a_folder_that_no_socket_can_lie_in_gets_a_short_one(
        self, tmp_path: Path, name: str
    ) -> None:
        host = connection_settings(tmp_path / name)["HOST"]
        assert len(f"{host}/.s.PGSQL.5432") < 60
        assert host != connection_settings(tmp_path / f"{name} ")["HOST"]


class TestStartAndStop:
    def test_what_was_written_is_there_at_the_next_start(self, data_dir: Path) -> None:
        with quick_cluster(data_dir), postgres.connect(data_dir) as opened:
            opened.execute("CREATE TABLE kept AS SELECT 41 + 1 AS number")
        assert server_processes(data_dir) == []
        with quick_cluster(data_dir):
            assert value(data_dir, "SELECT number FROM kept") == 42

    def test_the_portal_is_no_superuser_and_nobody_gets_in_by_tcp(self, data_dir: Path) -> None:
        with quick_cluster(data_dir):
            portal = "SELECT rolsuper FROM pg_roles WHERE rolname = 'portal'"
            assert value(data_dir, portal) is False
            assert value(data_dir, "SHOW listen_addresses") == ""

    def test_it_has_checksums_and_sorts_by_code_point(self, data_dir: Path) -> None:
        with quick_cluster(data_dir):
            assert value(data_dir, "SHOW data_checksums") == "on"
            assert value(data_dir, "SHOW server_encoding") == "UTF8"
            assert value(data_dir, "SELECT 'Zakat' < 'adat'") is True

    def test_memory_follows_the_budget(self, data_dir: Path) -> None:
        with Cluster(data_dir, memory_budget_mb=200, settings=UNSAFE_BUT_QUICK):
            assert value(data_dir, "SHOW shared_buffers") == "50MB"

    def test_an_unfinished_cluster_is_made_anew(self, tmp_path: Path) -> None:
        unfinished = postgres.home(tmp_path) / "18.unfinished"
        unfinished.mkdir(parents=True)
        (unfinished / "PG_VERSION").write_text("18\n")
        with quick_cluster(tmp_path):
            assert value(tmp_path, "SELECT extname FROM pg_extension WHERE extname = 'vector'")
        assert not unfinished.exists()

    def test_it_runs_below_a_path_that_is_too_long_for_a_socket(
        self, data_dir: Path, tmp_path: Path
    ) -> None:
        deep = tmp_path / ("d" * 100)
        data_dir.rename(deep)
        folder = postgres.socket_dir(deep)
        try:
            with quick_cluster(deep):
                assert value(deep, "SELECT 1") == 1
                assert folder.stat().st_mode & 0o777 == 0o700
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            deep.rename(data_dir)

    def test_a_server_that_cannot_start_says_why(self, data_dir: Path) -> None:
        cluster = Cluster(data_dir, settings={"shared_buffers": "1kB"})
        with pytest.raises(PostgresError, match="shared_buffers"):
            cluster.start()
        with quick_cluster(data_dir):
            assert value(data_dir, "SELECT 1") == 1

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can prepare another user's folder")
    def test_a_socket_folder_of_another_user_is_refused(self, tmp_path: Path) -> None:
        folder = tmp_path / "run"
        folder.mkdir()
        os.chown(folder, 54321, 54321)
        account = accounts.cluster_account(tmp_path / "no cluster yet")
        with pytest.raises(PostgresError, match="belongs to another user"):
            postgres.prepare_socket_dir(folder, account)


class TestKills:
    def test_a_killed_postmaster_loses_nothing_and_can_be_restarted(self, data_dir: Path) -> None:
        with Cluster(data_dir, memory_budget_mb=128) as cluster:
            with postgres.connect(data_dir) as opened:
                opened.execute("CREATE TABLE committed AS SELECT 42 AS number")
            assert cluster.process is not None
            cluster.process.kill()
            cluster.process.wait()
            assert not cluster.is_alive
            cluster.restart()
            assert value(data_dir, "SELECT number FROM committed") == 42

    def test_a_server_ends_with_its_killed_owner(self, data_dir: Path) -> None:
        owner = start_owner(data_dir)
        left = server_processes(data_dir)
        assert left != []
        owner.kill()
        owner.wait()
        assert psutil.wait_procs(left, timeout=20)[1] == []

    def test_a_server_that_outlived_its_owner_is_ended_by_the_next(self, data_dir: Path) -> None:
        owner = start_owner(data_dir, "processes.dies_with_parent = lambda *_: None")
        (postmaster,) = psutil.Process(owner.pid).children()
        owner.kill()
        owner.wait()
        assert postmaster in server_processes(data_dir)
        with quick_cluster(data_dir):
            assert value(data_dir, "SELECT 1") == 1
            assert postmaster not in server_processes(data_dir)

    def test_a_stranger_with_the_id_of_a_dead_postmaster_survives(self, data_dir: Path) -> None:
        cluster_folder = postgres.cluster_dir(data_dir)
        account = accounts.cluster_account(cluster_folder)
        stranger = subprocess.Popen(["sleep", "600"], **account.popen_arguments())
        try:
            # As a crash leaves it: all of the server's is gone but this file.
            (cluster_folder / "postmaster.pid").write_text(
                f"{stranger.pid}\n{cluster_folder}\n1790000000\n5432\n\n\n  5432 0\nready\n"
            )
            with quick_cluster(data_dir):
                assert value(data_dir, "SELECT 1") == 1
            assert stranger.poll() is None
        finally:
            stranger.kill()
            stranger.wait()


class TestSharing:
    def test_a_second_command_uses_the_server_of_the_first(self, data_dir: Path) -> None:
        started_at = "SELECT pg_postmaster_start_time()"
        with running(data_dir, settings=UNSAFE_BUT_QUICK):
            first = value(data_dir, started_at)
            with running(data_dir, settings=UNSAFE_BUT_QUICK):
                assert value(data_dir, started_at) == first
            assert value(data_dir, started_at) == first
        assert server_processes(data_dir) == []

    def test_the_first_command_waits_until_others_are_done(self, data_dir: Path) -> None:
        first_may_end, first_ended = threading.Event(), threading.Event()
        first_started = threading.Event()

        def first() -> None:
            with running(data_dir, settings=UNSAFE_BUT_QUICK):
                first_started.set()
                first_may_end.wait(30)
            first_ended.set()

        thread = threading.Thread(target=first)
        thread.start()
        assert first_started.wait(30)
        with running(data_dir):
            first_may_end.set()
            assert not first_ended.wait(0.3)
            assert value(data_dir, "SELECT 1") == 1
        assert first_ended.wait(30)
        thread.join()

    def test_a_cluster_is_not_started_twice(self, data_dir: Path) -> None:
        with quick_cluster(data_dir), pytest.raises(processes.AlreadyLockedError):
            quick_cluster(data_dir).start()


class TestTcp:
    def test_only_the_right_password_opens_it(self, data_dir: Path) -> None:
        with quick_cluster(data_dir, tcp_port=free_port()) as cluster:
            url = cluster.set_password("rahasia: 100%/@")
            with psycopg.connect(url) as opened:
                row = opened.execute("SELECT current_user, inet_server_addr()::text").fetchone()
                assert row == ("portal", "127.0.0.1/32")
            with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
                psycopg.connect(url.replace("rahasia", "salah"))
            with pytest.raises(psycopg.OperationalError, match=r"no pg_hba\.conf entry"):
                psycopg.connect(url.replace("portal:", "postgres:"))


class TestAccounts:
    def test_binaries_that_the_account_cannot_reach_are_copied_whole(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(accounts.Account, "can_execute", lambda *_: False)
        monkeypatch.setattr(postgres_setup, "SYSTEM_HOME", tmp_path / "public")
        account = accounts.cluster_account(tmp_path / "no cluster yet")
        copy = postgres_setup.binaries_for(account)
        assert copy.is_relative_to(tmp_path / "public")
        for program in ("postgres", "initdb"):
            told = subprocess.run([copy / "bin" / program, "--version"], capture_output=True)
            assert b"18." in told.stdout
        assert postgres_setup.binaries_for(account) == copy

    def test_a_cluster_of_another_user_is_refused_with_advice(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
        with pytest.raises(accounts.AccountError, match="PORTAL_DATA_DIR"):
            accounts.cluster_account(tmp_path)


def start_owner(data_dir: Path, change: str = "") -> "subprocess.Popen[str]":
    """Start another process that starts the server and then only waits to be killed."""
    script = f"""
import sys
from pathlib import Path
from aceh_portal import processes
from aceh_portal.postgres import Cluster
{change}
cluster = Cluster(Path(sys.argv[1]), settings={UNSAFE_BUT_QUICK!r})
cluster.start()
print("ready", flush=True)
sys.stdin.read()
"""
    owner = subprocess.Popen(
        [sys.executable, "-c", script, str(data_dir)],
        cwd=CODE_FOLDER,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=processes.dies_with_parent(signal.SIGKILL),
    )
    assert owner.stdout is not None
    assert owner.stdout.readline() == "ready\n"
    return owner
