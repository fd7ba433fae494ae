"""Run one piece of work on a hostile file in a process of its own, and end it in time.

`subprocess` rather than `multiprocessing`: a queue worker is daemonic and may have no children of
that kind, and nothing of this process (connections, secrets) is inherited by a fork.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from documents.extraction.limits import Limits
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.pages_read import PagesRead, last_report
from documents.extraction.types import ERROR_CODES, ExtractionError

ROOT = Path(__file__).resolve().parent.parent.parent
POLL_S = 0.5
# Of the folder in which one file is read; a worker that is killed leaves it behind.
FOLDER_PREFIX = "reading-"
# The reading process ends OCR itself when its time is over; this is for one that does not.
OCR_GRACE_S = 20
# How a process ends that may have no more memory, or finds itself in disorder: C++ aborts, PDFium
# traps, and neither always says why.
_OWN_SIGNALS = {signal.SIGABRT, signal.SIGTRAP, signal.SIGILL}
_NO_MEMORY = re.compile(r"MemoryError|bad_alloc|[Oo]ut of memory|[Cc]annot allocate memory")
_DISORDER = re.compile(
    r"corrupt|invalid (?:pointer|size|next)|double free|[Aa]ssertion|smashing|overflow detected"
    r"|Fatal Python error"
)
# A process that took more than this share of its memory and ended without a word had too little.
_MUCH = 0.5


OnTick = Callable[[PagesRead | None], None]


def run_isolated(
    task: Mapping[str, Any],
    *,
    limits: Limits,
    ocr: OcrOrder | None = None,
    on_tick: OnTick | None = None,
) -> bytes:
    """Result bytes of `python -m documents.extraction.worker`.

    `on_tick` is called about twice a second while waiting, with what the process told last; what
    it raises ends the process and goes on to the caller. The seconds of OCR come on top of those
    of the limits. Raises ExtractionError.
    """
    with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX) as folder:
        result, error_output = Path(folder, "result"), Path(folder, "stderr")
        report = Path(folder, "report")
        order = {
            **task,
            "result": str(result),
            "seconds": limits.seconds,
            "memory_mb": limits.memory_mb,
            "parent": os.getpid(),
            "ocr": ocr.as_json() if ocr else None,
            "report": str(report),
        }
        with error_output.open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "documents.extraction.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                cwd=folder,
                env=_environment(folder),
            )
            try:
                _hand_over(process, json.dumps(order).encode())
                clock = Clock(limits.seconds, ocr.limits.seconds + OCR_GRACE_S if ocr else 0)
                memory = _Memory(process.pid, limits.memory_mb)
                code = _wait(process, clock, report, on_tick, memory)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        return _outcome(code, result, error_output, memory)


def _environment(folder: str) -> dict[str, str]:
    """No secret of this process; one thread for libraries that would take every core."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "LANG": "C.UTF-8",
        "HOME": folder,
        "TMPDIR": folder,
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def _hand_over(process: subprocess.Popen[bytes], order: bytes) -> None:
    if process.stdin is None:
        raise RuntimeError("no pipe to the worker")
    try:
        with process.stdin as pipe:
            pipe.write(order)
    except BrokenPipeError:
        pass  # it has ended already; its exit code tells why


class Clock:
    """Counts the seconds of reading and those of OCR apart."""

    def __init__(self, seconds: float, ocr_seconds: float) -> None:
        self.seconds = seconds
        self.ocr_seconds = ocr_seconds
        self._left = {"reading": seconds, "ocr": ocr_seconds}
        self._stage = "reading"
        self._looked_at = time.monotonic()

    def left(self, told: PagesRead | None) -> float:
        """Seconds until the stage that the process told of has taken too long."""
        now = time.monotonic()
        self._left[self._stage] -= now - self._looked_at
        self._looked_at = now
        if told is not None:
            self._stage = told.stage
        return self._left[self._stage]


def _wait(
    process: subprocess.Popen[bytes],
    clock: Clock,
    report: Path,
    on_tick: OnTick | None,
    memory: "_Memory",
) -> int:
    while True:
        memory.look()
        told = last_report(report)
        left = clock.left(told)
        if left <= 0:
            raise ExtractionError("took_too_long", f"{clock.seconds:g} s")
        try:
            code = process.wait(timeout=min(POLL_S, left))
        except subprocess.TimeoutExpired:
            code = None
        if on_tick is not None:
            on_tick(last_report(report))
        if code is not None:
            return code


class _Memory:
    """Of a running process, looked at now and then: its end leaves no trace of it."""

    def __init__(self, pid: int, limit_mb: int) -> None:
        self.much = False
        self._status = Path(f"/proc/{pid}/status")
        self._limit_kb = limit_mb * 1024

    def look(self) -> None:
        try:
            found = re.search(r"^VmPeak:\s*(\d+)", self._status.read_text(), re.MULTILINE)
        except OSError:
            return  # no such system, or it has ended
        self.much = self.much or (found is not None and int(found[1]) > _MUCH * self._limit_kb)


def _outcome(code: int, result: Path, error_output: Path, memory: _Memory) -> bytes:
    if code == 0 and result.exists():
        return _result(result.read_bytes())
    said = error_output.read_text(errors="replace")[-400:].strip()
    if code == -signal.SIGXCPU:
        raise ExtractionError("took_too_long", "processor time")
    if _NO_MEMORY.search(said):
        raise ExtractionError("too_much_memory")
    if -code in _OWN_SIGNALS and memory.much and not _DISORDER.search(said):
        raise ExtractionError("too_much_memory")
    if code < 0:
        raise ExtractionError("damaged_file", f"crashed: {_name(-code)}")
    raise ExtractionError("damaged_file", f"reader ended with {code}: {said[-160:]}")


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _result(content: bytes) -> bytes:
    kind, body = content[:1], content[1:]
    if kind == b"E":
        error = json.loads(body)
        code = error["code"] if error["code"] in ERROR_CODES else "damaged_file"
        raise ExtractionError(code, error["detail"])
    return body
