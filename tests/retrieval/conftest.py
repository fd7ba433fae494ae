"""Documents of a few lines, indexed as a worker would do it."""

import hashlib
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from documents.models import Document, Page, Version
from documents.signals import version_read
from tests.fake_embedder import FakeEmbedder

MakeVersion = Callable[..., Version]
IndexText = Callable[..., Document]


def ignore_progress(stage: str, fraction: float) -> None:
    """Nobody watches."""


@pytest.fixture
def make_version(db: None) -> MakeVersion:
    """A version that was read, with its document; `document` adds a version to that one."""
    numbers = count(1)

    def make(text: str, *, document: Document | None = None, **fields: Any) -> Version:
        number = next(numbers)
        digest = hashlib.sha256(f"{number} {text}".encode()).hexdigest()
        if document is None:
            values = {"title": f"Dokumen {number}", "original_filename": "a.md"} | fields
            document = Document.objects.create(sha256=digest, **values)
        version = Version.objects.create(
            document=document,
            number=document.versions.count() + 1,
            file="a.md",
            sha256=digest,
            size=len(text),
            media_type="text/markdown",
            canonical=text,
        )
        Page.objects.create(
            version=version, number=None, start=0, end=len(text), origin="text_layer"
        )
        return version

    return make


@pytest.fixture
def index_text(make_version: MakeVersion, fake_embedder: FakeEmbedder) -> IndexText:
    """A published document with the text."""

    def index(text: str, **fields: Any) -> Document:
        version = make_version(text, **fields)
        version_read.send(
            sender=Version, version=version, auto_index=True, progress=ignore_progress
        )
        version.document.refresh_from_db()
        return version.document

    return index
