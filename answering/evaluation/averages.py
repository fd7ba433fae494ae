"""The figures of a run, over all questions and by kind. No Django here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from answering.evaluation.chance import wilson_interval
from answering.evaluation.metrics import (
    RANKED_AT,
    failed,
    is_false,
    ndcg,
    recall,
    reciprocal_rank,
    verdict,
)
from answering.evaluation.questions import KINDS, MISSING, Hits, Question, Result

RECALL_AT = (1, 5, 20)
MRR, NDCG = f"mrr@{RANKED_AT}", f"ndcg@{RANKED_AT}"
REFUSED_RIGHTLY = "unanswerable_refused"
OF_SEARCH = (*(f"recall@{k}" for k in RECALL_AT), MRR, NDCG)
OF_ANSWERS = ("right", "wrong", "refused", "failed", "false", REFUSED_RIGHTLY)

Results = Mapping[str, Result]


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over `count` questions with its 95% interval; None where there were none."""

    value: float | None
    count: int
    low: float | None = None
    high: float | None = None


Averages = dict[str, Average]


def averages(questions: Iterable[Question], results: Results) -> Averages:
    """All figures over the questions that have a result, by their names in OF_SEARCH, OF_ANSWERS.

    The right, wrong and refused ones are those that have an answer; `unanswerable_refused` is of
    the others. `failed` are errors, which count among the wrong ones.
    """
    done = [question for question in questions if question.id in results]
    return of_search(done, results) | of_answers(done, results)


def of_search(questions: Sequence[Question], results: Results) -> Averages:
    with_gold = [question for question in questions if question.gold]

    def over_hits(measure: Callable[[Question, Hits], float]) -> Average:
        return average(measure(question, results[question.id].hits) for question in with_gold)

    recalls = {f"recall@{k}": over_hits(partial(recall, k=k)) for k in RECALL_AT}
    return recalls | {MRR: over_hits(reciprocal_rank), NDCG: over_hits(ndcg)}


def of_answers(questions: Sequence[Question], results: Results) -> Averages:
    judged = [question for question in questions if is_judged(question, results[question.id])]
    answerable = [question for question in judged if not question.unanswerable]
    unanswerable = [question for question in judged if question.unanswerable]
    asked = [question for question in judged if results[question.id].outcome != MISSING]

    def share(of: list[Question], wanted: str) -> Average:
        return average(verdict(question, results[question.id]) == wanted for question in of)

    return {
        "right": share(answerable, "right"),
        "wrong": share(answerable, "wrong"),
        "refused": share(answerable, "refused"),
        "failed": average(failed(results[question.id]) for question in judged),
        "false": average(is_false(question, results[question.id]) for question in asked),
        REFUSED_RIGHTLY: share(unanswerable, "right"),
    }


def is_judged(question: Question, result: Result) -> bool:
    """Whether the run answered it and the file says what is right."""
    return question.must is not None and not result.search_only


def by_kind(questions: Sequence[Question], results: Results) -> dict[str, Averages]:
    """The figures of each kind that occurs, known kinds first."""
    held = {question.kind for question in questions if question.id in results}
    order = [*(kind for kind in KINDS if kind in held), *sorted(held.difference(KINDS))]
    return {
        kind: averages((each for each in questions if each.kind == kind), results) for kind in order
    }


def average(values: Iterable[float]) -> Average:
    """The mean of values between 0 and 1."""
    given = list(values)
    if not given:
        return Average(None, 0)
    mean = sum(given) / len(given)
    low, high = wilson_interval(mean, len(given))
    return Average(round(mean, 4), len(given), round(low, 4), round(high, 4))
