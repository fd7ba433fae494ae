"""Who is asking, and what they may know of."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Asker:
    """Rights of whoever asks; the default is a citizen, who sees public documents only."""

    sees_everything: bool = False
    group_ids: frozenset[int] = field(default_factory=frozenset)


CITIZEN = Asker()
STAFF = Asker(sees_everything=True)
