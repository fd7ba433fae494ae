"""What OCR means for a document's status, its job and the settings."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import Settings

from documents import checks, jobs, processing, reasons
from documents.extraction.pages_read import PagesRead
from documents.extraction.types import ExtractedPage, Extraction, Finding
from documents.heartbeat import Heartbeat
from documents.models import Document, Job, Status
from documents.progress import Progress
from tests.documents.conftest import Index

pytestmark = pytest.mark.django_db

TEXT = "Setiap orang berhak memperoleh informasi publik."


def extraction(*findings: Finding) -> Extraction:
    pages = (
        ExtractedPage(1, None, 0, len(TEXT), 595, 842, (), "ocr", "scan", 0.97),
        ExtractedPage(2, None, len(TEXT), len(TEXT), 595, 842, (), "none", "scan"),
    )
    return Extraction(TEXT, pages, (), findings, "pypdfium2 + rapidocr 3.10.0", "1")


@pytest.fixture
def processed(
    index: Index, upload: Callable[..., Document], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Document]:
    def process(*findings: Finding) -> Document:
        document = upload()
        read = extraction(*findings)
        monkeypatch.setattr(processing, "extract", lambda *args, **options: read)
        job = jobs.request_processing([document.pk])
        processing.run_job(job.pk)
        document.refresh_from_db()
        return document

    return process


def test_unread_pages_leave_a_document_searchable_and_in_need_of_ocr(
    processed: Callable[..., Document],
) -> None:
    document = processed(Finding("ocr_budget_spent", {"reason": "page_limit"}, 2))

    assert document.status == Status.NEEDS_OCR
    assert document.live_version == document.latest_version
    assert document.latest_version.ocr_pages == 1
    assert "2" in document.error_message
    assert document.resting_status == Status.NEEDS_OCR


@pytest.mark.parametrize("code", ["picture_without_text", "low_certainty", "empty_page"])
def test_a_picture_in_which_nothing_stands_is_not_unread(
    processed: Callable[..., Document], code: str
) -> None:
    document = processed(Finding(code, {}, 2))

    assert (document.status, document.error_code) == (Status.READY, "")
    assert document.resting_status == Status.READY


def test_the_job_knows_how_many_pages_are_read(upload: Callable[..., Document]) -> None:
    job = jobs.request_processing([upload().pk])
    running = processing.take(job.pk)
    assert running is not None
    assert running.lease is not None
    item = running.items.get()
    progress = Progress(running, item, Heartbeat(running.pk, running.lease))

    progress.pages_read(None)
    progress.pages_read(PagesRead("ocr", 3, 12))

    item.refresh_from_db()
    assert (item.stage, item.pages_done, item.pages_total) == ("ocr", 3, 12)
    assert item.as_event()["pages_done"] == 3
    assert 0.1 < Job.objects.get(pk=job.pk).progress < 0.3


def test_the_settings_make_an_order(settings: Settings) -> None:
    settings.OCR_DPI = 150
    order = processing.ocr_order()
    assert order is not None
    assert (order.backend, order.limits.dpi) == (settings.OCR["BACKEND"], 150)
    settings.OCR = None
    assert processing.ocr_order() is None


@pytest.mark.parametrize(("seconds", "wrong"), [(900, 0), (1_300, 1)])
def test_the_time_for_one_file_must_fit_into_the_queue(
    settings: Settings, seconds: int, wrong: int
) -> None:
    settings.OCR_TIMEOUT_S = seconds
    assert len(checks.check_reading_time()) == wrong


@pytest.mark.parametrize(
    ("ocr", "told"),
    [
        (None, ""),
        ({"BACKEND": "documents.extraction.ocr.rapid.RapidOcr"}, ""),
        (
            {
                "BACKEND": "documents.extraction.ocr.tesseract.Tesseract",
                "OPTIONS": {"program": "pembaca-gambar"},
            },
            "pembaca-gambar",
        ),
        ({"BACKEND": "documents.nothing.Here"}, "documents.nothing.Here"),
    ],
)
def test_a_check_tells_what_ocr_lacks(
    settings: Settings, ocr: dict[str, Any] | None, told: str
) -> None:
    settings.OCR = ocr
    messages = checks.check_ocr()
    assert bool(messages) == bool(told)
    assert all(told in message.msg for message in messages)


@pytest.mark.parametrize(
    ("pages", "told"), [([], ""), ([2], "2"), ([1, 2, 3, 7, 9, 10], "1-3, 7, 9-10")]
)
def test_neighbouring_pages_are_told_together(pages: list[int], told: str) -> None:
    assert reasons.page_list(pages) == told
