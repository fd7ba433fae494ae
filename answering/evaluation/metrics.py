"""What counts as found and as right, for one question. No Django here.

The rules are those of `../shared/eval/score.py`; a test compares the figures of both.
"""

import math
import re
import unicodedata

from answering.evaluation.questions import Gold, Hits, Question, Result

SHOWN_CHARACTERS = 900  # of an answer count: a reader looks for the answer, not for its chunk
REFUSALS = ("no_source", "unverified", "clarify", "blocked")
FAILURES = "error_"
TABLE_ENDINGS = (".csv", ".xlsx")
RANKED_AT = 10

_MARKER = re.compile(r"\[\d+\]")


def letters(text: str) -> str:
    """Letters, digits and % alone, so that line breaks and table rules do not count."""
    return re.sub(r"[^0-9a-z%]", "", unicodedata.normalize("NFKC", text).lower())


def contains(text: str, wanted: str) -> bool:
    """Whether the text holds the words; a number must not be part of a longer number."""
    text, wanted = (" ".join(part.split()).lower() for part in (text, wanted))
    pattern = re.escape(wanted)
    if wanted[:1].isdigit():
        pattern = r"(?<!\d)(?<!\d[.,/])" + pattern
    if wanted[-1:].isdigit():
        pattern += r"(?!\d)(?!/\d)(?![.,](?!00(?!\d))\d)"
    return re.search(pattern, text) is not None


def is_hit(gold: Gold, hit: dict[str, str]) -> bool:
    return hit["source"] == gold.document and holds(gold, hit["content"])


def holds(gold: Gold, content: str) -> bool:
    """Whether the text holds the deciding words."""
    if gold.cells and all(contains(content, cell) for cell in gold.cells):
        return True
    if gold.cells and not gold.document.endswith(TABLE_ENDINGS):
        return False
    wanted = letters(gold.snippet)
    return bool(wanted) and wanted in letters(content)


def group_ranks(question: Question, hits: Hits) -> dict[int, int | None]:
    """The rank, from 1, at which each group of the gold passages is first found."""
    return {
        group: next(
            (
                rank
                for rank, hit in enumerate(hits, start=1)
                if any(is_hit(gold, hit) for gold in question.gold if gold.group == group)
            ),
            None,
        )
        for group in question.groups
    }


def complete_rank(question: Question, hits: Hits) -> int | None:
    """The rank down to which one must read to have all groups; None where one is not found."""
    ranks = group_ranks(question, hits).values()
    found = [rank for rank in ranks if rank is not None]
    return max(found) if found and len(found) == len(ranks) else None


def recall(question: Question, hits: Hits, k: int) -> float:
    """The share of the gold groups that are among the first k hits."""
    ranks = group_ranks(question, hits[:k]).values()
    return sum(rank is not None for rank in ranks) / len(ranks)


def reciprocal_rank(question: Question, hits: Hits, k: int = RANKED_AT) -> float:
    found = [rank for rank in group_ranks(question, hits[:k]).values() if rank is not None]
    return 1 / min(found) if found else 0.0


def ndcg(question: Question, hits: Hits, k: int = RANKED_AT) -> float:
    """Binary gain; each gold group counts once, at its first hit."""
    ranks = group_ranks(question, hits[:k]).values()
    gain = sum(1 / math.log2(rank + 1) for rank in ranks if rank is not None)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, len(ranks) + 1))


def says_what_it_must(question: Question, answer: str) -> bool:
    shown = _MARKER.sub("", answer)[:SHOWN_CHARACTERS]
    return not missing_words(question, answer) and not any(
        contains(shown, unwanted) for unwanted in question.must_not
    )


def missing_words(question: Question, answer: str) -> list[tuple[str, ...]]:
    """The lists of alternatives of which the answer has none."""
    shown = _MARKER.sub("", answer)[:SHOWN_CHARACTERS]
    return [
        alternatives
        for alternatives in question.must or ()
        if not any(contains(shown, wanted) for wanted in alternatives)
    ]


def refused(result: Result) -> bool:
    return result.outcome.startswith(REFUSALS)


def failed(result: Result) -> bool:
    """The portal made an error; it counts as no refusal, and so mostly as wrong."""
    return result.outcome.startswith(FAILURES)


def verdict(question: Question, result: Result) -> str:
    """`right`, `wrong` (beside the point or against the reference) or `refused`."""
    if question.unanswerable:
        return "right" if refused(result) else "wrong"
    if refused(result):
        return "right" if question.refusal_ok else "refused"
    return "right" if says_what_it_must(question, result.answer) else "wrong"


def is_false(question: Question, result: Result) -> bool:
    """Says what the reference excludes, or answers what nothing in the collection answers."""
    if refused(result):
        return False
    return question.unanswerable or any(
        contains(result.answer, words) for words in question.must_not
    )
