"""SentencePiece's unigram tokenizer: the most probable division of a text into known pieces."""

import re
from collections.abc import Sequence
from functools import lru_cache

SPACE = "▁"  # stands before each word
SPACES = re.compile(" {2,}")
REMEMBERED_WORDS = 20_000
UNKNOWN_PENALTY = 10.0  # below the least probable piece, as SentencePiece has it


class UnigramTokenizer:
    """Token numbers of texts whose characters were normalised already.

    `pieces` with their log probabilities, in the order of their numbers. Words are divided one by
    one and remembered: no piece but the space alone goes over from one word to the next.
    """

    def __init__(self, pieces: Sequence[str], scores: Sequence[float], *, unknown: int) -> None:
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        self._scores = scores
        self._unknown = unknown
        self._unknown_score = min(scores) - UNKNOWN_PENALTY
        self._longest = max(map(len, pieces))
        self._word = lru_cache(REMEMBERED_WORDS)(self._divided)

    def tokens(self, text: str) -> list[int]:
        """Runs of spaces count as one; a text begins with a space, written or not."""
        spaced = SPACES.sub(" ", text)
        if not spaced.startswith(" "):
            spaced = " " + spaced
        words = spaced.replace(" ", SPACE).split(SPACE)[1:]
        return [token for word in words for token in self._word(SPACE + word)]

    def _divided(self, word: str) -> tuple[int, ...]:
        """Viterbi: the best division of each beginning of the word, then back from its end."""
        size = len(word)
        best = [0.0] + [float("-inf")] * size
        came: list[tuple[int, int]] = [(0, self._unknown)] * (
            size + 1
        )  # from where, by which token
        for start in range(size):
            for end in range(start + 1, min(size, start + self._longest) + 1):
                number = self._numbers.get(word[start:end])
                if number is None or number == self._unknown:
                    continue
                if (score := best[start] + self._scores[number]) > best[end]:
                    best[end], came[end] = score, (start, number)
            if (score := best[start] + self._unknown_score) > best[start + 1]:
                best[start + 1], came[start + 1] = score, (start, self._unknown)
        tokens = []
        at = size
        while at:
            at, token = came[at]
            tokens.append(token)
        return tuple(reversed(tokens))
