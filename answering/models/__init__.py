"""Questions asked, answers given, and who may ask by key."""

from answering.models.access import ApiKey, RateCounter, Scope
from answering.models.answer import Answer, Feedback
from answering.models.conversation import Conversation

__all__ = ["Answer", "ApiKey", "Conversation", "Feedback", "RateCounter", "Scope"]
