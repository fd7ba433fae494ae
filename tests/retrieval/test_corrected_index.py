"""A corrected text is indexed again with vectors for what changed alone."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings

from documents import jobs, processing
from documents.correcting import Edited, correct, digest_of, go_back
from documents.extraction.backends import backend_for, build
from documents.heartbeat import Superseded
from documents.intake import store_upload, store_version
from documents.models import Document, Status, Version
from documents.processing import run_job
from documents.signals import version_read
from retrieval.models import Chunk, Embedding, StagedVector
from tests.fake_embedder import FakeEmbedder
from tests.retrieval.conftest import ignore_progress

pytestmark = pytest.mark.django_db
LAW = Path(settings.BASE_DIR, "documents/sample_collection/corpus/data-peraturan/uu/2006/11.md")


@pytest.fixture
def embedded(fake_embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that was embedded."""
    texts: list[str] = []
    embed = FakeEmbedder._embed

    def counted(self: FakeEmbedder, batch: Sequence[str], *, is_query: bool) -> object:
        texts.extend(batch)
        return embed(self, batch, is_query=is_query)

    monkeypatch.setattr(FakeEmbedder, "_embed", counted)
    monkeypatch.setattr(
        processing,
        "extract",
        lambda path, media_type, **_: build(*backend_for(media_type, None)).extract(path),
    )
    return texts


def ready(document: Document) -> Document:
    run_job(jobs.request_processing([document.pk]).pk)
    document.refresh_from_db()
    assert document.status == Status.READY
    return document


def edited(document: Document, old: str, new: str) -> Version:
    latest = document.latest_version
    text = latest.canonical
    assert old in text
    edit = Edited(latest.number, 0, len(text), digest_of(text), text.replace(old, new, 1))
    return correct(document, edit)


def test_one_pasal_corrected_is_one_vector_and_all_else_is_kept(embedded: list[str]) -> None:
    with LAW.open("rb") as file:
        document = ready(store_upload(file, filename="11.md").document)
    assert len(embedded) > 200
    former = document.live_version
    assert former is not None
    embedded.clear()

    made = edited(document, "keuchik atau nama lain", "kepala desa atau nama lain")
    assert Chunk.objects.filter(version=former, live=True).exists()  # answers until then
    ready(document)

    assert 1 <= len(embedded) <= 3
    chunks = Chunk.objects.filter(document=document)
    assert set(chunks.values_list("version", "live")) == {(made.pk, True)}
    assert Embedding.objects.filter(document=document).count() == chunks.count()
    assert not StagedVector.objects.exists()
    assert all(made.canonical[one.start : one.end] == one.text for one in chunks)


def test_going_back_needs_vectors_for_what_differs_alone(embedded: list[str]) -> None:
    with LAW.open("rb") as file:
        document = ready(store_upload(file, filename="11.md").document)
    edited(document, "keuchik atau nama lain", "kepala desa atau nama lain")
    ready(document)
    embedded.clear()
    made = go_back(document, 1)
    ready(document)
    assert 1 <= len(embedded) <= 3
    assert document.live_version == made


def test_of_two_versions_at_work_only_the_newest_is_staged(embedded: list[str]) -> None:
    document = store_upload(BytesIO(b"# Surat\n\nIsi lama surat.\n"), filename="a.md").document
    ready(document)
    old = document.latest_version
    store_version(document, BytesIO(b"# Surat\n\nIsi baru surat.\n"), filename="b.md")

    with pytest.raises(Superseded):
        version_read.send(sender=Version, version=old, auto_index=True, progress=ignore_progress)
    ready(document)
    assert "baru" in Chunk.objects.get(document=document).text
