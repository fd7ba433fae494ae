"""BM25 as sums of impacts: `score = sum over query terms of idf(term) * impact(term, chunk)`.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). k1 and b
are the defaults of Lucene and of the book's recommendation; the idf is Lucene's, never negative.
An impact depends on the chunk and on the frozen average length alone, so that it can be stored; idf
changes with every document and is applied when asked.
"""

import math
from collections.abc import Mapping

K1 = 1.2
B = 0.75
MAX_IMPACT = K1 + 1  # what an impact nears as the frequency grows


def idf(document_frequency: int, *, chunk_count: int) -> float:
    """Weight of a term; frequencies above the count (a term of hidden chunks) count as all."""
    rest = max(chunk_count - document_frequency, 0)
    return math.log(1 + (rest + 0.5) / (document_frequency + 0.5))


def impact(frequency: float, *, length: int, average_length: float) -> float:
    """What one term adds to a chunk's score before idf; `length` in tokens."""
    normalised = K1 * (1 - B + B * length / average_length)
    return frequency * (K1 + 1) / (frequency + normalised)


def impacts(
    frequencies: Mapping[str, float], *, length: int, average_length: float
) -> dict[str, float]:
    return {
        term: impact(frequency, length=length, average_length=average_length)
        for term, frequency in frequencies.items()
    }
