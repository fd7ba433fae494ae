"""The title of a BAB, Bagian or Paragraf: beside its heading or in the lines below."""

import re

from documents.structure import patterns
from documents.structure.surroundings import Surroundings
from documents.structure.types import Kind


def title_of(around: Surroundings, position: int, kind: Kind) -> tuple[str, int]:
    rest = around.rest(position, 400)
    inner = re.search(r"\b(?:Pasal|PASAL)\s+\d|\bBagian\s+Ke|\bParagraf\s+\d|\(\d\)", rest)
    beside = (rest[: inner.start()] if inner else rest).strip(" \t.:*")
    if beside:
        end = position + (inner.start() if inner else len(rest))
        return " ".join(beside.split())[:200], end
    return _title_below(around.text, position, kind)


def _title_below(text: str, position: int, kind: Kind) -> tuple[str, int]:
    lines: list[str] = []
    cursor = end = position
    for _ in range(6):
        match = re.compile(r"\s*([^\n]+)").match(text, cursor, cursor + 400)
        if match is None or len(match[1]) > 200:
            break
        line = match[1].strip(" *#\t")
        heading = patterns.MARK.match(text, match.start(1))
        if heading and not heading["umum"]:
            break
        if lines and not (line.isupper() and lines[-1].isupper()):
            break
        if kind == "bab" and not lines and not _mostly_upper(line) and len(line) > 80:
            break
        if line.endswith((".", ";", ":")) or line[:1].islower() or line[:1] in "(-":
            break
        lines.append(line)
        cursor = end = match.end(1)
    return " ".join(lines)[:200], end


def _mostly_upper(line: str) -> bool:
    letters = [character for character in line if character.isalpha()]
    return bool(letters) and sum(map(str.isupper, letters)) >= 0.7 * len(letters)
