"""Which questions got worse from one run to the next."""

import pytest

from answering.evaluation.comparison import Comparison, compared
from answering.evaluation.questions import Result
from answering.evaluation.report import comparison_json
from tests.answering.evaluation.rows import gold, hit, question, result


def at(rank: int | None, id: str = "1", answer: str = "7", **fields: object) -> Result:
    """A result that has the gold at that rank."""
    hits = [hit("nol")] * (rank - 1) + [hit("satu")] if rank else []
    return result(id, answer, *hits, **fields)


def one(before: Result, after: Result) -> Comparison:
    return compared([question(gold=(gold("satu"),))], {"1": before}, {"1": after})


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (at(1), at(1), "same"),
        (at(1, answer="8"), at(1), "better"),
        (at(1), at(1, answer="", outcome="no_source"), "worse"),
        (at(1, answer="8"), at(1, answer="", outcome="no_source"), "better"),
        (at(1), at(3), "worse"),
        (at(12), at(6), "better"),
        (at(12), at(None), "worse"),
        (at(1, answer="8"), at(4), "better"),  # the answer decides
        (at(1, answer="8"), at(2, answer="", outcome="", search_only=True), "worse"),
    ],
)
def test_a_question_gets_better_or_worse(before: Result, after: Result, change: str) -> None:
    (only,) = one(before, after).questions
    assert only.change == change


def test_the_worst_stands_first() -> None:
    items = [question(id=id, gold=(gold("satu"),)) for id in "abcde"]
    old = {id: at(1, id) for id in "abcde"}
    new = {
        "a": at(1, "a"),
        "b": at(2, "b"),
        "c": at(7, "c"),
        "d": at(1, "d", answer="8"),
        "e": at(1, "e", answer="", outcome="no_source"),
    }
    assert [each.question.id for each in compared(items, old, new).questions] == list("decba")


def test_two_questions_may_be_chance() -> None:
    items = [question(id=str(number), gold=(gold("satu"),)) for number in range(10)]
    old = {each.id: at(1, each.id, answer="8") for each in items}
    new = {each.id: at(1, each.id, answer="7" if each.id in "01" else "8") for each in items}
    right, first, rank = compared(items, old, new).tallies
    assert (right.better, right.worse, right.p) == (2, 0, 0.5)
    assert (first.p, rank.p) == (1, 1)


def test_answers_are_compared_only_where_both_runs_have_them() -> None:
    comparison = one(at(1), at(1, answer="", outcome="", search_only=True))
    assert [tally.name for tally in comparison.tallies] == ["first 5", "rank"]
    assert comparison.fallen == []


def test_only_what_both_runs_asked_is_compared() -> None:
    items = [question(id=id) for id in "abc"]
    old = {"a": at(1, "a"), "b": at(1, "b", answer="8"), "gone": at(1, "gone")}
    new = {"a": at(1, "a"), "c": at(1, "c")}
    comparison = compared(items, old, new)
    assert comparison.before["right"].value == comparison.after["right"].value == 1
    assert (comparison.only_before, comparison.only_after) == (("b", "gone"), ("c",))


def test_figures_that_fell_are_named() -> None:
    assert one(at(1), at(7, answer="8")).fallen == ["right", "recall@5"]
    assert one(at(7, answer="8"), at(1)).fallen == []


def test_a_comparison_as_json() -> None:
    told = comparison_json(one(at(1), at(7, answer="8")))
    assert told["counts"] == {"worse": 1, "same": 0, "better": 0}
    (change,) = told["changes"]
    assert change["before"] == {"verdict": "right", "rank": 1}
    assert change["after"] == {"verdict": "wrong", "rank": 7}
    assert told["sign_tests"]["right"] == {"better": 0, "worse": 1, "p": 1.0}
