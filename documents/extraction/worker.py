"""The process that reads or renders one file: `python -m documents.extraction.worker`.

The order comes as JSON on standard input; the result goes to the file it names, as one byte ("R"
result, "E" error) and the content.
"""

import ctypes
import json
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any

from documents.extraction import wire
from documents.extraction.backends import build
from documents.extraction.types import ExtractionError

PR_SET_PDEATHSIG = 1
MAX_RESULT_BYTES = 1024 * 1024 * 1024


def main() -> None:
    order: dict[str, Any] = json.load(sys.stdin)
    _die_with_parent(order["parent"])
    _set_limits(order["seconds"], order["memory_mb"])
    result = Path(order["result"])
    try:
        content = b"R" + _perform(order)
    except ExtractionError as error:
        content = _error(error.code, error.detail)
    except MemoryError:
        content = _error("too_much_memory", "")
    except RecursionError:
        content = _error("damaged_file", "nested too deeply")
    result.write_bytes(content)


def _perform(order: dict[str, Any]) -> bytes:
    path = Path(order["path"])
    if order["task"] == "render":
        from documents.extraction.rendering import picture  # noqa: PLC0415 - imports PDFium

        return picture(path, order["page"], scale=order["scale"])
    extraction = build(order["backend"], order["options"]).extract(path)
    if not any(character.isalnum() for character in extraction.markdown):
        raise ExtractionError("no_text")
    return wire.pack(extraction)


def _error(code: str, detail: str) -> bytes:
    return b"E" + json.dumps({"code": code, "detail": detail[:300]}).encode()


def _die_with_parent(parent: int) -> None:
    """Ask Linux for SIGKILL when the parent ends; it may have ended before we asked."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("the parent has ended")


def _set_limits(seconds: float, memory_mb: int) -> None:
    memory = memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    processor = max(1, int(seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_RESULT_BYTES, MAX_RESULT_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
