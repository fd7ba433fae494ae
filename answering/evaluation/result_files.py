"""Reads and writes the results of a run, in the form that score.py reads. No Django here."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from answering.evaluation.faults import MOST_FAULTS, BadFile, Fault
from answering.evaluation.lines import json_lines
from answering.evaluation.questions import MISSING, Question, Result
from answering.evaluation.traces import Trace


def as_line(result: Result) -> str:
    return json.dumps(asdict(result), ensure_ascii=False) + "\n"


def read_results(path: Path) -> dict[str, Result]:
    """The results of an earlier run, by question id. Raises BadFile."""
    results: dict[str, Result] = {}
    faults: list[Fault] = []
    for number, line in json_lines(path):
        found = [line] if isinstance(line, Fault) else list(_faults(line, number, results))
        faults += found
        if len(faults) >= MOST_FAULTS:
            break
        if isinstance(line, dict) and not found:
            results[line["id"]] = _result(line)
    if faults:
        raise BadFile(path, faults)
    if not results:
        raise BadFile(path, [Fault("no_results")])
    return results


def with_missing(questions: Iterable[Question], results: dict[str, Result]) -> dict[str, Result]:
    """Questions that the run left out count as not found and not answered."""
    missing = {each.id: Result(each.id, [], outcome=MISSING) for each in questions}
    return missing | results


def _result(line: dict[str, Any]) -> Result:
    times: Any = line.get("timings_ms")
    return Result(
        id=line["id"],
        hits=line["hits"],
        answer=line["answer"],
        outcome=line["outcome"],
        search_only=bool(line.get("search_only")),
        timings_ms=times if _are_times(times) else {},
        traces=_traces(line.get("traces")),
    )


def _traces(value: object) -> tuple[Trace, ...]:
    """Those of a run of another version may have other fields, and are left out."""
    try:
        return tuple(Trace(**each) for each in value) if isinstance(value, list) else ()
    except TypeError:
        return ()


def _are_times(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(each, int | float) for each in value.values())


def _faults(line: dict[str, Any], number: int, earlier: dict[str, Result]) -> Iterator[Fault]:
    for field in ("id", "answer", "outcome"):
        if not isinstance(line.get(field), str):
            yield Fault("no_string", number, {"field": field})
    if isinstance(line.get("id"), str) and line["id"] in earlier:
        yield Fault("repeated", number, {"id": line["id"]})
    hits = line.get("hits")
    if not isinstance(hits, list) or not all(map(_is_hit, hits)):
        yield Fault("no_hits", number)


def _is_hit(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(value.get(field), str) for field in ("source", "content")
    )
