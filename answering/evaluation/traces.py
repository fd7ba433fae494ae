"""Where in the search a gold passage was lost. No Django here."""

from dataclasses import dataclass
from typing import Literal

Reason = Literal[
    "found",
    "not_held",
    "in_no_chunk",
    "not_admitted",
    "not_retrieved",
    "not_considered",
    "repeated",
    "below_threshold",
    "document_cap",
    "ranked_low",
]
READ = 5  # hits that are read for an answer, by default


@dataclass(frozen=True, slots=True)
class Trace:
    """The way of one group of gold passages through a search; all ranks from 1, None for nowhere.

    Of several chunks that hold the passage, the best one counts at each stage. `vector` and
    `lexical` are ranks in the two paths, which were read down to `read`; `fused` is the rank of
    both together, of which the first `considered` were reranked; `final` is the rank after that.
    """

    group: int
    document: str
    held: bool = True
    chunks: int = 0
    admitted: bool = True
    vector: int | None = None
    lexical: int | None = None
    fused: int | None = None
    final: int | None = None
    fate: str = ""
    read: int = 0
    considered: int = 0

    @property
    def reason(self) -> Reason:
        """The first stage at which the passage could no longer become one of the hits read."""
        if not self.held:
            return "not_held"
        if not self.chunks:
            return "in_no_chunk"
        if not self.admitted:
            return "not_admitted"
        if self.fused is None:
            return "not_retrieved"
        if self.final is None:
            return "not_considered"
        return self._reason_of_fate()

    def _reason_of_fate(self) -> Reason:
        if self.fate in ("repeated", "below_threshold", "document_cap"):
            return self.fate  # type: ignore[return-value]
        return "found" if self.final and self.final <= READ else "ranked_low"
