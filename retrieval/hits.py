"""What a search is asked and what it gives back."""

from dataclasses import dataclass, field
from typing import Literal

Mode = Literal["hybrid", "vector", "lexical"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Documents to search in; an empty field leaves all."""

    document_ids: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()  # of regulations, as they are written: "11", "6A"
    year_from: int | None = None
    year_to: int | None = None
    legal_status: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()


NO_FILTERS = Filters()


@dataclass(frozen=True, slots=True)
class Stages:
    """Parts of a search that can be left out, to measure what each is worth.

    Without `identifiers` a reference or a code is a word like others.
    """

    identifiers: bool = True
    rerank: bool = True


ALL_STAGES = Stages()


@dataclass(frozen=True, slots=True)
class Scores:
    """Each score under its own name; None where it was not computed."""

    bm25: float | None = None
    similarity: float | None = None
    fused: float | None = None
    rerank: float | None = None


NO_SCORES = Scores()


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
    provisions: tuple[str, ...] = ()  # keys of the pasal and ayat that it is
    scores: Scores = NO_SCORES


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits best first; near misses come next in order: beyond the limit or below the threshold.

    `missing_identifiers` names what the query required and the collection does not hold.
    `reranker` names what ordered the hits by `Scores.rerank`; with `rerank_failed` it could not,
    and they stand in the order of `Scores.fused`.
    """

    hits: tuple[Hit, ...]
    near_misses: tuple[Hit, ...] = ()
    missing_identifiers: tuple[str, ...] = ()
    reranker: str | None = None
    rerank_failed: bool = False
    timings_ms: dict[str, float] = field(default_factory=dict)
