"""The embedded PostgreSQL: where it lives, and its start and stop.

Whether a server runs is decided by connecting and by locks that the kernel gives back when their
holder dies, never by a process id in a file, which after a reboot may be a stranger's.

    <data dir>/postgresql/18           the cluster
    <data dir>/postgresql/run          its socket, unless that path is too long for a socket
    <data dir>/postgresql/owner.lock   held by the process that started the server
    <data dir>/postgresql/server.lock  inherited, and so held, by every process of the server
    <data dir>/postgresql/users.lock   shared by commands that use a server of another process
"""

import hashlib
import os
import signal
import stat
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

import psycopg
from django.utils.translation import gettext_lazy as _

from aceh_portal import accounts, postgres_setup, processes
from aceh_portal.postgres_leftover import end_leftover
from aceh_portal.postgres_setup import DATABASE, MAJOR_VERSION, ROLE, SUPERUSER, PostgresError

__all__ = ["Cluster", "PostgresError", "connection_settings", "running"]

DEFAULT_PORT = 5432  # of a unix socket: a part of the file's name, nothing that could be taken
DEFAULT_MEMORY_BUDGET_MB = 1024
READY_TIMEOUT_S = 120.0  # recovery after a crash replays at most max_wal_size
STOP_TIMEOUT_S = 20.0
SOCKET_PATH_LIMIT = 107  # bytes: sun_path of unix(7) less its NUL
LOG_LIMIT_BYTES = 10 * 1024 * 1024


def home(data_dir: Path) -> Path:
    return data_dir.absolute() / "postgresql"


def cluster_dir(data_dir: Path) -> Path:
    return home(data_dir) / str(MAJOR_VERSION)


def socket_dir(data_dir: Path, port: int = DEFAULT_PORT) -> Path:
    """Return the folder of the socket: in the data directory where a socket can have that path."""
    nearby = home(data_dir) / "run"
    # libpq reads a comma in a host as the beginning of the next host.
    if len(os.fsencode(nearby / f".s.PGSQL.{port}")) <= SOCKET_PATH_LIMIT and "," not in str(
        nearby
    ):
        return nearby
    digest = hashlib.sha256(os.fsencode(data_dir.absolute())).hexdigest()[:16]
    # Not $TMPDIR or $XDG_RUNTIME_DIR: every process must come to the same folder. A folder that
    # another user prepared is refused, and libpq checks who answers (requirepeer).
    return Path("/tmp") / f"aceh-portal-{digest}"  # noqa: S108


def connection_settings(data_dir: Path) -> dict[str, Any]:
    """Return Django's DATABASES entry for the cluster in the data directory; starts nothing."""
    server_account = accounts.expected_name(cluster_dir(data_dir))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": DATABASE,
        "USER": ROLE,
        "PASSWORD": "",
        "HOST": str(socket_dir(data_dir)),
        "PORT": str(DEFAULT_PORT),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"requirepeer": server_account} if server_account else {},
    }


