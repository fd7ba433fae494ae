"""Examples of the schema, after a question on the sample collection."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

DOCUMENT_ID = "doc_0f8c1e5a9b7d4c23a1f06e8d2b4c6a90"
CHUNK_ID = f"{DOCUMENT_ID}_chunk_57"
QUERY_ID = "q_5d3c0c5f3c0e4a1c9d7e2b1f6a8c4e20"
CONVERSATION_ID = "6f2c1d52-7f0e-4a7c-9a0c-3b7f7e7f4f10"
QUOTE = (
    "Gubernur/Wakil Gubernur terpilih dilantik oleh Menteri Dalam Negeri atas nama Presiden "
    "di hadapan Ketua Mahkamah Syar’iyah Aceh dalam rapat paripurna DPRA"
)
QUESTION = {"question": "Siapa yang melantik Gubernur Aceh terpilih?"}
SOURCE = {
    "id": CHUNK_ID,
    "content": f"(1) {QUOTE}.",
    "score": 0.0163,
    "metadata": {
        "original_filename": "11.md",
        "filename": "11.md",
        "source": "corpus/data-peraturan/uu/2006/11.md",
        "page": None,
        "start_char": 61200,
        "end_char": 61350,
        "chunk_size": 150,
        "section_path": ["BAB IX", "Pasal 70"],
        "legal_reference": "Pasal 70 UU 11/2006",
    },
}
CITATION = {
    "marker": 1,
    "document_id": DOCUMENT_ID,
    "document_title": "Pemerintahan Aceh",
    "version": 1,
    "chunk_id": CHUNK_ID,
    "ordinal": 57,
    "page_from": None,
    "page_to": None,
    "section_path": ["BAB IX", "Pasal 70"],
    "legal_reference": "Pasal 70 UU 11/2006",
    "char_start": 61204,
    "char_end": 61204 + len(QUOTE),
    "quote": QUOTE,
    "url": f"/dokumen/{DOCUMENT_ID}/v1#k61204-{61204 + len(QUOTE)}",
    "legal_status": "berlaku",
}
HIT = SOURCE | {
    "scores": {"bm25": 21.4, "similarity": 0.88, "fused": 0.0163, "rerank": None},
    "citation": CITATION,
}
SEARCHED = {
    "status": "success",
    "results": [HIT],
    "near_misses": [],
    "missing_identifiers": [],
    "reranker": "features",
    "rerank_failed": False,
    "timings_ms": {"total": 18.2},
}
ANSWER = {
    "status": "success",
    "query_id": QUERY_ID,
    "answer": f"{QUOTE}. [1]",
    "outcome": "answered",
    "confidence": 0.85,
    "language": "id",
    "sources": [SOURCE],
    "citations": [CITATION],
    "conversation_id": CONVERSATION_ID,
    "pipeline_used": "advanced",
    "response_time": 0.21,
    "metadata": {
        "pipeline_type": "advanced",
        "retrieval_time": 0.04,
        "generation_time": 0.16,
        "tool": "vector_search",
        "model": "extractive",
        "contextualised_question": None,
        "removed_claims": 0,
    },
}
STREAM = f"""id: 1
event: meta
data: {{"query_id": "{QUERY_ID}", "language": "id", "tool": "vector_search"}}

id: 2
event: status
data: {{"stage": "search", "text": "Mencari dalam dokumen"}}

id: 3
event: sources
data: {{"sources": [...]}}

id: 4
event: token
data: {{"text": "Gubernur terpilih dilantik oleh ... [1]", "citations": [...]}}

id: 5
event: done
data: {{"status": "success", "query_id": "{QUERY_ID}", "answer": "...", ...}}
"""
DOCUMENT = {
    "id": DOCUMENT_ID,
    "title": "Pemerintahan Aceh",
    "original_filename": "11.md",
    "source": "corpus/data-peraturan/uu/2006/11.md",
    "status": "ready",
    "error_message": "",
    "page_count": 0,
    "ocr_pages": 0,
    "chunk_count": 412,
    "legal_status": "berlaku",
    "kind": "uu",
    "number": "11",
    "year": 2006,
    "issuer": "Presiden Republik Indonesia",
    "subject": "Pemerintahan Aceh",
    "language": "id",
    "visibility": "public",
    "source_url": "",
    "tags": [],
    "version": 1,
    "readiness": 92,
    "findings_count": 3,
    "created_at": "2026-01-05T09:00:00+07:00",
    "updated_at": "2026-01-05T09:01:10+07:00",
}
JOB = {
    "job_id": "job_3f9a1c0b7d2e",
    "kind": "process",
    "job_status": "running",
    "progress": 0.5,
    "documents_processed": 1,
    "documents_total": 2,
    "error_message": "",
    "created_at": "2026-01-05T09:00:00+07:00",
    "started_at": "2026-01-05T09:00:01+07:00",
    "finished_at": None,
}
STATISTICS = {
    "status": "success",
    "total_documents": 10,
    "total_chunks": 1840,
    "indexed_chunks": 1840,
    "vector_store_status": "healthy",
    "bm25_index_status": "healthy",
    "bm25_index_problem": "",
    "last_indexed": "2026-01-05T09:02:00+07:00",
    "storage_size_mb": 14.2,
}
FAILURE_VALUES = {"limit_mb": 4, "wait_s": 30, "address": f"/v1/answers/{QUERY_ID}"}


def request_example(value: Any) -> OpenApiExample:
    return OpenApiExample("request", value=value, request_only=True)
