"""Cuts streamed text into sentences with the markers that they cite. No Django here."""

import re
from collections.abc import Iterable, Iterator

MARKERS = re.compile(r"\s*\[(\d+(?:\s*[,;]\s*\d+)*)\]")
# A full stop after these ends no sentence; nor does one after a single letter or a list's number.
_ABBREVIATIONS = """
    no nomor dr drs prof ir h hj st sh mh yth dll dsb dkk tgl hal hlm rp jl kec kab prov
    art sec vs etc e.g i.e mr mrs ms u.s
"""
ABBREVIATIONS = frozenset(_ABBREVIATIONS.split())
# The end of a sentence, with its markers before or after the stop, and blanks after it.
END = re.compile(r"[.!?][\"”’)]*(?:\s*\[\d+(?:\s*[,;]\s*\d+)*\])*(?=\s)|\n+")
MARKERS_TO_COME = re.compile(r"(?:\[[\d\s,;]*\]\s*)*(?:\[[\d\s,;]*)?")
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
            pending = pending.lstrip() or ""
    yield from _sentence(pending, separator)


def _end_of_sentence(text: str) -> int | None:
    """Where the first sentence ends, or None while its end has not been seen."""
    for match in END.finditer(text):
        if not text[: match.start()].strip():
            continue
        rest = text[match.end() :].lstrip()
        if match.group().startswith("\n"):
            return match.start() if rest else None
        if match.end() == len(text) or _is_abbreviation(text[: match.start()]):
            continue
        # Markers that follow the stop may still be on their way.
        if rest and not MARKERS_TO_COME.fullmatch(rest):
            return match.end()
    return None


def _is_abbreviation(before: str) -> bool:
    words = before.split()
    last = words[-1].lower().lstrip('("“') if words else ""
    if len(words) == 1 and last.rstrip(".").isdigit():
        return True
    return last in ABBREVIATIONS or (len(last) == 1 and last.isalpha())


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
