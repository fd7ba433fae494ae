"""Keeps the parts of the portal running: starts, watches, restarts and stops them.

Each part is a process group of its own, so that Ctrl-C reaches only us and nothing of a part stays
behind when we end it, and has a parent-death signal, so that it ends when we are killed.
"""

import logging
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings

from aceh_portal import processes
from aceh_portal.postgres import Cluster, PostgresError

FIRST_DELAY_S = 0.2
LONGEST_DELAY_S = 5.0
STEADY_AFTER_S = 10.0  # a part that ran so long is no longer failing
STARTS_BEFORE_GIVING_UP = 6
CHECK_INTERVAL_S = 0.2
LOGGED_LINE = re.compile(r"\S+ \S+ (DEBUG|INFO|WARNING|ERROR|CRITICAL) ")  # settings.LOGGING


class GaveUpError(Exception):
    """A part ended again and again; the text names it."""


class Backoff:
    """How long to wait before a part is started again, and when to give up."""

    def __init__(self) -> None:
        self.failures = 0
        self._was_steady = False
        self._started_at = time.monotonic()

    def started(self) -> None:
        self._started_at = time.monotonic()

    def next_delay_s(self) -> float:
        """Count an end and return the seconds until the next start."""
        steady = time.monotonic() - self._started_at > STEADY_AFTER_S
        self._was_steady |= steady
        self.failures = 1 if steady else self.failures + 1
        return min(LONGEST_DELAY_S, FIRST_DELAY_S * 2.0 ** (self.failures - 1))

    @property
    def is_hopeless(self) -> bool:
        """Tell whether it never worked. One that did is started again, however often it ends."""
        return not self._was_steady and self.failures >= STARTS_BEFORE_GIVING_UP


class Heartbeat:
    """A file that a part touches; it is missed when that did not happen for some time.

    Measured on our own clock, which stands still while the machine sleeps.
    """

    def __init__(self, path: Path, *, timeout_s: float) -> None:
        self.path = path
        self.timeout_s = timeout_s
        self.reset()

    def reset(self) -> None:
        self._last_beat = self._beat()
        self._seen_at = time.monotonic()

    def is_missed(self) -> bool:
        if (beat := self._beat()) != self._last_beat:
            self._last_beat, self._seen_at = beat, time.monotonic()
        return time.monotonic() - self._seen_at > self.timeout_s

    def _beat(self) -> int:
        try:
            return self.path.stat().st_mtime_ns
        except FileNotFoundError:
            return 0


class Part:
    """A program that is to run as long as we do."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        patience_s: float,
        environment: Mapping[str, str],
        pass_fds: Sequence[int] = (),
        heartbeat: Heartbeat | None = None,
    ) -> None:
        self.name = name
        self.command = list(command)
        self.patience_s = patience_s
        self.environment = dict(environment)
        self.pass_fds = pass_fds
        self.heartbeat = heartbeat
        self.log = logging.getLogger(f"portal.{name}")
        self.backoff = Backoff()
        self.process: subprocess.Popen[str] | None = None
        self._start_at = 0.0

    def start(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603
            self.command,
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            process_group=0,
            pass_fds=self.pass_fds,
            preexec_fn=processes.dies_with_parent(),
            env=self.environment,
        )
        threading.Thread(target=self._read_output, args=[self.process.stdout], daemon=True).start()
        self.backoff.started()
        if self.heartbeat:
            self.heartbeat.reset()

    def check(self) -> None:
        """Restart the program when it ended or its heart stopped. Raises GaveUpError."""
        if self.process is None:
            if time.monotonic() >= self._start_at:
                self.start()
        elif self._has_ended():
            self._restart_later(f"ended ({describe(self._end_group())})")
        elif self.heartbeat and self.heartbeat.is_missed():
            self._end_group()
            self._restart_later(f"gave no sign of life for {self.heartbeat.timeout_s:.0f} s")

    def ask_to_stop(self) -> None:
        if self.process is not None and not self._has_ended():
            os.kill(self.process.pid, signal.SIGTERM)

    def stop(self, hurry: Callable[[], bool] = lambda: False) -> None:
        """End the program: politely within its patience, then by force."""
        self.ask_to_stop()
        deadline = time.monotonic() + self.patience_s
        while self.process is not None and time.monotonic() < deadline and not hurry():
            if self._has_ended():
                break
            time.sleep(0.05)
        self._end_group()

    def _restart_later(self, reason: str) -> None:
        delay_s = self.backoff.next_delay_s()
        if self.backoff.is_hopeless:
            raise GaveUpError(self.name)
        self._start_at = time.monotonic() + delay_s
        self.log.warning("%s; starting it again in %.1f s", reason, delay_s)

    def _has_ended(self) -> bool:
        if self.process is None:
            return True
        # Not reaped, so that the id of the group stays ours until the group was ended.
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with suppress(ChildProcessError):
            return os.waitid(os.P_PID, self.process.pid, options) is not None
        return True

    def _end_group(self) -> int:
        """Kill what is left of the group, reap its leader, and return the exit code."""
        if self.process is None:
            return 0
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        exit_code = self.process.wait()
        self.process = None
        return exit_code

    def _read_output(self, output: IO[str]) -> None:
        """Pass lines on: to the terminal what went wrong, and all there is before logging works."""
        log = self.log.getChild("output")
        level = logging.INFO
        for line in output:
            if logged := LOGGED_LINE.match(line):
                level = getattr(logging, logged[1])
                log.log(level if level > logging.INFO else logging.DEBUG, "%s", line.rstrip())
                # What follows without a level is a traceback, for the file.
                level = logging.DEBUG
            else:
                log.log(level, "%s", line.rstrip())


def describe(exit_code: int) -> str:
    if exit_code < 0:
        return f"by {signal.Signals(-exit_code).name}"
    return f"exit code {exit_code}"


class Supervisor:
    """Runs the parts until told to stop."""

    def __init__(self, *, cluster: Cluster | None, parts: Sequence[Part]) -> None:
        self.cluster = cluster
        self.parts = parts
        self.log = logging.getLogger("portal.database")
        self._database_backoff = Backoff()
        self._stop = threading.Event()
        self._hurry = threading.Event()

    def ask_to_stop(self) -> None:
        """Stop; asked twice, stop without patience. Safe in a signal handler."""
        if self._stop.is_set():
            self._hurry.set()
        self._stop.set()

    def run(self) -> None:
        """Watch the parts until asked to stop. Raises GaveUpError."""
        while not self._stop.is_set():
            self._check_database()
            for part in self.parts:
                part.check()
            self._stop.wait(CHECK_INTERVAL_S)

    def stop(self) -> None:
        """Stop the parts in their order, then the database."""
        self._stop.set()
        for part in self.parts:
            part.stop(self._hurry.is_set)
            part.log.info("stopped")
        if self.cluster:
            self.cluster.stop()
            self.log.info("stopped")

    def _check_database(self) -> None:
        if self.cluster is None or self.cluster.is_alive:
            return
        delay_s = self._database_backoff.next_delay_s()
        if self._database_backoff.is_hopeless:
            raise GaveUpError("database")
        self.log.warning("ended; starting it again in %.1f s", delay_s)
        self._stop.wait(delay_s)
        self._database_backoff.started()
        try:
            self.cluster.restart()
        except PostgresError as error:
            self.log.error("%s", error)
        else:
            self.log.info("ready again")
