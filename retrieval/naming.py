"""Which documents somebody means: an id, a chunk's id, a path, a file, a citation, a title."""

import re
from dataclasses import dataclass, field

from django.db.models import F, Q

from documents.kinds import document_kind
from documents.models import Document
from documents.references import LegalReference, legal_references
from retrieval.models import Chunk

MOST = 5
_CHUNK_ID = re.compile(r"(?P<document>\w+)_chunk_(?P<ordinal>\d{1,9})")


@dataclass(frozen=True, slots=True)
class Named:
    """A document that may be meant; `chunks` narrows it to some of its chunks."""

    document: Document
    chunks: Q = field(default_factory=Q)


def named(text: str) -> list[Named]:
    """At most MOST documents, also of the trash; the surest way of naming that fits decides."""
    text = text.strip()
    if not text or "\0" in text:
        return []
    if match := _CHUNK_ID.fullmatch(text):
        of_chunk = Q(ordinal=int(match["ordinal"]))
        return [Named(one, of_chunk) for one in Document.objects.filter(pk=match["document"])]
    if found := _first(Q(pk=text), Q(source=text), Q(original_filename=text)):
        return [Named(one) for one in found]
    for reference in legal_references(text)[:1]:
        if reference.number and (cited := _first(_is(reference))):
            return [Named(one, _part(reference)) for one in cited]
    return [Named(one) for one in _first(Q(source__iendswith=text), Q(title__icontains=text))]


def _first(*conditions: Q) -> list[Document]:
    """Documents of the first condition that any satisfies; those in the trash last."""
    for condition in conditions:
        rows = Document.objects.filter(condition)
        if found := list(rows.order_by(F("trashed_at").desc(nulls_first=True), "title")[:MOST]):
            return found
    return []


def _is(reference: LegalReference) -> Q:
    kind = document_kind(reference.kind)
    condition = Q(kind=kind, number__iexact=reference.number)
    return condition & Q(year=reference.year) if reference.year else condition


def _part(reference: LegalReference) -> Q:
    """The pasal, where one is named."""
    key = f"#{reference.pasal.lower()}"
    return Q(provisions__contains=[key]) if reference.pasal else Q()


def live_chunks(meant: Named) -> list[int]:
    """Ids of the chunks that are meant; all live ones of the document where none is that part."""
    live = Chunk.objects.filter(document=meant.document, live=True).order_by("ordinal")
    part = live.filter(meant.chunks).values_list("pk", flat=True)
    return list(part) or list(live.values_list("pk", flat=True))
