"""What a hostile file may cost."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """For one file: wall clock and processor seconds, and address space in megabytes."""

    seconds: float = 600
    memory_mb: int = 2_048


@dataclass(frozen=True, slots=True)
class OcrLimits:
    """For the OCR of one file, which comes on top of its reading.

    `seconds` is for all pages together, `page_seconds` for one (of the
    processor, as long as it computes); `dpi` is the resolution in which a
    page is drawn, less where that would be more than `pixels`; `memory_mb` is of one process, and
    `processes` how many work side by side (0: as many as there are cores).
    """

    pages: int = 500
    seconds: float = 900
    page_seconds: float = 60
    dpi: int = 200
    pixels: int = 12_000_000
    memory_mb: int = 3_072
    processes: int = 0
