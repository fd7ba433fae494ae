"""How fast one file becomes chunks: `python -m retrieval.reading_benchmark`. No Django.

The order comes as JSON on standard input, the Measurement goes as JSON to standard output. Each
file has a process of its own, so that its peak of memory is its own. Seconds are those of the
processor, but for OCR, which other processes do.
"""

import json
import re
import resource
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

from documents.extraction.backends import build
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.stages import seconds_by_stage
from documents.extraction.types import Extraction, ExtractionError, ReadsPages
from documents.structure import sections
from retrieval.chunking import ChunkDraft, chunk

# In the order of the work. `rest` is opening the file and writing the canonical text.
STAGES = ("text", "tables", "layout", "ocr", "rest", "structure", "chunking")
# What pages/s counts: not OCR, which takes seconds a page and is done beside.
READING = ("text", "tables", "layout", "rest")


@dataclass(slots=True)
class Measurement:
    """What one file, or several together, took. A format without pages counts as one page."""

    name: str
    kind: str = ""
    files: int = 1
    pages: int = 0
    characters: int = 0
    tables: int = 0
    rows: int = 0
    chunks: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    peak_mb: float = 0.0
    error: str = ""
    embedded: int = 0
    embedding_s: float = 0.0

    @property
    def reading_s(self) -> float:
        return sum(self.seconds.get(stage, 0.0) for stage in READING)

    @property
    def pages_per_s(self) -> float:
        return self.pages / self.reading_s if self.reading_s else 0.0

    @property
    def embedded_per_s(self) -> float:
        return self.embedded / self.embedding_s if self.embedding_s else 0.0

    def as_json(self) -> dict[str, Any]:
        more = {
            "reading_s": round(self.reading_s, 4),
            "pages_per_s": round(self.pages_per_s, 1),
            "embedded_per_s": round(self.embedded_per_s, 2),
        }
        seconds = {stage: round(value, 4) for stage, value in self.seconds.items()}
        return asdict(self) | {"seconds": seconds} | more


def total(measurements: Iterable[Measurement], *, name: str) -> Measurement:
    """The sums; the memory is that of the worst file."""
    sums = Measurement(name, files=0)
    for each in measurements:
        sums.kind = each.kind if sums.kind in ("", each.kind) else "all"
        sums.files += each.files
        sums.pages += each.pages
        sums.characters += each.characters
        sums.tables += each.tables
        sums.rows += each.rows
        sums.chunks += each.chunks
        sums.embedded += each.embedded
        sums.embedding_s += each.embedding_s
        sums.peak_mb = max(sums.peak_mb, each.peak_mb)
        for stage, seconds in each.seconds.items():
            sums.seconds[stage] = sums.seconds.get(stage, 0.0) + seconds
    return sums


def measure(order: Mapping[str, Any]) -> tuple[Measurement, list[str]]:
    """Read, structure and chunk one file; also the texts that would be embedded.

    `order` holds path, name, kind, backend, options, ocr, chunk_size and chunk_overlap. A file
    that cannot be read has the code of the reason in `error`.
    """
    path = Path(order["path"])
    found = Measurement(order["name"], order["kind"])
    extractor = build(order["backend"], order["options"])
    if order.get("ocr") and isinstance(extractor, ReadsPages):
        extractor.ocr = OcrOrder.from_json(order["ocr"])
    begun = process_time()
    try:
        extraction = extractor.extract(path)
    except ExtractionError as error:
        found.error = error.code
        return found, []
    reading = process_time() - begun
    found.seconds = seconds_by_stage()
    here = sum(seconds for stage, seconds in found.seconds.items() if stage != "ocr")
    found.seconds["rest"] = max(0.0, reading - here)
    count(found, extraction)
    drafts = cut(extraction, order, found)
    found.chunks = len(drafts)
    found.peak_mb = peak_mb()
    return found, [draft.indexed_text for draft in drafts]


def count(found: Measurement, extraction: Extraction) -> None:
    found.pages = max(1, sum(page.number is not None for page in extraction.pages))
    found.characters = len(extraction.markdown)
    found.tables = len(extraction.tables)
    found.rows = sum(len(table.rows) for table in extraction.tables)


def cut(extraction: Extraction, order: Mapping[str, Any], found: Measurement) -> list[ChunkDraft]:
    begun = process_time()
    structure = sections(extraction.markdown)
    found.seconds["structure"] = process_time() - begun
    begun = process_time()
    drafts = chunk(
        extraction.markdown,
        structure,
        document_name=order["name"],
        chunk_size=order["chunk_size"],
        chunk_overlap=order["chunk_overlap"],
        tables=extraction.tables,
    )
    found.seconds["chunking"] = process_time() - begun
    return drafts


def peak_mb() -> float:
    """The most memory that this process held at once, or one that it started.

    Linux tells it by process; getrusage would count what the parent held before the start.
    """
    status = Path("/proc/self/status")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if status.exists() and (held := re.search(r"VmHWM:\s+(\d+) kB", status.read_text())):
        own = int(held[1])
    started = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return round(max(own, started) / 1024, 1)


def main() -> None:
    found, texts = measure(json.load(sys.stdin))
    json.dump({"measurement": asdict(found), "texts": texts}, sys.stdout)


if __name__ == "__main__":
    main()
