"""The public list of documents: what may be listed, and how it is searched and narrowed."""

import re
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import QueryDict

from documents.access import Asker
from documents.models import Document, Kind, LegalStatus

_WORDS = re.compile(r"[^\s/,;]+")
MAX_WORDS = 12  # each word is a condition of the query
PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class CatalogueQuery:
    """What a reader asked of the list; anything that is not valid counts as not asked."""

    words: str = ""
    kind: str = ""
    year: int | None = None

    @classmethod
    def from_request(cls, data: QueryDict) -> "CatalogueQuery":
        kind, year = data.get("jenis", ""), data.get("tahun", "")
        return cls(
            words=data.get("q", "").replace("\0", "").strip()[:200],
            kind=kind if kind in Kind.values else "",
            year=int(year) if re.fullmatch(r"[12]\d{3}", year, re.ASCII) else None,
        )

    @property
    def narrows(self) -> bool:
        return bool(self.words or self.kind or self.year)


def published(asker: Asker) -> QuerySet[Document]:
    """Documents with a live version that the asker may see."""
    return Document.objects.visible_to(asker).exclude(live_version=None)


def catalogue(query: CatalogueQuery, *, asker: Asker) -> QuerySet[Document]:
    """Published documents that match every word and filter, newest regulation first."""
    documents = published(asker).select_related("live_version").defer("live_version__canonical")
    for word in _WORDS.findall(query.words)[:MAX_WORDS]:
        documents = documents.filter(_holds(word))
    if query.kind:
        documents = documents.filter(kind=query.kind)
    if query.year:
        documents = documents.filter(year=query.year)
    return documents.order_by("-year", "kind", "title", "id")


def kinds_held(asker: Asker) -> list[tuple[str, str]]:
    """Code and name of each kind of which there is a document."""
    held = set(published(asker).order_by().values_list("kind", flat=True).distinct())
    return [(code, str(name)) for code, name in Kind.choices if code in held]


def years_held(asker: Asker) -> list[int]:
    years = published(asker).order_by("-year").values_list("year", flat=True).distinct()
    return [year for year in years if year is not None]


def out_of_force(document: Document) -> bool:
    return document.legal_status in (LegalStatus.DIUBAH, LegalStatus.DICABUT)


def _holds(word: str) -> Q:
    """The word in a name, or the number, year or kind itself ("UU 11/2006")."""
    found = (
        Q(title__icontains=word)
        | Q(subject__icontains=word)
        | Q(issuer__icontains=word)
        | Q(number__iexact=word)
        | Q(kind__iexact=word)
    )
    return found | Q(year=int(word)) if re.fullmatch(r"[12]\d{3}", word, re.ASCII) else found
