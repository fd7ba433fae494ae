"""The wire form of hits, sources, citations and answers (the same in API, streams and pages).

What is stored may name documents that its reader may not, or no longer, see: whatever is read goes
through `answer_json` or `event_data`, which leave that out and mark the place.
"""

from collections.abc import Collection, Iterable
from typing import Any

from answering.citations import Citation
from answering.models import Answer
from answering.outcomes import outcome_of, public_wording, withheld_wording
from documents.access import Asker
from documents.models import Document, Event
from retrieval.hits import Hit, Scores

Json = dict[str, Any]
CHUNK_INFIX = "_chunk_"
SOURCES_EVENT, TOKEN_EVENT = "sources", "token"
DONE_EVENT, ERROR_EVENT = "done", "error"


def score_of(scores: Scores) -> float | None:
    """The score by which the list is ordered: the last one that was computed."""
    for score in (scores.rerank, scores.fused, scores.similarity, scores.bm25):
        if score is not None:
            return score
    return None


def source_json(hit: Hit) -> Json:
    return {
        "id": hit.public_id,
        "content": hit.text,
        "score": score_of(hit.scores),
        "metadata": {
            "original_filename": hit.original_filename,
            "filename": hit.original_filename,
            "source": hit.source,
            "page": hit.page_from,
            "start_char": hit.start,
            "end_char": hit.end,
            "chunk_size": len(hit.text),
            "section_path": list(hit.section_path),
            "legal_reference": hit.legal_reference,
            "document_id": hit.document_id,
            "document_title": hit.document_title,
        },
    }


def citation_json(citation: Citation, *, asker: Asker) -> Json:
    return shown_citation(stored_citation(citation), asker=asker)


def stored_citation(citation: Citation) -> Json:
    """With its visibility, which only those read who may see internal documents."""
    hit = citation.hit
    return {
        "marker": citation.marker,
        "document_id": hit.document_id,
        "document_title": hit.document_title,
        "version": hit.version,
        "chunk_id": hit.public_id,
        "ordinal": hit.ordinal,
        "page_from": citation.page_from,
        "page_to": citation.page_to,
        "section_path": list(hit.section_path),
        "legal_reference": hit.legal_reference,
        "char_start": citation.char_start,
        "char_end": citation.char_end,
        "quote": citation.quote,
        "url": citation.url,
        "legal_status": hit.legal_status,
        "visibility": hit.visibility,
    }


def shown_citation(stored: Json, *, asker: Asker) -> Json:
    if asker.sees_everything or asker.group_ids:
        return stored
    return {key: value for key, value in stored.items() if key != "visibility"}


def withheld_citation(marker: int) -> Json:
    """Every field, so that readers find what they expect, and nothing of the document."""
    return {
        "marker": marker,
        "document_id": "",
        "document_title": "",
        "version": None,
        "chunk_id": "",
        "ordinal": None,
        "page_from": None,
        "page_to": None,
        "section_path": [],
        "legal_reference": "",
        "char_start": None,
        "char_end": None,
        "quote": "",
        "url": "",
        "legal_status": "unknown",
        "withheld": True,
    }


def hit_json(hit: Hit, *, rank: int, asker: Asker) -> Json:
    """A hit of a search; its citation is the whole chunk, numbered by its rank from 1."""
    citation = Citation(rank, hit, hit.start, hit.end, hit.text, hit.page_from, hit.page_to)
    scores = hit.scores
    return source_json(hit) | {
        "scores": {
            "bm25": scores.bm25,
            "similarity": scores.similarity,
            "fused": scores.fused,
            "rerank": scores.rerank,
        },
        "citation": citation_json(citation, asker=asker),
    }


def answer_json(answer: Answer, *, asker: Asker) -> Json:
    """The stored answer as this reader may see it; `outcome` is null while it is being made."""
    visible = visible_among(documents_of(answer), asker)
    body: Json = {
        "status": "success",
        "query_id": answer.id,
        "answer": answer_text(answer, visible),
        "outcome": answer.outcome or None,
        "confidence": answer.confidence,
        "language": answer.language,
        "sources": shown_sources(answer.sources, visible),
        "citations": shown_citations(answer.citations, visible, asker),
        "conversation_id": str(answer.conversation_id),
        "pipeline_used": answer.pipeline_type,
        "response_time": seconds(answer.timings_ms, "total"),
        "metadata": {
            "pipeline_type": answer.pipeline_type,
            "retrieval_time": seconds(answer.timings_ms, "search"),
            "generation_time": seconds(answer.timings_ms, "compose"),
            "tool": answer.tool or None,
            "model": answer.generator or None,
            "contextualised_question": answer.contextualised_question or None,
            "removed_claims": len(answer.removed_claims),
        },
    }
    if answer.outcome and outcome_of(answer.outcome).is_error:
        message = public_wording(answer.outcome, answer.language)
        body |= {"status": "error", "code": answer.outcome, "message": message, "errors": []}
    return body


def seconds(timings_ms: dict[str, float], stage: str) -> float | None:
    return round(timings_ms[stage] / 1000, 4) if stage in timings_ms else None


def answer_text(answer: Answer, visible: Collection[str]) -> str:
    """The text, with a mark in place of each statement whose document may not be seen."""
    if all(set(claim["documents"]) <= set(visible) for claim in answer.claims):
        return answer.text
    mark = withheld_wording(answer.language)
    return "".join(
        claim["separator"] + (claim["text"] if set(claim["documents"]) <= set(visible) else mark)
        for claim in answer.claims
    )


def shown_sources(sources: Iterable[Json], visible: Collection[str]) -> list[Json]:
    return [source for source in sources if document_of(source) in visible]


def shown_citations(
    citations: Iterable[Json], visible: Collection[str], asker: Asker
) -> list[Json]:
    return [
        shown_citation(citation, asker=asker)
        if citation["document_id"] in visible
        else withheld_citation(citation["marker"])
        for citation in citations
    ]


def document_of(source: Json) -> str:
    return str(source["id"]).partition(CHUNK_INFIX)[0]


def documents_of(answer: Answer) -> set[str]:
    cited = {citation["document_id"] for citation in answer.citations}
    return cited | {document_of(source) for source in answer.sources}


def visible_among(document_ids: Collection[str], asker: Asker) -> frozenset[str]:
    if not document_ids:
        return frozenset()
    visible = Document.objects.visible_to(asker).filter(id__in=document_ids)
    return frozenset(visible.values_list("id", flat=True))


def event_data(event: Event, *, asker: Asker, language: str) -> Json:
    """What an event of an answer says to this reader; `done` is the answer as it stands now."""
    data: Json = event.data
    if event.type in (DONE_EVENT, ERROR_EVENT):
        answer = Answer.objects.get(id=data["query_id"])
        return answer_json(answer, asker=asker)
    if event.type == SOURCES_EVENT:
        visible = visible_among({document_of(source) for source in data["sources"]}, asker)
        return {"sources": shown_sources(data["sources"], visible)}
    if event.type == TOKEN_EVENT:
        return token_data(data, asker=asker, language=language)
    return data


def token_data(data: Json, *, asker: Asker, language: str) -> Json:
    cited = {citation["document_id"] for citation in data["citations"]}
    visible = visible_among(cited, asker)
    text = data["text"] if cited <= visible else f" {withheld_wording(language)}"
    return {"text": text, "citations": shown_citations(data["citations"], visible, asker)}
