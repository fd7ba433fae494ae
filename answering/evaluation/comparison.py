"""What a change has done: one run beside an earlier one, question by question. No Django here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from answering.evaluation.averages import (
    REFUSED_RIGHTLY,
    Averages,
    averages,
    is_judged,
)
from answering.evaluation.chance import sign_test
from answering.evaluation.metrics import complete_rank, verdict
from answering.evaluation.questions import Question, Result
from answering.evaluation.traces import READ

Change = Literal["worse", "same", "better"]
WORTH = {"wrong": 0, "refused": 1, "right": 2}
# Of what a run is held to: more is better, but for `false`.
HELD_TO = ("right", REFUSED_RIGHTLY, "recall@5", "recall@20", "false")
LESS_IS_BETTER = ("wrong", "failed", "false")


@dataclass(frozen=True, slots=True)
class Standing:
    """How one run did on a question; `rank` is where all of the gold had been found, from 1.

    `verdict` is None where no answer was judged, `rank` where the gold is not found (or not given).
    """

    verdict: str | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class Compared:
    """One question in both runs."""

    question: Question
    before: Standing
    after: Standing

    @property
    def both_judged(self) -> bool:
        return self.before.verdict is not None and self.after.verdict is not None

    @property
    def steps(self) -> tuple[int, int, int]:
        """Gain in verdict, in place (first five, found at all) and in rank; below 0 is a loss."""
        return (
            _worth(self.after) - _worth(self.before) if self.both_judged else 0,
            _place(self.after) - _place(self.before),
            _depth(self.before) - _depth(self.after),
        )

    @property
    def change(self) -> Change:
        """The verdict decides; where it is the same, the place of the gold."""
        first = next((step for step in self.steps if step), 0)
        return "worse" if first < 0 else "better" if first > 0 else "same"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many questions got better and worse by one measure.

    `p` is how likely so uneven a split is by chance alone.
    """

    name: str
    better: int
    worse: int

    @property
    def p(self) -> float:
        return sign_test(self.better, self.worse)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs over the questions that both have; `questions` are sorted with the worst first."""

    before: Averages
    after: Averages
    questions: tuple[Compared, ...]
    tallies: tuple[Tally, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]

    def those(self, change: Change) -> list[Compared]:
        return [each for each in self.questions if each.change == change]

    @property
    def fallen(self) -> list[str]:
        """Names of the figures a run is held to that are worse than before."""
        return [name for name in HELD_TO if _is_worse(name, self.before, self.after)]


def compared(
    questions: Sequence[Question], old: Mapping[str, Result], new: Mapping[str, Result]
) -> Comparison:
    """Only questions that both runs asked are compared."""
    common = [each for each in questions if each.id in old and each.id in new]
    pairs = [
        Compared(each, standing(each, old[each.id]), standing(each, new[each.id]))
        for each in common
    ]
    known = {each.id for each in questions}
    return Comparison(
        before=averages(common, old),
        after=averages(common, new),
        questions=tuple(sorted(pairs, key=lambda pair: pair.steps)),
        tallies=tuple(_tallies(pairs)),
        only_before=tuple(sorted(set(old) - set(new))),
        only_after=tuple(sorted((set(new) & known) - set(old))),
    )


def standing(question: Question, result: Result) -> Standing:
    return Standing(
        verdict(question, result) if is_judged(question, result) else None,
        complete_rank(question, result.hits),
    )


def _tallies(pairs: Sequence[Compared]) -> Iterable[Tally]:
    judged = [pair for pair in pairs if pair.both_judged]
    with_gold = [pair for pair in pairs if pair.question.gold]
    if judged:
        yield _tally("right", judged, lambda each: each.verdict == "right")
    yield _tally("first 5", with_gold, lambda each: bool(each.rank and each.rank <= READ))
    yield _tally("rank", with_gold, lambda each: -_depth(each))


def _tally(name: str, pairs: Sequence[Compared], value: Callable[[Standing], float]) -> Tally:
    gains = [value(pair.after) - value(pair.before) for pair in pairs]
    return Tally(name, sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains))


def _worth(standing: Standing) -> int:
    return WORTH[standing.verdict or "wrong"]


def _place(standing: Standing) -> int:
    return 0 if standing.rank is None else 2 if standing.rank <= READ else 1


def _depth(standing: Standing) -> int:
    return standing.rank or 1_000_000  # behind every rank


def _is_worse(name: str, before: Averages, after: Averages) -> bool:
    old, new = before[name].value, after[name].value
    if old is None or new is None:
        return False
    return new > old if name in LESS_IS_BETTER else new < old
