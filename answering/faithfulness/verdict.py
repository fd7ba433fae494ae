"""What was found when a claim was held against its passages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reason` is a stable code; `quote` is the exact substring of the passage that carries it."""

    supported: bool
    reason: str
    quote: str | None = None
