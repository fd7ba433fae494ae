"""What whoever runs the portal reads on the terminal, in both its languages."""

from typing import Any

from django.utils import translation


def in_both_languages(message: Any, separator: str = "\n", **values: Any) -> str:
    """Return a lazily translated message in Indonesian and English, filled with the values."""
    texts = []
    for language in ("id", "en"):
        with translation.override(language):
            texts.append(str(message) % values if values else str(message))
    return separator.join(dict.fromkeys(texts))


class OperatorError(Exception):
    """Why a command stops and what helps."""

    def __init__(self, message: Any, **values: Any) -> None:
        super().__init__(message)
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return in_both_languages(self.message, **self.values)
