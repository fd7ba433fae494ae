"""The account of the operating system under which the embedded PostgreSQL runs.

PostgreSQL refuses to run as root. Then it runs under an account of its own, which needs no way
through closed parent directories: the server enters the cluster as its working directory before it
changes its user, and its binaries are copied to a public place where the account cannot reach them.
"""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from aceh_portal.operator_errors import OperatorError

SYSTEM_ACCOUNT = "aceh-portal"
SYSTEM_HOME = Path("/var/lib/aceh-portal")


class AccountError(OperatorError):
    """There is no suitable account."""


@dataclass(frozen=True, slots=True)
class Account:
    name: str
    uid: int
    gid: int

    @property
    def is_current(self) -> bool:
        return self.uid == os.geteuid()

    def popen_arguments(self) -> dict[str, Any]:
        """Return what makes subprocess run a child under this account."""
        if self.is_current:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Give a folder to this account, and to it alone."""
        if not self.is_current:
            os.chown(path, self.uid, self.gid)
        path.chmod(0o700)

    def can_execute(self, binary: Path) -> bool:
        if self.is_current:
            return True
        try:
            result = subprocess.run(  # noqa: S603
                [binary, "--version"], capture_output=True, cwd="/", **self.popen_arguments()
            )
        except OSError:
            return False
        return result.returncode == 0


def name_of(uid: int) -> str | None:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return None


def expected_name(cluster: Path) -> str | None:
    """Return the name under which a cluster runs, or will run once made. Changes nothing."""
    if cluster.is_dir():
        return name_of(cluster.stat().st_uid)
    return SYSTEM_ACCOUNT if os.geteuid() == 0 else name_of(os.geteuid())


def cluster_account(cluster: Path) -> Account:
    """Return the account for a cluster: its owner, else this user, else one made for root."""
    uid = os.geteuid()
    if cluster.is_dir() and (owner := cluster.stat().st_uid) != uid:
        if uid != 0:
            raise AccountError(
                _(
                    "%(folder)s belongs to %(owner)s. Run this command as that user or as root, "
                    "or choose another PORTAL_DATA_DIR."
                ),
                folder=cluster,
                owner=name_of(owner) or owner,
            )
        return _account(owner)
    return _account(uid) if uid != 0 else _system_account()


def _account(uid: int) -> Account:
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        raise AccountError(
            _(
                "The user id %(uid)s has no name in /etc/passwd, which PostgreSQL needs. Add an "
                "entry for it, or set DATABASE_URL to a PostgreSQL of your own."
            ),
            uid=uid,
        ) from None
    return Account(name=entry.pw_name, uid=entry.pw_uid, gid=entry.pw_gid)


def _system_account() -> Account:
    try:
        entry = pwd.getpwnam(SYSTEM_ACCOUNT)
    except KeyError:
        _create_system_account()
        entry = pwd.getpwnam(SYSTEM_ACCOUNT)
    return Account(name=entry.pw_name, uid=entry.pw_uid, gid=entry.pw_gid)


def _create_system_account() -> None:
    useradd = shutil.which("useradd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if useradd is None:
        raise _no_system_account("useradd")
    command = [useradd, "--system", "--user-group", "--no-create-home"]
    command += ["--home-dir", str(SYSTEM_HOME), "--shell", "/usr/sbin/nologin", SYSTEM_ACCOUNT]
    result = subprocess.run(command, capture_output=True, text=True)  # noqa: S603
    # 9: the name exists, made by another process since we looked.
    if result.returncode not in (0, 9):
        raise _no_system_account(result.stderr.strip())


def _no_system_account(reason: str) -> AccountError:
    return AccountError(
        _(
            "PostgreSQL does not run as root, and the user %(account)s could not be created "
            "(%(reason)s). Create it, run the portal as an ordinary user, or set DATABASE_URL."
        ),
        account=SYSTEM_ACCOUNT,
        reason=reason,
    )
