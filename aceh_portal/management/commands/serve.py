"""`manage.py serve`: the whole portal on one machine."""

import errno
import logging
import logging.handlers
import os
import signal
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection, connections
from django.utils.translation import gettext_lazy as _

from aceh_portal import first_run, processes
from aceh_portal.operator_errors import OperatorError
from aceh_portal.postgres import Cluster
from aceh_portal.supervision import GaveUpError, Heartbeat, Part, Supervisor
from aceh_portal.welcome import Welcome

WEB_PATIENCE_S = 8.0  # more than the web server's own grace
QUEUE_PATIENCE_S = 10.0  # a task that takes longer is interrupted, and begun anew at the next start
QUEUE_HEARTBEAT_TIMEOUT_S = 60.0  # it beats twice a second, from some seconds after its start on
WAIT_FOR_COMMANDS_S = 120.0
LOG_BYTES = 10 * 1024 * 1024
# Marks our processes, so that the next start finds those that survived.
MARK = "PORTAL_SUPERVISOR"


class Interrupted(BaseException):
    """Told to stop while starting."""


class Command(BaseCommand):
    help = "Serve the portal: database, web server and queue worker, until Ctrl-C."
    requires_system_checks: list[str] = []  # they may need the database, which is not there yet

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument(
            "--no-sample",
            action="store_true",
            help="neither import the sample collection nor ask its question",
        )
        parser.add_argument(
            "--with-parent", action="store_true", help="stop when the calling process ends"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["with_parent"]:
            processes.set_parent_death_signal(signal.SIGTERM, os.getppid())
        data_dir = Path(settings.DATA_DIR)
        try:
            with ExitStack() as held:
                held.enter_context(only_serve(data_dir))
                listener = held.enter_context(open_listener(options["host"], options["port"]))
                write_logs(data_dir / "logs")
                self._serve(data_dir, listener, with_sample=not options["no_sample"])
        except (OperatorError, PermissionError) as error:
            raise CommandError(str(error)) from None

    def _serve(self, data_dir: Path, listener: socket.socket, *, with_sample: bool) -> None:
        self.check(databases=[])
        environment = part_environment(data_dir)
        processes.kill_marked(f"{MARK}={data_dir}")
        supervisor = Supervisor(
            cluster=None if settings.DATABASE_URL else Cluster(data_dir),
            parts=parts(data_dir, listener, environment),
        )
        with ExitStack() as stack:
            stack.callback(supervisor.stop)
            # Before the parts are stopped: nobody should wait for an answer that will not come.
            stack.callback(listener.close)
            try:
                with interruptible(supervisor):
                    start_database(supervisor.cluster)
                    login = prepare()
                welcome = Welcome(
                    *reachable_address(listener),
                    login=login,
                    with_sample=with_sample,
                    environment=environment,
                    out=sys.stdout,
                )
                stack.callback(welcome.stop)
                welcome.start()
                supervisor.run()
            except Interrupted:
                pass
            except GaveUpError as error:
                raise OperatorError(
                    _("The part “%(part)s” ends again and again. The reason is in %(logs)s."),
                    part=error,
                    logs=data_dir / "logs",
                ) from None


@contextmanager
def only_serve(data_dir: Path) -> Iterator[None]:
    """Hold the lock that a second `serve` on the same data directory does not get."""
    path = data_dir / "serve.lock"
    try:
        held = processes.lock(path)
    except processes.AlreadyLockedError:
        raise OperatorError(
            _("The portal already runs on %(folder)s (process %(process)s)."),
            folder=data_dir,
            process=processes.signed_by(path),
        ) from None
    with held:
        processes.sign(held)
        yield


def open_listener(host: str, port: int) -> socket.socket:
    """Open the web server's socket. We keep it, so that visitors can wait while it restarts."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise OperatorError(
                _("Port %(port)s is taken by another program. Choose another one: PORT=%(next)s"),
                port=port,
                next=port + 1,
            ) from None
        raise OperatorError(
            _("Cannot listen on %(host)s, port %(port)s: %(reason)s"),
            host=host,
            port=port,
            reason=error,
        ) from None
    return listener


def reachable_address(listener: socket.socket) -> tuple[str, int]:
    """Return host and port at which this machine itself finds the web server."""
    host, port = listener.getsockname()[:2]
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port  # noqa: S104


def write_logs(folder: Path) -> None:
    """Write what the parts say to a file each, and what matters of it to the terminal as well."""
    folder.mkdir(parents=True, exist_ok=True)
    terminal = logging.StreamHandler(sys.stdout)
    terminal.setLevel(logging.INFO)
    terminal.setFormatter(TerminalFormatter())
    for name in ("setup", "database", "web", "queue"):
        file = logging.handlers.RotatingFileHandler(
            folder / f"{name}.log", maxBytes=LOG_BYTES, backupCount=3
        )
        file.setFormatter(FileFormatter("%(asctime)s %(levelname)s serve: %(message)s"))
        log = logging.getLogger(f"portal.{name}")
        log.propagate = False
        log.setLevel(logging.DEBUG)
        log.handlers = [file, terminal]


class TerminalFormatter(logging.Formatter):
    """Puts the name of the part before each line."""

    def format(self, record: logging.LogRecord) -> str:
        return f"{record.name.split('.')[1]:<8} | {record.getMessage()}"


class FileFormatter(logging.Formatter):
    """Leaves a part's own lines as they are, for they carry their time."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name.endswith(".output"):
            return record.getMessage()
        return super().format(record)


def part_environment(data_dir: Path) -> dict[str, str]:
    """Return the environment of the parts: marked as ours, without what only we need."""
    environment = os.environ | {MARK: str(data_dir), "PYTHONUNBUFFERED": "1"}
    environment.pop("PORTAL_ADMIN_PASSWORD", None)
    return environment


def parts(data_dir: Path, listener: socket.socket, environment: dict[str, str]) -> list[Part]:
    """Return web server and queue worker, in the order in which they are stopped."""
    heartbeat = data_dir / "queue-heartbeat"
    web = Part(
        "web",
        [sys.executable, "-m", "aceh_portal.web", str(listener.fileno())],
        patience_s=WEB_PATIENCE_S,
        environment=environment,
        pass_fds=[listener.fileno()],
    )
    queue = Part(
        "queue",
        [sys.executable, "-m", "aceh_portal.queue_cluster", str(heartbeat)],
        patience_s=QUEUE_PATIENCE_S,
        environment=environment,
        heartbeat=Heartbeat(heartbeat, timeout_s=QUEUE_HEARTBEAT_TIMEOUT_S),
    )
    return [web, queue]


@contextmanager
def interruptible(supervisor: Supervisor) -> Iterator[None]:
    """Let the signals that stop us raise Interrupted; afterwards they are only noted."""

    def stop_now(*_signal: object) -> None:
        supervisor.ask_to_stop()
        raise Interrupted

    on_stop_signals(stop_now)
    try:
        yield
    finally:
        on_stop_signals(lambda *_signal: supervisor.ask_to_stop())


def on_stop_signals(handler: Callable[..., None]) -> None:
    # Also where the caller had SIGINT ignored, as a shell does for what it starts with `&`.
    signal.signal(signal.SIGINT, handler)
    signal.signal(signal.SIGTERM, handler)
    # With nohup the end of the terminal is to be survived.
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, handler)


def start_database(cluster: Cluster | None) -> None:
    """Start the embedded database, or see that the one of DATABASE_URL answers."""
    log = logging.getLogger("portal.database")
    if cluster is None:
        try:
            connection.ensure_connection()
        except OperationalError as error:
            raise OperatorError(
                _("The database of DATABASE_URL does not answer: %(reason)s"), reason=error
            ) from None
        log.info("answers (DATABASE_URL)")
        return
    try:
        cluster.start(wait_for_owner_s=WAIT_FOR_COMMANDS_S)
    except processes.AlreadyLockedError:
        raise OperatorError(
            _("Another command still uses the database of %(folder)s. Wait until it has ended."),
            folder=cluster.data_dir,
        ) from None
    log.info("ready (PostgreSQL in %s)", cluster.directory)


def prepare() -> first_run.Login:
    """Bring tables, static files and the administrator to where this version needs them."""
    first_run.migrate()
    first_run.collect_static_files()
    login = first_run.create_administrator(
        username=settings.ADMIN_USER, password=settings.ADMIN_PASSWORD
    )
    connections.close_all()
    return login
