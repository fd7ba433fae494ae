"""All that is said of a run, in one value and as JSON. No Django here."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from answering.evaluation.averages import (
    Average,
    Averages,
    Results,
    averages,
    by_kind,
    is_judged,
)
from answering.evaluation.comparison import Compared, Comparison, compared
from answering.evaluation.metrics import complete_rank, verdict
from answering.evaluation.questions import Question, Result
from answering.evaluation.steps import Step
from answering.evaluation.timings import StageTime, stage_times
from answering.evaluation.traces import READ

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Report:
    """`not_held` has, by question id, the gold documents that the collection does not hold.

    `averages_held` leave the questions out of which nothing could be found; None if there are none.
    """

    questions: tuple[Question, ...]
    results: Results
    not_held: Mapping[str, tuple[str, ...]]
    averages: Averages
    averages_held: Averages | None
    kinds: Mapping[str, Averages]
    times: tuple[StageTime, ...]
    comparison: Comparison | None = None

    @property
    def asked(self) -> list[Question]:
        return [question for question in self.questions if question.id in self.results]

    @property
    def not_right(self) -> list[Question]:
        return [
            question
            for question in self.asked
            if is_judged(question, self.results[question.id])
            and verdict(question, self.results[question.id]) != "right"
        ]

    @property
    def not_found(self) -> list[Question]:
        """Questions whose gold is not (all) among the hits that are read."""
        return [
            question
            for question in self.asked
            if question.gold
            and (complete_rank(question, self.results[question.id].hits) or READ + 1) > READ
        ]


def report(
    questions: Sequence[Question],
    results: Mapping[str, Result],
    *,
    not_held: Mapping[str, tuple[str, ...]],
    old: Mapping[str, Result] | None = None,
) -> Report:
    held = [question for question in questions if question.id not in not_held]
    return Report(
        questions=tuple(questions),
        results=results,
        not_held=not_held,
        averages=averages(questions, results),
        averages_held=averages(held, results) if not_held else None,
        kinds=by_kind(questions, results),
        times=tuple(stage_times(results.values())),
        comparison=None if old is None else compared(questions, old, results),
    )


def as_json(report: Report) -> Json:
    return (
        {"questions": len(report.asked)}
        | values(report.averages)
        | {
            "intervals": intervals(report.averages),
            "by_kind": {
                kind: {"questions": _count(report, kind)}
                | values(averages)
                | {"intervals": intervals(averages)}
                for kind, averages in report.kinds.items()
            },
            "timings_ms": {
                each.stage: {"p50": each.p50_ms, "p95": each.p95_ms, "count": each.count}
                for each in report.times
            },
            "not_right": [question.id for question in report.not_right],
            "not_found": [question.id for question in report.not_found],
            "not_held": {key: list(documents) for key, documents in report.not_held.items()},
            "held_only": report.averages_held and values(report.averages_held),
        }
        | ({"against": comparison_json(report.comparison)} if report.comparison else {})
    )


def ablation_json(steps: Sequence[Step]) -> Json:
    return {
        "ablation": [
            {"name": step.name}
            | values(step.averages)
            | {
                "intervals": intervals(step.averages),
                "by_kind": {kind: values(averages) for kind, averages in step.kinds.items()},
                "first_5": step.tally and {"better": step.tally.better, "worse": step.tally.worse},
                "timings_ms": {"p50": step.p50_ms, "p95": step.p95_ms},
            }
            for step in steps
        ]
    }


def comparison_json(comparison: Comparison) -> Json:
    return {
        "before": values(comparison.before),
        "after": values(comparison.after),
        "fallen": comparison.fallen,
        "sign_tests": {
            each.name: {"better": each.better, "worse": each.worse, "p": round(each.p, 4)}
            for each in comparison.tallies
        },
        "counts": {change: len(comparison.those(change)) for change in ("worse", "same", "better")},
        "changes": [_change_json(each) for each in comparison.questions if each.change != "same"],
        "only_before": list(comparison.only_before),
        "only_after": list(comparison.only_after),
    }


def _change_json(each: Compared) -> Json:
    return {
        "id": each.question.id,
        "kind": each.question.kind,
        "question": each.question.text,
        "change": each.change,
        "before": asdict(each.before),
        "after": asdict(each.after),
    }


def values(averages: Averages) -> dict[str, float | None]:
    return {name: average.value for name, average in averages.items()}


def intervals(averages: Averages) -> dict[str, list[float | None]]:
    return {name: _interval(average) for name, average in averages.items() if average.count}


def _interval(average: Average) -> list[float | None]:
    return [average.low, average.high]


def _count(report: Report, kind: str) -> int:
    return sum(question.kind == kind for question in report.asked)
