"""Keeping what was read from a file: text, pages, words, tables, findings and metadata."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from documents.extraction.types import ExtractedTable, Extraction, ExtractionError, Finding
from documents.findings.noting import note
from documents.heartbeat import Superseded
from documents.intake import next_number
from documents.metadata import Metadata, read_metadata
from documents.models import Document, Page, Table, Version
from documents.relating import propose
from documents.row_storing import store_rows
from documents.searched_tables import not_searched_whole
from documents.signals import document_changed

METADATA_CONFLICT = "metadata_conflict"


def record(version: Version, extraction: Extraction, *, config: dict[str, Any]) -> Version:
    """Store what was read; gives the version that holds it.

    The text of the live version never changes, because citations point into it: if the file
    reads otherwise than before, the new text is a new version with the same file. So is what the
    file says beside a text that staff corrected.
    Raises ExtractionError (no_text), Superseded.
    """
    canonical = storable(extraction.markdown)
    if not canonical.strip():
        raise ExtractionError("no_text")
    with transaction.atomic():
        document = Document.objects.select_for_update().get(pk=version.document_id)
        if document.versions.filter(number__gt=version.number).exists():
            raise Superseded  # what an older file says of itself holds no more
        is_live = version.pk == document.live_version_id
        if version.is_edited or (is_live and version.canonical != canonical):
            version = successor(version)
        version.canonical = canonical
        version.chunk_size = config["chunk_size"]
        version.chunk_overlap = config["chunk_overlap"]
        read = read_metadata(canonical, filename=path_of(document))
        describe(version, extraction)
        version.findings += [asdict(finding) for finding in conflicts(document, read)]
        version.save()
        record_pages(version, extraction)
        record_tables(version, extraction.tables)
        apply_metadata(document, read)
        propose(document, version)
        note(version, tables=extraction.tables)
    version.document = document  # whoever indexes it must see its name as it is now
    return version


def keep(version: Version, *, config: dict[str, Any]) -> Version:
    """Take up a text that staff corrected as if it had just been read."""
    with transaction.atomic():
        document = Document.objects.select_for_update().get(pk=version.document_id)
        read = read_metadata(version.canonical, filename=path_of(document))
        version.chunk_size = config["chunk_size"]
        version.chunk_overlap = config["chunk_overlap"]
        found = [asdict(finding) for finding in conflicts(document, read)]
        others = [each for each in version.findings if each["code"] != METADATA_CONFLICT]
        version.findings = others + found
        version.save(update_fields=["chunk_size", "chunk_overlap", "findings"])
        apply_metadata(document, read)
        propose(document, version)
        note(version)
    version.document = document
    return version


def successor(version: Version) -> Version:
    """A new version of the same file."""
    return Version(
        document=version.document,
        number=next_number(version.document),
        file=version.file.name,
        sha256=version.sha256,
        size=version.size,
        media_type=version.media_type,
        created_by=version.created_by,
    )


def describe(version: Version, extraction: Extraction) -> None:
    version.page_count = sum(page.number is not None for page in extraction.pages)
    version.ocr_pages = sum(page.origin == "ocr" for page in extraction.pages)
    found = [
        *extraction.findings,
        *not_searched_whole(extraction.tables, most_rows=settings.MAX_SEARCHED_ROWS),
    ]
    version.findings = [asdict(finding) for finding in found]
    version.extractor = extraction.extractor
    version.extractor_version = extraction.extractor_version
    version.read_at = timezone.now()


def record_pages(version: Version, extraction: Extraction) -> None:
    version.pages.all().delete()
    Page.objects.bulk_create(
        (
            Page(
                version=version,
                number=page.number,
                printed_number=page.printed_number or "",
                start=page.start,
                end=page.end,
                width=page.width,
                height=page.height,
                origin=page.origin,
                judged=page.judged,
                certainty=page.certainty,
                is_contents=page.is_contents,
                word_boxes=Page.pack(page.words),
            )
            for page in extraction.pages
        ),
        batch_size=100,
    )


def record_tables(version: Version, tables: Iterable[ExtractedTable]) -> None:
    version.tables.all().delete()
    for ordinal, extracted in enumerate(tables):
        table = Table.objects.create(
            version=version,
            ordinal=ordinal,
            name=storable(extracted.name)[:300],
            columns=[storable(column) for column in extracted.columns],
            page=extracted.page,
            unit=storable(extracted.unit)[:100],
        )
        cells = ([storable(cell) for cell in row] for row in extracted.rows)
        store_rows(table, zip(cells, extracted.row_spans, strict=True))


def apply_metadata(document: Document, read: Metadata) -> None:
    """Take over what the text says of itself, except where a person said it already."""
    values: dict[str, Any] = {
        "title": read.title[:500],
        "kind": read.kind,
        "number": read.number[:60],
        "year": read.year,
        "issuer": read.issuer[:200],
        "subject": read.about[:500],
        "place": read.place[:60],
        "enacted_on": read.date,
        "promulgated_on": read.promulgated,
        "gazette": read.gazette[:120],
        "language": read.language,
    }
    news = {
        field: value
        for field, value in values.items()
        if value and field not in document.given_fields and value != getattr(document, field)
    }
    if not news:
        return
    for field, value in news.items():
        setattr(document, field, value)
    document.save(update_fields=[*news, "updated_at"])
    document_changed.send(sender=Document, document=document)


def conflicts(document: Document, read: Metadata) -> list[Finding]:
    """Where text and file name disagree and no person has said what is right."""
    return [
        Finding(METADATA_CONFLICT, asdict(conflict))
        for conflict in read.conflicts
        if conflict.field not in document.given_fields
    ]


def path_of(document: Document) -> str:
    return document.source or document.original_filename


def storable(text: str) -> str:
    """What PostgreSQL can hold, of the same length: NUL and lone surrogates are replaced."""
    if text.isascii() and "\0" not in text:
        return text
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
