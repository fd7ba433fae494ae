"""`manage.py ask`."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.answering.conftest import FakeSearch
from tests.scripted_generator import ScriptedGenerator

TRUE = "Pelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri atas nama Presiden"
QUESTION = "Siapa yang melantik Gubernur Aceh?"

pytestmark = pytest.mark.django_db(transaction=True)


def ask(*arguments: str) -> str:
    out = StringIO()
    call_command("ask", *arguments, stdout=out)
    return out.getvalue()


def test_it_prints_the_answer_and_its_citations(
    search: FakeSearch, generator: type[ScriptedGenerator]
) -> None:
    generator.enqueue(f"{TRUE} [1].")
    printed = ask(QUESTION)
    assert printed.startswith(f"{TRUE}. [1]\n")
    assert "[1] Qanun Contoh, Pasal 69 Qanun 1/2020, hlm. 1" in printed
    assert "/v1/hal/1#k" in printed
    assert not search.queries[0][1]["asker"].sees_everything


def test_it_prints_the_answer_as_json(
    search: FakeSearch, generator: type[ScriptedGenerator]
) -> None:
    generator.enqueue(f"{TRUE} [1].")
    body = json.loads(ask(QUESTION, "--json", "--internal"))
    assert (body["outcome"], body["citations"][0]["marker"]) == ("answered", 1)
    assert search.queries[0][1]["asker"].sees_everything


def test_an_error_is_no_success(search: FakeSearch, generator: type[ScriptedGenerator]) -> None:
    search.error = RuntimeError("detail")
    with pytest.raises(CommandError) as failed:
        ask(QUESTION)
    assert "detail" not in str(failed.value)


@pytest.mark.parametrize("question", ["", "a" * 2001])
def test_a_bad_question_says_what_is_wrong(question: str) -> None:
    with pytest.raises(CommandError, match=r"\w"):
        ask(question)
