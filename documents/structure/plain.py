"""Headings of reports, guides, letters and judgments. Never within the pasal of a regulation."""

import re

from documents.structure.state import State
from documents.structure.surroundings import Surroundings
from documents.structure.types import Mark

_MAX_WORDS = 14
_MAX_WORDS_IN_SENTENCE_CASE = 7
# The spaces of "U m u m".
_SPACED = re.compile(r"(?<=\b\w) (?=\w\b)")


class PlainReader:
    def __init__(self, around: Surroundings, state: State) -> None:
        self.around = around
        self.state = state

    def court(self, match: re.Match[str]) -> Mark | None:
        if not self.state.is_judgment:
            return None
        title = " ".join(match["court_title"].split())
        if re.fullmatch(r"M ?E ?N ?G ?A ?D ?I ?L ?I", title):
            title = "MENGADILI"
        return Mark(*match.span(), 1, "heading", "", title, title)

    def numbered(self, match: re.Match[str]) -> Mark | None:
        """ "1.2 Latar Belakang" or "B. Maksud dan Tujuan" on a line of its own."""
        state, title = self.state, match["numbered_title"].strip(" *")
        if state.last.value or state.part == "penjelasan" or state.last_diktum:
            return None
        if state.part == "opening" and state.is_legal:
            return None
        number = match["numbered_no"].rstrip(".")
        title = _SPACED.sub("", title)
        if not _is_title(title, sentence_case=not number.isalpha()):
            return None
        if number.isalpha():
            if not self._letter_is_due(number):
                return None
            level = 2
        else:
            level = 1 + number.count(".")
        label = f"{match['numbered_no']} {title}"
        return Mark(*match.span(), level, "heading", number, title, label[:120])

    def _letter_is_due(self, letter: str) -> bool:
        last = self.state.last_letter
        if letter != "A" and (not last or ord(letter) != ord(last) + 1):
            return False
        self.state.last_letter = letter
        return True


def _is_title(title: str, *, sentence_case: bool) -> bool:
    """Short, no sentence, no line of a list or of contents."""
    if title[-1] in ".;:,?-" or title.endswith(" dan") or re.search(r"[ .…]\d{1,3}$", title):
        return False
    words = title.split()
    if len(words) > _MAX_WORDS or "|" in title:
        return False
    long_words = [word for word in words if len(word) > 3 and word[0].isalpha()]
    capital = sum(word[0].isupper() for word in long_words)
    if sentence_case and len(words) <= _MAX_WORDS_IN_SENTENCE_CASE:
        return bool(long_words)
    return bool(long_words) and capital >= 0.5 * len(long_words)
