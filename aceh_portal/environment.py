"""Typed reading of environment variables; used by settings.py alone."""

import os
import secrets
from pathlib import Path

TRUE_WORDS = {"1", "true", "yes", "on"}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def number(name: str, default: int) -> int:
    """A whole number; raises ValueError naming the variable."""
    value = text(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None


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
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(48))
    return path.read_text()
