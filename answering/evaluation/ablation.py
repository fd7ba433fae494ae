"""What each part of the search is worth: the same questions with one part more at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from answering.evaluation.asking import Manner, ask
from answering.evaluation.questions import Question, Result
from answering.evaluation.steps import Step, step_of
from retrieval.hits import ALL_STAGES, Mode, Stages

FUSION_ALONE = Stages(identifiers=False, rerank=False)
IDENTIFIERS = Stages(identifiers=True, rerank=False)
CONFIGURATIONS: Mapping[str, tuple[Mode, Stages]] = {
    "vector": ("vector", FUSION_ALONE),
    "bm25": ("lexical", FUSION_ALONE),
    "both": ("hybrid", FUSION_ALONE),
    "+ identifiers": ("hybrid", IDENTIFIERS),
    "+ rerank": ("hybrid", ALL_STAGES),
}


def ablation(
    questions: Sequence[Question], manner: Manner, *, progress: Callable[[str], None]
) -> list[Step]:
    """Raises EmbeddingError and RerankError."""
    steps: list[Step] = []
    earlier: dict[str, Result] | None = None
    for name, (mode, stages) in CONFIGURATIONS.items():
        progress(name)
        how = replace(manner, search_only=True, trace=False, mode=mode, stages=stages)
        results = {question.id: ask(question, how) for question in questions}
        # Words are no part more of the vectors: what is both is compared with the words alone.
        steps.append(step_of(name, questions, results, None if name == "bm25" else earlier))
        earlier = results
    return steps
