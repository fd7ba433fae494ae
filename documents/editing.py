"""What follows when a person changes a document's details."""

from collections.abc import Collection

from django.db import transaction

from documents.intake import GIVABLE_FIELDS
from documents.models import Document, Visibility
from documents.signals import document_changed


def changed(document: Document, fields: Collection[str]) -> None:
    """Remember what a person said and tell the index; within the transaction of the change."""
    given = set(document.given_fields) | (GIVABLE_FIELDS & set(fields))
    document.given_fields = sorted(given)
    document.save(update_fields=["given_fields", "updated_at"])
    document_changed.send(sender=Document, document=document)


def set_visibility(document: Document, visibility: Visibility) -> bool:
    """Make public or internal; False if it was so already."""
    if document.visibility == visibility:
        return False
    document.visibility = visibility
    with transaction.atomic():
        document.save(update_fields=["visibility"])
        changed(document, ["visibility"])
    return True
