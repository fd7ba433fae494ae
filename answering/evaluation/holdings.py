"""Which gold passages the collection holds at all."""

from collections.abc import Iterable

from answering.evaluation.questions import Question
from documents.access import CITIZEN
from retrieval.access_columns import visible_to
from retrieval.models import Embedding, LexicalEntry


def not_held(questions: Iterable[Question]) -> dict[str, tuple[str, ...]]:
    """By question id, the documents of its gold that a citizen can find nothing of.

    A question one of whose alternatives is held in each group is not named.
    """
    asked = [question for question in questions if question.gold]
    held = held_documents({gold.document for question in asked for gold in question.gold})
    return {
        question.id: tuple(sorted({gold.document for gold in question.gold} - held))
        for question in asked
        if not _answerable_from(question, held)
    }


def _answerable_from(question: Question, held: set[str]) -> bool:
    groups = {gold.group for gold in question.gold if gold.document in held}
    return groups == set(question.groups)


def held_documents(sources: set[str]) -> set[str]:
    """Those of which a citizen can find something."""
    entries = LexicalEntry.objects.filter(visible_to(CITIZEN), document__source__in=sources)
    return set(entries.order_by().values_list("document__source", flat=True).distinct())


def vectors_held(alias: str) -> tuple[int, int]:
    """How many chunks have a vector of that model, and how many chunks there are."""
    return Embedding.objects.filter(model__alias=alias).count(), LexicalEntry.objects.count()
