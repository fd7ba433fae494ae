"""How long the stages of reading take, for the benchmark; a clock is read once a page.

Processor seconds of the thread, so that a busy machine measures the same; those of the whole
process can take a millisecond to ask for in a container. Where other processes do the work (OCR),
seconds by the wall.
"""

from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from time import perf_counter, thread_time
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_seconds: defaultdict[str, float] = defaultdict(float)


def timed(stage: str, *, by_the_wall: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Add the seconds of every call to those of the stage; calls of a stage never nest."""
    clock = perf_counter if by_the_wall else thread_time

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def measured(*args: P.args, **kwargs: P.kwargs) -> R:
            begun = clock()
            try:
                return function(*args, **kwargs)
            finally:
                _seconds[stage] += clock() - begun

        return measured

    return decorate


def seconds_by_stage() -> dict[str, float]:
    """Seconds of each stage since the process began."""
    return dict(_seconds)
