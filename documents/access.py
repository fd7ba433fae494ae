"""Who is asking, and what they may know of."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Asker:
    """Rights of whoever asks; the default is a citizen, who sees public documents only."""

    sees_everything: bool = False
    group_ids: frozenset[int] = field(default_factory=frozenset)


CITIZEN = Asker()
STAFF = Asker(sees_everything=True)


def asker_of_user(user: Any) -> Asker:
    """Whoever may view documents in the admin sees all; others what their groups may see."""
    if user is None or not user.is_authenticated:
        return CITIZEN
    if user.is_staff and user.has_perm("documents.view_document"):
        return STAFF
    return Asker(group_ids=frozenset(user.groups.values_list("id", flat=True)))
