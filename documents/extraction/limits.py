"""What a hostile file may cost."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """For one file: wall clock and processor seconds, and address space in megabytes."""

    seconds: float = 600
    memory_mb: int = 2_048
