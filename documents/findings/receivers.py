"""Findings follow what staff change in the details of documents."""

from typing import Any

from documents.findings.noting import refresh_with_siblings
from documents.models import Document


def details_changed(*, document: Document, **_: Any) -> None:
    """Heard on document_changed, within the transaction of the change."""
    refresh_with_siblings(document)
