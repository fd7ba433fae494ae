"""What stands between finding and showing: candidates, and what became of each. No Django."""

from dataclasses import dataclass
from typing import Literal

from retrieval.hits import Hit

Ranking = list[tuple[int, float]]  # (chunk id, score), best first

# shown; fitting, but beyond the limit; below the reranker's threshold; says the same words as a
# better one; its document has as many hits as one may have.
Fate = Literal["hit", "beyond_limit", "below_threshold", "repeated", "document_cap"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk that was found; `level` says how closely it is an identifier asked for.

    3 is the ayat, 2 the pasal, 1 the regulation, 0 none of them or nothing was asked for.
    `word_share` is its BM25 as a share of the most that any text can have for the question.
    `closeness` is its similarity on a scale that is the same for every model: 0 is what passages
    near to a question usually have, 1 one spread above that. None where there is no such score.
    """

    hit: Hit
    level: int = 0
    word_share: float | None = None
    closeness: float | None = None

    @property
    def heading(self) -> str:
        return " ".join([self.hit.document_title, *self.hit.section_path])


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate in the final order, and what became of it; `better` is what it repeats."""

    candidate: Candidate
    fate: Fate
    better: Candidate | None = None
