"""Folders are imported once, updated when they change, and looked through again."""

import json
import threading
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from documents import importing, jobs, waiting
from documents.models import Document, Job, Kind, Status, Visibility
from documents.processing import run_job
from documents.reasons import Refused
from tests.documents.conftest import Index


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "koleksi"
    (made / "qanun").mkdir(parents=True)
    (made / "qanun" / "8.md").write_text("# Qanun\n\nIsi qanun.")
    (made / "panduan.txt").write_text("Panduan mengurus izin.")
    (made / ".git").mkdir()
    (made / ".git" / "config").write_text("hidden")
    return made


def run(*arguments: Any, code: int = 0) -> dict[str, Any]:
    """The command's JSON; it must end with this exit code."""
    output = StringIO()
    try:
        call_command("import_documents", *map(str, arguments), "--json", stdout=output)
        ended = 0
    except SystemExit as error:
        ended = int(error.code or 0)
    assert ended == code
    answer: dict[str, Any] = json.loads(output.getvalue())
    return answer


@pytest.mark.django_db
def test_the_path_below_the_folder_becomes_the_source(folder: Path) -> None:
    outcome = run(folder, "--kind", "qanun", "--internal")

    assert (outcome["added"], outcome["unchanged"]) == (2, 0)
    assert set(Document.objects.values_list("source", "kind", "visibility")) == {
        ("panduan.txt", Kind.QANUN, Visibility.INTERNAL),
        ("qanun/8.md", Kind.QANUN, Visibility.INTERNAL),
    }
    assert Job.objects.get().documents_total == 2


@pytest.mark.django_db
def test_a_second_import_loads_nothing_twice(folder: Path) -> None:
    run(folder)
    outcome = run(folder)

    assert (outcome["added"], outcome["unchanged"], outcome["job_id"]) == (0, 2, None)
    assert Document.objects.count() == 2
    assert Job.objects.count() == 1


@pytest.mark.django_db
def test_a_changed_file_is_the_next_version_of_its_document(folder: Path) -> None:
    run(folder)
    run_job(Job.objects.get().pk)
    (folder / "qanun" / "8.md").write_text("# Qanun\n\nIsi qanun yang diubah.")

    assert run(folder)["updated"] == 1
    assert Document.objects.get(source="qanun/8.md").versions.count() == 2


@pytest.mark.django_db
def test_what_is_refused_is_named_and_the_exit_code_tells(folder: Path) -> None:
    (folder / "foto.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))

    outcome = run(folder, code=1)

    assert [entry["source"] for entry in outcome["refused"]] == ["foto.png"]
    assert outcome["added"] == 2


@pytest.mark.django_db
def test_a_path_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CommandError, match="/nowhere/at/all"):
        call_command("import_documents", "/nowhere/at/all")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "QUEUE_PATIENCE_S", 0)
    monkeypatch.setattr(waiting, "POLL_S", 0.05)


@pytest.mark.django_db(transaction=True)
def test_without_a_queue_waiting_does_the_work_itself(
    folder: Path, index: Index, impatient: None
) -> None:
    outcome = run(folder, "--wait")

    assert {entry["source"] for entry in outcome["ready"]} == {"panduan.txt", "qanun/8.md"}
    assert set(Document.objects.values_list("status", flat=True)) == {Status.READY}


@pytest.mark.django_db(transaction=True)
def test_waiting_lists_what_failed_and_the_exit_code_tells(
    folder: Path, index: Index, impatient: None
) -> None:
    (folder / "rusak.pdf").write_bytes(b"%PDF-1.7\nno PDF")

    outcome = run(folder, "--wait", code=1)

    assert [(entry["source"], entry["error_code"]) for entry in outcome["failed"]] == [
        ("rusak.pdf", "damaged_file")
    ]
    assert len(outcome["ready"]) == 2


@pytest.mark.django_db(transaction=True)
def test_after_waiting_what_is_not_ready_has_failed(
    folder: Path, index: Index, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        waiting,
        "work_here",
        lambda job_id, _run: jobs.cancel(Job.objects.get(pk=job_id)) and None,
    )

    outcome = run(folder, "--wait", code=1)

    assert [entry["status"] for entry in outcome["failed"]] == [Status.UPLOADED] * 2


@pytest.fixture
def queue_worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another worker takes each job as soon as it is asked for."""
    monkeypatch.setattr(waiting, "POLL_S", 0.05)
    monkeypatch.setattr(waiting, "work_here", lambda *_: pytest.fail("the queue has it"))
    threads: list[threading.Thread] = []

    def work(job_id: str) -> None:
        run_job(job_id)
        connection.close()

    def enqueue(task: str, job_id: str) -> None:
        threads.append(threading.Thread(target=work, args=[job_id]))
        threads[-1].start()

    monkeypatch.setattr(jobs, "async_task", enqueue)
    yield
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_with_a_queue_waiting_leaves_the_work_to_it(
    folder: Path, index: Index, queue_worker: None
) -> None:
    assert len(run(folder, "--wait")["ready"]) == 2


@pytest.mark.django_db
def test_refresh_tells_what_is_new_changed_and_gone(folder: Path, settings: Any) -> None:
    settings.IMPORT_FOLDER = str(folder)
    first = importing.refresh()
    assert [document.source for document in first.added] == ["panduan.txt", "qanun/8.md"]

    (folder / "panduan.txt").unlink()
    (folder / "qanun" / "8.md").write_text("# Qanun\n\nDiubah.")
    (folder / "baru.md").write_text("# Baru")
    second = importing.refresh()

    assert [document.source for document in second.added] == ["baru.md"]
    assert [document.source for document in second.updated] == ["qanun/8.md"]
    assert [document.source for document in second.orphaned] == ["panduan.txt"]


@pytest.mark.django_db
def test_without_an_import_folder_refresh_is_refused(settings: Any) -> None:
    settings.IMPORT_FOLDER = ""
    with pytest.raises(Refused) as refused:
        importing.refresh()

    assert (refused.value.code, refused.value.status) == ("no_import_folder", 409)
