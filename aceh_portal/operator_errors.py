"""Errors that stop a command and are read by whoever runs the portal, in both its languages."""

from typing import Any

from django.utils import translation


class OperatorError(Exception):
    """Why the command stops and what helps; `message` is lazily translated, `values` fill it."""

    def __init__(self, message: Any, **values: Any) -> None:
        super().__init__(message)
        self.message = message
        self.values = values

    def __str__(self) -> str:
        texts = [self._in(language) for language in ("id", "en")]
        return "\n".join(dict.fromkeys(texts))

    def _in(self, language: str) -> str:
        with translation.override(language):
            return str(self.message) % self.values if self.values else str(self.message)
