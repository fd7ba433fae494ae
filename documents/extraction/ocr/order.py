"""What the reading process is told about OCR; plain data, because it goes to other processes."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from documents.extraction.limits import OcrLimits


@dataclass(frozen=True, slots=True)
class OcrOrder:
    """The backend of the OCR setting and its limits."""

    backend: str
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: OcrLimits = field(default_factory=OcrLimits)

    def as_json(self) -> dict[str, Any]:
        return {
            "backend": self.backend,
            "options": dict(self.options),
            "limits": asdict(self.limits),
        }

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> "OcrOrder":
        return cls(fields["backend"], fields["options"], OcrLimits(**fields["limits"]))

    @property
    def processes(self) -> int:
        return self.limits.processes or len(os.sched_getaffinity(0))
