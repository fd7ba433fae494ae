"""How long the searches of a run took, stage by stage. No Django here."""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from answering.evaluation.questions import Result


@dataclass(frozen=True, slots=True)
class StageTime:
    """Milliseconds of one stage over a run."""

    stage: str
    p50_ms: float
    p95_ms: float
    count: int


def stage_times(results: Iterable[Result]) -> list[StageTime]:
    """In the order in which stages first appear, the total last."""
    times: dict[str, list[float]] = defaultdict(list)
    for result in results:
        for stage, spent in result.timings_ms.items():
            times[stage].append(spent)
    order = sorted(times, key=lambda stage: stage == "total")
    return [
        StageTime(stage, percentile(spent, 50), percentile(spent, 95), len(spent))
        for stage, spent in ((stage, times[stage]) for stage in order)
    ]


def percentile(values: list[float], percent: int) -> float:
    """The value that `percent` of them do not exceed (nearest rank)."""
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]
