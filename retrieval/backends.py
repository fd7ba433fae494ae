"""Build what a setting names as `{"BACKEND": dotted path, "OPTIONS": {...}}`."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string


def built(entry: Mapping[str, Any], *, where: str) -> Any:
    """Import and call the backend. Raises ImproperlyConfigured naming `where`, the setting."""
    try:
        backend = import_string(entry["BACKEND"])
    except KeyError:
        raise ImproperlyConfigured(f"{where} has no BACKEND.") from None
    except ImportError as error:
        raise ImproperlyConfigured(
            f"{where}: BACKEND {entry['BACKEND']!r} cannot be loaded: {error}"
        ) from error
    try:
        return backend(**entry.get("OPTIONS", {}))
    except (TypeError, ValueError, OSError, ImportError) as error:
        raise ImproperlyConfigured(f"{where}: {error}") from error
