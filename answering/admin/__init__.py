"""The admin pages of this application."""

from answering.admin import answers, api_keys

__all__ = ["answers", "api_keys"]
