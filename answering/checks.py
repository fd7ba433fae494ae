"""Mistakes in the settings of answering, found at start."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error


def leases_outlive_their_renewal(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """A lease must survive one renewal that comes late."""
    if settings.ANSWER_SWEEP_S * 2 < settings.ANSWER_LEASE_S:
        return []
    return [
        Error(
            "ANSWER_LEASE_S is not longer than two intervals of ANSWER_SWEEP_S.",
            hint="Answers that are still being made would be ended as interrupted.",
            id="answering.E001",
        )
    ]
