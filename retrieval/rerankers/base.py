"""What every reranker does."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal

from retrieval.analysis import Analysis
from retrieval.candidates import Candidate

# A relevance lies in 0..1 and means the same for every question; a logit is a model's raw output,
# of use only to order the candidates of one question.
ScoreKind = Literal["relevance", "logit"]


class RerankError(Exception):
    """The reranker failed, or gave back something other than one number for each candidate."""


class Reranker(ABC):
    """Scores candidates; better ones higher.

    `name` tells readers of a response what the score is. Candidates below `threshold`, on the
    reranker's own scale, are no hits; None lets all pass. At most `most` are scored.
    """

    name: str
    score_kind: ClassVar[ScoreKind]
    threshold: float | None = None
    most: int = 20

    @abstractmethod
    def scores(self, analysis: Analysis, candidates: Sequence[Candidate]) -> Sequence[float]:
        """One score for each candidate, in their order. Raises RerankError."""
