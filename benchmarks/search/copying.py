"""Rows of any model by COPY, some ten times as fast as INSERT."""

import re
from collections.abc import Iterable
from typing import Any

from django.db import connection, models
from pgvector.psycopg import register_vector


def copy_rows(model: type[models.Model], rows: Iterable[models.Model]) -> None:
    """Write rows whose keys are given."""
    fields = model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {model._meta.db_table} ({columns}) FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row([_value(field, row) for field in fields])


def copy_vectors(model: type[models.Model], rows: Iterable[models.Model]) -> None:
    """The same in the binary format: a vector as text takes 340 microseconds, so 3."""
    fields = model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    connection.ensure_connection()
    register_vector(connection.connection)  # a cursor knows what was registered before it
    with connection.cursor() as cursor:
        statement = f"COPY {model._meta.db_table} ({columns}) FROM STDIN (FORMAT BINARY)"
        with cursor.copy(statement) as copy:
            copy.set_types([_type(field) for field in fields])
            for row in rows:
                copy.write_row([field.pre_save(row, add=True) for field in fields])


def _type(field: Any) -> str:
    """The name of the column's type without its length: "varchar[]" of "varchar(60)[]"."""
    return re.sub(r"\(\d+\)", "", str(field.db_type(connection)))


def count_keys_on(*counted: type[models.Model]) -> None:
    """Let the next key that the database gives be above those that were given."""
    with connection.cursor() as cursor:
        for model in counted:
            table = model._meta.db_table
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"  # noqa: S608
            )


def _value(field: Any, row: models.Model) -> Any:
    return field.get_db_prep_save(field.pre_save(row, add=True), connection)
