"""Puts the questions of a file to the portal, through the search and the answer of the public."""

import uuid

from django.conf import settings

from answering import answers
from answering.evaluation.metrics import Item, Result
from answering.models import Answer, Conversation
from answering.ownership import Owner
from answering.presentation import source_json
from answering.progress import stream_of
from documents.access import CITIZEN
from documents.models import Event
from retrieval.search import search

HITS = 20


def run_question(item: Item) -> Result:
    """Ask one question after its history, as a citizen in a conversation of its own.

    Nothing of it stays in the database.
    """
    owner = Owner(visitor=f"evaluation-{uuid.uuid4().hex}")
    try:
        answer = _ask_in_turn([*(item.get("history") or ()), item["question"]], owner)
        query = answer.contextualised_question or answer.question
        found = search(query, asker=CITIZEN, limit=HITS)
        sources = [source_json(hit) for hit in found.hits]
        return Result(
            id=item["id"],
            hits=[
                {"source": source["metadata"]["source"], "content": source["content"]}
                for source in sources
            ],
            answer=answer.text,
            outcome=answer.outcome,
        )
    finally:
        forget(owner)


def _ask_in_turn(questions: list[str], owner: Owner) -> Answer:
    conversation_id: uuid.UUID | None = None
    for question in questions:
        begun = answers.begin(question, asker=CITIZEN, owner=owner, conversation_id=conversation_id)
        answer = answers.wait(begun.id, settings.ANSWER_WAIT_S)
        conversation_id = answer.conversation_id
    return answer


def forget(owner: Owner) -> None:
    """Delete the owner's conversations with their answers and events."""
    conversations = Conversation.objects.filter(visitor=owner.visitor)
    asked = Answer.objects.filter(conversation__in=conversations).values_list("id", flat=True)
    Event.objects.filter(stream__in=[stream_of(answer_id) for answer_id in asked]).delete()
    conversations.delete()
