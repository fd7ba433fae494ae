"""What counts as found and as right; the figures of a run are those of score.py."""

from pathlib import Path

import pytest

from answering.evaluation.averages import averages, by_kind
from answering.evaluation.metrics import (
    complete_rank,
    contains,
    is_false,
    is_hit,
    ndcg,
    recall,
    reciprocal_rank,
    verdict,
)
from answering.evaluation.question_files import read_questions
from answering.evaluation.questions import Gold, Question, Result
from answering.evaluation.report import report
from answering.evaluation.result_files import read_results, with_missing
from tests.answering.evaluation.rows import gold, hit, question, result

HERE = Path(__file__).parent
# Printed by score.py for scored_questions.jsonl and scored_results.jsonl.
SCORED = {
    "recall@5": 0.5682,
    "recall@20": 0.6591,
    "mrr@10": 0.553,
    "ndcg@10": 0.5634,
    "right": 0.5,
    "wrong": 0.4091,
    "refused": 0.0909,
    "false": 0.16,
    "unanswerable_refused": 0.4,
}
NOT_RIGHT = """
    at-6 broken cells-longer-number cells-of-a-page error greeted invented left-out left-out-too
    marker must-not other-document refused too-late
"""


@pytest.fixture
def scored() -> tuple[tuple[Question, ...], dict[str, Result]]:
    questions = read_questions(HERE / "scored_questions.jsonl").questions
    return questions, with_missing(questions, read_results(HERE / "scored_results.jsonl"))


def test_the_figures_are_those_of_the_independent_score(
    scored: tuple[tuple[Question, ...], dict[str, Result]],
) -> None:
    figures = averages(*scored)
    assert {name: figures[name].value for name in SCORED} == SCORED
    made = report(*scored, not_held={})
    assert sorted(each.id for each in made.not_right) == NOT_RIGHT.split()


def test_figures_by_kind(scored: tuple[tuple[Question, ...], dict[str, Result]]) -> None:
    kinds = by_kind(*scored)
    assert list(kinds)[:2] == ["lookup", "colloquial"]
    assert (kinds["table"]["right"].value, kinds["table"]["right"].count) == (0.3333, 3)
    assert kinds["unanswerable"]["unanswerable_refused"].value == 0.4
    assert kinds["unanswerable"]["recall@5"].value is None
    assert kinds["cross_reference"]["recall@1"].value == 0.1667


@pytest.mark.parametrize(
    ("text", "wanted", "held"),
    [
        ("ada 7 hari", "7", True),
        ("ada 17 hari", "7", False),
        ("ada 7,5 persen", "7", False),
        ("Rp 7.000", "7", False),
        ("sebesar 7,00 persen", "7", True),
        ("Menteri  Dalam\nNegeri", "menteri dalam negeri", True),
        ("14/2008", "14", False),
    ],
)
def test_a_number_is_not_found_in_a_longer_one(text: str, wanted: str, held: bool) -> None:
    assert contains(text, wanted) is held


def test_a_hit_holds_the_snippet_of_the_right_document() -> None:
    assert is_hit(gold("Menteri Dalam Negeri"), hit("oleh menteri | dalam\nne-geri"))
    assert not is_hit(gold("Menteri"), hit("Menteri", source="b.md"))


def test_a_table_row_is_found_by_its_cells() -> None:
    row = gold("Bireuen;609", cells=("Bireuen", "609"), document="t.csv")
    assert is_hit(row, hit("Gampong: 609 | Kabupaten: Bireuen", "t.csv"))
    assert not is_hit(row, hit("Gampong: 1.609 | Kabupaten: Bireuen", "t.csv"))


def test_cells_without_a_snippet_are_not_found_everywhere() -> None:
    assert not is_hit(Gold("t.csv", "", cells=("609",)), hit("nothing of it", "t.csv"))


def test_measures_of_a_ranking() -> None:
    item = question(gold=(gold("satu", 1), gold("eins", 1), gold("dua", 2)))
    hits = [hit("nol"), hit("eins"), hit("satu"), hit("dua")]
    assert recall(item, hits, 2) == 0.5
    assert recall(item, hits, 4) == 1
    assert reciprocal_rank(item, hits) == 0.5
    assert ndcg(item, hits) == pytest.approx((0.6309 + 0.4307) / (1 + 0.6309), abs=1e-3)
    assert reciprocal_rank(item, []) == ndcg(item, []) == 0


def test_the_gold_is_complete_where_its_last_group_is_found() -> None:
    item = question(gold=(gold("satu", 1), gold("dua", 2)))
    assert complete_rank(item, [hit("dua"), hit("nol"), hit("satu"), hit("satu")]) == 3
    assert complete_rank(item, [hit("dua")]) is None
    assert complete_rank(question(), [hit("dua")]) is None


@pytest.mark.parametrize(
    ("of", "answer", "outcome", "expected"),
    [
        (question(), "ada tujuh hari [1]", "answered", "right"),
        (question(), "ada 8 hari", "answered", "wrong"),
        (question(must_not=("hari",)), "ada 7 hari", "answered", "wrong"),
        (question(), "x" * 900 + " tujuh", "answered", "wrong"),
        (question(), "", "no_source", "refused"),
        (question(refusal_ok=True), "", "unverified", "right"),
        (question(kind="unanswerable"), "", "blocked_sara", "right"),
        (question(kind="unanswerable"), "7", "answered", "wrong"),
        (question(), "", "error_busy", "wrong"),
    ],
)
def test_a_verdict(of: Question, answer: str, outcome: str, expected: str) -> None:
    assert verdict(of, result(answer=answer, outcome=outcome)) == expected


@pytest.mark.parametrize(
    ("of", "outcome", "false"),
    [
        (question(must_not=("8 hari",)), "answered", True),
        (question(must_not=("9 hari",)), "answered", False),
        (question(kind="unanswerable"), "partial", True),
        (question(kind="unanswerable"), "no_source", False),
        (question(kind="unanswerable"), "error_busy", True),
    ],
)
def test_what_is_false(of: Question, outcome: str, false: bool) -> None:
    assert is_false(of, result(answer="ada 8 hari", outcome=outcome)) is false


def test_errors_are_counted_among_the_wrong_and_by_themselves() -> None:
    figures = averages([question()], {"1": result(answer="", outcome="error_busy")})
    assert figures["wrong"].value == figures["failed"].value == 1


def test_a_run_that_only_searched_has_no_figures_of_answers() -> None:
    found = result("1", "", hit("satu"), outcome="", search_only=True)
    figures = averages([question(gold=(gold("satu"),))], {"1": found})
    assert (figures["recall@1"].value, figures["right"].value) == (1, None)
