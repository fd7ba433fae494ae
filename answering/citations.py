"""Citations bound to a claim: the quoted words, where they stand, and their number."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from answering.quotes import locate, trimmed
from documents.models import Page
from retrieval.hits import Hit


@dataclass(frozen=True, slots=True)
class Citation:
    """`quote == canonical[char_start:char_end]` of the version; pages are 1-based.

    `page_from` and `page_to` are those of the quote, not of the chunk; None without pages.
    """

    marker: int
    hit: Hit
    char_start: int
    char_end: int
    quote: str
    page_from: int | None
    page_to: int | None

    @property
    def url(self) -> str:
        return citation_url(
            self.hit.document_id, self.hit.version, self.page_from, self.char_start, self.char_end
        )


def citation_url(document_id: str, version: int, page: int | None, start: int, end: int) -> str:
    """The address at which the words are marked."""
    place = f"/dokumen/{document_id}/v{version}"
    return f"{place}/hal/{page}#k{start}-{end}" if page else f"{place}#k{start}-{end}"


@dataclass(slots=True)
class CitationRegister:
    """Numbers citations from 1 in the order of their use; the same words keep their number."""

    citations: list[Citation] = field(default_factory=list)

    def cite(self, hit: Hit, quote: str | None) -> Citation:
        """The citation of these words of the hit; of the whole hit where they are not found."""
        start, end = (locate(quote, hit.text) if quote else None) or trimmed(hit.text)
        known = (hit.document_id, hit.version, hit.start + start, hit.start + end)
        for citation in self.citations:
            place = (citation.hit.document_id, citation.hit.version)
            if (*place, citation.char_start, citation.char_end) == known:
                return citation
        citation = self._new(hit, start, end)
        self.citations.append(citation)
        return citation

    def used_hits(self) -> list[Hit]:
        """The hits that are cited, each once, in the order of their use."""
        return list({citation.hit.chunk_id: citation.hit for citation in self.citations}.values())

    def _new(self, hit: Hit, start: int, end: int) -> Citation:
        char_start, char_end = hit.start + start, hit.start + end
        page_from, page_to = pages_of(hit, char_start, char_end)
        return Citation(
            marker=len(self.citations) + 1,
            hit=hit,
            char_start=char_start,
            char_end=char_end,
            quote=hit.text[start:end],
            page_from=page_from,
            page_to=page_to,
        )


def pages_of(hit: Hit, start: int, end: int) -> tuple[int | None, int | None]:
    """First and last page that hold the span; those of the hit where no page row tells."""
    if hit.page_from is None:
        return None, None
    numbers = page_numbers(hit.document_id, hit.version, start, end)
    return (numbers[0], numbers[-1]) if numbers else (hit.page_from, hit.page_to)


def page_numbers(document_id: str, version: int, start: int, end: int) -> list[int]:
    numbers: Iterable[int | None] = (
        Page.objects.filter(
            version__document_id=document_id,
            version__number=version,
            start__lt=end,
            end__gt=start,
            number__isnull=False,
        )
        .order_by("number")
        .values_list("number", flat=True)
    )
    return [number for number in numbers if number is not None]


def with_markers(text: str, citations: Sequence[Citation]) -> str:
    """The sentence with the numbers of its citations behind it."""
    numbers = dict.fromkeys(citation.marker for citation in citations)
    return f"{text} {''.join(f'[{number}]' for number in numbers)}" if numbers else text
