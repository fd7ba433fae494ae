from contextlib import nullcontext

import pytest
from django.db import connection

from aceh_portal import command_line
from aceh_portal.command_line import needs_database


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(["search", "izin"], True, id="a search"),
        pytest.param(["migrate"], True, id="migrations"),
        pytest.param(["serve"], False, id="serve has its own"),
        pytest.param(["search", "--help"], False, id="only its help"),
        pytest.param(["check", "--deploy"], False, id="checks"),
        pytest.param(["--version"], False, id="an option alone"),
        pytest.param([], False, id="nothing"),
    ],
)
def test_only_commands_that_need_the_database_have_it_started(
    arguments: list[str], expected: bool
) -> None:
    assert needs_database(["manage.py", *arguments]) is expected


@pytest.mark.django_db
def test_a_database_without_tables_is_said_in_both_languages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ask(arguments: list[str]) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM a_table_of_a_later_version")

    monkeypatch.setattr(command_line, "database", lambda arguments: nullcontext())
    monkeypatch.setattr(command_line, "execute_from_command_line", ask)

    with pytest.raises(SystemExit, match=r"(?s)Basis data.*manage\.py migrate.*The database"):
        command_line.main()
