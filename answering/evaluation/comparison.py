"""What a change has done: one run beside an earlier one. No Django here."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from answering.evaluation.metrics import RECALL_AT, Item, Result, measured, recall, verdict


@dataclass(frozen=True, slots=True)
class Change:
    """A question whose verdict or recall differs; `before` and `after` name both."""

    id: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Figures of the earlier run over the same questions, and what differs question by question."""

    before: dict[str, float | int | None]
    changes: tuple[Change, ...]

    @property
    def json(self) -> dict[str, object]:
        return {"before": self.before, "changes": [asdict(change) for change in self.changes]}


def compared(items: Sequence[Item], old: dict[str, Result], new: dict[str, Result]) -> Comparison:
    """Only questions that both runs asked are compared."""
    common = [item for item in items if item["id"] in old and item["id"] in new]
    changes = []
    for item in common:
        before, after = (_summary(item, run[item["id"]]) for run in (old, new))
        if before != after:
            changes.append(Change(item["id"], before, after))
    return Comparison(measured(common, old), tuple(changes))


def _summary(item: Item, result: Result) -> str:
    parts = [verdict(item, result)] if "answer_must" in item else [result.outcome]
    if item.get("gold"):
        k = RECALL_AT[0]
        parts.append(f"recall@{k} {recall(item, result.hits, k):.2f}")
    return ", ".join(parts)
