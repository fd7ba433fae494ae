"""An index of the tests' own in the place of the real one, and documents to process."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from documents import formats, processing
from documents.extraction.backends import backend_for, build
from documents.extraction.types import Extraction
from documents.intake import store_upload
from documents.models import Document, Version
from documents.signals import version_read


@dataclass
class Index:
    """Publishes what was read, unless `instead` says what else to do."""

    versions: list[Version] = field(default_factory=list)
    instead: Callable[[Version, Callable[[str, float], None]], None] | None = None

    def hear(
        self,
        *,
        version: Version,
        auto_index: bool,
        progress: Callable[[str, float], None],
        **_: object,
    ) -> None:
        self.versions.append(version)
        progress("embedding", 0.5)
        if self.instead is not None:
            self.instead(version, progress)
        if auto_index:
            Document.objects.filter(pk=version.document_id).update(live_version=version)


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    made = Index()
    monkeypatch.setattr(version_read, "receivers", [])
    version_read.connect(made.hear)
    yield made
    version_read.disconnect(made.hear)


@pytest.fixture
def upload(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Document]:
    """Store a text under a name; each call makes another document.

    Texts are read in this process, by the real backend: starting another takes a second.
    """
    read_apart = processing.extract

    def read_here(path: Path, media_type: str, **more: Any) -> Extraction:
        if media_type != formats.MARKDOWN:
            return read_apart(path, media_type, **more)
        return build(*backend_for(media_type, None)).extract(path)

    monkeypatch.setattr(processing, "extract", read_here)

    def store(text: str = "", *, filename: str = "surat.md", **more: object) -> Document:
        content = text or f"# Surat {Document.objects.count()}\n\nIsi surat yang dapat dibaca.\n"
        return store_upload(BytesIO(content.encode()), filename=filename, **more).document

    return store
