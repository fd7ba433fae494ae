"""Words and drawn lines by pdfplumber, whose parser (pdfminer) opens files that PDFium refuses."""

import math
import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pdfplumber
from pdfminer.psexceptions import PSException
from pdfplumber.utils.exceptions import PdfminerException
from pdfplumber.utils.text import extract_words

from documents.extraction.pdf_rulings import MAX_OBJECTS, THIN, Box, Drawn, edges_of
from documents.extraction.pdf_words import MAX_CHARACTERS, PageText, PlacedWord, mended, turn
from documents.extraction.types import ExtractionError

VERSION = pdfplumber.__version__
# What pdfminer raises on the insides of a broken file; it has no class of its own for them.
BROKEN = (
    *(PdfminerException, PSException, ValueError, KeyError, TypeError, IndexError),
    *(AttributeError, AssertionError, NotImplementedError, OSError, RecursionError),
    *(struct.error, zlib.error),
)
# White between two letters that divides words, in sizes of the letter.
SPACE = 0.15
# How the letters of a line follow one another, for text that does not stand upright.
DIRECTIONS: Mapping[int, Mapping[str, Any]] = {
    0: {},
    90: {"char_dir_rotated": "ttb", "line_dir_rotated": "rtl"},
    180: {"char_dir": "rtl", "line_dir": "btt"},
    270: {"char_dir_rotated": "btt", "line_dir_rotated": "ltr"},
}


def page_texts(path: Path, *, max_pages: int) -> list[PageText | None]:
    """The pages as PDFium's reader gives them; None where a single one is broken.

    Raises ExtractionError: too_many_pages, or damaged_file where no page can be read.
    """
    try:
        with pdfplumber.open(path) as document:
            count = len(document.pages)
            if count > max_pages:
                raise ExtractionError("too_many_pages", str(count))
            pages = [_page_text(page) for page in document.pages]
    except BROKEN as error:
        raise ExtractionError("damaged_file", str(error)[:200]) from error
    if not any(pages):
        raise ExtractionError("damaged_file", "no pages")
    return pages


def _page_text(page: Any) -> PageText | None:
    try:
        return _read(page)
    except BROKEN:
        return None
    finally:
        page.close()  # what it was parsed into is kept otherwise


def _read(page: Any) -> PageText:
    letters = page.chars
    turned = _turned(letters)
    once = page.dedupe_chars()
    kept = once.chars[:MAX_CHARACTERS]
    left, top, right, bottom = page.cropbox
    width, height = float(right - left), float(bottom - top)
    words = []
    for found in extract_words(
        kept, x_tolerance_ratio=SPACE, expand_ligatures=True, **DIRECTIONS[turned]
    ):
        if text := mended(found["text"]):
            box = _box(found, left, top)
            words.append(PlacedWord(text, *box, *box))
            turn(words[-1], turned, width, height)
    drawn = _drawn(page, float(left), float(top))
    return PageText(
        words=words,
        width=width,
        height=height,
        turned=turned,
        doubled_letters=len(letters) - len(once.chars),
        rules=drawn.rules,
        image_share=min(1.0, drawn.covered / max(width * height, 1.0)),
        drawn=drawn,
        left_out=len(once.chars) - len(kept),
    )


def _box(thing: Mapping[str, Any], left: float, top: float) -> Box:
    return (
        float(thing["x0"] - left),
        float(thing["top"] - top),
        float(thing["x1"] - left),
        float(thing["bottom"] - top),
    )


def _turned(letters: list[dict[str, Any]]) -> int:
    """The angle (0, 90, 180, 270; clockwise, as shown) at which most of the text stands."""
    angles = Counter(
        round(-math.degrees(math.atan2(letter["matrix"][1], letter["matrix"][0])) / 90) * 90 % 360
        for letter in letters
        if not letter["text"].isspace()
    )
    return angles.most_common(1)[0][0] if angles else 0


def _drawn(page: Any, left: float, top: float) -> Drawn:
    drawn = Drawn()
    lines = [*page.lines, *page.rects, *page.curve_edges]
    drawn.cut = len(lines) > MAX_OBJECTS
    for item in lines[:MAX_OBJECTS]:
        _note(drawn, item, _box(item, left, top), float(page.width * page.height))
    for item in page.images:
        x0, y0, x1, y1 = box = _box(item, left, top)
        drawn.pictures.append(box)
        drawn.covered += (x1 - x0) * (y1 - y0)
    return drawn


def _note(drawn: Drawn, item: Mapping[str, Any], box: Box, paper: float) -> None:
    """A thin thing is a line, however it was drawn; a box has four, or is a shade."""
    x0, y0, x1, y1 = box
    across, upward = x1 - x0, y1 - y0
    drawn.rules += max(across, upward) > 12
    if upward < THIN and across >= upward:
        drawn.across.append(((y0 + y1) / 2, x0, x1))
    elif across < THIN:
        drawn.down.append(((x0 + x1) / 2, y0, y1))
    elif item["object_type"] != "rect" or across * upward > 0.81 * paper:
        return  # a slanting line, or the paper
    elif item["stroke"]:
        levels, uprights = edges_of([box])
        drawn.across += levels
        drawn.down += uprights
    elif _is_shaded(item):
        drawn.shades.append(box)


def _is_shaded(item: Mapping[str, Any]) -> bool:
    """Filled in a colour that shows on paper; colours are parts of one, of any number of inks."""
    if not item.get("fill"):
        return False
    inks = list(_inks(item.get("non_stroking_color")))
    return max(inks) > 0.02 if len(inks) == 4 else not inks or min(inks) < 0.98


def _inks(colour: Any) -> Iterator[float]:
    parts = colour if isinstance(colour, (tuple, list)) else [colour]
    return (float(part) for part in parts if isinstance(part, (int, float)))
