"""Documents go to the trash, come back, or go for good with their files."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import DjangoCaptureOnCommitCallbacks

from documents import page_pictures
from documents.access import CITIZEN, STAFF
from documents.intake import store_upload
from documents.models import Document
from documents.reasons import Refused
from documents.removal import delete_for_good, restore, trash
from documents.signals import document_changed

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> Document:
    return store_upload(BytesIO(b"# Panduan\n\nIsi."), filename="panduan.md").document


@pytest.fixture
def changes() -> Iterator[list[Document]]:
    heard: list[Document] = []

    def hear(document: Document, **_: object) -> None:
        heard.append(document)

    document_changed.connect(hear, weak=False, dispatch_uid="test")
    yield heard
    document_changed.disconnect(dispatch_uid="test")


def test_what_is_in_the_trash_is_known_to_nobody(
    document: Document, changes: list[Document]
) -> None:
    assert trash(document)

    assert not Document.objects.visible_to(CITIZEN).exists()
    assert not Document.objects.visible_to(STAFF).exists()
    assert changes == [document]


def test_twice_into_the_trash_is_once(document: Document, changes: list[Document]) -> None:
    trash(document)

    assert not trash(document)
    assert len(changes) == 1


def test_a_restored_document_is_there_again(document: Document, changes: list[Document]) -> None:
    trash(document)

    assert restore(document)
    assert Document.objects.visible_to(CITIZEN).get() == document
    assert len(changes) == 2


def test_it_is_not_restored_beside_the_same_file(document: Document) -> None:
    trash(document)
    store_upload(BytesIO(b"# Panduan\n\nIsi."), filename="lagi.md")

    with pytest.raises(Refused) as refused:
        restore(document)

    assert (refused.value.code, refused.value.status) == ("already_present", 409)


def test_for_good_means_with_its_files(
    document: Document, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    path = Path(document.latest_version.file.path)
    picture = page_pictures.folder(document.pk) / "1.png"
    picture.parent.mkdir(parents=True)
    picture.touch()
    with django_capture_on_commit_callbacks() as callbacks:
        delete_for_good(document)
    assert path.exists()

    for callback in callbacks:
        callback()

    assert not Document.objects.exists()
    assert not [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]
