"""The process that reads or renders one file: `python -m documents.extraction.worker`.

The order comes as JSON on standard input; the result goes to the file it names, as one byte ("R"
result, "E" error) and the content.
"""

import json
import resource
import sys
from pathlib import Path
from typing import Any

from documents.extraction import wire
from documents.extraction.backends import build
from documents.extraction.lifetime import die_with_parent
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.pages_read import Reporter
from documents.extraction.types import ExtractionError, ReadsPages

MAX_RESULT_BYTES = 1024 * 1024 * 1024


def main() -> None:
    order: dict[str, Any] = json.load(sys.stdin)
    die_with_parent(order["parent"])
    ocr = OcrOrder.from_json(order["ocr"]) if order.get("ocr") else None
    _set_limits(order["seconds"], order["memory_mb"], ocr)
    result = Path(order["result"])
    try:
        content = b"R" + _perform(order, ocr)
    except ExtractionError as error:
        content = _error(error.code, error.detail)
    except MemoryError:
        content = _error("too_much_memory", "")
    except RecursionError:
        content = _error("damaged_file", "nested too deeply")
    result.write_bytes(content)


def _perform(order: dict[str, Any], ocr: OcrOrder | None) -> bytes:
    path = Path(order["path"])
    if order["task"] == "render":
        from documents.extraction.rendering import picture  # noqa: PLC0415 - imports PDFium

        return picture(path, order["page"], scale=order["scale"])
    extractor = build(order["backend"], order["options"])
    if isinstance(extractor, ReadsPages):
        extractor.ocr = ocr
        extractor.report = Reporter(Path(order["report"]))
    extraction = extractor.extract(path)
    if not any(character.isalnum() for character in extraction.markdown):
        raise ExtractionError("no_text")
    return wire.pack(extraction)


def _error(code: str, detail: str) -> bytes:
    return b"E" + json.dumps({"code": code, "detail": detail[:300]}).encode()


def _set_limits(seconds: float, memory_mb: int, ocr: OcrOrder | None) -> None:
    """This process may use what is given for reading; those that it starts for OCR, theirs."""
    memory = most_memory = memory_mb * 1024 * 1024
    processor = max(1, int(seconds))
    most_processor = processor + 2
    if ocr is not None:
        most_memory = max(memory, ocr.limits.memory_mb * 1024 * 1024)
        most_processor += int(ocr.limits.seconds)
    resource.setrlimit(resource.RLIMIT_AS, (memory, most_memory))
    resource.setrlimit(resource.RLIMIT_CPU, (processor, most_processor))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_RESULT_BYTES, MAX_RESULT_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
