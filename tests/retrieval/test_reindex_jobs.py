import pytest

from documents.models import Job, JobStatus
from retrieval import reindex_jobs
from retrieval.models import Embedding, LexicalEntry, LexicalStatistics
from retrieval.reindex_jobs import request_reindexing, run_job, sweep
from tests.fake_embedder import FakeEmbedder
from tests.retrieval.conftest import IndexText

# The vector index is rebuilt concurrently, which no transaction may contain.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the jobs that were put into the queue."""
    ids: list[str] = []
    monkeypatch.setattr(reindex_jobs, "async_task", lambda task, job_id: ids.append(job_id))
    return ids


def test_it_rebuilds_both_and_tells_so(index_text: IndexText, queued: list[str]) -> None:
    document = index_text("Keuchik memimpin gampong.")
    before = Embedding.objects.get().pk
    job = request_reindexing()
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.status, job.progress, job.error_code) == (JobStatus.COMPLETED, 1.0, "")
    assert job.pk.startswith("reindex_")
    assert Embedding.objects.get().pk != before
    assert LexicalEntry.objects.get().document_id == document.pk
    assert LexicalStatistics.objects.get().generation == 2


def test_one_document_alone(index_text: IndexText, queued: list[str]) -> None:
    first, second = index_text("Satu gampong."), index_text("Dua gampong.")
    before = dict(Embedding.objects.values_list("document_id", "pk"))
    run_job(request_reindexing([first.pk]).pk)
    after = dict(Embedding.objects.values_list("document_id", "pk"))
    assert before[first.pk] != after[first.pk]
    assert before[second.pk] == after[second.pk]


def test_asked_for_while_one_runs_it_runs_once_afterwards(
    index_text: IndexText, queued: list[str]
) -> None:
    index_text("Satu.")
    running = request_reindexing()
    Job.objects.filter(pk=running.pk).update(status=JobStatus.RUNNING)
    second, third = request_reindexing(), request_reindexing()
    assert second == third != running
    run_job(second.pk)
    second.refresh_from_db()
    assert second.status == JobStatus.PENDING
    Job.objects.filter(pk=running.pk).update(status=JobStatus.COMPLETED)
    sweep()
    assert queued == [running.pk, second.pk, second.pk]


def test_a_failed_embedder_fails_the_job_and_leaves_the_vectors(
    index_text: IndexText, queued: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    index_text("Satu.")
    before = Embedding.objects.get().pk
    monkeypatch.setattr(FakeEmbedder, "_embed", None)
    job = request_reindexing()
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.status, job.error_code) == (JobStatus.FAILED, "embedding_failed")
    assert "fake" in job.error_detail
    assert Embedding.objects.get().pk == before


def test_a_stale_average_length_is_measured_anew_by_the_sweep(
    index_text: IndexText, queued: list[str]
) -> None:
    index_text("Keuchik memimpin gampong.")
    sweep()
    run_job(Job.objects.get().pk)
    statistics = LexicalStatistics.objects.get()
    assert statistics.average_length == statistics.total_length / statistics.chunk_count
    entry = LexicalEntry.objects.get()
    assert Embedding.objects.filter(chunk_id=entry.chunk_id).exists()
    sweep()
    assert Job.objects.count() == 1


def test_a_stale_average_length_waits_for_the_import_that_runs(
    index_text: IndexText, queued: list[str]
) -> None:
    index_text("Keuchik memimpin gampong.")
    Job.objects.create(id="job_0123456789ab", status=JobStatus.RUNNING)
    sweep()
    assert queued == []