class Cluster:
    """One PostgreSQL cluster and, between `start` and `stop`, the server of it that we started.

    `memory_budget_mb` is what the server may take in all. With `tcp_port` it listens on 127.0.0.1
    as well, for passwords by scram-sha-256. `settings` are further server settings.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        memory_budget_mb: int = DEFAULT_MEMORY_BUDGET_MB,
        tcp_port: int | None = None,
        settings: Mapping[str, str] | None = None,
        log_file: Path | None = None,
    ) -> None:
        self.data_dir = data_dir.absolute()
        self.memory_budget_mb = memory_budget_mb
        self.tcp_port = tcp_port
        self.settings = dict(settings or {})
        self.log_file = log_file or self.data_dir / "logs" / "database.log"
        self.process: subprocess.Popen[bytes] | None = None
        self._held = ExitStack()

    @property
    def port(self) -> int:
        return self.tcp_port or DEFAULT_PORT

    @property
    def socket_dir(self) -> Path:
        return socket_dir(self.data_dir, self.port)

    @property
    def directory(self) -> Path:
        return cluster_dir(self.data_dir)

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, *, wait_for_owner_s: float = 0) -> None:
        """Start the server and wait until it answers.

        Makes the cluster on the first start. Raises AlreadyLockedError when another process has
        started the server and keeps it for longer than `wait_for_owner_s`, PostgresError when it
        cannot run.
        """
        with ExitStack() as held:
            held.enter_context(_owner_lock(self.data_dir, wait_for_owner_s))
            self.restart()
            self._held = held.pop_all()

    def restart(self) -> None:
        """Start the server (again, after its death) while holding the owner's lock."""
        account = accounts.cluster_account(self.directory)
        self._make_folders(account)
        binaries = postgres_setup.binaries_for(account)
        end_leftover(home(self.data_dir) / "server.lock", self.directory, account)
        if not self.directory.is_dir():
            postgres_setup.initialise(
                self.directory,
                binaries=binaries,
                account=account,
                durable=self.settings.get("fsync") != "off",
            )
        postgres_setup.write_access_rules(
            self.directory, account=account, tcp=self.tcp_port is not None
        )
        with processes.lock(home(self.data_dir) / "server.lock") as server_lock:
            self.process = self._spawn(binaries, account, server_lock.fileno())
        try:
            self._wait_until_ready()
            with self.connect() as connection:
                postgres_setup.provision(connection)
        except BaseException:
            self._end_process()
            raise

    def stop(self) -> None:
        """Stop the server (fast, immediately only when that fails) and let the cluster go."""
        try:
            self._end_process()
        finally:
            self._held.close()

    def wait_for_users(self) -> None:
        """Wait until no other command uses this server; later ones will start their own."""
        self._held.enter_context(processes.lock(home(self.data_dir) / "users.lock", timeout_s=None))

    def connect(self, *, database: str = "postgres") -> psycopg.Connection:
        """Open a connection as the superuser of the cluster."""
        return connect(self.data_dir, port=self.port, user=SUPERUSER, database=database)

    def set_password(self, password: str) -> str:
        """Give the portal's role a password for TCP and return the DATABASE_URL of it."""
        if self.tcp_port is None:
            raise ValueError("This cluster does not listen on TCP.")
        with self.connect() as connection:
            postgres_setup.set_password(connection, password)
        return f"postgres://{ROLE}:{quote(password, safe='')}@127.0.0.1:{self.tcp_port}/{DATABASE}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def _make_folders(self, account: accounts.Account) -> None:
        folder = home(self.data_dir)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o711)  # the server's account passes through; what is inside is its own
        prepare_socket_dir(self.socket_dir, account)

    def _spawn(
        self, binaries: Path, account: accounts.Account, server_lock: int
    ) -> subprocess.Popen[bytes]:
        settings = postgres_setup.server_settings(self.memory_budget_mb) | self.settings
        settings["listen_addresses"] = "127.0.0.1" if self.tcp_port else ""
        settings["port"] = str(self.port)
        settings["unix_socket_directories"] = (
            "../run" if self.socket_dir.parent == home(self.data_dir) else str(self.socket_dir)
        )
        # Nobody else can hold the server's lock now, so whatever wrote this file is gone, and
        # PostgreSQL would refuse to start if another process has got its id meanwhile.
        (self.directory / "postmaster.pid").unlink(missing_ok=True)
        self.log_file.parent.mkdir(parents=True, exist_ok=True)
        with self.log_file.open("ab") as log:
            return subprocess.Popen(  # noqa: S603
                postgres_setup.server_command(binaries, settings),
                cwd=self.directory,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=[server_lock],
                # Ctrl-C is for us; we stop the server last.
                process_group=0,
                # SIGINT is PostgreSQL's fast shutdown.
                preexec_fn=processes.dies_with_parent(signal.SIGINT),
                env=postgres_setup.environment(),
                **account.popen_arguments(),
            )

    def _wait_until_ready(self) -> None:
        if self.process is None:
            raise RuntimeError("The server was not started.")
        deadline = time.monotonic() + READY_TIMEOUT_S
        while True:
            try:
                self.connect().close()
            except psycopg.OperationalError as error:
                if self.process.poll() is not None:
                    raise PostgresError(
                        _("PostgreSQL ended while starting: %(reason)s\n(%(log)s)"),
                        reason=self._last_words(),
                        log=self.log_file,
                    ) from None
                if time.monotonic() > deadline:
                    raise PostgresError(
                        _("PostgreSQL does not answer: %(reason)s"), reason=error
                    ) from None
                time.sleep(0.03)
            else:
                return

    def _last_words(self) -> str:
        with self.log_file.open("rb") as log:
            log.seek(max(0, log.seek(0, os.SEEK_END) - 2000))
            lines = log.read().decode(errors="replace").splitlines()
        reasons = [line for line in lines if "FATAL" in line or "HINT" in line] or lines[-3:]
        return "\n".join(reasons[-4:])

    def _end_process(self) -> None:
        if self.process is None:
            return
        for signal_number, patience_s in (
            (signal.SIGINT, STOP_TIMEOUT_S),
            (signal.SIGQUIT, 5.0),
            (signal.SIGKILL, 5.0),
        ):
            if self.process.poll() is not None:
                break
            self.process.send_signal(signal_number)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(patience_s)
        self.process = None


