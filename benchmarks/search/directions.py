"""Vectors that lie as those of multilingual-e5-small do.

Measured on 6,038 chunks of Indonesian laws: the mean has the length 0.918 (a narrow cone; two
chunks at random have the cosine 0.84), the eigenvalues around it fall as `_spectrum` does, the
nearest neighbour has the cosine 0.965, the 10th 0.936, the 100th 0.897. The same comes out here:
what is left beside the mean is shared by a topic, a document, a section and the chunk itself.
"""

from dataclasses import dataclass

import numpy as np

DIMENSIONS = 384
MEAN_LENGTH = 0.918
# Shares of the variance around the mean.
TOPIC, DOCUMENT, SECTION, CHUNK = 0.35, 0.25, 0.20, 0.20
# A question lies farther off than any text that resembles the answer: cosine some 0.88.
QUESTION_NOISE = 1.8


@dataclass(frozen=True, slots=True)
class Space:
    """The cone's axis and how far vectors reach from it in each direction."""

    mean: np.ndarray
    basis: np.ndarray  # rows are directions, scaled by the spread along them

    def drawn(self, count: int, share: float, rng: np.random.Generator) -> np.ndarray:
        """So many deviations from the mean that have this share of the variance."""
        noise = rng.standard_normal((count, DIMENSIONS), dtype=np.float32)
        return (noise @ self.basis) * np.float32(np.sqrt(share))

    def unit(self, deviations: np.ndarray) -> np.ndarray:
        """Vectors of unit length."""
        vectors = deviations + self.mean
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def questions(self, vectors: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Vectors of questions that these chunks answer."""
        return self.unit(vectors - self.mean + self.drawn(len(vectors), QUESTION_NOISE, rng))


def space(rng: np.random.Generator) -> Space:
    mean = rng.standard_normal(DIMENSIONS)
    mean *= MEAN_LENGTH / np.linalg.norm(mean)
    axes, _ = np.linalg.qr(rng.standard_normal((DIMENSIONS, DIMENSIONS)))
    variances = _spectrum()
    variances *= (1 - MEAN_LENGTH**2) / variances.sum()
    basis = axes * np.sqrt(variances)[:, None]
    return Space(mean.astype(np.float32), basis.astype(np.float32))


def _spectrum() -> np.ndarray:
    """Eigenvalues against the first: 0.51, 0.19, 0.064, 0.010 measured for the 4th, 16th, 64th and
    256th, 0.55, 0.21, 0.063, 0.012 here."""
    ranks = np.arange(DIMENSIONS)
    return (1 + ranks / 3) ** -0.85 * np.exp(-ranks / 400)
