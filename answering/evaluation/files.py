"""Reads question files and result files, and says which line is wrong. No Django here."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from answering.evaluation.metrics import Item, Result


class BadFile(ValueError):
    """The file cannot be used; the text names file, line and fault."""


def read_questions(path: Path) -> list[Item]:
    """The questions of a file. Raises BadFile."""
    items = []
    for place, item in _objects(path):
        for field in ("id", "question"):
            if not isinstance(item.get(field), str) or not item[field].strip():
                raise BadFile(f"{place}: “{field}” is missing or no text")
        items.append(item)
    if not items:
        raise BadFile(f"{path}: no question")
    return items


def read_results(path: Path) -> dict[str, Result]:
    """The results of an earlier run, by question id. Raises BadFile."""
    results = {}
    for place, line in _objects(path):
        try:
            results[line["id"]] = Result(line["id"], line["hits"], line["answer"], line["outcome"])
        except KeyError as error:
            raise BadFile(f"{place}: {error} is missing") from None
    return results


def as_line(result: Result) -> str:
    return json.dumps(asdict(result), ensure_ascii=False) + "\n"


def _objects(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: {error}") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        try:
            item = json.loads(line)
        except ValueError as error:
            raise BadFile(f"{place}: not JSON ({error})") from None
        if not isinstance(item, dict):
            raise BadFile(f"{place}: not a JSON object")
        yield place, item
