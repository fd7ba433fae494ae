"""One configuration of the search, measured. No Django here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from answering.evaluation.averages import Averages, by_kind, of_search
from answering.evaluation.comparison import Tally, compared
from answering.evaluation.questions import Question, Result
from answering.evaluation.timings import percentile


@dataclass(frozen=True, slots=True)
class Step:
    """One configuration; `tally` counts what its last part brought into the first five and lost.

    Times are those of the search without the embedding of the query, which is the same for all and
    remembered after the first.
    """

    name: str
    averages: Averages
    kinds: Mapping[str, Averages]
    tally: Tally | None
    p50_ms: float
    p95_ms: float


def step_of(
    name: str,
    questions: Sequence[Question],
    results: dict[str, Result],
    earlier: dict[str, Result] | None,
) -> Step:
    """`earlier` are the results of the configuration that has one part less."""
    times = [
        spent["total"] - spent.get("embed", 0.0)
        for result in results.values()
        if "total" in (spent := result.timings_ms)
    ]
    tallies = compared(questions, earlier, results).tallies if earlier else ()
    return Step(
        name=name,
        averages=of_search(questions, results),
        kinds=by_kind(questions, results),
        tally=next((tally for tally in tallies if tally.name == "first 5"), None),
        p50_ms=percentile(times, 50) if times else 0.0,
        p95_ms=percentile(times, 95) if times else 0.0,
    )
