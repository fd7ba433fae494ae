"""Which words of a question stand in a text, and how near to one another. No Django.

Texts are compared by plain words and stems, each text split once: a reranker reads sixty of them
within a few milliseconds.
"""

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from retrieval.analysis import Analysis
from retrieval.tokens import STEMMERS, STOP_WORDS, stem

NEAR = 4  # words: two that stand no farther apart belong together
LEAST_WEIGHT = 0.1  # of a word that all texts have, against about 4 of one that few have
EXPLANATION_WORDS = frozenset({"penjelasan", "penjelasannya", "elucidation"})

_WORD = re.compile(r"[^\W_]+")

# Number of a word of the question -> its places in a text.
Places = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text and its heading have of a question."""

    vocabulary: frozenset[str]
    in_text: Places
    in_heading: frozenset[int]


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """The question's own words but stop words, numbered in their order.

    `index` leads from a word as the texts have it to its number, `added_words` are such words that
    the glossary adds. `weights`, in sum 1, are largest for what few of the texts have.
    """

    count: int
    index: Mapping[str, int]
    added_words: frozenset[str]
    wants_explanation: bool = False
    weights: tuple[float, ...] = ()

    def numbers(self, words: Iterable[str]) -> frozenset[int]:
        return frozenset(self.index[word] for word in words if word in self.index)

    def share(self, numbers: Collection[int]) -> float:
        """How much of the question these of its words are, 0..1."""
        return sum(self.weights[number] for number in numbers)

    def nearness(self, places: Places) -> float:
        """Share of neighbours in the question that are near one another in the text, 0..1."""
        pairs = self.count - 1
        if pairs < 1:
            return 0.0
        return sum(_near(places.get(n, ()), places.get(n + 1, ())) for n in range(pairs)) / pairs


def plain_words(text: str) -> list[str]:
    """Words in lower case, without their parts and stems."""
    return _WORD.findall(text.lower())


def read(
    analysis: Analysis, texts: Sequence[tuple[str, str]]
) -> tuple[QuestionWords, list[Reading]]:
    """The question's words, weighed by these (heading, text), and what each of them has."""
    split = [(plain_words(heading), plain_words(text)) for heading, text in texts]
    vocabularies = [frozenset(heading).union(text) for heading, text in split]
    question = _question_words(analysis, frozenset().union(*vocabularies))
    readings = [
        Reading(vocabulary, _places(text, question.index), question.numbers(heading))
        for vocabulary, (heading, text) in zip(vocabularies, split, strict=True)
    ]
    return replace(question, weights=_weights(question.count, readings)), readings


def _question_words(analysis: Analysis, vocabulary: frozenset[str]) -> QuestionWords:
    own = [word for word in plain_words(analysis.query) if word not in STOP_WORDS]
    asked = list(dict.fromkeys(map(_stems, own)))
    number = {each: n for n, stems in enumerate(asked) for each in stems}
    added = analysis.term_weights.keys() - number.keys()
    index: dict[str, int] = {}
    added_words: set[str] = set()
    for word in vocabulary:
        for each in _stems(word):
            if each in number:
                index.setdefault(word, number[each])
            elif each in added:
                added_words.add(word)
    return QuestionWords(
        len(asked),
        index,
        frozenset(added_words),
        wants_explanation=not EXPLANATION_WORDS.isdisjoint(own),
    )


def _weights(count: int, readings: Sequence[Reading]) -> tuple[float, ...]:
    rarity = []
    for number in range(count):
        having = sum(number in each.in_text or number in each.in_heading for each in readings)
        rest = len(readings) - having
        rarity.append(math.log(1 + (rest + 0.5) / (having + 0.5)) + LEAST_WEIGHT)
    total = sum(rarity)
    return tuple(each / total for each in rarity)


def _places(words: Sequence[str], index: Mapping[str, int]) -> Places:
    found: dict[int, list[int]] = {}
    for place, word in enumerate(words):
        if word in index:
            found.setdefault(index[word], []).append(place)
    return found


@lru_cache(maxsize=100_000)
def _stems(word: str) -> tuple[str, ...]:
    """A question in one language may meet texts in another."""
    return tuple(dict.fromkeys(stem(word, language=code) for code in STEMMERS))


def _near(one: Sequence[int], other: Sequence[int]) -> bool:
    return any(abs(after - before) <= NEAR for before in one for after in other)
