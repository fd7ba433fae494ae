"""Where a search's time goes: each of its statements (planning, execution, the rest), and Python.

The rest of a statement is what the client does: writing parameters, the socket, reading rows.
"""

import cProfile
import io
import pstats
import re
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from django.db import connection

from benchmarks.search.measuring import Ask

FUNCTIONS = 45  # of Python that are listed
EXPLAINED = ("SELECT", "WITH")


def profile(ask: Ask, numbers: Sequence[int]) -> dict[str, Any]:
    """Statements and Python functions of these questions, dearest first."""
    for number in numbers[:10]:
        ask(number)
    return {
        "questions": len(numbers),
        "statements": statements(ask, numbers),
        "python": python(ask, numbers),
    }


def statements(ask: Ask, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """Median milliseconds of each statement of a search, by how much all of its kind took."""
    seen: dict[str, list[tuple[float, float]]] = {}
    plans: dict[str, str] = {}

    def explained(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if sql.lstrip().upper().startswith(EXPLAINED) and "set_config" not in sql:
            execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params, many, context)
            plan = context["cursor"].fetchone()[0][0]
            key = _kind(sql)
            seen.setdefault(key, []).append((plan["Planning Time"], plan["Execution Time"]))
            plans[key] = _nodes(plan["Plan"])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explained):
        for number in numbers:
            ask(number)
    rows = [
        {
            "statement": key,
            "a_question": round(len(times) / len(numbers), 2),
            "planning_ms": round(median(each[0] for each in times), 3),
            "execution_ms": round(median(each[1] for each in times), 3),
            "share_ms": round(sum(map(sum, times)) / len(numbers), 3),
            "plan": plans[key],
        }
        for key, times in seen.items()
    ]
    return sorted(rows, key=lambda row: -row["share_ms"])


def python(ask: Ask, numbers: Sequence[int]) -> list[str]:
    """The functions that take the most processor time themselves and with what they call."""
    profiler = cProfile.Profile()
    profiler.enable()
    for number in numbers:
        ask(number)
    profiler.disable()
    out = io.StringIO()
    pstats.Stats(profiler, stream=out).sort_stats("cumulative").print_stats(FUNCTIONS)
    return [line for line in out.getvalue().splitlines() if line.strip()]


def _kind(sql: str) -> str:
    """The statement without its numbers and lists, cut to what tells it from others."""
    return re.sub(r"%s(?:, %s)+", "%s...", " ".join(sql.split()))[:600]


def _nodes(plan: dict[str, Any]) -> str:
    """Names of the plan's nodes, outermost first."""
    name = plan["Node Type"] + (f" {plan['Index Name']}" if "Index Name" in plan else "")
    inner = [_nodes(each) for each in plan.get("Plans", [])]
    return f"{name}({', '.join(inner)})" if inner else name
