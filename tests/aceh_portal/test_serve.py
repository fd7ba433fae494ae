"""`serve` as a process of its own: started, killed in every way, stopped."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import psutil
import psycopg
import pytest
from django.conf import settings as django_settings

from aceh_portal import postgres, processes
from aceh_portal.postgres_leftover import works_in
from tests.aceh_portal.test_postgres import free_port

MANAGE = [sys.executable, str(django_settings.BASE_DIR / "manage.py")]
PATIENCE_S = 60  # of a machine on which much else runs


def eventually(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, f"not within {PATIENCE_S} s: {what}"
        time.sleep(0.05)


def as_a_shell_starts_it_in_the_background() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    processes.set_parent_death_signal(signal.SIGTERM, os.getppid())


class Portal:
    """A `serve` on a data directory, seen from outside."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self.port = free_port()
        self.output = data_dir / "output.txt"
        self.process: subprocess.Popen[bytes] | None = None

    def command(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*MANAGE, *arguments], env=self.environment, capture_output=True, text=True
        )

    @property
    def environment(self) -> dict[str, str]:
        changes = {"PORTAL_DATA_DIR": str(self.data_dir), "PORT": str(self.port)}
        inherited = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
        return inherited | changes

    def start(self) -> None:
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                [*MANAGE, "serve", "--no-sample"],
                env=self.environment,
                stdout=output,
                stderr=output,
                preexec_fn=as_a_shell_starts_it_in_the_background,
            )
        self.wait_until_whole()

    def wait_until_whole(self) -> None:
        eventually(lambda: self.answers, "the web server answers")
        beat = self.beat
        eventually(lambda: self.beat > beat, "the queue beats")
        eventually(lambda: self.database_answers, "the database answers")

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def answers(self) -> bool:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
            try:
                connection.request("GET", "/healthz")
                return connection.getresponse().status < 500
            except (OSError, http.client.HTTPException):
                return False

    @property
    def beat(self) -> int:
        with suppress(FileNotFoundError):
            return (self.data_dir / "queue-heartbeat").stat().st_mtime_ns
        return 0

    @property
    def database_answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            postgres.connect(self.data_dir).close()
            return True
        return False

    @property
    def serve(self) -> psutil.Process:
        assert self.process is not None
        return psutil.Process(self.process.pid)

    def processes(self) -> set[psutil.Process]:
        """All that serve started, found by its mark or by the folder that they work in."""
        mark = f"PORTAL_SUPERVISOR={self.data_dir}"
        folder = postgres.cluster_dir(self.data_dir).stat()
        return {
            process
            for process in psutil.process_iter()
            if processes.has_environment(process.pid, mark) or works_in(process.pid, folder)
        }

    def part(self, words: str) -> psutil.Process:
        """The direct child of serve whose command line has the words."""
        return next(c for c in self.serve.children() if words in " ".join(c.cmdline()))

    def stop(self, signal_number: int = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(signal_number)
        return self.process.wait(PATIENCE_S)


@pytest.fixture(scope="module")
def shared_portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    portal = Portal(tmp_path_factory.mktemp("portal"))
    yield portal
    if portal.is_running:
        portal.stop()


@pytest.fixture
def portal(shared_portal: Portal) -> Portal:
    """A whole portal; started here when the former test ended it."""
    if not shared_portal.is_running:
        shared_portal.start()
    return shared_portal


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_all_that_it_started(portal: Portal, signal_number: int) -> None:
    assert len(portal.processes()) > len(portal.serve.children()) == 3
    assert portal.stop(signal_number) == 0
    assert portal.processes() == set()
    assert [line.split("|")[0].strip() for line in portal.output.read_text().splitlines()[-3:]] == [
        "web",
        "queue",
        "database",
    ]


@pytest.mark.parametrize(
    "victim",
    [
        pytest.param(lambda p: p.part("aceh_portal.web"), id="web server"),
        pytest.param(lambda p: p.part("queue_cluster"), id="queue"),
        pytest.param(lambda p: p.part("queue_cluster").children()[0], id="queue's sentinel"),
        # Idle workers wait for tasks while one of them holds the lock of the queue.
        pytest.param(lambda p: p.part("queue_cluster").children()[0].children()[0], id="worker"),
        pytest.param(lambda p: p.part("postgres"), id="database"),
    ],
)
def test_a_killed_part_is_replaced_and_leaves_nothing(
    portal: Portal, victim: Callable[[Portal], psutil.Process]
) -> None:
    killed = victim(portal)
    family = {killed, *killed.children(recursive=True)}
    killed.kill()
    assert psutil.wait_procs(family, timeout=PATIENCE_S)[1] == []
    portal.wait_until_whole()


def test_the_queue_works_again_after_a_worker_was_killed(portal: Portal) -> None:
    sentinel = portal.part("queue_cluster").children()[0]
    sentinel.children()[0].kill()
    psutil.wait_procs([sentinel], timeout=PATIENCE_S)
    told = portal.command(
        "shell",
        "-c",
        "from django_q.tasks import async_task, result\n"
        "print(result(async_task('math.floor', 2.5), wait=30_000))",
    )
    assert told.stdout.splitlines()[-1] == "2", told.stderr


def test_nothing_is_left_of_a_killed_serve_and_the_next_opens_the_same_data(
    portal: Portal,
) -> None:
    with postgres.connect(portal.data_dir) as opened:
        opened.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
        opened.execute("INSERT INTO kept VALUES (1)")
        before = opened.execute("SELECT count(*) FROM kept").fetchone()
    left = portal.processes()
    portal.serve.kill()
    assert psutil.wait_procs([*left, portal.serve], timeout=PATIENCE_S)[1] == []
    portal.start()
    with postgres.connect(portal.data_dir) as opened:
        assert opened.execute("SELECT count(*) FROM kept").fetchone() == before


def test_all_killed_at_once_start_again(portal: Portal) -> None:
    left = [portal.serve, *portal.processes()]
    for process in left:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    assert psutil.wait_procs(left, timeout=PATIENCE_S)[1] == []
    portal.start()
    assert portal.answers


def test_a_second_serve_on_the_same_data_is_refused(portal: Portal) -> None:
    second = Portal(portal.data_dir)
    told = second.command("serve")
    assert told.returncode == 1
    assert str(portal.serve.pid) in told.stderr
    assert portal.answers


def test_a_command_beside_it_uses_its_database(portal: Portal) -> None:
    asked = "SELECT extract(epoch FROM pg_postmaster_start_time())"
    told = portal.command(
        "shell",
        "-c",
        "from django.db import connection\n"
        "with connection.cursor() as cursor:\n"
        f"    cursor.execute({asked!r})\n"
        "    print(*cursor.fetchone())",
    )
    with postgres.connect(portal.data_dir) as opened:
        row = opened.execute(asked).fetchone()
    assert row is not None
    assert told.stdout.splitlines()[-1] == str(row[0])
    assert portal.database_answers


def test_a_taken_port_is_said_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        portal = Portal(tmp_path)
        portal.port = other.getsockname()[1]
        told = portal.command("serve")
    assert told.returncode == 1
    assert f"Port {portal.port}" in told.stderr
    assert not postgres.home(tmp_path).exists()


def test_it_says_when_the_database_of_the_url_does_not_answer(tmp_path: Path) -> None:
    portal = Portal(tmp_path)
    told = subprocess.run(
        [*MANAGE, "serve"],
        env=portal.environment | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 1
    assert "DATABASE_URL" in told.stderr
    assert "Traceback" not in told.stderr
