"""Candidates for the tests of reranking and selection."""

from typing import Any

from retrieval.candidates import Candidate
from retrieval.hits import Hit, Scores


def candidate(
    text: str,
    *,
    fused: float = 0.01,
    level: int = 0,
    word_share: float | None = None,
    closeness: float | None = None,
    **fields: Any,
) -> Candidate:
    values: dict[str, Any] = {
        "chunk_id": abs(hash(text)),
        "public_id": "doc_1_chunk_0",
        "document_id": "doc_1",
        "document_title": "UU 11/2006",
        "version": 1,
        "ordinal": 0,
        "text": text,
        "start": 0,
        "end": len(text),
        "section_path": (),
        "legal_reference": "",
        "page_from": 1,
        "page_to": 1,
        "original_filename": "a.pdf",
        "source": "a.pdf",
        "kind": "uu",
        "legal_status": "berlaku",
        "visibility": "public",
        "media_type": "application/pdf",
        "scores": Scores(fused=fused),
    }
    return Candidate(Hit(**{**values, **fields}), level, word_share, closeness)
