"""How sure an answer may be taken to be. No Django here.

`confidence` = share of the draft's sentences that passed the check, times how much of the question
is spoken of where the answer was taken from (half of it is given for having passed the check at
all). It is in 0..1 and 0 where nothing was answered. It is not calibrated: 0.8 does not mean that
eight of ten such answers are right, only that one with 0.8 rests on more than one with 0.5.
"""

import re
from collections.abc import Sequence

from answering.languages import ENGLISH, INDONESIAN

WORD = re.compile(r"[a-z0-9]+")
MIN_LETTERS = 3
STEM_LETTERS = 5  # "melantik" and "pelantikan" still differ; "gubernur" and "gubernurnya" do not


def confidence(*, question: str, grounds: Sequence[str], shown: int, withheld: int) -> float:
    """`grounds` are the texts (with headings) of the cited passages; the counts are sentences."""
    if not shown:
        return 0.0
    passed = shown / (shown + withheld)
    return round(passed * (0.5 + 0.5 * coverage(question, grounds)), 3)


def coverage(question: str, grounds: Sequence[str]) -> float:
    """The share of the question's content words that occur in the grounds."""
    asked = content_stems(question)
    if not asked:
        return 0.0
    held = content_stems(" ".join(grounds))
    return len(asked & held) / len(asked)


def content_stems(text: str) -> set[str]:
    return {
        word[:STEM_LETTERS]
        for word in WORD.findall(text.lower())
        if (len(word) >= MIN_LETTERS or word.isdigit())
        and word not in INDONESIAN
        and word not in ENGLISH
    }
