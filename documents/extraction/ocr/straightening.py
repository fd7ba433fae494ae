"""Level a picture whose lines run askew, and find one's way back to the page."""

import math
from dataclasses import dataclass
from typing import Any

from PIL.Image import Image, Resampling

from documents.extraction.ocr.base import Turn

# Degrees. Scanners pull paper in askew by less; more is a drawing.
MOST_SKEW = 6.0
STEP = 0.25
# Less than this harms neither the recogniser nor the joining of words to lines.
LEAST_SKEW = 0.4
LOOKED_AT_SIDE = 900  # pixels of the longer side in which the skew is looked for
DARK = 128

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def skew_of(picture: Image) -> float:
    """By how many degrees, clockwise, the lines run askew; 0 where that is not clear.

    The rows of a level page are either full of ink or white: of all slants the one is taken for
    which the ink of the rows differs most (Postl 1986). Text that lies on its side is level when
    its columns are.
    """
    import numpy  # noqa: PLC0415 - only OCR processes need it

    small = picture.convert("L")
    small.thumbnail((LOOKED_AT_SIDE, LOOKED_AT_SIDE))
    ys, xs = numpy.nonzero(numpy.asarray(small) < DARK)
    if not 200 < len(xs) < 0.4 * small.width * small.height:
        return 0.0
    angles = numpy.arange(-MOST_SKEW, MOST_SKEW + STEP / 2, STEP)
    best = 0.0, 0.0
    for along, across in ((xs, ys), (-ys, xs)):
        scores = [_unevenness(across - along * math.tan(math.radians(a))) for a in angles]
        level = scores[len(scores) // 2]
        top = int(numpy.argmax(scores))
        if scores[top] > best[0] and scores[top] > 1.1 * level:
            best = scores[top], float(angles[top])
        elif scores[top] > best[0]:
            best = scores[top], 0.0
    angle = best[1]
    return angle if LEAST_SKEW <= abs(angle) < MOST_SKEW else 0.0


def _unevenness(rows: Any) -> float:
    import numpy  # noqa: PLC0415

    counts = numpy.bincount((rows - numpy.min(rows)).astype(int))
    return float(numpy.square(numpy.diff(counts)).sum())


@dataclass(frozen=True, slots=True)
class View:
    """How a picture was turned to read it: first `turned` degrees back, then by `skew`.

    `width` and `height` are those of the picture before; all are pixels.
    """

    width: int
    height: int
    skew: float = 0.0
    turned: Turn = 0

    def shown(self, picture: Image) -> Image:
        """The picture as it is to be read."""
        if self.turned:
            picture = picture.rotate(self.turned, expand=True, fillcolor="white")
        if self.skew:
            # Positive angles of `rotate` run against the clock.
            picture = picture.rotate(self.skew, resample=Resampling.BICUBIC, fillcolor="white")
        return picture

    def back(self, box: Box) -> Box:
        """A box of the shown picture as an upright box of the picture before."""
        x0, y0, x1, y1 = box
        points = [self._back(point) for point in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        across, down = zip(*points, strict=True)
        return min(across), min(down), max(across), max(down)

    def _back(self, point: Point) -> Point:
        sideways = self.turned in (90, 270)
        width, height = (self.height, self.width) if sideways else (self.width, self.height)
        x, y = _rotated(point, self.skew, (width / 2, height / 2))
        if self.turned == 90:
            return self.width - y, x
        if self.turned == 180:
            return self.width - x, self.height - y
        if self.turned == 270:
            return y, self.height - x
        return x, y


def _rotated(point: Point, degrees: float, centre: Point) -> Point:
    """Clockwise about the centre, y downward."""
    if not degrees:
        return point
    angle = math.radians(degrees)
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    return (
        centre[0] + dx * math.cos(angle) - dy * math.sin(angle),
        centre[1] + dx * math.sin(angle) + dy * math.cos(angle),
    )
