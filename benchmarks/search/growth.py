"""How each stage of a search grows with the collection."""

import math
from collections.abc import Mapping
from typing import Any

ENGINE, ROW = "portal", "hybrid"


def of_stages(sizes: Mapping[str, Any]) -> dict[str, float]:
    """Exponent e of each stage, `time ~ chunks ** e`, between the smallest size and the largest.

    0 is constant, log(n) is some 0.1 between 10,000 and 1,000,000; empty with fewer than two sizes.
    """
    stages = {
        int(size): row["engines"][ENGINE]["rows"][ROW]["stages_p50_ms"]
        for size, row in sizes.items()
        if ENGINE in row["engines"]
    }
    if len(stages) < 2:
        return {}
    small, large = min(stages), max(stages)
    span = math.log(large / small)
    return {
        stage: round(math.log(stages[large][stage] / stages[small][stage]) / span, 2)
        for stage in stages[small]
        if stages[small][stage] > 0 and stages[large].get(stage, 0) > 0
    }
