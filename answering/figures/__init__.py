"""The figures of a text, normalised so that equal ones compare equal however they are written."""

from answering.figures.figure import Figure
from answering.figures.reading import figures

__all__ = ["Figure", "figures"]
