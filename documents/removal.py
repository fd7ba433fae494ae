"""Removing documents: into the trash, out of it again, and for good."""

import shutil
from functools import partial

from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.utils import timezone

from documents import page_pictures
from documents.models import Document
from documents.reasons import Refused
from documents.signals import document_changed


def trash(document: Document) -> bool:
    """Move to the trash: found no more from the next request on. False if it was there already."""
    with transaction.atomic():
        moved = Document.objects.filter(pk=document.pk, trashed_at=None).update(
            trashed_at=timezone.now()
        )
        document.refresh_from_db(fields=["trashed_at"])
        if moved:
            document_changed.send(sender=Document, document=document)
    return bool(moved)


def restore(document: Document) -> bool:
    """Take out of the trash. False if it was not in it.

    Raises Refused if the same file was uploaded again meanwhile.
    """
    try:
        with transaction.atomic():
            restored = (
                Document.objects.filter(pk=document.pk)
                .exclude(trashed_at=None)
                .update(trashed_at=None)
            )
            document.refresh_from_db(fields=["trashed_at"])
            if restored:
                document_changed.send(sender=Document, document=document)
    except IntegrityError as error:
        raise Refused("already_present", 409) from error
    return bool(restored)


def delete_for_good(document: Document) -> None:
    """Delete with all versions and files; the files go when the deletion is committed."""
    with transaction.atomic():
        document_id = document.pk
        names = set(document.versions.values_list("file", flat=True))
        document_id = document.id  # the deleted object has none
        document.delete()
        for name in names:
            transaction.on_commit(partial(default_storage.delete, name), robust=True)
        pictures = page_pictures.folder(document_id)
        transaction.on_commit(partial(shutil.rmtree, pictures, ignore_errors=True))
        transaction.on_commit(partial(page_pictures.forget, document_id), robust=True)
