"""Checks each sentence of a draft against the passages that it cites."""

from collections.abc import Sequence
from dataclasses import dataclass

from answering.faithfulness import check_claim
from answering.generators.base import DraftSentence
from retrieval.hits import Hit

NO_PASSAGE = "no_passage"


@dataclass(frozen=True, slots=True)
class Support:
    """A passage that supports a claim, and the words by which it does."""

    hit: Hit
    quote: str | None


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A sentence and what it was checked against; it is shown only where something supports it."""

    sentence: DraftSentence
    candidates: tuple[Hit, ...]
    supports: tuple[Support, ...]
    reason: str


def checked(sentence: DraftSentence, hits: Sequence[Hit]) -> CheckedClaim:
    """The sentence with those of its citations that hold.

    Markers count hits from 1. A marker of a passage that was never given is dropped; a sentence
    left without any is checked against all passages and shows the first that supports it.
    """
    cited = [hits[marker - 1] for marker in sentence.markers if 1 <= marker <= len(hits)]
    candidates, at_most = (cited, len(cited)) if cited else (list(hits), 1)
    supports: list[Support] = []
    reason = NO_PASSAGE
    for hit in candidates:
        verdict = check_claim(sentence.text, [hit.text])
        if verdict.supported:
            supports.append(Support(hit, verdict.quote))
            if len(supports) == at_most:
                break
        if verdict.supported or not supports:
            reason = verdict.reason
    return CheckedClaim(sentence, tuple(candidates), tuple(supports), reason)
