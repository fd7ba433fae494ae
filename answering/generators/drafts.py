"""Cuts streamed text into sentences with the markers that they cite. No Django here."""

import re
from collections.abc import Iterable, Iterator

from answering.sentences import sentences

MARKERS = re.compile(r"\s*\[(\d+(?:\s*[,;]\s*\d+)*)\]")
MARKERS_TO_COME = re.compile(r"(?:\[[\d\s,;]*\]\s*)*(?:\[[\d\s,;]*)?")
# Each line is read by itself; markers may stand on the line after their sentence.
LINE_END = re.compile(r"\n(?!\s*\[)")
Sentence = tuple[str, tuple[int, ...], str]


def read_sentences(pieces: Iterable[str]) -> Iterator[Sentence]:
    """(text without markers, markers, separator before it) of each sentence, once it is whole."""
    pending, separator = "", ""
    for piece in pieces:
        pending += piece
        while (end := _end_of_sentence(pending)) is not None:
            sentence, pending = pending[:end], pending[end:]
            yield from _sentence(sentence, separator)
            separator = _separator(sentence, pending, separator)
            pending = pending.lstrip()
    yield from _sentence(pending, separator)


def _end_of_sentence(text: str) -> int | None:
    """Where the first sentence ends, or None while its end has not been seen."""
    line_end = LINE_END.search(text, len(text) - len(text.lstrip()))
    line = (text[: line_end.start()] if line_end else text).replace("\n", " ")
    spans = sentences(line)
    if len(spans) > 1:
        # Markers that follow the stop may still be on their way.
        rest = line[spans[0][1] :].strip()
        return None if not line_end and MARKERS_TO_COME.fullmatch(rest) else spans[0][1]
    return len(line) if line_end and text[len(line) :].strip() else None


def _sentence(text: str, separator: str) -> Iterator[Sentence]:
    markers = tuple(
        dict.fromkeys(
            int(number)
            for match in MARKERS.finditer(text)
            for number in re.findall(r"\d+", match.group(1))
        )
    )
    bare = MARKERS.sub("", text).strip()
    if bare:
        yield bare, markers, separator


def _separator(sentence: str, rest: str, former: str) -> str:
    blanks = rest[: len(rest) - len(rest.lstrip())]
    if not sentence.strip():
        return former
    return "\n" * min(blanks.count("\n"), 2) or " "
