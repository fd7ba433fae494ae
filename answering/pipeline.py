"""From a question to a checked answer, as a list of stages with frozen values between them.

policy(question) -> complete follow-up -> plan -> search -> compose and check each sentence ->
policy(answer) -> save. Any stage may end the question early, by raising EarlyStop with the outcome.
"""

import logging
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError
from django.utils import timezone

from answering import outcomes
from answering.composition import Composed, compose
from answering.confidence import confidence
from answering.finishing import finish
from answering.followups import completed, says_too_little
from answering.generators.active import active_generator
from answering.greetings import is_greeting
from answering.missing import missing_wording
from answering.models import Answer
from answering.planner import VECTOR_SEARCH, plan
from answering.presentation import source_json, stored_citation
from answering.progress import EarlyStop, Progress
from answering.screening import pass_policy
from answering.tools.vector_search import vector_search
from documents.access import Asker
from retrieval.embedders.base import EmbeddingError
from retrieval.hits import Filters, Hit, SearchResult
from retrieval.rerankers.base import RerankError
from retrieval.search import SearchTimeoutError

logger = logging.getLogger(__name__)

FORMER_QUESTIONS = 5
NOTHING_SHOWN: dict[str, Any] = {"claims": [], "citations": [], "sources": [], "confidence": 0.0}
TOOLS = {VECTOR_SEARCH: vector_search}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it was put; `former` holds the conversation's earlier ones, oldest first."""

    question: str
    language: str
    former: tuple[str, ...]
    asker: Asker
    filters: Filters
    pipeline_type: str
    max_results: int


@dataclass(frozen=True, slots=True)
class Understood:
    """`question` is complete; `completion` is empty where it was so from the start."""

    asked: Asked
    question: str
    completion: str
    tool: str


@dataclass(frozen=True, slots=True)
class Found:
    """`further` hits come next in order; they are read where the first ones answer nothing."""

    understood: Understood
    hits: tuple[Hit, ...]
    further: tuple[Hit, ...]


def run(answer_id: str) -> None:
    """Answer one stored question and save what came of it."""
    answer = Answer.objects.get(id=answer_id)
    progress = Progress(answer_id, answer.language)
    receipt: dict[str, Any] = {}
    try:
        understood = understand(asked_from(answer), progress)
        receipt |= {"contextualised_question": understood.completion, "tool": understood.tool}
        found = find(understood, progress)
        composed = write(found, progress)
        receipt |= receipt_of(composed, understood.question)
        outcome, text = conclude(composed)
    except EarlyStop as stop:
        progress.meta("")
        outcome = stop.outcome
        text = stop.text or outcomes.public_wording(outcome, answer.language)
        receipt |= NOTHING_SHOWN
    progress.timings_ms["total"] = milliseconds_since(answer)
    finish(answer_id, outcome, text=text, timings_ms=progress.timings_ms, **receipt)


def understand(asked: Asked, progress: Progress) -> Understood:
    """Screen the question, complete it, and choose the tool."""
    with progress.timed("understand"):
        pass_policy(asked.question, direction="question")
        if is_greeting(asked.question):
            raise EarlyStop(outcomes.CLARIFY, outcomes.greeting_wording(asked.language))
        if not asked.former and says_too_little(asked.question):
            raise EarlyStop(outcomes.CLARIFY)
        completion = completed(asked.question, asked.former) or ""
        question = completion or asked.question
        return Understood(asked, question, completion, plan(question))


def find(understood: Understood, progress: Progress) -> Found:
    """The passages to answer from; they are announced before the first sentence."""
    progress.meta(understood.tool)
    with progress.stage("search"):
        result = _search(understood)
        if not result.hits:
            raise EarlyStop(outcomes.NO_SOURCE, _missing_text(result, understood.asked))
        progress.emit("sources", {"sources": [source_json(hit) for hit in result.hits]})
    return Found(understood, result.hits, result.near_misses)


def _search(understood: Understood) -> SearchResult:
    asked = understood.asked
    try:
        return TOOLS[understood.tool](
            understood.question,
            asker=asked.asker,
            filters=asked.filters,
            limit=asked.max_results,
            pipeline_type=asked.pipeline_type,
        )
    except (DatabaseError, EmbeddingError, RerankError, SearchTimeoutError):
        logger.exception("The search failed")
        raise EarlyStop(outcomes.ERROR_SEARCH) from None


def _missing_text(result: SearchResult, asked: Asked) -> str | None:
    """Names what the question required and is not held; None where it required nothing."""
    if not result.missing_identifiers:
        return None
    return missing_wording(result.missing_identifiers, asker=asked.asker, language=asked.language)


def write(found: Found, progress: Progress) -> Composed:
    """Compose from the hits; without a model, which reads for nothing, from further ones too."""
    generator, question = active_generator(), found.understood.question
    with progress.stage("compose"):
        composed = compose(question, found.hits, generator=generator, progress=progress)
        if composed.claims or composed.withheld or generator.remote or not found.further:
            return composed
        hits = (*found.hits, *found.further)
        return compose(question, hits, generator=generator, progress=progress)


def conclude(composed: Composed) -> tuple[str, str]:
    """Outcome and text. Raises EarlyStop where no sentence is left to show."""
    if not composed.claims:
        raise EarlyStop(outcomes.UNVERIFIED if composed.withheld else outcomes.NO_SOURCE)
    pass_policy(composed.text, direction="answer")
    whole = composed.complete and not composed.withheld
    return (outcomes.ANSWERED if whole else outcomes.PARTIAL), composed.text


def receipt_of(composed: Composed, question: str) -> dict[str, Any]:
    grounds = [
        " ".join((hit.text, hit.document_title, hit.legal_reference, *hit.section_path))
        for hit in composed.used_hits
    ]
    return {
        "claims": [claim.stored for claim in composed.claims],
        "removed_claims": [claim.stored for claim in composed.withheld],
        "citations": [stored_citation(citation) for citation in composed.citations],
        "sources": [source_json(hit) for hit in composed.used_hits],
        "generator": composed.generator,
        "confidence": confidence(
            question=question,
            grounds=grounds,
            shown=len(composed.claims),
            withheld=len(composed.withheld),
        ),
    }


def asked_from(answer: Answer) -> Asked:
    """The stored question with its asker's rights and the questions before it."""
    return Asked(
        question=answer.question,
        language=answer.language,
        former=former_questions(answer),
        asker=Asker(answer.sees_everything, frozenset(answer.group_ids)),
        filters=filters_from(answer.filters),
        pipeline_type=answer.pipeline_type,
        max_results=answer.max_results,
    )


def former_questions(answer: Answer) -> tuple[str, ...]:
    """What was refused by policy or only greeted is nothing to build on."""
    earlier = (
        Answer.objects.filter(conversation=answer.conversation_id, created_at__lt=answer.created_at)
        .exclude(outcome__startswith="blocked_")
        .exclude(outcome__in=(outcomes.SIGNPOST, outcomes.CLARIFY))
        .order_by("-created_at")
        .values_list("question", "contextualised_question")[:FORMER_QUESTIONS]
    )
    return tuple(completion or question for question, completion in reversed(list(earlier)))


def filters_from(stored: dict[str, Any]) -> Filters:
    """The filters from their JSON form, in which tuples are lists."""
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in stored.items()
    }
    return Filters(**values)


def milliseconds_since(answer: Answer) -> float:
    return round((timezone.now() - answer.created_at).total_seconds() * 1000, 2)
