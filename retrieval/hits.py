"""What a search is asked and what it gives back."""

from dataclasses import dataclass, field
from typing import Literal

Mode = Literal["hybrid", "vector", "lexical"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Documents to search in; an empty field leaves all."""

    document_ids: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    year_from: int | None = None
    year_to: int | None = None
    legal_status: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()


NO_FILTERS = Filters()


@dataclass(frozen=True, slots=True)
class Scores:
    """Each score under its own name; None where it was not computed."""

    bm25: float | None = None
    similarity: float | None = None
    fused: float | None = None
    rerank: float | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that was found; offsets point into the canonical text of its version."""

    chunk_id: int
    public_id: str
    document_id: str
    document_title: str
    version: int
    ordinal: int
    text: str
    start: int
    end: int
    section_path: tuple[str, ...]
    legal_reference: str
    page_from: int | None
    page_to: int | None
    original_filename: str
    source: str
    kind: str
    legal_status: str
    visibility: str
    media_type: str
    scores: Scores


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits best first; near misses come next in order, beyond the limit.

    `missing_identifiers` names what the query required and the collection does not hold.
    """

    hits: tuple[Hit, ...]
    near_misses: tuple[Hit, ...] = ()
    missing_identifiers: tuple[str, ...] = ()
    reranker: str | None = None
    timings_ms: dict[str, float] = field(default_factory=dict)
