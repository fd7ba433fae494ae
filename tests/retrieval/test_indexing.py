from typing import Any

import pytest

from documents.models import Document, Page, Version, Visibility
from documents.reasons import Failed
from documents.signals import document_changed, version_read
from retrieval import embedding
from retrieval.models import Chunk, Embedding, LexicalEntry, StagedVector
from tests.fake_embedder import FakeEmbedder
from tests.retrieval.conftest import IndexText, MakeVersion, ignore_progress

LAW = """# Undang-Undang Nomor 7 Tahun 2020

BAB I
KETENTUAN UMUM

Pasal 1
Dalam Undang-Undang ini yang dimaksud dengan gampong adalah desa.

Pasal 2
Keuchik dipilih oleh warga sesuai dengan Undang-Undang Nomor 11 Tahun 2006.
"""


def send(version: Version, *, auto_index: bool = True, progress: Any = ignore_progress) -> None:
    version_read.send(sender=Version, version=version, auto_index=auto_index, progress=progress)


def test_a_version_is_published_as_a_whole(index_text: IndexText) -> None:
    document = index_text(LAW, kind="uu", number="7", year=2020)
    chunks = list(Chunk.objects.filter(document=document))
    assert document.live_version is not None
    assert all(each.live for each in chunks)
    assert all(
        each.text == document.live_version.canonical[each.start : each.end] for each in chunks
    )
    assert Embedding.objects.count() == LexicalEntry.objects.count() == len(chunks)
    assert not StagedVector.objects.exists()


def test_chunks_know_their_pasal_and_whom_they_name(index_text: IndexText) -> None:
    index_text(LAW, kind="uu", number="7", year=2020)
    chunk = Chunk.objects.get(text__contains="Keuchik")
    assert chunk.provisions == ["#2"]
    assert "uu:11/2006" in chunk.mentions


def test_chunks_know_their_pages(make_version: MakeVersion, fake_embedder: FakeEmbedder) -> None:
    text = "Satu. " * 150 + "Dua. " * 150
    version = make_version(text)
    Page.objects.filter(version=version).delete()
    Page.objects.create(version=version, number=1, start=0, end=900, origin="text_layer")
    Page.objects.create(version=version, number=2, start=900, end=len(text), origin="text_layer")
    send(version)
    first, *_, last = Chunk.objects.order_by("ordinal")
    assert (first.page_from, last.page_to) == (1, 2)
    for each in Chunk.objects.all():
        assert each.page_from == (1 if each.start < 900 else 2)
        assert each.page_to == (1 if each.end <= 900 else 2)


def test_contents_pages_are_not_found(
    make_version: MakeVersion, fake_embedder: FakeEmbedder
) -> None:
    entries = "Bab tentang pajak ........ 3\n" * 60
    text = f"{entries}\n\n{'Pajak dipungut oleh gampong. ' * 60}"
    version = make_version(text)
    Page.objects.filter(version=version).delete()
    spans = ((0, 900), (900, len(entries) - 1), (len(entries) + 2, len(text)))
    for number, (start, end) in enumerate(spans, 1):
        Page.objects.create(
            version=version,
            number=number,
            start=start,
            end=end,
            origin="text_layer",
            is_contents=number < 3,
        )
    send(version)
    chunks = list(Chunk.objects.order_by("ordinal"))
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    assert all(chunk.end > len(entries) for chunk in chunks)
    assert max(chunk.end for chunk in chunks) == len(text.rstrip())


def test_a_document_of_contents_alone_is_found(
    make_version: MakeVersion, fake_embedder: FakeEmbedder
) -> None:
    version = make_version("Bab tentang pajak ........ 3\n" * 5)
    Page.objects.filter(version=version).update(is_contents=True)
    send(version)
    assert Chunk.objects.filter(live=True).count() == 1


def test_without_auto_index_nothing_is_found(
    make_version: MakeVersion, fake_embedder: FakeEmbedder
) -> None:
    version = make_version(LAW)
    send(version, auto_index=False)
    assert Chunk.objects.filter(live=False).exists()
    assert not Chunk.objects.filter(live=True).exists()
    version.document.refresh_from_db()
    assert version.document.live_version is None


def test_it_is_harmless_when_run_twice(
    make_version: MakeVersion, fake_embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = make_version(LAW)
    send(version)
    before = list(Chunk.objects.values_list("ordinal", "digest", "live"))
    monkeypatch.setattr(FakeEmbedder, "_embed", None)  # the vectors are held already
    send(version)
    assert list(Chunk.objects.values_list("ordinal", "digest", "live")) == before
    assert Embedding.objects.count() == len(before)


def test_the_next_version_takes_the_place_of_the_former(
    index_text: IndexText, make_version: MakeVersion
) -> None:
    document = index_text("Biaya izin sepuluh ribu rupiah.")
    send(make_version("Biaya izin dua puluh ribu rupiah.", document=document))
    assert [each.text for each in Chunk.objects.all()] == ["Biaya izin dua puluh ribu rupiah."]


def test_a_failed_embedder_is_named_and_the_former_version_stays(
    index_text: IndexText, make_version: MakeVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = index_text("Biaya izin sepuluh ribu rupiah.")
    live = document.live_version

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(FakeEmbedder, "_embed", fail)
    with pytest.raises(Failed) as raised:
        send(make_version("Teks yang baru.", document=document))
    assert raised.value.code == "embedding_failed"
    assert "fake" in raised.value.detail
    document.refresh_from_db()
    assert document.live_version == live
    assert Chunk.objects.get(live=True).text == "Biaya izin sepuluh ribu rupiah."


def test_vectors_survive_a_kill(
    make_version: MakeVersion, fake_embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retrieval.indexing.EMBED_BATCH", 1)
    version = make_version(LAW)

    class Killed(BaseException):
        pass

    def kill_half_way(stage: str, fraction: float) -> None:
        if stage == "embedding" and fraction >= 0.5:
            raise Killed

    with pytest.raises(Killed):
        send(version, progress=kill_half_way)
    staged = StagedVector.objects.count()
    assert staged >= 1
    embedded: list[str] = []
    original = FakeEmbedder._embed

    def count(self: FakeEmbedder, texts: Any, *, is_query: bool) -> Any:
        embedded.extend(texts)
        return original(self, texts, is_query=is_query)

    monkeypatch.setattr(FakeEmbedder, "_embed", count)
    send(version)
    assert len(embedded) == Chunk.objects.count() - staged


def test_access_changes_reach_both_paths(index_text: IndexText) -> None:
    document = index_text("Rahasia.")
    document.visibility = Visibility.INTERNAL
    document.tags = ["rapat"]
    document.save()
    document_changed.send(sender=Document, document=document)
    for model in (Embedding, LexicalEntry):
        assert model.objects.values_list("public", "tags").get() == (False, ["rapat"])


def test_a_text_without_words_fails(make_version: MakeVersion, fake_embedder: FakeEmbedder) -> None:
    with pytest.raises(Failed) as raised:
        send(make_version("  \n"))
    assert raised.value.code == "no_text"


def test_the_active_model_embeds(index_text: IndexText) -> None:
    index_text("Satu.")
    assert Embedding.objects.get().model.alias == "fake"
    assert embedding.embedder("fake").dimensions == 64
