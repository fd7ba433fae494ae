"""Chunks as they are handed on, read in one statement."""

from collections.abc import Collection
from typing import Any

from retrieval.hits import Hit
from retrieval.models import Chunk

# Named as the fields of Hit.
_COLUMNS = {
    "chunk_id": "pk",
    "document_id": "document_id",
    "document_title": "document__title",
    "version": "version__number",
    "ordinal": "ordinal",
    "text": "text",
    "start": "start",
    "end": "end",
    "section_path": "section_path",
    "legal_reference": "legal_reference",
    "page_from": "page_from",
    "page_to": "page_to",
    "original_filename": "document__original_filename",
    "source": "document__source",
    "kind": "document__kind",
    "legal_status": "document__legal_status",
    "visibility": "document__visibility",
    "media_type": "version__media_type",
    "provisions": "provisions",
}


def load_hits(chunk_ids: Collection[int]) -> dict[int, Hit]:
    """Hits by chunk id, without scores; those that are gone are left out."""
    rows = Chunk.objects.filter(pk__in=chunk_ids).order_by().values_list(*_COLUMNS.values())
    return {row[0]: _hit(row) for row in rows}


def _hit(row: tuple[Any, ...]) -> Hit:
    values = dict(zip(_COLUMNS, row, strict=True))
    values["section_path"] = tuple(values["section_path"])
    values["provisions"] = tuple(values["provisions"])
    public_id = f"{values['document_id']}_chunk_{values['ordinal']}"
    return Hit(**values, public_id=public_id)
