"""Words with their boxes from a PDF page, by PDFium's character positions."""

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pypdfium2.raw as pdfium

from documents.extraction.pdf_rulings import Box, Drawn, drawn_on
from documents.extraction.stages import timed

_MENDED: Final[dict[int, str | None]] = {
    # What PDFium reports for a hyphen at the end of a line, and the soft hyphen itself.
    **dict.fromkeys((0x02, 0xAD, 0xFFFE), "-"),
    **dict.fromkeys([*range(2), *range(3, 32), *range(0x7F, 0xA0), *range(0xD800, 0xE000)], None),
    **{ord(key): value for key, value in (("ﬀ", "ff"), ("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬃ", "ffi"))},
    **{ord(key): value for key, value in (("ﬄ", "ffl"), ("ﬅ", "ft"), ("ﬆ", "st"))},
    0xFEFF: None,
}
# Two equal letters whose boxes cover each other by more than this share are one letter, printed
# twice to look bold.
OVERPRINT_SHARE = 0.6
ANGLE_SAMPLES = 20
# A letter of less than this share of the size of those before it, and above their foot, is raised.
RAISED_SIZE = 0.8
REPEAT_BAND = 8.0
# The densest page of small print has a tenth of this; what is beyond is left out and told.
MAX_CHARACTERS = 200_000
# No printer reaches nearer to the sides of the paper, in points.
SIDE_MARGIN = 12.0


