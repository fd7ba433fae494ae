"""Asking, waiting, stopping, and what becomes of an answer whose process dies."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from answering import answers, execution
from answering.feedback import give_feedback
from answering.models import Answer, Conversation, Feedback
from answering.ownership import Owner, Unknown
from answering.questions import Invalid
from documents.access import CITIZEN
from tests.answering.conftest import FakeSearch, Gate, events_of, stored_question
from tests.scripted_generator import ScriptedGenerator

QUESTION = "Siapa yang melantik Gubernur Aceh?"
DRAFT = "Pelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri [1]."
OTHER = Owner(visitor="b" * 32)

in_threads = pytest.mark.django_db(transaction=True)


def ask(owner: Owner, question: object = QUESTION, **options: object) -> Answer:
    return answers.begin(question, asker=CITIZEN, owner=owner, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("", "blank"),
        (" \n\t", "blank"),
        ("a" * 2001, "too_long"),
        ("a" * 10_000, "too_long"),
        ("apa\x00itu", "nul"),
        ("apa \ud800", "nul"),
        (None, "not_text"),
        (7, "not_text"),
    ],
)
@pytest.mark.django_db
def test_a_bad_question_is_refused_and_leaves_nothing(
    question: object, code: str, owner: Owner
) -> None:
    with pytest.raises(Invalid) as refused:
        ask(owner, question)
    (error,) = refused.value.errors
    assert (error.field, error.code) == ("question", code)
    assert str(error.message)
    assert not Answer.objects.exists()
    assert not Conversation.objects.exists()


@pytest.mark.django_db
def test_every_fault_of_a_request_is_named(owner: Owner) -> None:
    with pytest.raises(Invalid) as refused:
        ask(owner, "", pipeline_type="magic", max_results=0, language="fr")
    fields = [error.field for error in refused.value.errors]
    assert fields == ["question", "pipeline_type", "max_results", "language"]


@pytest.mark.parametrize("length", [1, 2_000])
@pytest.mark.django_db
def test_a_question_may_have_1_to_2000_characters(length: int, owner: Owner) -> None:
    assert ask(owner, "a" * length).question == "a" * length


@pytest.mark.parametrize("other", [OTHER, Owner(user_id=1), Owner(api_key_id=1), Owner()], ids=str)
@pytest.mark.django_db
def test_the_conversation_of_another_is_unknown(other: Owner, owner: Owner) -> None:
    mine = ask(owner)
    with pytest.raises(Unknown):
        ask(other, conversation_id=mine.conversation_id)
    assert ask(owner, conversation_id=str(mine.conversation_id)).conversation == mine.conversation


@pytest.mark.parametrize("id", ["x", "0" * 32, "\x00", 5])
@pytest.mark.django_db
def test_a_conversation_that_does_not_exist_is_unknown(id: object, owner: Owner) -> None:
    with pytest.raises(Unknown):
        ask(owner, conversation_id=id)


@pytest.mark.django_db
def test_without_a_cookie_nothing_is_owned() -> None:
    begun = ask(Owner())
    with pytest.raises(Unknown):
        answers.request_stop(begun.id, owner=Owner())


@pytest.mark.parametrize(
    ("question", "asked_for", "language"),
    [
        (QUESTION, "", "id"),
        ("Who appoints the Governor of Aceh?", "", "en"),
        (QUESTION, "en", "en"),
    ],
)
@pytest.mark.django_db
def test_the_language_is_that_asked_for_or_that_of_the_question(
    question: str, asked_for: str, language: str, owner: Owner
) -> None:
    assert ask(owner, question, language=asked_for).language == language


@in_threads
@pytest.mark.usefixtures("search")
def test_a_question_is_answered_in_the_background(
    owner: Owner, generator: type[ScriptedGenerator]
) -> None:
    generator.enqueue(DRAFT)
    answer = answers.wait(ask(owner).id, 30)
    assert answer.outcome == "answered"
    assert events_of(answer)[-1][0] == "done"


@in_threads
@pytest.mark.usefixtures("generator")
def test_an_unexpected_error_becomes_an_outcome(owner: Owner, search: FakeSearch) -> None:
    search.error = RuntimeError("secret detail")
    answer = answers.wait(ask(owner).id, 30)
    assert answer.outcome == "error_internal"
    assert "secret" not in answer.text


@in_threads
def test_when_nobody_is_free_the_asker_is_told_at_once(
    owner: Owner, gate: Gate, settings: Settings
) -> None:
    settings.ANSWER_WORKERS, settings.ANSWER_QUEUE = 1, 1
    running, waiting, refused = ask(owner), ask(owner), ask(owner)
    assert refused.outcome == "error_busy"
    assert events_of(refused)[-1][0] == "error"
    assert (running.outcome, waiting.outcome) == ("", "")
    gate.opened.set()
    assert answers.wait(waiting.id, 30).outcome == "error_internal"
    assert answers.wait(ask(owner).id, 30).outcome == "error_internal"


@in_threads
def test_wait_gives_up_after_its_time(owner: Owner, gate: Gate) -> None:
    begun = ask(owner)
    assert answers.wait(begun.id, 0.05).outcome == ""
    gate.opened.set()
    assert answers.wait(begun.id, 30).outcome


@in_threads
def test_nobody_waits_while_holding_a_connection(
    owner: Owner, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = []

    def waiting(*args: object, **kwargs: object) -> None:
        held.append(connection.connection is not None)
        gate.opened.set()

    monkeypatch.setattr(answers, "wait_for", waiting)
    answers.wait(ask(owner).id, 30)
    assert held
    assert not any(held)


@pytest.mark.django_db
def test_an_expired_lease_ends_the_answer_as_interrupted() -> None:
    dead = stored_question(QUESTION)
    alive = stored_question(QUESTION)
    Answer.objects.filter(id=dead.id).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert execution.sweep() == 1
    dead.refresh_from_db()
    alive.refresh_from_db()
    assert (dead.outcome, alive.outcome) == ("error_interrupted", "")
    assert [type for type, _ in events_of(dead)] == ["error"]
    assert execution.sweep() == 0


@pytest.mark.django_db
def test_a_lease_is_renewed_while_the_answer_waits() -> None:
    waiting = stored_question(QUESTION)
    old = timezone.now() - timedelta(seconds=1)
    Answer.objects.filter(id=waiting.id).update(lease_until=old)
    execution.renew([waiting.id])
    assert execution.sweep() == 0


@pytest.mark.django_db
def test_only_its_owner_may_stop_an_answer(owner: Owner) -> None:
    running = stored_question(QUESTION)
    with pytest.raises(Unknown):
        answers.request_stop(running.id, owner=OTHER)
    assert answers.request_stop(running.id, owner=owner)
    running.refresh_from_db()
    assert running.stop_requested


@pytest.mark.parametrize("id", ["", "q_", "\x00", "q_" + "0" * 32, "q_" + "x" * 32, "\ud800"])
@pytest.mark.django_db
def test_an_answer_that_does_not_exist_is_unknown(id: str, owner: Owner) -> None:
    with pytest.raises(Unknown):
        answers.answer(id)
    with pytest.raises(Unknown):
        answers.request_stop(id, owner=owner)


@pytest.mark.django_db
def test_an_answer_that_has_ended_cannot_be_stopped(owner: Owner) -> None:
    ended = stored_question(QUESTION, outcome="answered")
    assert not answers.request_stop(ended.id, owner=owner)


@pytest.mark.django_db
def test_a_second_feedback_replaces_the_first(owner: Owner) -> None:
    answer = stored_question(QUESTION, outcome="answered")
    give_feedback(answer.id, owner=owner, rating="up")
    give_feedback(answer.id, owner=owner, rating="down", reason=" kurang jelas ")
    feedback = Feedback.objects.get()
    assert (feedback.rating, feedback.reason) == ("down", "kurang jelas")


@pytest.mark.parametrize(
    ("rating", "reason", "field"),
    [("good", "", "rating"), ("up", "a" * 1001, "reason"), ("up", "\x00", "reason")],
)
@pytest.mark.django_db
def test_bad_feedback_is_refused(rating: str, reason: str, field: str, owner: Owner) -> None:
    answer = stored_question(QUESTION, outcome="answered")
    with pytest.raises(Invalid) as refused:
        give_feedback(answer.id, owner=owner, rating=rating, reason=reason)
    assert refused.value.errors[0].field == field


@pytest.mark.django_db
def test_feedback_of_another_is_unknown() -> None:
    answer = stored_question(QUESTION, outcome="answered")
    with pytest.raises(Unknown):
        give_feedback(answer.id, owner=OTHER, rating="up")
