"""The command that makes a key."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from answering.models import ApiKey

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> list[str]:
    output = StringIO()
    call_command("create_api_key", *arguments, stdout=output)
    return output.getvalue().splitlines()


def test_it_prints_the_key_alone_on_the_last_line() -> None:
    text = run("Dinas Kominfo", "--scope", "documents")[-1]
    key = ApiKey.objects.get()
    assert (key.name, key.scope, key.digest) == (
        "Dinas Kominfo",
        "documents",
        ApiKey.digest_of(text),
    )


def test_it_prints_one_object_as_json() -> None:
    (line,) = run("Kominfo", "--scope", "query", "--json")
    printed = json.loads(line)
    assert printed["scope"] == "query"
    assert ApiKey.objects.get(digest=ApiKey.digest_of(printed["key"])).pk == printed["id"]


@pytest.mark.parametrize(
    "arguments", [("Kominfo", "--scope", "root"), ("Kominfo",), (" ", "--scope", "query")]
)
def test_it_makes_no_key_of_wrong_arguments(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run(*arguments)
    assert not ApiKey.objects.exists()
