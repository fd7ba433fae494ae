"""Whom a conversation belongs to: a key, a user, or the visitor of a signed cookie."""

import re
import uuid
from dataclasses import dataclass

from answering.models import Answer, Conversation

ANSWER_ID = re.compile(r"q_[0-9a-f]{32}")


class Unknown(LookupError):
    """No such conversation or answer, or it is another's: both look the same."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


@dataclass(frozen=True, slots=True)
class Owner:
    """Exactly one of the three is set; with none of them nothing can be owned."""

    api_key_id: int | None = None
    user_id: int | None = None
    visitor: str = ""

    def owns(self, conversation: Conversation) -> bool:
        """Whether the conversation was begun by this owner."""
        return self != NOBODY and self == Owner(
            conversation.api_key_id, conversation.user_id, conversation.visitor
        )


NOBODY = Owner()


def conversation_of(owner: Owner, conversation_id: str | uuid.UUID | None) -> Conversation:
    """The owner's conversation, or a new one where no id is given. Raises Unknown."""
    if not conversation_id:
        return Conversation.objects.create(
            api_key_id=owner.api_key_id, user_id=owner.user_id, visitor=owner.visitor
        )
    try:
        key = uuid.UUID(str(conversation_id))
        conversation = Conversation.objects.get(id=key)
    except (ValueError, Conversation.DoesNotExist):
        raise Unknown("conversation_id") from None
    if not owner.owns(conversation):
        raise Unknown("conversation_id")
    conversation.save(update_fields=["updated_at"])
    return conversation


def known_answer(answer_id: str) -> Answer:
    """The answer of that id, whoever asked for it. Raises Unknown."""
    found = None
    if ANSWER_ID.fullmatch(answer_id):  # other text (with NUL, say) is nothing to ask the database
        found = Answer.objects.select_related("conversation").filter(id=answer_id).first()
    if found is None:
        raise Unknown("query_id")
    return found


def own_answer(owner: Owner, answer_id: str) -> Answer:
    """An answer of a conversation that the owner began. Raises Unknown."""
    answer = known_answer(answer_id)
    if not owner.owns(answer.conversation):
        raise Unknown("query_id")
    return answer
