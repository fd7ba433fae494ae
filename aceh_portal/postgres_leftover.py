"""Ends what a killed owner left of the embedded PostgreSQL.

The server has a parent-death signal, so mostly it is just finishing. Its processes are known by
their working directory, which is the cluster. A process that merely has the id noted in
postmaster.pid is never touched.
"""

import logging
import os
import signal
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from aceh_portal import processes
from aceh_portal.accounts import Account
from aceh_portal.postgres_setup import PostgresError

logger = logging.getLogger(__name__)

# Fast shutdown, then an immediate one, then by force; seconds to wait after each.
ESCALATION = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))


def end_leftover(server_lock: Path, cluster: Path, account: Account) -> None:
    """Return when no process of a server holds its lock any more. Raises PostgresError."""
    if is_released(server_lock, within_s=1.0):
        return
    logger.warning("A former database server has not ended yet; waiting for it.")
    for signal_number, patience_s in ESCALATION:
        signal_servers(signal_number, cluster, account)
        if is_released(server_lock, within_s=patience_s):
            return
    raise PostgresError(
        _("A former database server still works on %(folder)s and does not end. End it by hand."),
        folder=cluster,
    )


def is_released(server_lock: Path, *, within_s: float) -> bool:
    try:
        processes.lock(server_lock, timeout_s=within_s).close()
    except processes.AlreadyLockedError:
        return False
    return True


def signal_servers(signal_number: int, cluster: Path, account: Account) -> None:
    """Send a signal to all servers that work in the cluster, as the account that they run under.

    In a container even root may not look at the processes of others (no CAP_SYS_PTRACE).
    """
    folder = cluster.stat()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    try:
        if not account.is_current:
            os.setgroups([])
            os.setgid(account.gid)
            os.setuid(account.uid)
        for pid in processes.process_ids():
            processes.signal_if(pid, signal_number, lambda pid: works_in(pid, folder))
    finally:
        # Nothing of the parent is to be cleaned up here.
        os._exit(0)


def works_in(pid: int, folder: os.stat_result) -> bool:
    """Tell whether a process is a PostgreSQL whose working directory is the folder."""
    try:
        program = os.readlink(f"/proc/{pid}/exe").removesuffix(" (deleted)")
        here = os.stat(f"/proc/{pid}/cwd")
    except OSError:
        return False
    return os.path.basename(program) == "postgres" and os.path.samestat(here, folder)
