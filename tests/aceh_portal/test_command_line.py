import pytest

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
