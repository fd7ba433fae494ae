"""Documents and answers as they stand in the database when all went well."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from django.utils import timezone

from answering.models import Answer, Conversation
from documents.extraction.types import Word
from documents.models import Document, Page, Version

COLLECTION = Path(__file__).resolve().parents[2] / "documents" / "sample_collection"
UU_11 = COLLECTION / "corpus" / "data-peraturan" / "uu" / "2006" / "11.md"
PP_82 = COLLECTION / "pdf" / "kesehatan_PP_Nomor_82_Tahun_2013.pdf"


def published(
    canonical: str,
    *,
    title: str = "Qanun Nomor 8 Tahun 2019",
    content: bytes = b"",
    filename: str = "qanun.md",
    media_type: str = "text/markdown",
    pages: Sequence[tuple[int | None, int, int, Sequence[Word]]] = (),
    size: tuple[float, float] = (595.0, 842.0),
    **fields: Any,
) -> Document:
    """A document that is live; `pages` are (number, start, end, words)."""
    content = content or canonical.encode()
    digest = hashlib.sha256(content + title.encode()).hexdigest()
    document = Document.objects.create(
        title=title, original_filename=filename, sha256=digest, status="ready", **fields
    )
    document.live_version = add_version(
        document, canonical, content=content, media_type=media_type, pages=pages, size=size
    )
    document.save()
    return document


def add_version(
    document: Document,
    canonical: str,
    *,
    content: bytes = b"",
    media_type: str = "text/markdown",
    pages: Sequence[tuple[int | None, int, int, Sequence[Word]]] = (),
    size: tuple[float, float] = (595.0, 842.0),
) -> Version:
    content = content or canonical.encode()
    version = Version(
        document=document,
        number=document.versions.count() + 1,
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
        media_type=media_type,
        canonical=canonical,
        page_count=sum(number is not None for number, *_ in pages),
        read_at=timezone.now(),
    )
    version.file.save(document.original_filename, ContentFile(content), save=False)
    version.save()
    for number, start, end, words in pages or [(None, 0, len(canonical), [])]:
        Page.objects.create(
            version=version,
            number=number,
            start=start,
            end=end,
            width=size[0] if number else 0,
            height=size[1] if number else 0,
            origin="text_layer",
            word_boxes=Page.pack(words),
        )
    return version


def citation(document: Document, quote: str, *, marker: int = 1, **fields: Any) -> dict[str, Any]:
    """A citation of words that stand in the live version, as an answer stores it."""
    version = document.live_version
    assert version is not None
    start = version.canonical.index(quote)
    page = version.pages.filter(start__lte=start, end__gt=start).first()
    number = page.number if page else None
    place = f"/dokumen/{document.id}/v{version.number}"
    span = f"#k{start}-{start + len(quote)}"
    return {
        "marker": marker,
        "document_id": document.id,
        "document_title": document.title,
        "version": version.number,
        "chunk_id": f"{document.id}_chunk_0",
        "ordinal": 0,
        "page_from": number,
        "page_to": number,
        "section_path": [],
        "legal_reference": "",
        "char_start": start,
        "char_end": start + len(quote),
        "quote": quote,
        "url": f"{place}/hal/{number}{span}" if number else f"{place}{span}",
        "legal_status": document.legal_status,
        "visibility": document.visibility,
    } | fields


def answered(
    question: str,
    text: str,
    citations: Sequence[dict[str, Any]] = (),
    *,
    outcome: str = "answered",
    conversation: Conversation | None = None,
    visitor: str = "",
    **fields: Any,
) -> Answer:
    """A finished answer; an empty outcome leaves it running."""
    claims = [
        {
            "text": text,
            "separator": "",
            "documents": sorted({citation["document_id"] for citation in citations}),
            "markers": [citation["marker"] for citation in citations],
        }
    ]
    return Answer.objects.create(
        conversation=conversation or Conversation.objects.create(visitor=visitor),
        question=question,
        text=text,
        claims=claims if text else [],
        citations=list(citations),
        outcome=outcome,
        finished_at=timezone.now() if outcome else None,
        **fields,
    )
