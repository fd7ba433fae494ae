"""Typed reading of environment variables; used by settings.py alone."""

import os
import secrets
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = {"1", "true", "yes", "on"}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def number(name: str, default: int) -> int:
    """A whole number; raises ImproperlyConfigured naming the variable."""
    value = text(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def choice(name: str, default: str, choices: Mapping[str, Any]) -> Any:
    """What the variable names; raises ImproperlyConfigured with what it may be."""
    value = text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return choices[value]


def flag(name: str, default: bool = False) -> bool:
    value = text(name)
    return value.lower() in TRUE_WORDS if value else default


def words(name: str, default: str = "") -> list[str]:
    """A list separated by commas, without empty items."""
    return [item.strip() for item in text(name, default).split(",") if item.strip()]


def secret(name: str, data_dir: Path) -> str:
    """The variable's value, or a secret made once and kept in the data directory (mode 0600)."""
    if value := text(name):
        return value
    path = data_dir / name.lower()
    try:
        if not path.exists():
            _write_once(path, secrets.token_urlsafe(48))
        return path.read_text()
    except PermissionError:
        raise ImproperlyConfigured(
            f"{path} belongs to another user. Run this command as that user or as root, or choose "
            "another PORTAL_DATA_DIR."
        ) from None


def _write_once(path: Path, content: str) -> None:
    """Write a file that nobody sees half written; what another process wrote first stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as file:  # made with mode 0600
        file.write(content)
        file.flush()
        with suppress(FileExistsError):
            os.link(file.name, path)
