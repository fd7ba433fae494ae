"""Start-up checks of the settings that this application depends on."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning

from documents.extraction.ocr.base import problem_of


def check_queue(**kwargs: Any) -> list[CheckMessage]:
    """A task that outlives `retry` would be started a second time beside the first."""
    timeout: int | None = settings.Q_CLUSTER.get("timeout")
    retry: int = settings.Q_CLUSTER.get("retry", 60)
    if timeout is not None and timeout < retry:
        return []
    return [
        Error(
            f"Q_CLUSTER: retry ({retry} s) must be longer than timeout ({timeout} s).",
            hint="Set PORTAL_TASK_RETRY_S to more than PORTAL_TASK_TIMEOUT_S.",
            id="documents.E001",
        )
    ]


def check_reading_time(**kwargs: Any) -> list[CheckMessage]:
    """A job goes on for half of the queue's time limit and then ends the file that it has begun."""
    timeout: int | None = settings.Q_CLUSTER.get("timeout")
    longest = settings.EXTRACTION_TIMEOUT_S + (settings.OCR_TIMEOUT_S if settings.OCR else 0)
    if timeout is None or longest <= timeout / 2:
        return []
    return [
        Error(
            f"Reading one file may take {longest} s, more than half of the queue's {timeout} s.",
            hint="Lower PORTAL_EXTRACTION_TIMEOUT_S or PORTAL_OCR_TIMEOUT_S, or raise "
            "PORTAL_TASK_TIMEOUT_S and PORTAL_TASK_RETRY_S.",
            id="documents.E002",
        )
    ]


def check_ocr(**kwargs: Any) -> list[CheckMessage]:
    """What OCR needs is installed; without it pages stay unread, and all else works."""
    if not settings.OCR:
        return []
    problem = problem_of(settings.OCR["BACKEND"], settings.OCR.get("OPTIONS") or {})
    if not problem:
        return []
    return [
        Warning(
            f"OCR cannot read pictures of pages: {problem}.",
            hint="Install what is missing, choose another backend (PORTAL_OCR) or `off`.",
            id="documents.W001",
        )
    ]