def connect(
    data_dir: Path, *, port: int = DEFAULT_PORT, user: str = ROLE, database: str = DATABASE
) -> psycopg.Connection:
    """Open an autocommitting connection over the socket."""
    return psycopg.connect(
        host=str(socket_dir(data_dir, port)),
        port=port,
        user=user,
        dbname=database,
        requirepeer=accounts.expected_name(cluster_dir(data_dir)) or "",
        connect_timeout=10,
        autocommit=True,
    )


def prepare_socket_dir(folder: Path, account: accounts.Account) -> None:
    """Make the folder of the socket, or check that nobody else made it. Raises PostgresError."""
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in {os.geteuid(), account.uid}:
        raise PostgresError(
            _("%(folder)s belongs to another user, so the database cannot put its socket there."),
            folder=folder,
        )
    account.own(folder)


def _owner_lock(data_dir: Path, timeout_s: float) -> Any:
    file = processes.lock(home(data_dir) / "owner.lock", timeout_s=timeout_s)
    processes.sign(file)
    return file


@contextmanager
def running(data_dir: Path, **options: Any) -> Iterator[None]:
    """Have a server on the data directory: the one that runs, or one started for the while."""
    cluster = Cluster(data_dir, **options)
    with ExitStack() as stack:
        while True:
            try:
                cluster.start()
            except processes.AlreadyLockedError:
                if _joined(data_dir, stack):
                    break
            else:
                stack.callback(cluster.stop)
                stack.callback(cluster.wait_for_users)
                break
        yield


def _joined(data_dir: Path, stack: ExitStack) -> bool:
    """Use the server that another process started, once it answers; False when it ended."""
    users_lock = stack.enter_context(
        processes.lock(home(data_dir) / "users.lock", shared=True, timeout_s=None)
    )
    deadline = time.monotonic() + READY_TIMEOUT_S
    while time.monotonic() < deadline:
        with suppress(psycopg.OperationalError):
            connect(data_dir).close()
            return True
        if _is_free(home(data_dir) / "owner.lock"):
            users_lock.close()
            return False
        time.sleep(0.05)
    raise PostgresError(
        _("Process %(process)s is starting the database, but it does not answer."),
        process=processes.signed_by(home(data_dir) / "owner.lock"),
    )


def _is_free(lock_path: Path) -> bool:
    try:
        processes.lock(lock_path).close()
    except processes.AlreadyLockedError:
        return False
    return True
