"""How far the reading of a file is, told by the process that reads it through a small file."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Literal

INTERVAL_S = 0.5
Stage = Literal["reading", "ocr"]


@dataclass(frozen=True, slots=True)
class PagesRead:
    stage: Stage
    done: int
    total: int


Report = Callable[[Stage, int, int], None]


def silent(stage: Stage, done: int, total: int) -> None:
    """For those who read in their own process and want no news."""


class Reporter:
    """Writes what it is told, at most twice a second, and each stage's beginning."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stage = ""
        self._told_at = 0.0

    def __call__(self, stage: Stage, done: int, total: int) -> None:
        now = time.monotonic()
        if stage == self._stage and now - self._told_at < INTERVAL_S and done < total:
            return
        self._stage, self._told_at = stage, now
        draft = self.path.with_suffix(".new")
        draft.write_text(json.dumps(astuple(PagesRead(stage, done, total))))
        os.replace(draft, self.path)


def last_report(path: Path) -> PagesRead | None:
    """What was told last; None before anything was, or where it is no report."""
    try:
        stage, done, total = json.loads(path.read_text())
        return PagesRead("ocr" if stage == "ocr" else "reading", int(done), int(total))
    except (OSError, ValueError, TypeError):
        return None
