"""What an OCR backend is asked and answers. Boxes are in pixels of the picture, origin top left."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image

Turn = Literal[0, 90, 180, 270]


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A run of characters without white space, and its box."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class SeenLine:
    """Words that stand beside each other, left to right; `certainty` is 0..1."""

    words: tuple[SeenWord, ...]
    certainty: float

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Seen:
    """All lines of a picture.

    `turned` says that the letters do not stand upright: by how many degrees, clockwise. The lines
    may be missing then; the picture is turned back and shown again.
    """

    lines: tuple[SeenLine, ...]
    turned: Turn = 0


class Recogniser(Protocol):
    """A backend of the OCR setting, built once in each OCR process with its OPTIONS."""

    name: str
    version: str

    def recognise(self, picture: "Image") -> Seen:
        """Read a picture whose lines are level."""
        ...


class OcrUnavailable(Exception):
    """The program, language or model of a backend is missing; the text says which, for staff."""


def build(backend: str, options: Mapping[str, Any]) -> Recogniser:
    """Build a backend; its heavy library is imported here. Raises OcrUnavailable."""
    module, _, name = backend.rpartition(".")
    recogniser: Recogniser = getattr(import_module(module), name)(**options)
    return recogniser


def problem_of(backend: str, options: Mapping[str, Any]) -> str:
    """What is missing for the backend, or an empty string; loads no heavy library.

    A backend says it itself by a static method `problem(**options)`.
    """
    module, _, name = backend.rpartition(".")
    try:
        chosen = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError):
        return f"there is no backend {backend}"
    return str(chosen.problem(**options)) if hasattr(chosen, "problem") else ""
