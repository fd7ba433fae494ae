"""What counts as found and as right, and how it is averaged. No Django here.

A question file has one JSON object a line:

    id, question, kind
    history          earlier questions of the conversation
    gold             [{document, snippet, group, cells}]: a hit is a chunk of the document that
                     holds the snippet (letters and digits alone are compared) or, of a table, all
                     cells; entries of one group are alternatives, different groups all needed
    answer_must      lists of alternatives, of each of which the answer needs one
    answer_must_not  what the answer must not say
    refusal_ok       a refusal is right too
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Item = dict[str, Any]
Hits = Sequence[dict[str, str]]

SHOWN_CHARACTERS = 900  # of an answer count: a reader looks for the answer, not for its chunk
REFUSALS = ("no_source", "unverified", "clarify", "blocked")
UNANSWERABLE = "unanswerable"
TABLE_ENDINGS = (".csv", ".xlsx")
RECALL_AT = (5, 20)
RANKED_AT = 10


@dataclass(frozen=True, slots=True)
class Result:
    """What the portal did with one question; hits are best first."""

    id: str
    hits: Hits
    answer: str
    outcome: str


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


def is_hit(gold: Item, hit: dict[str, str]) -> bool:
    """Whether the chunk holds the deciding words."""
    if hit["source"] != gold["document"]:
        return False
    cells = gold.get("cells")
    if cells and all(contains(hit["content"], cell) for cell in cells):
        return True
    if cells and not gold["document"].endswith(TABLE_ENDINGS):
        return False
    return letters(gold["snippet"]) in letters(hit["content"])


def recall(item: Item, hits: Hits, k: int) -> float:
    """The share of the gold groups that are among the first k hits."""
    groups = {gold["group"] for gold in item["gold"]}
    found = {gold["group"] for gold in item["gold"] if any(is_hit(gold, hit) for hit in hits[:k])}
    return len(found) / len(groups)


def reciprocal_rank(item: Item, hits: Hits, k: int = RANKED_AT) -> float:
    for rank, hit in enumerate(hits[:k], start=1):
        if any(is_hit(gold, hit) for gold in item["gold"]):
            return 1 / rank
    return 0.0


def ndcg(item: Item, hits: Hits, k: int = RANKED_AT) -> float:
    """Binary gain; each gold group counts once, at its first hit."""
    groups = {gold["group"] for gold in item["gold"]}
    seen: set[int] = set()
    gain = 0.0
    for rank, hit in enumerate(hits[:k], start=1):
        new = {gold["group"] for gold in item["gold"] if is_hit(gold, hit)} - seen
        gain += len(new) / math.log2(rank + 1)
        seen |= new
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, len(groups) + 1))


def says_what_it_must(item: Item, answer: str) -> bool:
    shown = re.sub(r"\[\d+\]", "", answer)[:SHOWN_CHARACTERS]
    return all(
        any(contains(shown, wanted) for wanted in alternatives)
        for alternatives in item.get("answer_must", [])
    ) and not any(contains(shown, unwanted) for unwanted in item.get("answer_must_not", []))


def verdict(item: Item, result: Result) -> str:
    """`right`, `wrong` (beside the point or against the reference), `refused`, or `failed`."""
    if result.outcome.startswith("error_"):
        return "failed"
    refused = result.outcome.startswith(REFUSALS)
    if item.get("kind") == UNANSWERABLE:
        return "right" if refused else "wrong"
    if refused:
        return "right" if item.get("refusal_ok") else "refused"
    return "right" if says_what_it_must(item, result.answer) else "wrong"


def is_false(item: Item, result: Result) -> bool:
    """Says what the reference excludes, or answers what nothing in the collection answers."""
    if result.outcome.startswith((*REFUSALS, "error_")):
        return False
    unwanted = item.get("answer_must_not", [])
    return item.get("kind") == UNANSWERABLE or any(
        contains(result.answer, words) for words in unwanted
    )


def measured(items: Iterable[Item], results: dict[str, Result]) -> dict[str, float | int | None]:
    """All figures of a run, over the items that have a result; None where nothing was asked."""
    asked = [item for item in items if item["id"] in results]
    with_gold = [item for item in asked if item.get("gold")]
    with_answer = [item for item in asked if "answer_must" in item]
    open_ended = [item for item in with_answer if item.get("kind") != UNANSWERABLE]
    unanswerable = [item for item in with_answer if item.get("kind") == UNANSWERABLE]

    def share(of: list[Item], value: str) -> float | None:
        return mean(of, lambda item: verdict(item, results[item["id"]]) == value)

    def over_hits(measure: Callable[[Item, Hits], float]) -> float | None:
        return mean(with_gold, lambda item: measure(item, results[item["id"]].hits))

    figures: dict[str, float | int | None] = {"questions": len(asked)}
    for k in RECALL_AT:
        figures[f"recall@{k}"] = over_hits(lambda item, hits, k=k: recall(item, hits, k))  # type: ignore[misc]
    return figures | {
        f"mrr@{RANKED_AT}": over_hits(reciprocal_rank),
        f"ndcg@{RANKED_AT}": over_hits(ndcg),
        "right": share(open_ended, "right"),
        "wrong": share(open_ended, "wrong"),
        "refused": share(open_ended, "refused"),
        "failed": share(with_answer, "failed"),
        "false": mean(with_answer, lambda item: is_false(item, results[item["id"]])),
        "unanswerable_refused": share(unanswerable, "right"),
    }


def mean(items: list[Item], value: Callable[[Item], float]) -> float | None:
    return round(sum(map(value, items)) / len(items), 4) if items else None
