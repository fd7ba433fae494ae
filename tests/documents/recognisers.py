"""OCR backends of the tests' own: one that reads at once, and some that misbehave."""

import os
import time
from typing import Any

from documents.extraction.ocr.base import OcrUnavailable, Seen, SeenLine, SeenWord

TEXT = "Setiap orang berhak memperoleh informasi dari badan publik"


def line(text: str, *, top: float = 100, certainty: float = 0.98) -> SeenLine:
    words = [
        SeenWord(word, 100 + 150 * n, top, 240 + 150 * n, top + 30)
        for n, word in enumerate(text.split())
    ]
    return SeenLine(tuple(words), certainty)


class Reading:
    """Sees the same text on every picture. Options: `text`, `certainty`, `top` in pixels."""

    name = "reading"
    version = "1"

    def __init__(self, *, text: str = TEXT, certainty: float = 0.98, top: float = 100) -> None:
        self.line = line(text, certainty=certainty, top=top)

    def recognise(self, picture: Any) -> Seen:
        return Seen((self.line,) if self.line.words else ())


class Misbehaving(Reading):
    """Does something bad on pictures that are wider than high."""

    def recognise(self, picture: Any) -> Seen:
        if picture.width > picture.height:
            self.misbehave()
        return super().recognise(picture)

    def misbehave(self) -> None:
        raise RuntimeError("tidak terbaca")


class Hanging(Misbehaving):
    def misbehave(self) -> None:
        time.sleep(60)


class Dying(Misbehaving):
    def misbehave(self) -> None:
        os.abort()


class Telling(Reading):
    """Writes the id of its process into a file and hangs. Option: `path`."""

    def __init__(self, *, path: str) -> None:
        super().__init__()
        with open(path, "a") as file:
            file.write(f"{os.getpid()}\n")

    def recognise(self, picture: Any) -> Seen:
        time.sleep(60)
        return super().recognise(picture)


class Missing(Reading):
    def __init__(self) -> None:
        raise OcrUnavailable("the model is missing")


class Pausing(Misbehaving):
    """Hangs on pictures that are wider than high, and tells which process does. Option: `path`."""

    def __init__(self, *, path: str) -> None:
        super().__init__()
        self.path = path

    def misbehave(self) -> None:
        with open(self.path, "a") as file:
            file.write(f"{os.getpid()}\n")
        time.sleep(60)
