"""The admin pages of this application."""

from answering.admin import answers

__all__ = ["answers"]
