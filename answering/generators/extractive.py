"""The generator without a model: it quotes the provisions that answer the question."""

from collections.abc import Generator as Yields
from collections.abc import Sequence

from answering.extractive import compose_from
from answering.faithfulness import check_claim
from answering.generators.base import DraftRequest, DraftSentence, Generator, Passage


def compose(question: str, passages: Sequence[Passage], *, language: str) -> list[DraftSentence]:
    """Return the draft, most relevant sentence first; empty where no passage answers.

    What the gate would remove is left out here already. The words stay those of the source, in
    its language, whatever `language` is: a translation could not be checked word by word.
    """
    text_of = {passage.marker: passage.reading.text for passage in passages}
    return [
        DraftSentence(chosen.text, (chosen.marker,), chosen.separator, chosen.lead)
        for chosen in compose_from(question, passages, language=language)
        if check_claim(chosen.text, [text_of[chosen.marker]]).supported
    ]


class ExtractiveGenerator(Generator):
    """Needs no options, no network and no model."""

    name = "extractive"
    remote = False

    def _draft(self, request: DraftRequest) -> Yields[DraftSentence, None, None]:
        yield from compose(request.question, request.passages, language=request.language)
