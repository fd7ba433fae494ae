"""Checks each sentence of a draft against the passages that it cites."""

from collections.abc import Sequence
from dataclasses import dataclass

from answering.faithfulness import check_claim
from answering.generators.base import DraftSentence, Passage
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


def checked(
    sentence: DraftSentence, hits: Sequence[Hit], passages: Sequence[Passage]
) -> CheckedClaim:
    """The sentence with those of its citations that hold; `passages` are the hits as they are read.

    Markers count hits from 1. A marker of a passage that was never given is dropped; a sentence
    left without any is checked against all passages and shows the first that supports it.
    """
    given = list(zip(hits, passages, strict=True))
    cited = [given[marker - 1] for marker in sentence.markers if 1 <= marker <= len(given)]
    candidates, at_most = (cited, len(cited)) if cited else (given, 1)
    supports: list[Support] = []
    reason = NO_PASSAGE
    for hit, passage in candidates:
        reading = passage.reading
        verdict = check_claim(sentence.text, [reading.text])
        if verdict.supported:
            quote = reading.in_passage(verdict.quote) if verdict.quote else None
            supports.append(Support(hit, quote))
            if len(supports) == at_most:
                break
        if verdict.supported or not supports:
            reason = verdict.reason
    return CheckedClaim(sentence, tuple(hit for hit, _ in candidates), tuple(supports), reason)
