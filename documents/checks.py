"""Start-up checks of the settings that this application depends on."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error


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
