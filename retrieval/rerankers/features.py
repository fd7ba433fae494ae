"""Relevance of a passage: a logistic model over some twenty features. No Django.

How the weights and the threshold were found, and how they do on questions that they were not fitted
to, stands in docs/decisions/0010-ranking.md. The features compare a candidate with the best one
of the same question, or are shares of the question, so that a relevance means the same for every
question and every embedding model.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from operator import attrgetter, mul
from typing import ClassVar

from retrieval.analysis import Analysis
from retrieval.candidates import Candidate
from retrieval.rerankers import passages
from retrieval.rerankers.base import Reranker, ScoreKind
from retrieval.rerankers.question_words import QuestionWords, Reading, plain_words, read

RANK_SCALE = 5  # a rank r, from 0, counts RANK_SCALE / (RANK_SCALE + r)
BEFORE_DEFINING, AFTER_DEFINING = 90, 60  # characters around "adalah" that hold what it defines

_DEFINES = re.compile(r"\b(?:adalah|(?:selanjutnya )?(?:disebut|disingkat))\b")
_ASKS_AMOUNT = re.compile(
    r"\b(?:berapa|minim(?:um|al)|maksim(?:um|al)|maximum|share|percent"
    r"|how (?:many|much|long|old))\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"\d+\s*\([a-z]|\d\s?%|persen|rp\s?\.?\d|\d\s*(?:hari|tahun|bulan|orang)")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Features:
    """One candidate of one question; each in 0..1 but the closeness.

    `word_share`, `closeness`: as of Candidate, closeness halved and cut to -1..2.
    `words`, `vector`: its BM25 and similarity, against the best candidate's; `words_rank`,
    `vector_rank`: its place on either path. `text`, `heading`, `whole`: share of the question's
    words, rare ones weighing more, in its text, its heading, either. `glossary`: it has a word that
    the glossary adds. `near`: share of neighbours in the question that are near one another in it.
    `phrase`: it has what stands between quotation marks. `numbers`: share of the question's
    numbers. `defines`, `defined`: where a definition is wanted, it has a defining word, and the
    share of the question's words around it. `amount`: an amount is asked for and it has one.
    `table`: `whole`, of a table. The last four say what it is, whatever was asked
    (retrieval.rerankers.passages).
    """

    word_share: float = 0.0
    closeness: float = 0.0
    words: float = 0.0
    vector: float = 0.0
    words_rank: float = 0.0
    vector_rank: float = 0.0
    text: float = 0.0
    whole: float = 0.0
    heading: float = 0.0
    glossary: float = 0.0
    near: float = 0.0
    phrase: float = 0.0
    numbers: float = 0.0
    defines: float = 0.0
    defined: float = 0.0
    amount: float = 0.0
    table: float = 0.0
    explanation: float = 0.0
    frame: float = 0.0
    trifle: float = 0.0
    contents: float = 0.0


_values = attrgetter(*(field.name for field in fields(Features)))

# Fitted, but for the phrase (quoted because it matters), the trifle and the contents page, of which
# the questions fitted to had too few.
WEIGHTS = Features(
    word_share=0.5,
    closeness=1.7,
    words=1.7,
    vector=0.7,
    words_rank=1.2,
    vector_rank=1.8,
    text=0.6,
    whole=1.8,
    heading=0.6,
    glossary=0.8,
    near=0.7,
    phrase=1.0,
    numbers=0.7,
    defines=1.2,
    defined=1.0,
    amount=1.3,
    table=0.8,
    explanation=-2.4,
    frame=-0.6,
    trifle=-1.5,
    contents=-1.5,
)
BIAS = -8.7
THRESHOLD = 0.001  # costs no answer; refusing is left to the answer's own checks


class FeatureReranker(Reranker):
    """The default: quick, and the same for every embedding model."""

    name = "features"
    score_kind: ClassVar[ScoreKind] = "relevance"
    most = 60

    def __init__(self, *, threshold: float | None = THRESHOLD) -> None:
        self.threshold = threshold

    def scores(self, analysis: Analysis, candidates: Sequence[Candidate]) -> list[float]:
        weights = _values(WEIGHTS)
        return [
            _logistic(BIAS + sum(map(mul, weights, _values(row))))
            for row in features(analysis, candidates)
        ]


def features(analysis: Analysis, candidates: Sequence[Candidate]) -> list[Features]:
    """One row a candidate, in their order."""
    question, readings = read(analysis, [(each.heading, each.hit.text) for each in candidates])
    words = _against_best([each.hit.scores.bm25 for each in candidates], floor=0.0)
    vector = _against_best([each.hit.scores.similarity for each in candidates])
    # A path that found nothing says nothing: the other one stands for it.
    words, vector = (words if any(words) else vector), (vector if any(vector) else words)
    numbers = frozenset(_NUMBER.findall(analysis.query))
    asks_amount = _ASKS_AMOUNT.search(analysis.query) is not None
    rows = zip(candidates, readings, words, vector, _by_rank(words), _by_rank(vector), strict=True)
    return [
        _features(analysis, question, row, numbers=numbers, asks_amount=asks_amount) for row in rows
    ]


def _features(
    analysis: Analysis,
    question: QuestionWords,
    row: tuple[Candidate, Reading, float, float, float, float],
    *,
    numbers: frozenset[str],
    asks_amount: bool,
) -> Features:
    candidate, reading, words, vector, words_rank, vector_rank = row
    low = candidate.hit.text.lower()
    whole = question.share(reading.in_text.keys() | reading.in_heading)
    around = _around_defining(low) if analysis.wants_definition else []
    return Features(
        word_share=candidate.word_share or 0.0,
        closeness=max(-1.0, min(2.0, (candidate.closeness or 0.0) / 2)),
        words=words,
        vector=vector,
        words_rank=words_rank,
        vector_rank=vector_rank,
        text=question.share(reading.in_text),
        whole=whole,
        heading=question.share(reading.in_heading),
        glossary=float(not question.added_words.isdisjoint(reading.vocabulary)),
        near=question.nearness(reading.in_text),
        phrase=float(any(phrase in low for phrase in analysis.phrases)),
        numbers=len(numbers & reading.vocabulary) / len(numbers) if numbers else 0.0,
        defines=float(bool(around)),
        defined=max((question.share(question.numbers(each)) for each in around), default=0.0),
        amount=float(asks_amount and _AMOUNT.search(low) is not None),
        table=whole if passages.is_table(low) else 0.0,
        explanation=float(passages.is_explanation(candidate) and not question.wants_explanation),
        frame=float(passages.is_frame(candidate)),
        trifle=float(passages.says_nothing(low)),
        contents=float(passages.is_contents_page(low)),
    )


def _against_best(scores: Sequence[float | None], *, floor: float | None = None) -> list[float]:
    """Where each score lies between the lowest (or the floor) and the best; 0 for none."""
    known = [score for score in scores if score is not None]
    if not known:
        return [0.0] * len(scores)
    low, best = min(known) if floor is None else floor, max(known)
    if best == low:
        return [float(score is not None) for score in scores]
    return [0.0 if score is None else (score - low) / (best - low) for score in scores]


def _by_rank(scores: Sequence[float]) -> list[float]:
    """RANK_SCALE / (RANK_SCALE + rank) by score; 0 where the score is 0."""
    found = [0.0] * len(scores)
    best_first = sorted((i for i, score in enumerate(scores) if score), key=lambda i: -scores[i])
    for rank, i in enumerate(best_first):
        found[i] = RANK_SCALE / (RANK_SCALE + rank)
    return found


def _around_defining(low: str) -> list[Sequence[str]]:
    """The words around each defining word."""
    spans = (match.span() for match in _DEFINES.finditer(low))
    return [
        plain_words(low[max(0, start - BEFORE_DEFINING) : end + AFTER_DEFINING])
        for start, end in spans
    ]


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))
