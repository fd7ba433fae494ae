"""A question with its reference, and what the portal did with it. No Django here.

A question file has one JSON object a line:

    id, question, kind
    history          earlier questions of the conversation
    gold             [{document, snippet, group, cells}]: a hit is a chunk of the document that
                     holds the snippet (letters and digits alone are compared) or, of a table, all
                     cells; entries of one group are alternatives, different groups all needed
    answer_must      lists of alternatives, of each of which the answer needs one
    answer_must_not  what the answer must not say
    refusal_ok       a refusal is right too
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from answering.evaluation.traces import Trace

UNANSWERABLE = "unanswerable"
MISSING = "error_missing"  # outcome of a question that a results file leaves out
KINDS = (
    "lookup",
    "colloquial",
    "identifier",
    "figure",
    "table",
    "definition",
    "procedure",
    "cross_reference",
    "english",
    "followup",
    "false_premise",
    UNANSWERABLE,
)

# Best first, each with `source` and `content`; those of this version also with `id` and `place`.
Hits = Sequence[dict[str, str]]


@dataclass(frozen=True, slots=True)
class Gold:
    """A passage that holds the deciding words; `document` is the path below the imported folder."""

    document: str
    snippet: str
    group: int = 1
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """`must` is None where the answer is not judged; `line` is its place in the file, from 1."""

    id: str
    text: str
    kind: str = ""
    history: tuple[str, ...] = ()
    gold: tuple[Gold, ...] = ()
    must: tuple[tuple[str, ...], ...] | None = None
    must_not: tuple[str, ...] = ()
    refusal_ok: bool = False
    line: int = field(default=0, compare=False)

    @property
    def groups(self) -> tuple[int, ...]:
        return tuple(sorted({gold.group for gold in self.gold}))

    @property
    def unanswerable(self) -> bool:
        return self.kind == UNANSWERABLE


@dataclass(frozen=True, slots=True)
class Result:
    """What the portal did with one question; with `search_only` it was not asked to answer.

    `traces` are there where the gold is not among the hits that are read.
    """

    id: str
    hits: Hits
    answer: str = ""
    outcome: str = ""
    search_only: bool = False
    timings_ms: dict[str, float] = field(default_factory=dict)
    traces: tuple[Trace, ...] = ()
