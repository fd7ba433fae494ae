"""Made-up words that the tokenizer keeps as they are, the commonest first."""

from collections.abc import Iterator

import numpy as np

from retrieval.tokens import STOP_WORDS, stem

# Heaps' law with the constants of RCV1 (Manning, Raghavan and Schuetze, "Introduction to
# Information Retrieval", 5.1.1): how many different words so many tokens have.
HEAPS_K = 44
HEAPS_BETA = 0.49
# Zipf-Mandelbrot. With these, the shares of chunks that hold the words of rank 16, 64, 256 and
# 1,024 are 0.28, 0.10, 0.03 and 0.007; among 6,038 chunks of Indonesian laws they were measured
# as 0.30, 0.10, 0.04 and 0.005.
ZIPF_EXPONENT = 1.07
ZIPF_SHIFT = 10.0

CONSONANTS = ["b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "w"]
VOWELS = ["a", "e", "i", "o", "u"]
ENDINGS = ["", "", "n", "r", "k", "m"]
SHORT_WORDS, MIDDLE_WORDS = 2_000, 20_000  # ranks of words of two and of three syllables


def size_for(tokens: int) -> int:
    """How many different words a collection of so many tokens has."""
    return int(HEAPS_K * tokens**HEAPS_BETA)


def words(count: int, *, rng: np.random.Generator) -> list[str]:
    """So many different words, commonest (and shortest) first."""
    found: dict[str, None] = {}
    while len(found) < count:
        rank = len(found)
        syllables = 2 + (rank >= SHORT_WORDS) + (rank >= MIDDLE_WORDS)
        for word in _drawn(5_000, syllables, rng):
            if _is_stable(word):
                found[word] = None
            if len(found) >= min(count, _next_step(rank)):
                break
    return list(found)


def shares(count: int) -> np.ndarray:
    """Cumulative shares of the words among all tokens, by rank."""
    ranks = np.arange(1, count + 1, dtype=np.float64)
    weights = (ranks + ZIPF_SHIFT) ** -ZIPF_EXPONENT
    return np.cumsum(weights / weights.sum())


def _next_step(rank: int) -> int:
    return next((step for step in (SHORT_WORDS, MIDDLE_WORDS) if rank < step), 1 << 60)


def _drawn(count: int, syllables: int, rng: np.random.Generator) -> Iterator[str]:
    parts = [
        rng.choice(choices, size=(count, syllables)) for choices in (CONSONANTS, VOWELS, ENDINGS)
    ]
    for consonants, vowels, endings in zip(*parts, strict=True):
        yield "".join(a + b + c for a, b, c in zip(consonants, vowels, endings, strict=True))


def _is_stable(word: str) -> bool:
    """Neither language's stemmer changes it, so that every engine sees the same terms."""
    return word not in STOP_WORDS and all(
        stem(word, language=code) == word for code in ("id", "en")
    )