@dataclass(slots=True)
class PlacedWord:
    """A word; the box is in points, origin top left, as the page is shown.

    `u0, u1` run along the line of reading and `v0, v1` across it: they differ from the box only
    where the text stands on its side.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    u0: float = 0.0
    v0: float = 0.0
    u1: float = 0.0
    v1: float = 0.0
    glued: bool = False  # goes on with the word before, without a space


@dataclass(frozen=True, slots=True)
class PageText:
    """What PDFium sees on one page; `turned` is the angle of most of its text in degrees."""

    words: list[PlacedWord]
    width: float
    height: float
    turned: int
    doubled_letters: int
    rules: int
    image_share: float
    drawn: Drawn = field(default_factory=Drawn)
    left_out: int = 0  # characters beyond what one page may hold

    @property
    def reading_height(self) -> float:
        """Height of the page as its text is read."""
        return self.width if self.turned in (90, 270) else self.height


@timed("text")
def page_text(page: Any) -> PageText:
    """Read one open page (a pypdfium2 PdfPage)."""
    width, height = page.get_size()
    upright = _Frame(page)
    textpage = page.get_textpage()
    try:
        angle = _angle(textpage.raw)
        turned = (angle + page.get_rotation()) % 360
        words, doubled = _words(textpage.raw, upright, angle)
        left_out = max(0, pdfium.FPDFText_CountChars(textpage.raw) - MAX_CHARACTERS)
    finally:
        textpage.close()
    if turned:
        for word in words:
            turn(word, turned, width, height)
    drawn = drawn_on(page, upright.box)
    share = min(1.0, drawn.covered / max(width * height, 1.0))
    words = [word for word in _without_repeats(words) if not _is_beside_paper(word, width)]
    return PageText(words, width, height, turned, doubled, drawn.rules, share, drawn, left_out)


class _Frame:
    """Turns PDF coordinates into those of the page as shown, origin top left."""

    def __init__(self, page: Any) -> None:
        self.left, self.bottom, self.right, self.top = page.get_bbox()
        self.rotation = page.get_rotation()

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        if self.rotation == 90:
            return bottom - self.bottom, left - self.left, top - self.bottom, right - self.left
        if self.rotation == 180:
            return self.right - right, bottom - self.bottom, self.right - left, top - self.bottom
        if self.rotation == 270:
            return self.top - top, self.right - right, self.top - bottom, self.right - left
        return left - self.left, self.top - top, right - self.left, self.top - bottom


def _words(textpage: Any, frame: _Frame, angle: int) -> tuple[list[PlacedWord], int]:
    """Runs of characters without white space; second, how many doubled letters were dropped.

    A call into PDFium costs more than all else here, so a word is placed by its first and last
    letter, and read letter by letter only where it looks doubled, torn or raised.
    """
    text = _characters(textpage)
    boxes = _Boxes(textpage, angle)
    place, upright = frame.box, frame.rotation == 0
    left_edge, top_edge = frame.left, frame.top
    simple: dict[str, str] = {}
    words: list[PlacedWord] = []
    doubled = 0
    for match in _WORD.finditer(text):
        written = match[0]
        plain = simple.get(written)
        if plain is None:
            plain = simple[written] = "" if _TWINS.search(written) else mended(written)
        box = boxes.plain(match.start(), match.end()) if plain else None
        if box and written[-1] in _CLOSING and boxes.ends_raised(written, match.start()):
            box = None
        if box is None:
            for piece, part, dropped in _letter_by_letter(written, match.start(), boxes):
                words.append(_placed(piece, part, frame))
                doubled += dropped
            continue
        if upright:
            x0, y0 = box[0] - left_edge, top_edge - box[3]
            x1, y1 = box[2] - left_edge, top_edge - box[1]
        else:
            x0, y0, x1, y1 = place(*box)
        words.append(PlacedWord(plain, x0, y0, x1, y1, x0, y0, x1, y1))
    return [word for word in words if word.text], doubled


_WORD = re.compile(r"[^\s\u200b\x00-\x01\x03-\x1f]+")
_TWINS = re.compile(r"([^\W\d_])\1.*([^\W\d_])\2|(\d)\3|^(.)\4$")


def _characters(textpage: Any) -> str:
    """All characters of the page, one for each PDFium index."""
    count = min(pdfium.FPDFText_CountChars(textpage), MAX_CHARACTERS)
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * (count + 1))()
    written = pdfium.FPDFText_GetText(textpage, 0, count, buffer)
    text = bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", errors="replace")
    if len(text) != count:
        codes = (pdfium.FPDFText_GetUnicode(textpage, index) for index in range(count))
        text = "".join(chr(c) if 0 < c < 0xD800 or 0xDFFF < c < 0x110000 else "\0" for c in codes)
    return text


class _Boxes:
    """Boxes (left, bottom, right, top) of characters in PDF coordinates, by their index.

    `angle` is that of most of the text in these coordinates, in degrees, clockwise.
    """

    def __init__(self, textpage: Any, angle: int) -> None:
        self.textpage = textpage
        self.angle = angle
        self.rectangle = pdfium.FS_RECTF()
        self.reference = ctypes.byref(self.rectangle)
        self.get = pdfium.FPDFText_GetLooseCharBox

    def box_of(self, index: int) -> Box | None:
        if not self.get(self.textpage, index, self.reference):
            return None
        rectangle = self.rectangle
        return rectangle.left, rectangle.bottom, rectangle.right, rectangle.top

    def plain(self, start: int, end: int) -> Box | None:
        """The box of a word by its first and last letter.

        None where a sign says that it is more than one run of letters of one size: its letters
        stand in two places that no space divides, or its end is a raised figure.
        """
        first = self.box_of(start)
        if first is None or end - start == 1:
            return first
        last = self.box_of(end - 1)
        if last is None:
            return None
        left, bottom, _, top = first
        left2, bottom2, right2, top2 = last
        if bottom == bottom2 and top == top2 and left <= left2:  # upright letters on one line
            size = top - bottom
            along = right2 - left
            if along > 1.2 * (size if size > 1.0 else 1.0) * (end - start + 1):
                return None
            return left, bottom, right2, top
        size = max(top - bottom, top2 - bottom2, 1.0)
        along = max(abs(right2 - left), abs(top2 - bottom))
        if along > 1.2 * size * (end - start + 1):
            return None
        if self.is_raised(first, last) or self.is_raised(last, first):
            return None
        return _union(first, last)

    def is_raised(self, one: Box, other: Box) -> bool:
        """The other letter is smaller and stands higher: an exponent or the mark of a note."""
        foot, head = _foot_and_head(one, self.angle)
        other_foot, other_head = _foot_and_head(other, self.angle)
        size, small = head - foot, other_head - other_foot
        return 0 < small < RAISED_SIZE * size and other_foot > foot + 0.12 * size

    def ends_raised(self, text: str, start: int) -> bool:
        """Before its closing marks the word has a raised figure: "cm2);"."""
        core = len(text.rstrip(_CLOSING))
        if core < 2 or not text[core - 1].isdigit():
            return False
        first, last = self.box_of(start), self.box_of(start + core - 1)
        return first is not None and last is not None and self.is_raised(first, last)


_CLOSING = ".,;:)]"


def _foot_and_head(box: Box, angle: int) -> tuple[float, float]:
    """Where a letter that stands at this angle begins and ends, from its foot upward."""
    left, bottom, right, top = box
    if angle == 90:  # it lies on its right side
        return left, right
    if angle == 180:
        return -top, -bottom
    if angle == 270:
        return -right, -left
    return bottom, top


def _letter_by_letter(text: str, start: int, boxes: _Boxes) -> Iterator[tuple[str, Box, int]]:
    letters: list[str] = []
    box = before = full = (0.0, 0.0, 0.0, 0.0)
    doubled = 0
    for index, character in enumerate(text, start):
        here = boxes.box_of(index)
        if here is None:
            continue
        if letters:
            if letters[-1] == character and _covers(before, here):
                doubled += 1
                continue
            if _elsewhere(before, here):
                yield "".join(letters), box, doubled
                letters, doubled = [], 0
        if letters and boxes.is_raised(full, here):
            character = _SUPERSCRIPTS.get(character, character)
        else:
            full = here
        box = _union(box, here) if letters else here
        before = here
        letters.append(character)
    if letters:
        yield _few_raised("".join(letters), text), box, doubled


def _few_raised(text: str, written: str) -> str:
    """Exponents and notes are short; a long run of small figures is only set smaller."""
    if len(text) == len(written) and _MANY_RAISED.search(text):
        return written
    return _LONE_SIGN.sub(lambda match: _PLAIN_SIGNS[match[0]], text)


_PLAIN_SIGNS: Final = {"⁺": "+", "⁻": "-"}
_LONE_SIGN = re.compile(r"[⁺⁻](?![⁰¹²³⁴⁵⁶⁷⁸⁹])")
_MANY_RAISED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]{4,}")
# Raised figures keep their height: "5.000" with the mark of note 2 is not 50.002.
_SUPERSCRIPTS: Final = dict(zip("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻", strict=True))


def _union(one: Box, other: Box) -> Box:
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )


def _placed(text: str, box: Box, frame: _Frame) -> PlacedWord:
    x0, y0, x1, y1 = frame.box(*box)
    return PlacedWord(mended(text), x0, y0, x1, y1, x0, y0, x1, y1)


def mended(text: str) -> str:
    """Hyphens, ligatures and code points that no text should hold."""
    return text if text.isascii() and text.isprintable() else text.translate(_MENDED)


def _covers(before: Box, here: Box) -> bool:
    across = min(before[2], here[2]) - max(before[0], here[0])
    upward = min(before[3], here[3]) - max(before[1], here[1])
    width, height = here[2] - here[0], here[3] - here[1]
    return across > OVERPRINT_SHARE * width > 0 and upward > 0.5 * height


def _elsewhere(before: Box, here: Box) -> bool:
    """The character does not continue the word: far off along the line or across it."""
    size = max(here[3] - here[1], here[2] - here[0], 1.0)
    dx = max(here[0] - before[2], before[0] - here[2])
    dy = max(here[1] - before[3], before[1] - here[3])
    return dx > 1.5 * size or dy > size


def _angle(textpage: Any) -> int:
    """The angle (0, 90, 180, 270; clockwise, before the page is turned) of most of the text."""
    count = pdfium.FPDFText_CountChars(textpage)
    if not count:
        return 0
    angles = Counter[int]()
    for index in range(0, count, max(1, count // ANGLE_SAMPLES)):
        angle = pdfium.FPDFText_GetCharAngle(textpage, index)
        if angle >= 0 and pdfium.FPDFText_GetUnicode(textpage, index) > 32:
            angles[round(math.degrees(angle) / 90) * 90 % 360] += 1
    if not angles:
        return 0
    return angles.most_common(1)[0][0]


def turn(word: PlacedWord, turned: int, width: float, height: float) -> None:
    """Set the reading coordinates of a word."""
    if turned == 90:  # letters lie on their right side; reading runs downward
        word.u0, word.u1 = word.y0, word.y1
        word.v0, word.v1 = width - word.x1, width - word.x0
    elif turned == 270:
        word.u0, word.u1 = height - word.y1, height - word.y0
        word.v0, word.v1 = word.x0, word.x1
    elif turned == 180:
        word.u0, word.u1 = width - word.x1, width - word.x0
        word.v0, word.v1 = height - word.y1, height - word.y0


def _is_beside_paper(word: PlacedWord, width: float) -> bool:
    """Row numbers of a sheet that its print range cut off: nobody sees them."""
    outside = word.x1 < SIDE_MARGIN or word.x0 > width - SIDE_MARGIN
    return outside and len(word.text) < 4 and word.text.isdigit()


def _without_repeats(words: list[PlacedWord]) -> list[PlacedWord]:
    """Drop words printed twice at almost the same place."""
    seen: dict[tuple[str, int], list[PlacedWord]] = {}
    texts: set[str] = set()
    kept = []
    for word in words:
        row = int(word.y0 // REPEAT_BAND)
        if word.text not in texts:
            texts.add(word.text)
        elif any(
            abs(twin.x0 - word.x0) < 1.5 and abs(twin.y0 - word.y0) < 1.5
            for near in (row - 1, row, row + 1)
            for twin in seen.get((word.text, near), ())
        ):
            continue
        seen.setdefault((word.text, row), []).append(word)
        kept.append(word)
    return kept
