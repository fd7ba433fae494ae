"""Straight lines in the picture of a page: what encloses the cells of a scanned table."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

# Inches. Strokes of letters are shorter than a line; a darker stretch that is thicker is a bar or
# the edge of a photograph.
SHORTEST = 0.25
THICKEST = 0.11
# A line may run down by this share of its length: what levelling left.
MOST_SLANT = 0.03
# Lines are darker than the paper around them, within this many inches, by so much of 255.
AROUND = 0.15
DARKER_BY = 14

Box = tuple[float, float, float, float]


def rulings_in(picture: "Image", *, dpi: float) -> list[Box]:
    """Lines of a level picture, in pixels: stretches of ink longer than any stroke of a letter."""
    import cv2  # noqa: PLC0415 - only OCR processes need it
    import numpy  # noqa: PLC0415

    grey = numpy.asarray(picture.convert("L"))
    around = int(AROUND * dpi) | 1
    ink = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, around, DARKER_BY
    )
    upright = _level_lines(numpy.ascontiguousarray(ink.T), dpi)
    return [
        *((start, place, end, place) for place, start, end in _level_lines(ink, dpi)),
        *((place, start, place, end) for place, start, end in upright),
    ]


def _level_lines(ink: Any, dpi: float) -> list[tuple[float, float, float]]:
    """Where each line stands, begins and ends."""
    import cv2  # noqa: PLC0415

    shortest = int(SHORTEST * dpi)
    # A line that slants a little steps from row to row; three rows together hold it unbroken.
    thick = cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_RECT, (1, 3)))
    long = cv2.morphologyEx(
        thick, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, (shortest, 1))
    )
    _, _, stats, centres = cv2.connectedComponentsWithStats(long)
    lines = []
    for (left, _, width, height, area), (_, y) in zip(stats[1:], centres[1:], strict=True):
        thickness = area / width - 2
        if thickness <= THICKEST * dpi and height - thickness <= MOST_SLANT * width + 4:
            lines.append((float(y), float(left), float(left + width)))
    return lines
