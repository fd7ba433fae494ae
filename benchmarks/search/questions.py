"""Questions whose answer is known: words of a chunk, and a vector near its own.

topic     3 to 8 words of the chunk's text, half of them of its commoner ones
common    2 to 4 words of the collection's commonest alone
filtered  as topic, of one kind of document (and one or ten years)
"""

from typing import Any

import numpy as np

from benchmarks.search.corpus import Corpus, Question

COMMON_SHARE = 0.05  # of the chunks hold a common word
YEARS_BACK = (None, 10, 0)  # three sorts of filter: a kind; and ten years; and one year


def made(corpus: Corpus, *, count: int, rng: np.random.Generator) -> list[Question]:
    """So many questions of each kind."""
    frequencies = document_frequencies(corpus)
    common = _common_words(corpus, frequencies)
    rows = rng.choice(corpus.size, size=3 * count, replace=corpus.size < 3 * count)
    asked: list[Question] = []
    for number, row in enumerate(int(each) for each in rows):
        kind = ("topic", "common", "filtered")[number % 3]
        if kind == "common":
            terms = _some(common, int(rng.integers(2, 5)), rng)
        else:
            terms = _topic(corpus, row, frequencies, rng)
        filters = _filters(corpus, row, number // 3) if kind == "filtered" else {}
        asked.append(Question(kind, " ".join(terms), tuple(terms), row, filters))
    return asked


def document_frequencies(corpus: Corpus) -> np.ndarray:
    """How many chunks hold each term."""
    counts = np.zeros(len(corpus.terms), dtype=np.int64)
    step = 50_000
    for start in range(0, corpus.size, step):
        bounds = corpus.offsets[start : start + step + 1]
        tokens = np.asarray(corpus.tokens[bounds[0] : bounds[-1]], dtype=np.int64)
        chunk = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
        once = np.unique(chunk * len(corpus.terms) + tokens)
        counts += np.bincount(once % len(corpus.terms), minlength=len(corpus.terms))
    return counts


def _common_words(corpus: Corpus, frequencies: np.ndarray) -> list[str]:
    """Not those of titles, which are in every chunk."""
    shares = frequencies / corpus.size
    chosen = np.flatnonzero((shares >= COMMON_SHARE) & (shares < 0.7))
    return [corpus.terms[i] for i in chosen if corpus.terms[i].isalpha()]


def _topic(
    corpus: Corpus, row: int, frequencies: np.ndarray, rng: np.random.Generator
) -> list[str]:
    start, end = corpus.offsets[row] + corpus.heading_lengths[row], corpus.offsets[row + 1]
    own = np.unique(corpus.tokens[start:end])
    own = np.array([i for i in own if corpus.terms[i].isalpha()], dtype=np.int64)
    by_frequency = own[np.argsort(frequencies[own])]
    rare, common = np.array_split(by_frequency, 2)
    wanted = int(rng.integers(3, 9))
    chosen = [*_some(rare, wanted - wanted // 2, rng), *_some(common, wanted // 2, rng)]
    return [corpus.terms[i] for i in rng.permutation(chosen)]


def _some(choices: Any, count: int, rng: np.random.Generator) -> list[Any]:
    return list(rng.choice(choices, size=min(count, len(choices)), replace=False))


def _filters(corpus: Corpus, row: int, number: int) -> dict[str, object]:
    document = corpus.documents[corpus.document_of[row]]
    back = YEARS_BACK[number % len(YEARS_BACK)]
    if back is None or document.year is None:
        return {"kind": document.kind}
    return {"kind": document.kind, "year_from": document.year - back, "year_to": document.year}
