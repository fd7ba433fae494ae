"""Rights of those who ask: what a user or a key may know of."""

from answering.models import ApiKey, Scope
from documents.access import CITIZEN, STAFF, Asker, asker_of_user

__all__ = ["asker_of_key", "asker_of_user"]


def asker_of_key(key: ApiKey) -> Asker:
    """A key for questions sees what citizens see; one that manages documents sees all."""
    return STAFF if key.allows(Scope.DOCUMENTS) else CITIZEN
