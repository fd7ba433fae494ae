"""Run one piece of work on a hostile file in a process of its own, and end it in time.

`subprocess` rather than `multiprocessing`: a queue worker is daemonic and may have no children of
that kind, and nothing of this process (connections, secrets) is inherited by a fork.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from documents.extraction.limits import Limits
from documents.extraction.types import ERROR_CODES, ExtractionError

ROOT = Path(__file__).resolve().parent.parent.parent
POLL_S = 0.5
# How a process ends that may have no more memory: C++ aborts, PDFium traps.
_MEMORY_SIGNALS = {signal.SIGABRT, signal.SIGTRAP, signal.SIGILL}


def run_isolated(
    task: Mapping[str, Any], *, limits: Limits, on_tick: Callable[[], None] | None = None
) -> bytes:
    """Result bytes of `python -m documents.extraction.worker`.

    `on_tick` is called about twice a second while waiting; what it raises ends the process and
    goes on to the caller. Raises ExtractionError.
    """
    with tempfile.TemporaryDirectory(prefix="reading-") as folder:
        result, error_output = Path(folder, "result"), Path(folder, "stderr")
        order = {
            **task,
            "result": str(result),
            "seconds": limits.seconds,
            "memory_mb": limits.memory_mb,
            "parent": os.getpid(),
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
                code = _wait(process, limits.seconds, on_tick)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        return _outcome(code, result, error_output)


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


def _wait(
    process: subprocess.Popen[bytes], seconds: float, on_tick: Callable[[], None] | None
) -> int:
    deadline = time.monotonic() + seconds
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise ExtractionError("took_too_long", f"{seconds:g} s")
        try:
            return process.wait(timeout=min(POLL_S, left))
        except subprocess.TimeoutExpired:
            if on_tick is not None:
                on_tick()


def _outcome(code: int, result: Path, error_output: Path) -> bytes:
    if code == 0 and result.exists():
        return _result(result.read_bytes())
    said = error_output.read_text(errors="replace")[-400:].strip()
    if code == -signal.SIGXCPU:
        raise ExtractionError("took_too_long", "processor time")
    if -code in _MEMORY_SIGNALS or "MemoryError" in said or "bad_alloc" in said:
        raise ExtractionError("too_much_memory")
    raise ExtractionError("damaged_file", f"reader ended with {code}: {said[-160:]}")


def _result(content: bytes) -> bytes:
    kind, body = content[:1], content[1:]
    if kind == b"E":
        error = json.loads(body)
        code = error["code"] if error["code"] in ERROR_CODES else "damaged_file"
        raise ExtractionError(code, error["detail"])
    return body
