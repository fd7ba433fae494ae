"""Times, processor time and memory, measured alike for every engine, by numpy and /proc alone."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any, Literal, TypeVar

import numpy as np

CLIENTS = 8
TICKS = os.sysconf("SC_CLK_TCK")
MEGABYTE = 1024 * 1024
SAMPLE_S = 2.0
STARTED_S = 300.0  # in which every client must have opened its index
MIN_ASKED = 20  # even where each takes long

T = TypeVar("T")
Ask = Callable[[int], Any]  # asks the question of this number


def progress(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class Load:
    """How long one pass over questions may take."""

    budget_s: float = 20.0
    warm_up: int = 10


@dataclass(frozen=True, slots=True)
class Server:
    """A process and all that it has started: a database server."""

    process_id: int

    def processor_s(self) -> float:
        return processor_s(*started_by(self.process_id))

    def memory_mb(self) -> float:
        return memory_mb(started_by(self.process_id))


def one_client(ask: Ask, numbers: Sequence[int], *, load: Load) -> dict[str, float]:
    """Milliseconds a question, one after another; what is left after the budget is not asked."""
    for number in numbers[: load.warm_up]:
        ask(number)
    taken: list[float] = []
    end = time.perf_counter() + load.budget_s
    for number in numbers:
        begun = time.perf_counter()
        ask(number)
        taken.append((time.perf_counter() - begun) * 1000)
        if time.perf_counter() > end and len(taken) >= MIN_ASKED:
            break
    return {
        "p50_ms": round(float(np.percentile(taken, 50)), 2),
        "p95_ms": round(float(np.percentile(taken, 95)), 2),
        "asked": len(taken),
    }


def in_threads(ask: Ask, numbers: Sequence[int], *, load: Load) -> dict[str, float]:
    """Questions a second of CLIENTS threads of this process."""
    barrier = Barrier(CLIENTS + 1)
    done = [0] * CLIENTS

    def client(index: int) -> None:
        barrier.wait()
        done[index] = _ask_for(ask, numbers, index, load.budget_s)

    threads = [Thread(target=client, args=(index,)) for index in range(CLIENTS)]
    for thread in threads:
        thread.start()
    barrier.wait()
    begun, processor = time.perf_counter(), processor_s(os.getpid())
    for thread in threads:
        thread.join()
    return _rate(sum(done), time.perf_counter() - begun, processor_s(os.getpid()) - processor)


def in_processes(
    make_ask: Callable[[], Ask],
    numbers: Sequence[int],
    *,
    load: Load,
    server: Server | None = None,
    start: Literal["fork", "spawn"] = "fork",
) -> dict[str, float]:
    """Questions a second of CLIENTS processes, each with an `ask` of its own.

    `server` is what answers them in other processes, if anything does.
    """
    context = get_context(start)
    # With a time-out: a client that fails would be waited for for ever.
    ready = context.Barrier(CLIENTS + 1, timeout=STARTED_S)
    gone = context.Barrier(CLIENTS + 1, timeout=load.budget_s + STARTED_S)
    results: Any = context.SimpleQueue()
    fixed = (make_ask, numbers, load, ready, gone, results)
    processes = [context.Process(target=_client, args=(i, *fixed)) for i in range(CLIENTS)]
    for process in processes:
        process.start()
    ready.wait()
    begun, processor = time.perf_counter(), server.processor_s() if server else 0.0
    told = [results.get() for _ in processes]
    taken = time.perf_counter() - begun
    memory = {"client_mb": round(float(np.mean([each[2] for each in told])), 1)}
    if server:
        processor = server.processor_s() - processor
        memory["server_mb"] = server.memory_mb()
    gone.wait()
    for process in processes:
        process.join()
    spent = processor + sum(each[1] for each in told)
    return _rate(sum(each[0] for each in told), taken, spent) | memory


def _client(
    index: int,
    make_ask: Callable[[], Ask],
    numbers: Sequence[int],
    load: Load,
    ready: Any,
    gone: Any,
    results: Any,
) -> None:
    """One of the processes; stays until all have told, so that their memory is seen together."""
    ask = make_ask()
    for number in numbers[index::CLIENTS][: load.warm_up]:
        ask(number)
    ready.wait()
    own = time.process_time()
    asked = _ask_for(ask, numbers, index, load.budget_s)
    own = time.process_time() - own
    results.put((asked, own, memory_mb([os.getpid()])))
    gone.wait()


def _ask_for(ask: Ask, numbers: Sequence[int], first: int, budget_s: float) -> int:
    """Ask on, each client beginning elsewhere, until the time is over; returns how many."""
    end = time.perf_counter() + budget_s
    asked = first * len(numbers) // CLIENTS
    begun = asked
    while time.perf_counter() < end:
        ask(numbers[asked % len(numbers)])
        asked += 1
    return asked - begun


def _rate(asked: int, taken_s: float, processor_s: float) -> dict[str, float]:
    return {
        "queries_per_s": round(asked / taken_s, 1),
        "processor_ms": round(processor_s * 1000 / max(1, asked), 2),
        "asked": asked,
    }


def processor_s(*process_ids: int) -> float:
    """Processor seconds that these processes, and what they started and outlived, have used."""
    total = 0
    for process_id in process_ids:
        with suppress(OSError):
            fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))
    return total / TICKS


def memory_mb(process_ids: Iterable[int]) -> float:
    """Proportional set size: what several processes share counts once."""
    kilobytes = 0
    for process_id in process_ids:
        with suppress(OSError):
            for line in Path(f"/proc/{process_id}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    kilobytes += int(line.split()[1])
    return round(kilobytes / 1024, 1)


def peak_mb(process_id: int | str = "self") -> float:
    """The most that the process held at once."""
    for line in Path(f"/proc/{process_id}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def peak_while(work: Callable[[], T], server: Server) -> tuple[T, float]:
    """What the work gives, and the most memory that was seen of the server meanwhile."""
    over = Event()
    seen: list[float] = []

    def look() -> None:
        while not over.wait(SAMPLE_S):
            seen.append(server.memory_mb())

    watcher = Thread(target=look)
    watcher.start()
    try:
        return work(), max([server.memory_mb(), *seen])
    finally:
        over.set()
        watcher.join()


def started_by(process_id: int) -> list[int]:
    """The process and all that it has started, as far as they live."""
    found = [process_id]
    for each in found:
        with suppress(OSError):
            children = Path(f"/proc/{each}/task/{each}/children").read_text().split()
            found += [int(child) for child in children]
    return found


def folder_mb(folder: Path) -> float:
    sizes = (path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return round(sum(sizes) / MEGABYTE, 1)


class Stopwatch:
    """Seconds of each part of a build, wall clock and processor of this process."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def timed(self, name: str, work: Callable[[], T]) -> T:
        progress(f"  {name} ...")
        begun = time.perf_counter()
        result = work()
        self.seconds[name] = round(time.perf_counter() - begun, 2)
        return result
