"""Which candidates are shown: best first, above the threshold, nothing twice. No Django."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from retrieval.candidates import Candidate, Fate, Judged

SAME_WORDS = 0.85  # share of common words from which two texts say the same
EXACT_LEVEL = 2  # from here on the identifier alone decides: the pasal, the ayat
COMPARED_BEYOND = 10  # more than are ever shown as near misses

_WORD = re.compile(r"\w+")


def ordered(
    candidates: Sequence[Candidate],
    scores: Sequence[float | None] | None,
    *,
    as_written: bool = False,
) -> list[Candidate]:
    """Best first: the ayat or pasal that was asked for, then by the reranker's score, one each.

    Without scores, or where there is none, by the fused one. `as_written` keeps ayat and pasal that
    were asked for in the order of their text.
    """
    if scores is not None:
        candidates = [
            replace(each, hit=replace(each.hit, scores=replace(each.hit.scores, rerank=score)))
            for each, score in zip(candidates, scores, strict=True)
        ]

    def place(each: Candidate) -> tuple[int, bool, float]:
        was_read = scores is None or each.hit.scores.rerank is not None
        return -_exact_level(each), not was_read, -_final_score(each)

    best_first = sorted(candidates, key=place)
    return sorted(best_first, key=_place_in_text) if as_written else best_first


def judged(
    candidates: Iterable[Candidate], *, limit: int, threshold: float | None, cap: int | None
) -> list[Judged]:
    """What becomes of each candidate, in their order; a document has at most `cap` hits.

    Only the hits and some beyond them are compared with one another.
    """
    fates: list[Judged] = []
    seen: list[tuple[frozenset[str], Candidate]] = []
    hits: dict[str, int] = {}
    for candidate in candidates:
        compared = sum(hits.values()) < limit or len(seen) < limit + COMPARED_BEYOND
        own = _words(candidate) if compared else frozenset()
        document = candidate.hit.document_id
        fate: Fate = "hit"
        better = next((other for said, other in seen if _same(own, said)), None) if own else None
        if better:
            fate = "repeated"
        elif _is_below(candidate, threshold):
            fate = "below_threshold"
        elif cap is not None and hits.get(document, 0) >= cap and not _exact_level(candidate):
            fate = "document_cap"
        elif sum(hits.values()) >= limit:
            fate = "beyond_limit"
        else:
            hits[document] = hits.get(document, 0) + 1
        if own and fate != "repeated":
            seen.append((own, candidate))
        fates.append(Judged(candidate, fate, better))
    return fates


def _words(candidate: Candidate) -> frozenset[str]:
    return frozenset(_WORD.findall(candidate.hit.text.lower()))


def _place_in_text(candidate: Candidate) -> tuple[int, str, int]:
    """Where it stands in its document, of what was asked for; of the rest, nothing."""
    level = _exact_level(candidate)
    return (-level, candidate.hit.document_id, candidate.hit.ordinal) if level else (0, "", 0)


def _final_score(candidate: Candidate) -> float:
    scores = candidate.hit.scores
    return (scores.fused or 0.0) if scores.rerank is None else scores.rerank


def _is_below(candidate: Candidate, threshold: float | None) -> bool:
    """What was asked for by its number is never too little."""
    if threshold is None or _exact_level(candidate):
        return False
    return _final_score(candidate) < threshold


def _exact_level(candidate: Candidate) -> int:
    return candidate.level if candidate.level >= EXACT_LEVEL else 0


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Nearly the same words and the same figures: tables of two years differ in figures alone."""
    together = len(one) + len(other)
    # Sizes alone tell most pairs apart; the shorter one is all that they can have in common.
    least_common = together * SAME_WORDS / (1 + SAME_WORDS)
    if len(one) < least_common or len(other) < least_common or len(one & other) < least_common:
        return False
    return not any(character.isdigit() for word in one ^ other for character in word)
