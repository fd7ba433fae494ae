"""What a passage is by its form, whatever was asked: rule, reason, table, contents. No Django."""

import re

from retrieval.candidates import Candidate

TRIFLE_LETTERS = 40  # fewer letters beside "Cukup jelas." say nothing

_LEADER = re.compile(r"(?:\.{4,}|…{2,}|(?:\. ){4,})\s*(?:\d+|[ivxlc]+)?\s*$", re.MULTILINE)
_SAYS_NOTHING = re.compile(
    r"(?:pasal|ayat|huruf|angka)\s*\(?\w+\)?|cukup jelas|sampai dengan|\W|\d", re.IGNORECASE
)
_FRAME = ("menimbang", "mengingat", "pengundangan", "memperhatikan")


def is_contents_page(text: str) -> bool:
    """Lines that end in dot leaders: a table of contents, not what it points to."""
    return ".." in text and len(_LEADER.findall(text)) >= 3


def says_nothing(text: str) -> bool:
    """Hardly more than "Pasal 5 Cukup jelas"."""
    return "cukup jelas" in text.lower() and len(_SAYS_NOTHING.sub("", text)) < TRIFLE_LETTERS


def is_explanation(candidate: Candidate) -> bool:
    """The penjelasan of a law: it repeats the words of what it explains, and rules nothing."""
    return candidate.hit.legal_reference.startswith("Penjelasan") or any(
        label.casefold().startswith("penjelasan") for label in candidate.hit.section_path
    )


def is_frame(candidate: Candidate) -> bool:
    """What stands before the first pasal and after the last: reasons, grounds, promulgation."""
    return any(label.casefold().startswith(_FRAME) for label in candidate.hit.section_path)


def is_table(text: str) -> bool:
    return text.count("|") >= 8
