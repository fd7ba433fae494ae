"""A small collection, a search that finds it, and a generator that says what a test wants."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from answering.models import Answer, Conversation
from answering.ownership import Owner
from answering.progress import lease_end, stream_of
from documents import events
from documents.models import Document, Page, Version
from retrieval.hits import Hit, Scores, SearchResult
from tests.scripted_generator import ScriptedGenerator

PAGES = (
    "Pasal 69\nPelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri atas nama Presiden.\n",
    "Pasal 70\nMasa jabatan imeum mukim adalah 5 (lima) tahun. Denda paling banyak Rp1.500.000,00"
    " dijatuhkan kepada pelanggar.\nLembaga Wali Nanggroe bukan lembaga politik.\n",
)
CANONICAL = "".join(PAGES)


@dataclass
class FakeSearch:
    """Gives back its hits; `queries` holds what was asked."""

    hits: tuple[Hit, ...] = ()
    further: tuple[Hit, ...] = ()
    missing: tuple[str, ...] = ()
    queries: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    error: Exception | None = None

    def __call__(self, query: str, **options: Any) -> SearchResult:
        self.queries.append((query, options))
        if self.error:
            raise self.error
        found = self.hits[: options["limit"]]
        return SearchResult(found, self.further, missing_identifiers=self.missing)


def make_document(title: str = "Qanun Contoh", **fields: Any) -> Document:
    """A published document of two pages."""
    document = Document.objects.create(
        title=title, original_filename="contoh.pdf", source="uji/contoh.pdf", sha256=title, **fields
    )
    version = Version.objects.create(
        document=document,
        number=1,
        sha256=title,
        size=1,
        media_type="application/pdf",
        canonical=CANONICAL,
        page_count=len(PAGES),
    )
    start = 0
    for number, text in enumerate(PAGES, start=1):
        Page.objects.create(
            version=version, number=number, start=start, end=start + len(text), origin="text"
        )
        start += len(text)
    document.live_version = version
    document.save()
    return document


def make_hit(document: Document, ordinal: int, start: int, end: int) -> Hit:
    """A chunk of the document that spans all its pages, as far as the chunk itself tells."""
    return Hit(
        chunk_id=abs(hash((document.id, ordinal))),
        public_id=f"{document.id}_chunk_{ordinal}",
        document_id=document.id,
        document_title=document.title,
        version=1,
        ordinal=ordinal,
        text=CANONICAL[start:end],
        start=start,
        end=end,
        section_path=("BAB I",),
        legal_reference="Pasal 69 Qanun 1/2020",
        page_from=1,
        page_to=2,
        original_filename=document.original_filename,
        source=document.source,
        kind=document.kind,
        legal_status=document.legal_status,
        visibility=document.visibility,
        media_type="application/pdf",
        scores=Scores(fused=0.5),
    )


@pytest.fixture
def document(db: None) -> Document:
    return make_document()


@pytest.fixture
def search(document: Document, monkeypatch: pytest.MonkeyPatch) -> FakeSearch:
    """Finds two chunks that overlap: the first page with half of the second, and the second."""
    half = len(PAGES[0]) + 60
    fake = FakeSearch(
        (
            make_hit(document, 0, 0, half),
            make_hit(document, 1, len(PAGES[0]), len(CANONICAL)),
        )
    )
    monkeypatch.setattr("answering.tools.vector_search.search", fake)
    return fake


@pytest.fixture
def generator(settings: Settings) -> Iterator[type[ScriptedGenerator]]:
    settings.GENERATOR = {"BACKEND": "tests.scripted_generator.ScriptedGenerator", "OPTIONS": {}}
    ScriptedGenerator.forget()
    yield ScriptedGenerator
    ScriptedGenerator.forget()


class Gate:
    """A search that waits until it is opened; `entered` counts who came."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.entered = threading.Semaphore(0)

    def __call__(self, *args: object, **kwargs: object) -> None:
        connection.close()
        self.entered.release()
        assert self.opened.wait(30)
        raise RuntimeError


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate()
    monkeypatch.setattr("answering.tools.vector_search.search", gate)
    return gate


@pytest.fixture
def owner() -> Owner:
    return Owner(visitor="a" * 32)


def stored_question(
    question: str, conversation: Conversation | None = None, **fields: Any
) -> Answer:
    """A question as `begin` stores it, which nobody answers yet."""
    return Answer.objects.create(
        conversation=conversation or Conversation.objects.create(visitor="a" * 32),
        question=question,
        lease_until=lease_end(),
        **fields,
    )


def events_of(answer: Answer) -> list[tuple[str, dict[str, Any]]]:
    return [(event.type, event.data) for event in events.after(stream_of(answer.id), 0)]
