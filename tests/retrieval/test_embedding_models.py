"""A second model beside the active one: built, compared, switched to, switched back, removed."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.utils import OperationalError
from django.test import Client
from django.urls import reverse
from psycopg.errors import DiskFull
from pytest_django import Settings

from documents.access import CITIZEN
from documents.heartbeat import Heartbeat
from documents.models import Document, Job, JobStatus, Version
from documents.reasons import Failed, Refused
from documents.signals import version_read
from retrieval import building, embedding_models, hnsw, reindex_jobs, vectors
from retrieval.embedders.base import EmbeddingError
from retrieval.embedding_models import ModelState, held_models, remove, switch
from retrieval.models import Chunk, Embedding, EmbeddingModel, StagedVector
from retrieval.reindex_jobs import cancel_build, request_build, run_job, sweep
from retrieval.reindexing import reindex
from retrieval.search import search
from retrieval.statistics import IndexStatus, statistics
from tests.fake_embedder import FakeEmbedder
from tests.retrieval.conftest import IndexText, MakeVersion

# Indexes are built concurrently, which no transaction may contain.
pytestmark = pytest.mark.django_db(transaction=True)

ENGLISH = {"Accept-Language": "en"}
FAKE = {"BACKEND": "tests.fake_embedder.FakeEmbedder", "OPTIONS": {}}


def narrow(dimensions: int = 32) -> dict[str, Any]:
    return FAKE | {"OPTIONS": {"dimensions": dimensions}}


@pytest.fixture(autouse=True)
def two_embedders(fake_embedder: FakeEmbedder, settings: Settings) -> None:
    settings.EMBEDDERS = {"fake": FAKE, "other": narrow()}


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    ids: list[str] = []
    monkeypatch.setattr(reindex_jobs, "async_task", lambda task, job_id: ids.append(job_id))
    return ids


def build(alias: str = "other") -> Job:
    job = request_build(alias)
    run_job(job.pk)
    job.refresh_from_db()
    return job


def state_of(alias: str) -> ModelState:
    return next(row.state for row in held_models() if row.alias == alias)


def vectors_of(alias: str) -> int:
    return Embedding.objects.filter(model__alias=alias).count()


def found(query: str, **options: Any) -> list[str]:
    return [hit.document_id for hit in search(query, asker=CITIZEN, **options).hits]


def test_a_model_is_built_beside_switched_to_and_back(index_text: IndexText) -> None:
    document = index_text("Keuchik memimpin gampong.")
    assert state_of("other") == ModelState.ABSENT
    job = build()
    assert (job.status, job.progress, job.documents_processed) == (JobStatus.COMPLETED, 1.0, 1)
    assert state_of("other") == ModelState.READY
    assert vectors.active_model().alias == "fake"

    switch("other")
    assert vectors.active_model().alias == "other"
    assert (state_of("other"), state_of("fake")) == (ModelState.ACTIVE, ModelState.KEPT)
    assert found("Keuchik memimpin gampong.", mode="vector") == [document.pk]

    switch("fake")
    assert vectors.active_model().alias == "fake"
    assert state_of("other") == ModelState.KEPT


def test_a_search_may_name_the_model_before_the_switch(index_text: IndexText) -> None:
    document = index_text("Keuchik memimpin gampong.")
    with pytest.raises(EmbeddingError, match="other"):
        found("keuchik", model_alias="other")
    build()
    assert found("keuchik", mode="vector", model_alias="other") == [document.pk]


def test_what_is_published_meanwhile_gets_vectors_of_both(index_text: IndexText) -> None:
    index_text("Satu gampong.")
    build()
    index_text("Dua mukim.")
    assert vectors_of("fake") == vectors_of("other") == Chunk.objects.count() == 2
    switch("other")


def test_a_version_begun_before_the_model_was_asked_for_is_not_missed(
    make_version: MakeVersion, index_text: IndexText
) -> None:
    index_text("Satu gampong.")
    version = make_version("Dua mukim.")

    def build_between(stage: str, share: float) -> None:
        if stage == "indexing" and state_of("other") == ModelState.ABSENT:
            building.build("other")

    version_read.send(sender=Version, version=version, auto_index=True, progress=build_between)
    assert vectors_of("other") == Chunk.objects.filter(live=True).count() == 2


def test_switching_to_an_incomplete_model_is_refused_and_says_how_much_is_missing(
    index_text: IndexText,
) -> None:
    index_text("Satu gampong.")
    build()
    Embedding.objects.filter(model__alias="other").delete()
    assert state_of("other") == ModelState.INCOMPLETE
    with pytest.raises(Refused) as refused:
        switch("other")
    assert (refused.value.code, refused.value.values["count"]) == ("model_incomplete", 1)
    assert "1" in refused.value.message
    assert vectors.active_model().alias == "fake"


def test_a_model_without_its_index_does_not_answer(index_text: IndexText) -> None:
    index_text("Satu gampong.")
    build()
    hnsw.drop(EmbeddingModel.objects.get(alias="other"))
    with pytest.raises(Refused, match="model_without_index"):
        switch("other")
    build()
    assert switch("other").active


def test_a_killed_build_goes_on_where_it_stopped(
    index_text: IndexText, monkeypatch: pytest.MonkeyPatch, queued: list[str]
) -> None:
    for n in range(40):
        index_text(f"Gampong nomor {n}.")
    made: list[str] = []
    embed = FakeEmbedder._embed

    def embed_some(self: FakeEmbedder, texts: Any, *, is_query: bool) -> Any:
        if len(made) > 20:
            raise SystemExit  # as if the worker was killed
        made.extend(texts)
        return embed(self, texts, is_query=is_query)

    job = request_build("other")
    monkeypatch.setattr(FakeEmbedder, "_embed", embed_some)
    monkeypatch.setattr(reindex_jobs, "_end", lambda *args: None)
    with pytest.raises(SystemExit):
        run_job(job.pk)
    monkeypatch.undo()
    kept = vectors_of("other")
    assert 0 < kept < 40
    monkeypatch.setattr(reindex_jobs, "async_task", lambda task, job_id: queued.append(job_id))
    Job.objects.update(heartbeat_at="2020-01-01T00:00Z")
    sweep()
    again: list[str] = []

    def count(self: FakeEmbedder, texts: Any, *, is_query: bool) -> Any:
        again.extend(texts)
        return embed(self, texts, is_query=is_query)

    monkeypatch.setattr(FakeEmbedder, "_embed", count)
    run_job(job.pk)
    job.refresh_from_db()
    assert job.status == JobStatus.COMPLETED
    assert vectors_of("other") == 40
    assert len(again) == 40 - kept


def test_a_cancelled_build_ends_and_no_longer_costs_uploads(
    index_text: IndexText, monkeypatch: pytest.MonkeyPatch
) -> None:
    index_text("Satu gampong.")
    job = request_build("other")
    monkeypatch.setattr(
        Heartbeat, "beat", lambda self: setattr(self, "cancel_requested", bool(vectors_of("fake")))
    )
    run_job(job.pk)
    job.refresh_from_db()
    assert job.status == JobStatus.CANCELLED
    monkeypatch.undo()
    monkeypatch.setattr(reindex_jobs, "async_task", lambda task, job_id: None)
    index_text("Dua mukim.")
    assert vectors_of("other") == 0
    assert build().status == JobStatus.COMPLETED
    assert vectors_of("other") == 2


def test_a_waiting_build_is_cancelled_at_once(index_text: IndexText) -> None:
    index_text("Satu gampong.")
    job = request_build("other")
    assert request_build("other") == job
    assert cancel_build("other")
    assert not cancel_build("other")
    run_job(job.pk)
    job.refresh_from_db()
    assert job.status == JobStatus.CANCELLED
    assert state_of("other") == ModelState.ABSENT


def test_a_build_gives_way_to_an_upload_that_waits_and_is_then_done(
    index_text: IndexText, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(40):
        index_text(f"Gampong nomor {n}.")
    job = request_build("other")
    waits = [True]
    monkeypatch.setattr(reindex_jobs.jobs, "others_wait", lambda job: waits[0])
    run_job(job.pk)
    job.refresh_from_db()
    assert job.status == JobStatus.PENDING
    assert 0 < vectors_of("other") < 40
    waits[0] = False
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.status, vectors_of("other")) == (JobStatus.COMPLETED, 40)


def test_a_broken_second_embedder_does_not_stop_publishing(
    index_text: IndexText, monkeypatch: pytest.MonkeyPatch
) -> None:
    index_text("Satu gampong.")
    build()
    embed = FakeEmbedder._embed

    def fail_when_narrow(self: FakeEmbedder, texts: Any, *, is_query: bool) -> Any:
        if self.dimensions == 32:
            raise RuntimeError
        return embed(self, texts, is_query=is_query)

    monkeypatch.setattr(FakeEmbedder, "_embed", fail_when_narrow)
    document = index_text("Dua mukim.")
    assert document.live_version is not None
    assert (vectors_of("fake"), vectors_of("other")) == (2, 1)
    assert state_of("other") == ModelState.INCOMPLETE


def test_a_model_that_answers_is_not_removed_another_is_with_all_it_holds(
    index_text: IndexText,
) -> None:
    index_text("Satu gampong.")
    build()
    index = hnsw.index_name(EmbeddingModel.objects.get(alias="other"))
    with pytest.raises(Refused, match="model_is_active"):
        remove("fake")
    remove("other")
    assert vectors_of("other") == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [index])
        assert cursor.fetchone() == (None,)
    assert found("gampong")


@pytest.mark.parametrize("call", [request_build, switch, remove])
def test_an_unknown_alias_is_refused_naming_those_known(call: Any) -> None:
    with pytest.raises(Refused) as refused:
        call("nowhere")
    assert "fake, other" in refused.value.message


@pytest.mark.parametrize("entry", [narrow(48), FAKE | {"OPTIONS": {"salt": "x"}}], ids=str)
def test_another_embedder_behind_the_active_alias_is_noticed_and_never_mixed(
    index_text: IndexText, settings: Settings, entry: dict[str, Any]
) -> None:
    first = index_text("Keuchik memimpin gampong.")
    assert statistics().vector_store_status == IndexStatus.HEALTHY
    settings.EMBEDDERS = {"fake": entry, "other": narrow()}

    assert statistics().vector_store_status == IndexStatus.ERROR
    result = search("keuchik", asker=CITIZEN)
    assert [hit.document_id for hit in result.hits] == [first.pk]
    assert result.hits[0].scores.similarity is None
    with pytest.raises(EmbeddingError, match="fake"):
        found("keuchik", mode="vector")

    second = index_text("Mukim membawahi gampong.")
    assert vectors_of("fake") == 1
    assert second.pk in found("mukim")
    with pytest.raises(Failed, match="embedder_changed"):
        reindex(document_ids=[second.pk], rebuild_bm25=False)

    reindex(rebuild_bm25=False)
    assert vectors_of("fake") == 2
    assert statistics().vector_store_status == IndexStatus.HEALTHY
    assert found("Mukim membawahi gampong.", mode="vector", limit=1) == [second.pk]


def test_an_alias_that_left_the_settings_leaves_words_to_find(
    index_text: IndexText, settings: Settings
) -> None:
    document = index_text("Keuchik memimpin gampong.")
    settings.EMBEDDERS = {"other": narrow()}
    settings.DEFAULT_EMBEDDER = "other"
    assert found("keuchik") == [document.pk]
    assert statistics().vector_store_status == IndexStatus.ERROR
    build()
    switch("other")
    assert statistics().vector_store_status == IndexStatus.HEALTHY


def test_a_parallel_build_without_shared_memory_is_done_by_one_process(
    index_text: IndexText, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    index_text("Satu gampong.")
    execute = CursorWrapper.execute
    refused: list[str] = []

    def without_room(self: CursorWrapper, sql: Any, params: Any = None) -> Any:
        if "CREATE INDEX CONCURRENTLY" in str(sql) and not refused:
            refused.append(str(sql))
            error = DiskFull("could not resize shared memory segment")
            raise OperationalError(str(error)) from error
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", without_room)
    assert build().status == JobStatus.COMPLETED
    assert refused
    assert "shared memory" in caplog.text
    assert hnsw.is_valid(EmbeddingModel.objects.get(alias="other"))


def test_what_a_broken_off_index_build_left_is_dropped(index_text: IndexText) -> None:
    index_text("Satu gampong.")
    build()
    model = EmbeddingModel.objects.get(alias="other")
    with connection.cursor() as cursor:
        hnsw.drop(model)
        definition = hnsw._definition(model, "CREATE INDEX")
        left = definition.replace(hnsw.index_name(model), hnsw.index_name(model) + "_ccnew", 1)
        cursor.execute(left)
    hnsw.create(model)
    assert hnsw.is_valid(model)
    names = [name for name, _valid, _size in hnsw._indexes(model)]
    assert names == [hnsw.index_name(model)]


def test_the_command_builds_lists_switches_and_removes(index_text: IndexText) -> None:
    index_text("Satu gampong.")

    def run(*words: str) -> list[dict[str, Any]]:
        out = StringIO()
        call_command("embedding_models", *words, "--json", stdout=out)
        rows: list[dict[str, Any]] = json.loads(out.getvalue())
        return rows

    assert [row["state"] for row in run("list")] == ["active", "absent"]
    with pytest.raises(CommandError, match="other"):
        run("switch", "other")
    building.build("other")
    assert [row["alias"] for row in run("switch", "other")] == ["other", "fake"]
    assert [row["alias"] for row in run("remove", "fake") if row["embedded"]] == ["other"]
    with pytest.raises(CommandError, match="other"):
        run("remove", "other")


def test_nothing_is_staged_for_a_model_when_all_is_published(index_text: IndexText) -> None:
    index_text("Satu gampong.")
    build()
    index_text("Dua mukim.")
    assert not StagedVector.objects.exists()
    assert Document.objects.count() == 2
    assert embedding_models.held_models()[0].missing == 0


def test_renewing_all_vectors_gives_way_and_goes_on_after_the_last_document(
    index_text: IndexText, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(3):
        index_text(f"Gampong nomor {n}.")
    before = dict(Embedding.objects.values_list("document_id", "pk"))
    job = reindex_jobs.request_reindexing(bm25=False)
    monkeypatch.setattr(reindex_jobs.jobs, "others_wait", lambda job: True)

    def renewed() -> list[str]:
        now = dict(Embedding.objects.values_list("document_id", "pk"))
        return sorted(pk for pk in before if now[pk] != before[pk])

    for turn in range(1, 3):
        run_job(job.pk)
        assert renewed() == sorted(before)[:turn]
    once = dict(Embedding.objects.values_list("document_id", "pk"))
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.status, job.progress) == (JobStatus.COMPLETED, 1.0)
    after = dict(Embedding.objects.values_list("document_id", "pk"))
    assert [pk for pk in before if after[pk] != once[pk]] == sorted(before)[2:]


def test_staff_build_switch_back_and_remove_on_one_page(
    index_text: IndexText, admin_client: Client
) -> None:
    index_text("Satu gampong.")
    address = reverse("admin:retrieval_embeddingmodel_changelist")

    def do(action: str, alias: str) -> str:
        door = reverse("admin:retrieval_embeddingmodel_do", args=[action])
        page = admin_client.post(door, {"alias": alias}, follow=True, headers=ENGLISH)
        return page.content.decode()

    assert "has no vectors yet" in admin_client.get(address, headers=ENGLISH).content.decode()
    assert "is being built" in do("build", "other")
    assert "Cancel building" in admin_client.get(address, headers=ENGLISH).content.decode()
    run_job(Job.objects.get().pk)
    assert "answers from the next search on" in do("switch", "other")
    assert "Switch back" in admin_client.get(address, headers=ENGLISH).content.decode()
    assert "Switch to another model before removing it" in do("remove", "other")
    do("switch", "fake")
    do("remove", "other")
    assert not EmbeddingModel.objects.filter(alias="other").exists()
    assert (
        admin_client.post(reverse("admin:retrieval_embeddingmodel_do", args=["eat"])).status_code
        == 404
    )


def test_the_page_says_that_the_embedder_changed_and_offers_to_build_anew(
    index_text: IndexText, admin_client: Client, settings: Settings
) -> None:
    index_text("Satu gampong.")
    settings.EMBEDDERS = {"fake": narrow(48)}
    page = admin_client.get(reverse("admin:retrieval_embeddingmodel_changelist"), headers=ENGLISH)
    assert "no longer the one that made the vectors" in page.content.decode()
    assert "Build anew" in page.content.decode()
    assert build("fake").status == JobStatus.COMPLETED
    assert statistics().vector_store_status == IndexStatus.HEALTHY


def test_only_staff_with_the_right_may_touch_the_models(
    index_text: IndexText, client: Client, django_user_model: Any
) -> None:
    index_text("Satu gampong.")
    door = reverse("admin:retrieval_embeddingmodel_do", args=["build"])
    assert client.post(door, {"alias": "other"}).status_code == 302
    client.force_login(django_user_model.objects.create_user("staf", is_staff=True))
    assert client.post(door, {"alias": "other"}).status_code == 404
    address = reverse("admin:retrieval_embeddingmodel_changelist")
    assert client.get(address).status_code == 404
    assert not Job.objects.exists()
