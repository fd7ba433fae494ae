"""Commands have a database: that of a running `serve`, or one started for the while."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import django
import psycopg
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import ProgrammingError
from django.utils.translation import gettext_lazy as _

from aceh_portal import postgres
from aceh_portal.operator_errors import OperatorError

# `serve` owns the database itself; the others read and write files alone.
WITHOUT_DATABASE = {
    "benchmark_reading",
    "check",
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "findstatic",
    "help",
    "makemessages",
    "makemigrations",
    "serve",
    "spectacular",
    "startapp",
    "version",
}

OTHER_TABLES = (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn)
TABLES_MISSING = _(
    "The database does not have this version's tables yet. Start the portal once (make run), or "
    "run: manage.py migrate"
)


def needs_database(arguments: Sequence[str]) -> bool:
    if len(arguments) < 2 or arguments[1].startswith("-") or {"-h", "--help"} & set(arguments):
        return False
    return arguments[1] not in WITHOUT_DATABASE


@contextmanager
def database(arguments: Sequence[str]) -> Iterator[None]:
    """Have the embedded database where a command needs one and no other one is named."""
    if settings.DATABASE_URL or not needs_database(arguments):
        yield
        return
    try:
        with postgres.running(settings.DATA_DIR):
            yield
    except OperatorError as error:
        django.setup()  # its text is translated
        sys.exit(str(error))


def main() -> None:
    try:
        with database(sys.argv):
            execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except ProgrammingError as error:
        if not isinstance(error.__cause__, OTHER_TABLES):
            raise
        sys.exit(str(OperatorError(TABLES_MISSING)))
