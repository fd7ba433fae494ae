"""The embedded PostgreSQL."""

from pathlib import Path
from typing import Any


def connection_settings(data_dir: Path) -> dict[str, Any]:
    """Django's DATABASES entry for the cluster in the data directory; starts nothing."""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "portal",
        "USER": "portal",
        "HOST": str(data_dir / "postgres-socket"),
        "CONN_MAX_AGE": 0,
    }
