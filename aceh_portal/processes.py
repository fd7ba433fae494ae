"""Child processes that end with their parent, locks that end with their holder, and who runs here.

Linux only: parent-death signals, pidfds and /proc.
"""

import ctypes
import fcntl
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1  # linux/prctl.h

_libc = ctypes.CDLL(None, use_errno=True)


class AlreadyLockedError(Exception):
    """Another process holds the lock."""


def set_parent_death_signal(signal_number: int, parent_pid: int) -> None:
    """Have the kernel send this process a signal when the thread that forked it ends."""
    _libc.prctl(PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
    # The parent may have died between fork and prctl; then no signal will ever come.
    if os.getppid() != parent_pid:
        os.kill(os.getpid(), signal_number)


def dies_with_parent(signal_number: int = signal.SIGKILL) -> Callable[[], None]:
    """Return a `preexec_fn` for a child of this process.

    The kernel forgets the signal when the child changes its user, so it is set after that, which is
    where subprocess runs a `preexec_fn`.
    """
    parent_pid = os.getpid()
    return lambda: set_parent_death_signal(signal_number, parent_pid)


def children_die_with_parent() -> None:
    """Give every process forked from here on, and from its forks, a parent-death signal.

    Programs started with subprocess are not covered: they need a `preexec_fn` of their own.
    """
    parent_pid = os.getpid()

    def remember_parent() -> None:
        nonlocal parent_pid
        parent_pid = os.getpid()

    os.register_at_fork(
        before=remember_parent,
        after_in_child=lambda: set_parent_death_signal(signal.SIGKILL, parent_pid),
    )


def lock(path: Path, *, shared: bool = False, timeout_s: float | None = 0) -> IO[str]:
    """Take a lock on a file, held until the returned file and all copies inherited are closed.

    The kernel releases it when the last holder dies, however it dies, so there is no stale lock.
    `timeout_s` of None waits for ever. Raises AlreadyLockedError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("a+")
    operation = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    deadline = None if timeout_s is None else time.monotonic() + timeout_s
    while True:
        try:
            fcntl.flock(file, operation | fcntl.LOCK_NB)
        except BlockingIOError:
            if deadline is not None and time.monotonic() >= deadline:
                file.close()
                raise AlreadyLockedError(path) from None
            time.sleep(0.05)
        else:
            return file


def sign(lock_file: IO[str]) -> None:
    """Write the id of this process into a lock that it holds, for messages only."""
    lock_file.seek(0)
    lock_file.truncate()
    lock_file.write(f"{os.getpid()}\n")
    lock_file.flush()


def signed_by(path: Path) -> str:
    """Return the id of the process that last signed the lock."""
    try:
        return path.read_text().strip() or "?"
    except OSError:
        return "?"


@contextmanager
def process_handle(pid: int) -> Iterator[int | None]:
    """Hold a process so that its id cannot pass to another; None when there is none such."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        yield None
        return
    try:
        yield handle
    finally:
        os.close(handle)


def signal_if(pid: int, signal_number: int, condition: Callable[[int], bool]) -> bool:
    """Send a signal to the process only if the condition holds for it; True when sent.

    The handle is opened before the condition is asked, so that no other process can have taken the
    id when the signal goes out.
    """
    with process_handle(pid) as handle:
        if handle is None or not condition(pid):
            return False
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(handle, signal_number)
            return True
    return False


def process_ids() -> list[int]:
    """Return the ids of all processes visible here."""
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]


def has_environment(pid: int, entry: str) -> bool:
    """Tell whether a process was started with `NAME=value`; no for one that we may not read."""
    try:
        return os.fsencode(entry) in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def kill_marked(entry: str) -> list[int]:
    """Kill all processes but this one that were started with `NAME=value`; return their ids."""
    others = (pid for pid in process_ids() if pid != os.getpid())
    return [
        pid
        for pid in others
        if signal_if(pid, signal.SIGKILL, lambda pid: has_environment(pid, entry))
    ]
