"""Rights of those who ask: what a user or a key may know of."""

from typing import Any

from answering.models import ApiKey, Scope
from documents.access import CITIZEN, STAFF, Asker

SEE_ALL = "documents.view_document"


def asker_of_key(key: ApiKey) -> Asker:
    """A key for questions sees what citizens see; one that manages documents sees all."""
    return STAFF if key.allows(Scope.DOCUMENTS) else CITIZEN


def asker_of_user(user: Any) -> Asker:
    """Whoever may view documents in the admin sees all; others what their groups may see."""
    if user is None or not user.is_authenticated:
        return CITIZEN
    if user.is_staff and user.has_perm(SEE_ALL):
        return STAFF
    return Asker(group_ids=frozenset(user.groups.values_list("id", flat=True)))
