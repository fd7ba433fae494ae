"""Writes the answer: takes a draft sentence by sentence, shows what its passages support."""

import logging
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from answering.citations import Citation, CitationRegister, with_markers
from answering.claims import CheckedClaim, checked
from answering.generators.base import (
    DraftRequest,
    DraftSentence,
    Generator,
    GeneratorError,
    Passage,
)
from answering.outcomes import ERROR_GENERATOR
from answering.presentation import stored_citation
from answering.progress import EarlyStop, Progress, Stopped
from answering.screening import refusal
from documents.models import Document, Visibility
from retrieval.hits import Hit
from retrieval.models import Chunk

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A sentence as it is shown: with the markers of its citations."""

    text: str
    separator: str
    citations: tuple[Citation, ...]
    reason: str

    @property
    def stored(self) -> dict[str, Any]:
        documents = dict.fromkeys(citation.hit.document_id for citation in self.citations)
        return {
            "text": self.text,
            "separator": self.separator,
            "markers": [citation.marker for citation in self.citations],
            "documents": list(documents),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class WithheldClaim:
    """`documents` are those of the passages against which it was checked."""

    text: str
    markers: tuple[int, ...]
    documents: tuple[str, ...]
    reason: str

    @property
    def stored(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "markers": list(self.markers),
            "documents": list(self.documents),
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Composed:
    """`complete` is False where the generator failed or the asker stopped after some sentences."""

    claims: tuple[ShownClaim, ...]
    withheld: tuple[WithheldClaim, ...]
    citations: tuple[Citation, ...]
    used_hits: tuple[Hit, ...]
    generator: str
    complete: bool

    @property
    def text(self) -> str:
        return "".join(claim.separator + claim.text for claim in self.claims)


@dataclass(slots=True)
class Sheet:
    """What has been written so far."""

    hits: Sequence[Hit]
    passages: Sequence[Passage]
    progress: Progress
    register: CitationRegister = field(default_factory=CitationRegister)
    claims: list[ShownClaim] = field(default_factory=list)
    withheld: list[WithheldClaim] = field(default_factory=list)

    def take(self, sentence: DraftSentence) -> None:
        """Check a sentence; show and send it, or withhold it with the reason."""
        claim = checked(sentence, self.hits, self.passages)
        if claim.supports:
            self._show(claim)
        else:
            self._withhold(claim)

    def _withhold(self, claim: CheckedClaim) -> None:
        documents = dict.fromkeys(hit.document_id for hit in claim.candidates)
        sentence = claim.sentence
        self.withheld.append(
            WithheldClaim(sentence.text, sentence.markers, tuple(documents), claim.reason)
        )

    def _show(self, claim: CheckedClaim) -> None:
        sentence = claim.sentence
        separator = sentence.separator if self.claims else ""
        so_far = "".join(shown.separator + shown.text for shown in self.claims)
        if outcome := refusal(f"{so_far}{separator}{sentence.shown}", direction="answer"):
            raise EarlyStop(outcome)
        citations = tuple(
            dict.fromkeys(
                self.register.cite(support.hit, support.quote) for support in claim.supports
            )
        )
        text = with_markers(sentence.shown, citations)
        self.claims.append(ShownClaim(text, separator, citations, claim.reason))
        self.progress.emit(
            "token",
            {
                "text": separator + text,
                "citations": [stored_citation(citation) for citation in citations],
            },
        )


def compose(
    question: str, hits: Sequence[Hit], *, generator: Generator, progress: Progress
) -> Composed:
    """Raises EarlyStop where nothing could be written."""
    request = DraftRequest(question, progress.language, passages_of(hits, generator))
    sheet = Sheet(hits, request.passages, progress)
    complete = _write(sheet, request, generator)
    return Composed(
        claims=tuple(sheet.claims),
        withheld=tuple(sheet.withheld),
        citations=tuple(sheet.register.citations),
        used_hits=tuple(sheet.register.used_hits()),
        generator=generator.name,
        complete=complete,
    )


def _write(sheet: Sheet, request: DraftRequest, generator: Generator) -> bool:
    """Whether the draft was read to its end; what was shown before a failure stays."""
    try:
        with closing(generator.draft(request)) as sentences:
            if generator.remote:
                connection.close()
            for sentence in sentences:
                sheet.progress.go_on()
                sheet.take(sentence)
                if generator.remote:
                    connection.close()
    except Stopped:
        if not sheet.claims:
            raise
        return False
    except GeneratorError:
        logger.exception("The generator %s failed", generator.name)
        if not sheet.claims:
            raise EarlyStop(ERROR_GENERATOR) from None
        return False
    return True


def passages_of(hits: Sequence[Hit], generator: Generator) -> tuple[Passage, ...]:
    cleared = cleared_documents(hits) if generator.cloud else frozenset()
    chunks = Chunk.objects.filter(id__in=[hit.chunk_id for hit in hits])
    indexed = dict(chunks.values_list("id", "indexed_text"))
    return tuple(
        Passage(
            marker=marker,
            text=hit.text,
            document_title=hit.document_title,
            legal_reference=hit.legal_reference,
            section_path=hit.section_path,
            media_type=hit.media_type,
            cleared=hit.document_id in cleared,
            indexed_text=indexed.get(hit.chunk_id, ""),
        )
        for marker, hit in enumerate(hits, start=1)
    )


def cleared_documents(hits: Sequence[Hit]) -> frozenset[str]:
    """Documents that may be sent to a cloud model: public ones that staff cleared for it."""
    cleared = Document.objects.filter(
        id__in={hit.document_id for hit in hits},
        visibility=Visibility.PUBLIC,
        cloud_allowed=True,
    )
    return frozenset(cleared.values_list("id", flat=True))
