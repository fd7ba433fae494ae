"""Chunks as they are handed on, read in one statement.

It is written out, since every search needs it and the ORM takes longer to compile it than
PostgreSQL to run it.
"""

from collections.abc import Mapping
from typing import Any

from django.db import connection

from retrieval.hits import Hit, Scores

# Where each field of Hit stands.
_COLUMNS = {
    "chunk_id": "chunk.id",
    "document_id": "chunk.document_id",
    "document_title": "document.title",
    "version": "version.number",
    "ordinal": "chunk.ordinal",
    "text": "chunk.text",
    "start": "chunk.start",
    "end": 'chunk."end"',
    "section_path": "chunk.section_path",
    "legal_reference": "chunk.legal_reference",
    "page_from": "chunk.page_from",
    "page_to": "chunk.page_to",
    "original_filename": "document.original_filename",
    "source": "document.source",
    "kind": "document.kind",
    "legal_status": "document.legal_status",
    "visibility": "document.visibility",
    "media_type": "version.media_type",
    "provisions": "chunk.provisions",
}
_LOAD = f"""
    SELECT {", ".join(_COLUMNS.values())}
    FROM retrieval_chunk AS chunk
    JOIN documents_document AS document ON document.id = chunk.document_id
    JOIN documents_version AS version ON version.id = chunk.version_id
    WHERE chunk.id = ANY (%s)
"""  # noqa: S608 - nothing of a user


def load_hits(scores: Mapping[int, Scores]) -> dict[int, Hit]:
    """Hits by chunk id, with these scores; those that are gone are left out."""
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, [list(scores)])
        found = (dict(zip(_COLUMNS, row, strict=True)) for row in cursor.fetchall())
        return {values["chunk_id"]: _hit(values, scores) for values in found}


def _hit(values: dict[str, Any], scores: Mapping[int, Scores]) -> Hit:
    values["section_path"] = tuple(values["section_path"])
    values["provisions"] = tuple(values["provisions"])
    public_id = f"{values['document_id']}_chunk_{values['ordinal']}"
    return Hit(**values, public_id=public_id, scores=scores[values["chunk_id"]])
