"""Exact rankings by brute force: what every engine's recall is measured against.

A chunk counts as right when its exact score is no lower than that of the last of the exact first
places, so that ties are nobody's fault.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from benchmarks.search.corpus import Corpus, Question

K1, B = 1.2, 0.75
DEPTH = 50  # of each path, before fusion
FIRST = 20  # places that are compared
RRF_K = 60
ROWS_AT_ONCE = 50_000
FILE = "exact.json"
PATHS = ("lexical", "vector")

Ranking = list[tuple[int, float]]  # (row of the chunk, score), best first


@dataclass(frozen=True, slots=True)
class Exact:
    """Rankings of one question."""

    lexical: Ranking
    vector: Ranking


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine found for a question, best first: rows of chunks."""

    lexical: Sequence[int]
    vector: Sequence[int]
    fused: Sequence[int]


@dataclass(frozen=True, slots=True)
class Occurrences:
    """The chunks that hold a term, and how often each does."""

    chunks: np.ndarray
    counts: np.ndarray


def rankings(corpus: Corpus, numbers: Sequence[int]) -> dict[int, Exact]:
    """Exact rankings of the questions of these numbers, under their filters."""
    questions = {number: corpus.questions[number] for number in numbers}
    held = occurrences(corpus, {term for each in questions.values() for term in each.terms})
    lengths = np.diff(corpus.offsets)
    allowed = {
        number: corpus.allowed(each.filters) for number, each in questions.items() if each.filters
    }
    similar = _similar(corpus, list(questions), allowed)
    return {
        number: Exact(best(_bm25(each, held, lengths, allowed.get(number)), DEPTH), similar[number])
        for number, each in questions.items()
    }


def fused(exact: Exact, weights: Mapping[str, float]) -> Ranking:
    """Reciprocal rank fusion of the exact rankings."""
    scores: dict[int, float] = {}
    for name, ranking in (("vector", exact.vector), ("lexical", exact.lexical)):
        for rank, (row, _) in enumerate(ranking, 1):
            scores[row] = scores.get(row, 0.0) + weights[name] / (RRF_K + rank)
    return sorted(scores.items(), key=lambda item: -item[1])


def recall(
    found: Mapping[int, Found], exact: Mapping[int, Exact], *, weights: Mapping[str, float]
) -> dict[str, float]:
    """Mean overlap with the exact first places, and the share of lists that are as long."""
    rows: dict[str, list[float]] = {"lexical": [], "vector": [], "hybrid": [], "full_length": []}
    for number, each in found.items():
        right = exact[number]
        both = fused(right, weights)
        rows["lexical"].append(overlap(each.lexical, right.lexical))
        rows["vector"].append(overlap(each.vector, right.vector))
        rows["hybrid"].append(overlap(each.fused, both))
        rows["full_length"].append(len(each.fused) >= min(FIRST, len(both)))
    return {name: round(float(np.mean(values)), 4) for name, values in rows.items()}


def overlap(found: Sequence[int], exact: Ranking) -> float:
    """Share of the exact first places that was found."""
    wanted = exact[:FIRST]
    if not wanted:
        return 1.0
    last = wanted[-1][1]
    right = {row for row, score in exact if score >= last - 1e-4 * abs(last)}
    return sum(row in right for row in found[: len(wanted)]) / len(wanted)


def save(corpus: Corpus, numbers: Sequence[int]) -> None:
    """Write the exact rankings of these questions beside the corpus."""
    rows = {number: asdict(each) for number, each in rankings(corpus, numbers).items()}
    (corpus.folder / FILE).write_text(json.dumps(rows), encoding="utf-8")


def load(corpus: Corpus) -> dict[int, Exact]:
    rows = json.loads((corpus.folder / FILE).read_text(encoding="utf-8"))
    return {
        int(number): Exact(*([(i, score) for i, score in row[name]] for name in PATHS))
        for number, row in rows.items()
    }


def occurrences(corpus: Corpus, terms: set[str]) -> dict[str, Occurrences]:
    """Where the terms stand, in one pass over all tokens."""
    number_of = {term: number for number, term in enumerate(corpus.terms) if term in terms}
    wanted = np.zeros(len(corpus.terms), dtype=bool)
    wanted[list(number_of.values())] = True
    parts: list[np.ndarray] = []
    for start in range(0, corpus.size, ROWS_AT_ONCE):
        bounds = corpus.offsets[start : start + ROWS_AT_ONCE + 1]
        tokens = np.asarray(corpus.tokens[bounds[0] : bounds[-1]])
        chunks = np.repeat(np.arange(start, start + len(bounds) - 1), np.diff(bounds))
        kept = wanted[tokens]
        parts.append(np.stack([tokens[kept].astype(np.int64), chunks[kept]]))
    pairs = np.concatenate(parts, axis=1)
    order = np.argsort(pairs[0], kind="stable")
    term_of, chunk_of = pairs[0][order], pairs[1][order]
    return {
        term: Occurrences(*_counted(chunk_of[slice(*np.searchsorted(term_of, [i, i + 1]))]))
        for term, i in number_of.items()
    }


def best(scores: np.ndarray, count: int) -> Ranking:
    """The best rows with a score above nothing."""
    count = min(count, len(scores))
    rows = np.argpartition(-scores, count - 1)[:count]
    rows = rows[np.lexsort((rows, -scores[rows]))]
    return [(int(row), float(scores[row])) for row in rows if scores[row] > 0]


def _counted(chunks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    found, counts = np.unique(chunks, return_counts=True)
    return found, counts


def _bm25(
    question: Question,
    held: Mapping[str, Occurrences],
    lengths: np.ndarray,
    allowed: np.ndarray | None,
) -> np.ndarray:
    """Scores of all chunks; idf as Lucene has it."""
    scores = np.zeros(len(lengths))
    mean = lengths.mean()
    for term in question.terms:
        if term not in held:
            continue
        at, counts = held[term].chunks, held[term].counts
        idf = np.log(1 + (len(lengths) - len(at) + 0.5) / (len(at) + 0.5))
        scores[at] += idf * counts * (K1 + 1) / (counts + K1 * (1 - B + B * lengths[at] / mean))
    if allowed is not None:
        scores[~allowed] = 0
    return scores


def _similar(
    corpus: Corpus, numbers: list[int], allowed: Mapping[int, np.ndarray]
) -> dict[int, Ranking]:
    """The nearest chunks by cosine, in blocks, so that no matrix of all is held."""
    vectors = corpus.question_vectors[numbers]
    found: dict[int, Ranking] = {number: [] for number in numbers}
    for start in range(0, corpus.size, ROWS_AT_ONCE):
        block = np.asarray(corpus.vectors[start : start + ROWS_AT_ONCE], dtype=np.float32)
        block /= np.linalg.norm(block, axis=1, keepdims=True)
        similarities = vectors @ block.T
        for number, row in zip(numbers, similarities, strict=True):
            if number in allowed:
                row = np.where(allowed[number][start : start + len(block)], row, 0)
            nearer = [(at + start, score) for at, score in best(row, DEPTH)]
            found[number] = sorted(found[number] + nearer, key=lambda each: -each[1])[:DEPTH]
    return found
