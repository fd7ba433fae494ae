"""Reads JSON Lines from files that may be anything. No Django here."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from answering.evaluation.faults import BadFile, Fault

MEGABYTE = 1_000_000
MOST_BYTES = 500 * MEGABYTE
MOST_BYTES_A_LINE = 5 * MEGABYTE  # a result holds twenty chunks, a question a few passages
BOM = b"\xef\xbb\xbf"

Line = dict[str, Any] | Fault


def json_lines(path: Path, *, most_bytes: int = MOST_BYTES) -> Iterator[tuple[int, Line]]:
    """Line number and object of each line that is not blank, or what is wrong with the line.

    No more than `most_bytes` are read. Raises BadFile for a file that cannot be read as a whole.
    """
    read = 0
    try:
        with path.open("rb") as file:
            number = 0
            while raw := file.readline(MOST_BYTES_A_LINE + 1):
                number += 1
                read += len(raw)
                if len(raw) > MOST_BYTES_A_LINE:
                    fault = Fault("line_too_long", number, {"most": MOST_BYTES_A_LINE // MEGABYTE})
                    raise BadFile(path, [fault])
                if read > most_bytes:
                    raise BadFile(path, [Fault("too_large", 0, {"most": most_bytes // MEGABYTE})])
                if number == 1:
                    raw = raw.removeprefix(BOM)
                if raw.strip():
                    yield number, _object(raw, number)
    except OSError as error:
        values = {"reason": error.strerror or str(error)}
        raise BadFile(path, [Fault("unreadable", 0, values)]) from None


def _object(raw: bytes, number: int) -> Line:
    try:
        value = json.loads(raw.decode().rstrip())  # columns count from this line, not the next
    except UnicodeDecodeError:
        return Fault("not_utf8", number)
    except json.JSONDecodeError as error:
        return Fault("not_json", number, {"column": error.colno, "reason": error.msg})
    except (ValueError, RecursionError) as error:
        return Fault("not_json", number, {"column": 1, "reason": str(error)})
    return value if isinstance(value, dict) else Fault("not_object", number)
