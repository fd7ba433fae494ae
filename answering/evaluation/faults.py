"""What can be wrong with a file of questions or results. No Django here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

MOST_FAULTS = 20  # a file of another format would have one a line


@dataclass(frozen=True, slots=True)
class Fault:
    """A code of answering.evaluation.wording, with the line (from 1; 0 for the whole file)."""

    code: str
    line: int = 0
    values: Mapping[str, object] = field(default_factory=dict)


class BadFile(ValueError):
    """The file cannot be used; `faults` tell what is wrong with which line."""

    def __init__(self, path: Path, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{path}:{fault.line} {fault.code}" for fault in faults))
        self.path = path
        self.faults = faults
