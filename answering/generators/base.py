"""What every generator does: from a question and passages to a draft, one sentence at a time.

No Django here: the pure parts of the generators are used alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator as Yields
from collections.abc import Iterator
from dataclasses import dataclass

from answering.generators.drafts import read_sentences
from answering.readings import Reading, reading_of


class GeneratorError(Exception):
    """The generator failed, timed out or refused; `detail` is for the log alone."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as the generator sees it. A draft cites it by `marker`, which counts from 1.

    `cleared` says whether it may leave this machine: internal documents never may. `indexed_text`
    is that of the chunk; it tells the columns of a table's rows.
    """

    marker: int
    text: str
    document_title: str
    legal_reference: str
    section_path: tuple[str, ...]
    media_type: str
    cleared: bool
    indexed_text: str = ""

    @property
    def reading(self) -> Reading:
        return reading_of(
            self.text, legal_reference=self.legal_reference, indexed_text=self.indexed_text
        )


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """`question` is complete (see followups); the answer is to be written in `language`."""

    question: str
    language: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """One sentence, not yet checked: its text without markers, and the markers it cited.

    `separator` stands between it and the sentence before. `lead` is a short answer in front of
    quoted words ("Tidak.", "At least 20 percent."), which whoever writes it has verified in them.
    """

    text: str
    markers: tuple[int, ...]
    separator: str = " "
    lead: str = ""

    @property
    def shown(self) -> str:
        return f"{self.lead} {self.text}" if self.lead else self.text


class Generator(ABC):
    """A backend of the GENERATOR setting, built once with its OPTIONS as keyword arguments.

    `remote`: it waits for another process or machine, so no database connection is held meanwhile.
    `cloud`: passages that are not cleared must not reach it; `draft` sees to that.
    """

    name: str
    remote: bool = True
    cloud: bool = False

    def draft(self, request: DraftRequest) -> Yields[DraftSentence, None, None]:
        """The sentences as they come. Closing the iterator ends the call. Raises GeneratorError."""
        return self._draft(self._allowed(request))

    @abstractmethod
    def _draft(self, request: DraftRequest) -> Yields[DraftSentence, None, None]:
        """Every passage of the request may be used."""

    def _allowed(self, request: DraftRequest) -> DraftRequest:
        if not self.cloud:
            return request
        passages = tuple(passage for passage in request.passages if passage.cleared)
        return DraftRequest(request.question, request.language, passages)


class TextGenerator(Generator):
    """A generator that streams text with markers such as [2]; a subclass writes `_pieces`."""

    def _draft(self, request: DraftRequest) -> Yields[DraftSentence, None, None]:
        for text, markers, separator in read_sentences(self._pieces(request)):
            yield DraftSentence(text, markers, separator)

    @abstractmethod
    def _pieces(self, request: DraftRequest) -> Iterator[str]:
        """The draft in pieces of any length, cut anywhere. Raises GeneratorError."""
