"""Words that official documents use: what of a text is words, and what only looks like letters.

The list is made by `scripts/known-words`.
"""

import re
from functools import cache
from pathlib import Path

LIST = Path(__file__).with_name("known_words.txt")
_LETTERS = re.compile(r"[A-Za-z]{3,}")
# What most words are made of; stripped, "pengembangannya" is known by "kembang" or "pengembangan".
_ENDINGS = ("nya", "kan", "lah", "kah", "an", "i")


@cache
def known_words() -> frozenset[str]:
    return frozenset(LIST.read_text().split())


def is_known(word: str) -> bool:
    """Whether the word, or what remains of it without an ending, is on the list."""
    lower = word.lower()
    words = known_words()
    if lower in words:
        return True
    return any(
        lower.endswith(ending) and len(lower) - len(ending) >= 4 and lower[: -len(ending)] in words
        for ending in _ENDINGS
    )


def known_share(text: str) -> tuple[float, int]:
    """Share of the letters that stand in known words, and the number of letters looked at."""
    total = known = 0
    for word in _LETTERS.findall(text):
        total += len(word)
        known += len(word) * is_known(word)
    return (known / total if total else 0.0), total
