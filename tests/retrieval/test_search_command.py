"""The command `search`."""

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.parametrize(
    "arguments", [["  "], ["gubernur", "--limit", "0"]], ids=["empty", "limit"]
)
def test_what_cannot_be_searched_is_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError, match=r"Silakan tulis|--limit harus"):
        call_command("search", *arguments)
