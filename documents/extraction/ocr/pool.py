"""Pages read side by side, each by one of as many processes as there are cores.

Whatever happens to a process costs one page: it is named as unread, and the next one is read by
a new process.
"""

import json
import os
import selectors
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from documents.extraction.ocr.cleaning import OcrLine
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.pdf_rulings import Box
from documents.extraction.pdf_words import PlacedWord

ROOT = Path(__file__).resolve().parents[3]
# So many pages in a row that end their process, and the rest is not tried.
MOST_FAILURES = 4
POLL_S = 0.5
IDLE_SHARE = 0.02
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class PageSeen:
    """What was read on the page with this 0-based index; `turned` as in PageText.

    `rules` are straight lines as thin boxes, in points of the page as it is shown, not askew.
    """

    index: int
    lines: tuple[OcrLine, ...]
    turned: int
    by: str
    rules: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class PageUnread:
    """Why the page stayed unread: page_limit, time_limit, took_too_long, too_much_memory,
    reader_failed, ocr_unavailable (`detail` says what is missing)."""

    index: int
    reason: str
    detail: str = ""


def read_pages(
    path: Path, indices: Sequence[int], ocr: OcrOrder
) -> Iterator[PageSeen | PageUnread | None]:
    """Each page once, in the order in which they are finished; None as time goes by."""
    allowed, beyond = indices[: ocr.limits.pages], indices[ocr.limits.pages :]
    with _Pool(path, allowed, ocr) as pool:
        yield from pool.work()
    for index in beyond:
        yield PageUnread(index, "page_limit")


class _Pool:
    def __init__(self, path: Path, indices: Sequence[int], ocr: OcrOrder) -> None:
        self.path = path
        self.ocr = ocr
        self.waiting = deque(indices)
        self.selector = selectors.DefaultSelector()
        self.readers: list[_Reader] = []
        self.failures = 0
        self.ends_at = time.monotonic() + ocr.limits.seconds

    def __enter__(self) -> Self:
        for _ in range(min(self.ocr.processes, len(self.waiting))):
            self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for reader in list(self.readers):
            self._end(reader)
        self.selector.close()

    def work(self) -> Iterator[PageSeen | PageUnread | None]:
        while self.readers:
            if time.monotonic() > self.ends_at:
                yield from self._give_up("time_limit")
                return
            for key, _ in self.selector.select(timeout=POLL_S):
                if key.data in self.readers:
                    yield from self._hear(key.data)
            yield from self._end_overdue()
            yield None
        yield from self._give_up("reader_failed")

    def _start(self) -> None:
        """A process and its first page, if one waits."""
        if not self.waiting:
            return
        reader = _Reader(self.path, self.ocr)
        self.readers.append(reader)
        self.selector.register(reader.answers, selectors.EVENT_READ, reader)
        reader.ask(self.waiting.popleft())

    def _end(self, reader: "_Reader") -> None:
        self.selector.unregister(reader.answers)
        self.readers.remove(reader)
        reader.end()

    def _hear(self, reader: "_Reader") -> Iterator[PageSeen | PageUnread]:
        messages = reader.messages()
        if messages is None:
            yield from self._fail(reader, "reader_failed")
            return
        for message in messages:
            if "unavailable" in message:
                yield from self._give_up("ocr_unavailable", str(message["unavailable"]))
                return
            yield _result(reader.page, message)
            self.failures = 0
            if self.waiting:
                reader.ask(self.waiting.popleft())
            else:
                self._end(reader)

    def _end_overdue(self) -> Iterator[PageUnread]:
        for reader in list(self.readers):
            if reader.is_overdue(self.ocr.limits.page_seconds):
                yield from self._fail(reader, "took_too_long")

    def _fail(self, reader: "_Reader", reason: str) -> Iterator[PageUnread]:
        """The process is lost, and its page with it."""
        index = reader.page
        self._end(reader)
        yield PageUnread(index, reason)
        self.failures += 1
        if self.failures < MOST_FAILURES:
            self._start()

    def _give_up(self, reason: str, detail: str = "") -> Iterator[PageUnread]:
        left = [reader.page for reader in self.readers] + list(self.waiting)
        self.waiting.clear()
        for reader in list(self.readers):
            self._end(reader)
        for index in left:
            yield PageUnread(index, reason, detail)


class _Reader:
    """A process and the page that it reads."""

    def __init__(self, path: Path, ocr: OcrOrder) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "documents.extraction.ocr.process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
        )
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("no pipes to the OCR process")
        self.orders, self.answers = self.process.stdin, self.process.stdout
        self.page = -1
        self._asked_at = self._computed_before = 0.0
        self._heard = b""
        order = {"path": str(path), "ocr": ocr.as_json(), "parent": os.getpid()}
        self._say(json.dumps(order))

    def ask(self, index: int) -> None:
        self.page, self._asked_at = index, time.monotonic()
        self._computed_before = self._computed()
        self._say(str(index))

    def is_overdue(self, seconds: float) -> bool:
        """The page took so long; on a busy machine what it was given of the processor counts.

        Whoever waits without computing hangs.
        """
        waited = time.monotonic() - self._asked_at
        computed = self._computed() - self._computed_before
        return waited > seconds and (computed > seconds or computed < IDLE_SHARE * waited)

    def _computed(self) -> float:
        """Seconds of the processor that the process has used."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND

    def _say(self, line: str) -> None:
        try:
            self.orders.write(line.encode() + b"\n")
            self.orders.flush()
        except BrokenPipeError:
            pass  # it has ended; the end of its answers tells

    def messages(self) -> list[dict[str, Any]] | None:
        """What it has answered since; None when it has ended or talks nonsense."""
        block = os.read(self.answers.fileno(), 1 << 16)
        if not block:
            return None
        *lines, self._heard = (self._heard + block).split(b"\n")
        try:
            return [json.loads(line) for line in lines]
        except ValueError:
            return None

    def end(self) -> None:
        self.process.kill()
        for pipe in (self.orders, self.answers):
            with suppress(BrokenPipeError):  # what it was still to be told is of no use
                pipe.close()
        self.process.wait()


def _environment() -> dict[str, str]:
    """One thread for each process; the reading process has already hidden all secrets."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
    return {**os.environ, "PYTHONPATH": path, **threads}


def _result(index: int, message: dict[str, Any]) -> PageSeen | PageUnread:
    if "error" in message:
        return PageUnread(index, message["error"])
    lines = tuple(
        OcrLine(tuple(PlacedWord(text, *box) for text, *box in words), certainty)
        for certainty, words in message["lines"]
    )
    rules = tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in message["rules"])
    return PageSeen(index, lines, message["turned"], " ".join(message["by"]), rules)
