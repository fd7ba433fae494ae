"""Tesseract by its command line, which must be installed with the language (Debian:
tesseract-ocr, tesseract-ocr-ind)."""

import csv
import io
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from documents.extraction.lifetime import die_with_parent
from documents.extraction.ocr.base import OcrUnavailable, Seen, SeenLine, SeenWord, Turn

if TYPE_CHECKING:
    from PIL.Image import Image

# Below this certainty the picture may stand on its head or side.
DOUBTFUL = 0.6
BETTER = 1.5
ON_SIDE: tuple[Turn, ...] = (90, 270)
ANY_TURN: tuple[Turn, ...] = (90, 180, 270)
_WORD_LEVEL = "5"


class Tesseract:
    """Options: `language` (as of `tesseract --list-langs`, `ind+eng` for both), `program`,
    `page_mode` (of `--psm`)."""

    name = "tesseract"

    def __init__(
        self, *, language: str = "ind", program: str = "tesseract", page_mode: int = 3
    ) -> None:
        if problem := self.problem(language=language, program=program):
            raise OcrUnavailable(problem)
        self.language = language
        self.program = program
        self.page_mode = page_mode
        found = re.search(r"tesseract v?(\S+)", _said(program, "--version"))
        self.version = found[1] if found else ""

    @staticmethod
    def problem(*, language: str = "ind", program: str = "tesseract", **options: Any) -> str:
        """Whether program and language are installed."""
        if shutil.which(program) is None:
            return f"the program {program} is not installed (Debian: tesseract-ocr)"
        held = set(_said(program, "--list-langs").split("\n")[1:])
        missing = [name for name in language.split("+") if name not in held]
        if not missing:
            return ""
        packages = ", ".join(f"tesseract-ocr-{name}" for name in missing)
        return f"{program} lacks the language {', '.join(missing)} (Debian: {packages})"

    def recognise(self, picture: "Image") -> Seen:
        lines = self._lines(picture)
        if _on_side(lines):
            return Seen((), self._best_turn(picture, ON_SIDE))
        if 0 < _weight(lines) < DOUBTFUL * _letters(lines):
            turn = self._best_turn(picture, ANY_TURN)
            if self._read_turned(picture, turn) > BETTER * _weight(lines):
                return Seen((), turn)
        return Seen(lines)

    def _best_turn(self, picture: "Image", turns: Sequence[Turn]) -> Turn:
        return max(turns, key=lambda turn: self._read_turned(picture, turn))

    def _read_turned(self, picture: "Image", turn: Turn) -> float:
        """How much can be read of the picture when it is turned back."""
        lines = self._lines(picture.rotate(turn, expand=True))
        return 0 if _on_side(lines) else _weight(lines)

    def _lines(self, picture: "Image") -> tuple[SeenLine, ...]:
        content = io.BytesIO()
        picture.convert("L").save(content, "PPM")
        table = self._run(content.getvalue())
        rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
        words = (row for row in rows if row["level"] == _WORD_LEVEL and row["text"].strip())
        places = ("block_num", "par_num", "line_num")
        return tuple(
            _line(list(members))
            for _, members in groupby(words, key=lambda row: [row[place] for place in places])
        )

    def _run(self, picture: bytes) -> str:
        options = ["-l", self.language, "--psm", str(self.page_mode), "--dpi", "200", "tsv"]
        done = subprocess.run(  # noqa: S603 - the program is a setting
            [self.program, "stdin", "stdout", *options],
            input=picture,
            capture_output=True,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
            preexec_fn=partial(die_with_parent, os.getpid()),  # this process has one thread
            check=False,
        )
        if done.returncode:
            raise OSError(done.stderr.decode(errors="replace")[-200:])
        return done.stdout.decode(errors="replace")


def _said(program: str, option: str) -> str:
    done = subprocess.run([program, option], capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout + done.stderr


def _line(rows: Sequence[dict[str, str]]) -> SeenLine:
    words, letters, sure = [], 0, 0.0
    for row in rows:
        left, top, width, height = (float(row[edge]) for edge in ("left", "top", "width", "height"))
        words.append(SeenWord(row["text"].strip(), left, top, left + width, top + height))
        letters += len(words[-1].text)
        sure += len(words[-1].text) * max(0.0, float(row["conf"])) / 100
    return SeenLine(tuple(words), sure / max(1, letters))


def _on_side(lines: Sequence[SeenLine]) -> bool:
    """Lines are read also where they run downward or upward, but not well."""
    words = [word for line in lines for word in line.words if len(word.text) > 3]
    high = sum(word.y1 - word.y0 > word.x1 - word.x0 for word in words)
    return high > len(words) / 2


def _letters(lines: Sequence[SeenLine]) -> int:
    return sum(len(line.text) for line in lines)


def _weight(lines: Sequence[SeenLine]) -> float:
    """The letters that were read, each counting by its certainty."""
    return sum(line.certainty * len(line.text) for line in lines)
