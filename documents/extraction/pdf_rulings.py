"""Straight lines drawn on a PDF page, from PDFium's path objects, and what pictures cover."""

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pypdfium2.raw as pdfium

# A drawing of more objects or corners than this is a map or a hostile file, not a table.
MAX_OBJECTS = 20_000
MAX_CORNERS = 20_000
MAX_FORM_DEPTH = 6
# A path thinner than this many points is a line, however it was drawn.
THIN = 4.0
# Lines nearer than this are one: double borders, and cells drawn side by side.
SNAP = 3.0
SHORTEST = 8.0
# A filled area lighter than this leaves no edge that a reader would see.
NEARLY_WHITE = 250

Box = tuple[float, float, float, float]
Segment = tuple[float, float, float]
_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Final[_Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(slots=True)
class Drawn:
    """What is drawn on a page besides text, in points as the page is shown, origin top left.

    `across` are level lines (y, x from, x to), `down` upright ones (x, y from, y to).
    `shades` are filled areas without a border.
    `rules` counts thin lines and boxes; `cut` says that the page holds more than was looked at.
    """

    across: list[Segment] = field(default_factory=list)
    down: list[Segment] = field(default_factory=list)
    shades: list[Box] = field(default_factory=list)
    pictures: list[Box] = field(default_factory=list)
    rules: int = 0
    covered: float = 0.0
    cut: bool = False

    def forget(self) -> None:
        """Let go of the lines once tables are found; a file may draw millions."""
        self.across, self.down, self.shades = [], [], []


def drawn_on(page: Any, shown: Callable[[float, float, float, float], Box]) -> Drawn:
    """Read the page's paths and pictures; `shown` turns a PDF box into one of the shown page."""
    reader = _Reader(page, shown)
    reader.read()
    return reader.drawn


class _Reader:
    def __init__(self, page: Any, shown: Callable[[float, float, float, float], Box]) -> None:
        self.page = page
        self.shown = shown
        self.drawn = Drawn()
        self.objects = MAX_OBJECTS
        self.corners = MAX_CORNERS
        self.width, self.height = page.get_size()
        self.edges = [ctypes.c_float() for _ in range(4)]
        self.references = [ctypes.byref(edge) for edge in self.edges]

    def read(self) -> None:
        raw = self.page.raw
        count = pdfium.FPDFPage_CountObjects(raw)
        for index in range(count):
            if self.objects <= 0:
                self.drawn.cut = True
                return
            self._object(pdfium.FPDFPage_GetObject(raw, index), _IDENTITY, 0)

    def _object(self, item: Any, matrix: _Matrix, depth: int) -> None:
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            return
        self.objects -= 1
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            self._path(item, matrix)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            if (box := self._box(item, matrix)) is not None:
                self.drawn.covered += (box[2] - box[0]) * (box[3] - box[1])
                self.drawn.pictures.append(box)
        elif kind == pdfium.FPDF_PAGEOBJ_FORM:
            self._form(item, matrix, depth)

    def _form(self, form: Any, matrix: _Matrix, depth: int) -> None:
        if depth >= MAX_FORM_DEPTH:
            self.drawn.cut = True
            return
        inner = _times(_matrix_of(form), matrix)
        for index in range(pdfium.FPDFFormObj_CountObjects(form)):
            if self.objects <= 0:
                self.drawn.cut = True
                return
            self._object(pdfium.FPDFFormObj_GetObject(form, index), inner, depth + 1)

    def _box(self, item: Any, matrix: _Matrix) -> Box | None:
        if not pdfium.FPDFPageObj_GetBounds(item, *self.references):
            return None
        left, bottom, right, top = (edge.value for edge in self.edges)
        if matrix is not _IDENTITY:
            x0, y0 = _apply(matrix, left, bottom)
            x1, y1 = _apply(matrix, right, top)
            left, bottom, right, top = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
        return self.shown(left, bottom, right, top)

    def _path(self, item: Any, matrix: _Matrix) -> None:
        box = self._box(item, matrix)
        if box is None:
            return
        x0, y0, x1, y1 = box
        across, upward = x1 - x0, y1 - y0
        if (min(across, upward) < THIN and max(across, upward) > 12) or min(across, upward) > 12:
            self.drawn.rules += 1
        if not _within(box, self.width, self.height):
            return
        if upward < THIN and across >= upward:
            self.drawn.across.append(((y0 + y1) / 2, x0, x1))
        elif across < THIN:
            self.drawn.down.append(((x0 + x1) / 2, y0, y1))
        elif upward >= SHORTEST and across >= SHORTEST:
            stroked, filled = _painted(item)
            if not (stroked or filled):
                return
            self._outline(item, box, matrix, stroked=stroked)

    def _outline(self, item: Any, box: Box, matrix: _Matrix, *, stroked: bool) -> None:
        """The straight edges of a path that is no single line."""
        count = pdfium.FPDFPath_CountSegments(item)
        if box[2] - box[0] > 0.9 * self.width and box[3] - box[1] > 0.9 * self.height:
            return  # the paper
        if count <= 5 or self._is_rounded(item, count):
            if stroked:
                self._rectangle(box)
            else:
                self.drawn.shades.append(box)
            return
        if count > self.corners:
            self.drawn.cut = True
            return
        self.corners -= count
        own = _times(_matrix_of(item), matrix)
        for (ax, ay), (bx, by) in _lines(item, count):
            ax, ay = _apply(own, ax, ay)
            bx, by = _apply(own, bx, by)
            self._line(self.shown(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))

    def _is_rounded(self, item: Any, count: int) -> bool:
        """A box with round corners: four lines and four curves of three points each."""
        if not 12 <= count <= 22:
            return False
        kinds = [
            pdfium.FPDFPathSegment_GetType(pdfium.FPDFPath_GetPathSegment(item, index))
            for index in range(count)
        ]
        return kinds.count(pdfium.FPDF_SEGMENT_BEZIERTO) == 12

    def _rectangle(self, box: Box) -> None:
        across, down = edges_of([box])
        self.drawn.across += across
        self.drawn.down += down

    def _line(self, box: Box) -> None:
        x0, y0, x1, y1 = box
        if y1 - y0 < 1.0 < x1 - x0:
            self.drawn.across.append(((y0 + y1) / 2, x0, x1))
        elif x1 - x0 < 1.0 < y1 - y0:
            self.drawn.down.append(((x0 + x1) / 2, y0, y1))


def _within(box: Box, width: float, height: float) -> bool:
    return box[2] > -SNAP and box[0] < width + SNAP and box[3] > -SNAP and box[1] < height + SNAP


def edges_of(boxes: Sequence[Box]) -> tuple[list[Segment], list[Segment]]:
    """Level and upright edges of boxes."""
    across = [(y, x0, x1) for x0, y0, x1, y1 in boxes for y in (y0, y1)]
    down = [(x, y0, y1) for x0, y0, x1, y1 in boxes for x in (x0, x1)]
    return across, down


def _painted(item: Any) -> tuple[bool, bool]:
    """Whether the path is stroked, and whether it is filled in a colour that shows on paper."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not pdfium.FPDFPath_GetDrawMode(item, ctypes.byref(fill), ctypes.byref(stroke)):
        return True, False
    if not fill.value:
        return bool(stroke.value), False
    parts = [ctypes.c_uint() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetFillColor(item, *map(ctypes.byref, parts)):
        return bool(stroke.value), True
    return bool(stroke.value), min(part.value for part in parts[:3]) < NEARLY_WHITE


def _lines(item: Any, count: int) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    x, y = ctypes.c_float(), ctypes.c_float()
    at_x, at_y = ctypes.byref(x), ctypes.byref(y)
    start = before = (0.0, 0.0)
    for index in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(item, index)
        pdfium.FPDFPathSegment_GetPoint(segment, at_x, at_y)
        point = (x.value, y.value)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            start = point
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            yield before, point
        if pdfium.FPDFPathSegment_GetClose(segment):
            yield point, start
        before = point


def _matrix_of(item: Any) -> _Matrix:
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(item, ctypes.byref(matrix)):
        return _IDENTITY
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _times(one: _Matrix, two: _Matrix) -> _Matrix:
    """First `one`, then `two`."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _apply(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def joined(segments: Sequence[Segment]) -> list[Segment]:
    """Lines at almost one place put on it, and pieces that touch made one; short rests go."""
    placed = sorted(segments)
    found: list[Segment] = []
    index = 0
    while index < len(placed):
        last = index
        while last + 1 < len(placed) and placed[last + 1][0] - placed[index][0] <= SNAP:
            last += 1
        group = placed[index : last + 1]
        place = sum(segment[0] for segment in group) / len(group)
        found += _merged(place, sorted((start, end) for _, start, end in group))
        index = last + 1
    return found


def _merged(place: float, spans: Sequence[tuple[float, float]]) -> Iterator[Segment]:
    start, end = spans[0]
    for lower, upper in spans[1:]:
        if lower <= end + SNAP:
            end = max(end, upper)
            continue
        if end - start >= SHORTEST:
            yield place, start, end
        start, end = lower, upper
    if end - start >= SHORTEST:
        yield place, start, end
