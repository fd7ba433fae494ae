"""One process that reads pictures of pages: `python -m documents.extraction.ocr.process`.

The first line of standard input is the order, each further one the 0-based index of a page; to
each page one line of JSON is answered. PDFium is not thread-safe and its files are hostile, so
every such process opens the file itself.
"""

import json
import os
import resource
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from documents.extraction.lifetime import die_with_parent
from documents.extraction.ocr.base import OcrUnavailable, Recogniser, Seen, build
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.ocr.picture_rulings import rulings_in
from documents.extraction.ocr.stamps import with_pale_colours
from documents.extraction.ocr.straightening import View, skew_of
from documents.extraction.rendering import draw

if TYPE_CHECKING:
    from PIL.Image import Image

# The web server and the database come first.
NICENESS = 5


def main() -> None:
    order: dict[str, Any] = json.loads(sys.stdin.readline())
    die_with_parent(order["parent"])
    ocr = OcrOrder.from_json(order["ocr"])
    _set_limits(ocr)
    say = _speaker()
    try:
        reader = PictureReader(Path(order["path"]), ocr)
    except OcrUnavailable as error:
        say({"unavailable": str(error)})
        return
    for line in sys.stdin:
        index = int(line)
        try:
            say({"page": index, **reader.read(index)})
        except MemoryError:
            say({"page": index, "error": "too_much_memory"})
        except Exception as error:
            # An outer edge: whatever a page does to the libraries, the next one is read.
            print(repr(error)[:300], file=sys.stderr)
            say({"page": index, "error": "reader_failed"})


def _set_limits(ocr: OcrOrder) -> None:
    """Up to what the reading process left as the hard limit."""
    memory = ocr.limits.memory_mb * 1024 * 1024
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most != resource.RLIM_INFINITY:
        memory = min(memory, most)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    os.nice(NICENESS)


def _speaker() -> Any:
    """Writes answers; what libraries print goes to standard error instead."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    return say


class PictureReader:
    """Draws pages of one file and has them recognised."""

    def __init__(self, path: Path, ocr: OcrOrder) -> None:
        import pypdfium2  # noqa: PLC0415 - a process without its backend ends before

        self.recogniser: Recogniser = build(ocr.backend, ocr.options)
        self.document = pypdfium2.PdfDocument(path)
        self.limits = ocr.limits

    def read(self, index: int) -> dict[str, Any]:
        """Lines as [certainty, [[text, box on the page, box in reading order]]], and what is ruled
        on the page as thin boxes; all in points."""
        page = self.document[index]
        try:
            width, _ = page.get_size()
            picture = draw(page, scale=self.limits.dpi / 72, pixels=self.limits.pixels)
        finally:
            page.close()
        view = View(picture.width, picture.height, skew_of(picture))
        shown = view.shown(picture)
        seen = self.recogniser.recognise(with_pale_colours(shown))
        if seen.turned:
            view = View(picture.width, picture.height, view.skew, seen.turned)
            shown = view.shown(picture)
            seen = self.recogniser.recognise(with_pale_colours(shown))
        scale = picture.width / width
        return {
            "turned": view.turned,
            "lines": list(_in_points(seen, view, scale)),
            "rules": list(_rules(shown, view, scale)) if seen.lines else [],
            "by": [self.recogniser.name, self.recogniser.version],
        }


def _in_points(seen: Seen, view: View, scale: float) -> Iterator[list[Any]]:
    for line in seen.lines:
        words = []
        for word in line.words:
            box = word.x0, word.y0, word.x1, word.y1
            edges = [round(edge / scale, 2) for edge in (*view.back(box), *box)]
            words.append([word.text, *edges])
        yield [round(line.certainty, 4), words]


def _rules(shown: "Image", view: View, scale: float) -> Iterator[list[float]]:
    """Ruled lines as on a page that is not askew: there they stand level with the words."""
    level = replace(view, skew=0.0)
    for box in rulings_in(shown, dpi=72 * scale):
        yield [round(edge / scale, 2) for edge in level.back(box)]


if __name__ == "__main__":
    main()
