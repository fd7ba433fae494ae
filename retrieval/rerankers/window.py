"""The part of a long text that a question is about. No Django, no model."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from retrieval.tokens import query_terms

_WORD = re.compile(r"\w+")


def best_window(
    text: str, tokens: Sequence[tuple[int, int]], *, size: int, weights: Mapping[str, float]
) -> tuple[int, int]:
    """Span of the `size` tokens in which the question's words weigh most, each counted once.

    `tokens` are their spans in the text, `weights` those of the question's stems. The words found
    stand in the middle, so that what is said around them is read too.
    """
    if len(tokens) <= size:
        return 0, len(text)
    found = _stems_at(text, tokens, weights)
    first = _heaviest(found, len(tokens), size=size, weights=weights)
    inside = [at for at in found if first <= at < first + size]
    middle = (min(inside) + max(inside)) // 2 if inside else 0
    first = min(max(0, middle - size // 2), len(tokens) - size)
    return tokens[first][0], tokens[first + size - 1][1]


def _heaviest(
    found: Mapping[int, Sequence[str]], count: int, *, size: int, weights: Mapping[str, float]
) -> int:
    """Where the first of the heaviest windows begins, among `count` tokens."""
    inside: Counter[str] = Counter()
    weight, best, first = 0.0, 0.0, 0
    for end in range(count):
        for stem in found.get(end, ()):
            weight += 0.0 if inside[stem] else weights[stem]
            inside[stem] += 1
        for stem in found.get(end - size, ()):
            inside[stem] -= 1
            weight -= 0.0 if inside[stem] else weights[stem]
        if weight > best + 1e-9:  # sums of the same weights differ by rounding
            best, first = weight, max(0, end - size + 1)
    return first


def _stems_at(
    text: str, tokens: Sequence[tuple[int, int]], weights: Mapping[str, float]
) -> dict[int, list[str]]:
    """The question's stems by the token in which their word begins."""
    found: dict[int, list[str]] = {}
    at = 0
    for word in _WORD.finditer(text):
        stems = [stem for stem in query_terms(word[0]) if stem in weights]
        if not stems:
            continue
        while at + 1 < len(tokens) and tokens[at + 1][0] <= word.start():
            at += 1
        found.setdefault(at, []).extend(stems)
    return found
