"""The default tool: passages from the index."""

from documents.access import Asker
from retrieval.hits import Filters, Mode, SearchResult
from retrieval.search import search

MODES: dict[str, Mode] = {"advanced": "hybrid", "baseline": "vector"}


def vector_search(
    question: str, *, asker: Asker, filters: Filters, limit: int, pipeline_type: str
) -> SearchResult:
    return search(question, asker=asker, limit=limit, filters=filters, mode=MODES[pipeline_type])
