"""Outcomes and their wording, greetings, languages, quotes, confidence."""

import json

import pytest

from answering.confidence import confidence
from answering.greetings import is_greeting
from answering.languages import language_of
from answering.outcomes import (
    OUTCOMES,
    greeting_wording,
    outcome_of,
    public_wording,
    withheld_wording,
)
from answering.quotes import locate

POLICY_CATEGORIES = (
    "sara jailbreak prompt_injection hidden_unicode partisan insult personal_data"
    " illegal_instruction invented_official_statement"
)


@pytest.mark.parametrize("code", OUTCOMES)
def test_every_outcome_is_worded_in_both_languages(code: str) -> None:
    indonesian, english = public_wording(code, "id"), public_wording(code, "en")
    if code in ("answered", "partial"):
        assert indonesian == english == ""
    else:
        assert indonesian
        assert english
        assert indonesian != english


@pytest.mark.parametrize("wording", [greeting_wording, withheld_wording])
def test_other_texts_are_in_both_languages(wording: object) -> None:
    assert wording("id") != wording("en")  # type: ignore[operator]


@pytest.mark.parametrize("category", POLICY_CATEGORIES.split())
def test_every_category_of_the_policy_has_its_outcome(category: str) -> None:
    assert outcome_of(f"blocked_{category}").code == f"blocked_{category}"


def test_an_unlisted_category_is_still_a_refusal() -> None:
    assert outcome_of("blocked_new").is_refusal
    assert outcome_of("blocked_new").http_status == 200


def test_only_errors_have_a_status_of_their_own() -> None:
    assert {o.is_error for o in OUTCOMES.values() if o.http_status >= 400} == {True}
    assert {o.http_status for o in OUTCOMES.values() if not o.is_error} == {200}


@pytest.mark.parametrize(
    "text", ["Halo", "halo min, selamat pagi!", "Terima kasih banyak", "thanks!", "Good morning"]
)
def test_greetings_are_known(text: str) -> None:
    assert is_greeting(text)


@pytest.mark.parametrize(
    "text",
    ["Terima kasih, tapi berapa biayanya?", "baik buruknya qanun?", "halo " * 15 + "x", ""],
)
def test_a_question_is_no_greeting(text: str) -> None:
    assert not is_greeting(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Siapa yang melantik gubernur?", "id"),
        ("Who appoints the governor?", "en"),
        ("What does Pasal 12 ayat (3) UU 11/2006 say?", "en"),
        ("kalo mau ganti kapolda hrs minta ijin ga", "id"),
        ("APBA 2013", "id"),
        ("", "id"),
    ],
)
def test_the_language_of_a_question(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Menteri Dalam Negeri", "Menteri Dalam\nNegeri"),
        ("menteri dalam negeri atas nama", "Menteri Dalam\nNegeri, atas nama"),
        (" Rp1.500.000,00 ", "Rp1.500.000,00"),
    ],
)
def test_quoted_words_are_found_across_line_breaks(quote: str, found: str) -> None:
    text = "tahunan; oleh Menteri Dalam\nNegeri, atas nama Presiden. Rp1.500.000,00"
    span = locate(quote, text)
    assert span
    assert text[slice(*span)] == found


def test_words_that_are_not_there_are_not_found() -> None:
    assert locate("Gubernur", "Menteri") is None
    assert locate("", "Menteri") is None
    assert locate("tahun", "tahunan, setahun, tahun") == (18, 23)


@pytest.mark.parametrize(
    ("grounds", "shown", "withheld", "expected"),
    [
        (["Gubernur Aceh dilantik Menteri"], 1, 0, 1.0),
        (["lain sekali"], 1, 0, 0.5),
        (["Gubernur Aceh dilantik Menteri"], 1, 1, 0.5),
        ([], 0, 3, 0.0),
    ],
)
def test_confidence(grounds: list[str], shown: int, withheld: int, expected: float) -> None:
    question = "Siapa gubernur Aceh?"
    value = confidence(question=question, grounds=grounds, shown=shown, withheld=withheld)
    assert value == expected
    assert json.dumps(value)
