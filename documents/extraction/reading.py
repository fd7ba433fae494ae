"""Read a file in a process of its own."""

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from documents.extraction import wire
from documents.extraction.backends import backend_for
from documents.extraction.isolation import OnTick, run_isolated
from documents.extraction.limits import Limits
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.types import Extraction, ExtractionError


def extract(
    path: Path | str,
    media_type: str,
    *,
    limits: Limits | None = None,
    extractors: Mapping[str, Mapping[str, Any]] | None = None,
    ocr: OcrOrder | None = None,
    on_tick: OnTick | None = None,
) -> Extraction:
    """Read the file with the backend of its media type.

    `extractors` is the EXTRACTORS setting (built-in backends when None). Pictures of pages are read
    as `ocr` says, not at all when None. `on_tick` is called twice a second with how far it is;
    what it raises ends the reading, so that a job can beat its heart and be cancelled.
    Raises ExtractionError with one of ERROR_CODES.
    """
    backend, options = backend_for(media_type, extractors)
    task = {
        "task": "extract",
        "path": str(Path(path).resolve()),
        "backend": backend,
        "options": options,
    }
    content = run_isolated(task, limits=limits or Limits(), ocr=ocr, on_tick=on_tick)
    try:
        return wire.unpack(content)
    except (ValueError, KeyError, TypeError, struct.error) as error:
        raise ExtractionError("damaged_file", "unreadable result") from error
