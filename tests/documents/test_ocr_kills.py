"""OCR whose processes are killed, whose worker is killed, or whose job is cancelled."""

import os
import signal
import subprocess
import sys
import threading
import time
from io import BytesIO
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from documents import heartbeat, jobs, media_types
from documents.extraction import extract
from documents.intake import store_upload
from documents.models import JobStatus, Status
from documents.processing import run_job
from tests.documents.conftest import Index
from tests.documents.scans import pdf_of
from tests.documents.test_extraction_isolation import ROOT, gone, wait_for
from tests.documents.test_ocr_pages import UPRIGHT, WIDE, order, told


def pids(file: Path) -> list[int]:
    return [int(pid) for pid in file.read_text().split()] if file.exists() else []


def test_a_killed_ocr_process_costs_one_page(tmp_path: Path) -> None:
    """`kill -9` from outside, as the kernel does it when memory runs out."""
    file, written = tmp_path / "a.pdf", tmp_path / "pids"
    file.write_bytes(pdf_of(UPRIGHT, WIDE, UPRIGHT))
    killed: list[int] = []

    def kill_the_first(pages: object) -> None:
        if not killed and pids(written):
            killed.append(pids(written)[0])
            os.kill(killed[0], signal.SIGKILL)

    ocr = order("Pausing", options={"path": str(written)})
    extraction = extract(file, media_types.PDF, ocr=ocr, on_tick=kill_the_first)

    assert told(extraction) == [("unread_page", 2, "reader_failed")]
    assert [page.origin for page in extraction.pages] == ["ocr", "none", "ocr"]


def test_ocr_ends_with_a_killed_worker(tmp_path: Path) -> None:
    file, written = tmp_path / "a.pdf", tmp_path / "pids"
    file.write_bytes(pdf_of(UPRIGHT, UPRIGHT))
    program = (
        "from documents.extraction import extract\n"
        "from tests.documents.test_ocr_pages import order\n"
        f"ocr = order('Telling', options={{'path': {str(written)!r}}}, processes=2)\n"
        f"extract({str(file)!r}, 'application/pdf', ocr=ocr)\n"
    )
    worker = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    try:
        assert wait_for(lambda: len(pids(written)) == 2)
    finally:
        worker.kill()
        worker.wait()
    assert wait_for(lambda: all(map(gone, pids(written))))


@pytest.mark.django_db(transaction=True)
def test_a_job_is_cancelled_in_the_middle_of_ocr(
    index: Index, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "INTERVAL_S", 3.0)  # as outside of tests
    written = tmp_path / "pids"
    backend = "tests.documents.recognisers.Telling"
    settings.OCR = {"BACKEND": backend, "OPTIONS": {"path": str(written)}}
    document = store_upload(BytesIO(pdf_of(UPRIGHT, UPRIGHT)), filename="pindai.pdf").document
    job = jobs.request_processing([document.pk])
    asked_at: list[float] = []

    def cancel_once_it_reads() -> None:
        try:
            if wait_for(lambda: bool(pids(written))):
                jobs.cancel(job)
                asked_at.append(time.monotonic())
        finally:
            connection.close()

    other = threading.Thread(target=cancel_once_it_reads)
    other.start()
    run_job(job.pk)
    ended_at = time.monotonic()
    other.join()

    job.refresh_from_db()
    document.refresh_from_db()
    assert ended_at - asked_at[0] < 10
    assert (job.status, document.status) == (JobStatus.CANCELLED, Status.UPLOADED)
    assert (document.live_version, index.versions) == (None, [])
    assert wait_for(lambda: all(map(gone, pids(written))))
