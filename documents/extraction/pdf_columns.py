"""Lines that stand side by side: columns, lists and signatures, each read as a whole."""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from statistics import median

from documents.extraction.pdf_lines import Line, clustered
from documents.extraction.pdf_rulings import Box
from documents.extraction.pdf_words import PlacedWord
from documents.extraction.stages import timed

# White space between two words that may be a gutter: in points, and in heights of the line.
NARROWEST_GUTTER = 14.0
GUTTER_HEIGHTS = 1.6
# A gutter that at least this many lines respect.
FEWEST_LINES = 3
LONGEST_SIGNATURES = 18
DEEPEST = 3
BAND_STEP = 3.0

_FIGURE = re.compile(r"[-+(]?(?:Rp\.?\s?)?[\d.,\s]*\d[\d.,\s]*\)?%?|[-–—]|Rp\.?")
_MARKER = re.compile(r"(?:(?P<digits>\d{1,3})|(?P<letter>[a-zA-Z]))[.)](?:\s|$)|[•▪◦●-](?:\s|$)")
_SIGNING = re.compile(
    r"\bdi(?:tetapkan|sahkan|undangkan|keluarkan)\s+di\b|\b(?:mengetahui|menyetujui|ttd|nip)\b"
    r"|\bpihak\s+(?:pertama|kedua|kesatu)|\bsalinan\s+sesuai|\bpada\s+tanggal\b",
    re.IGNORECASE,
)
_SIGNER = re.compile(
    r"\b(?:kepala|sekretaris|gubernur|bupati|wali\s?kota|menteri|presiden|direktur|ketua|pejabat"
    r"|rektor|dekan|pembimbing|inspektur|camat|keuchik)\b",
    re.IGNORECASE,
)


@timed("layout")
def in_reading_order(words: Sequence[PlacedWord], frames: Sequence[Box] = ()) -> list[Line]:
    """Words as lines in the order in which a reader takes them."""
    numbers = count(1)
    if not frames:
        return _in_columns(clustered(words), numbers)
    blocks: list[tuple[Box, list[Line]]] = []
    rest = list(words)
    for frame in frames:
        inside = [word for word in rest if _centre_in(frame, word)]
        if not inside:
            continue
        rest = [word for word in rest if not _centre_in(frame, word)]
        lines = _in_columns(clustered(inside), numbers)
        number = next(numbers)
        for line in lines:
            line.column = line.column or number
            line.framed = True
        blocks.append((frame, lines))
    return list(_with_frames(_in_columns(clustered(rest), numbers), blocks))


def _centre_in(box: Box, word: PlacedWord) -> bool:
    return (
        box[0] <= (word.u0 + word.u1) / 2 <= box[2] and box[1] <= (word.v0 + word.v1) / 2 <= box[3]
    )


def _with_frames(lines: Sequence[Line], blocks: Sequence[tuple[Box, list[Line]]]) -> Iterator[Line]:
    """Frames go before the first line below the top of their group."""
    groups = _bands(list(blocks))
    for line in lines:
        while groups and min(box[1] for box, _ in groups[0]) < line.y0:
            yield from _of_blocks(groups.pop(0))
        yield line
    for group in groups:
        yield from _of_blocks(group)


_Block = tuple[Box, list[Line]]


def _bands(blocks: list[_Block]) -> list[list[_Block]]:
    """Frames in bands from top to bottom; bands that share a gutter are read as one."""
    bands: list[list[_Block]] = []
    for block in sorted(blocks, key=lambda b: b[0][1]):
        if bands and block[0][1] < max(box[3] for box, _ in bands[-1]):
            bands[-1].append(block)
        else:
            bands.append([block])
    joined: list[list[_Block]] = []
    for band in bands:
        if joined and len(band) > 1 and len(joined[-1]) > 1 and _columns([*joined[-1], *band]):
            joined[-1] += band
        else:
            joined.append(band)
    return joined


def _columns(blocks: Sequence[_Block]) -> list[list[_Block]]:
    """The blocks column by column, if white space divides them from top to bottom."""
    columns: list[list[_Block]] = []
    right = 0.0
    for block in sorted(blocks, key=lambda b: b[0][0]):
        if columns and block[0][0] < right:
            columns[-1].append(block)
        else:
            columns.append([block])
        right = max(right, block[0][2])
    return columns if len(columns) > 1 else []


def _of_blocks(blocks: list[_Block]) -> Iterator[Line]:
    columns = _columns(blocks)
    if not columns:
        for _, lines in sorted(blocks, key=lambda b: (b[0][1], b[0][0])):
            yield from lines
        return
    for column in columns:
        yield from _of_blocks(column)


def _in_columns(lines: list[Line], numbers: "count[int]", depth: int = 0) -> list[Line]:
    ordered: list[Line] = []
    index = 0
    while index < len(lines):
        found = _region(lines, index) if depth < DEEPEST else None
        if found is None:
            ordered.append(lines[index])
            index += 1
            continue
        start, end, gutter = found
        start = max(start, index - _free_at_end(ordered))
        del ordered[len(ordered) - (index - start) :]
        for side in _sides(lines[start:end], gutter):
            column = _in_columns(clustered(side), numbers, depth + 1)
            number = next(numbers)
            for line in column:
                line.column = line.column or number
            ordered += column
        index = end
    return ordered


def _free_at_end(ordered: Sequence[Line]) -> int:
    """How many of the last lines belong to no column yet."""
    return next((n for n, line in enumerate(reversed(ordered)) if line.column), len(ordered))


def _sides(lines: Sequence[Line], gutter: float) -> list[list[PlacedWord]]:
    """The words of both columns; signatures begin with the one that stands higher."""
    left, right = _divided(lines, gutter)
    if not left or not right:
        return [side for side in (left, right) if side]
    height = lines[0].height
    lower = min(word.v0 for word in left) > min(word.v0 for word in right) + 0.8 * height
    return [right, left] if lower and _are_signatures(lines, gutter) else [left, right]


_Gap = tuple[float, float]


def _region(lines: Sequence[Line], start: int) -> tuple[int, int, float] | None:
    """First and last line that one gutter divides into columns, and its middle."""
    line = lines[start]
    for gap in _gaps(line) or _beside_the_next(lines, start):
        end, gutter = _followed(lines, start, gap)
        if _are_signatures(lines[start:end], gutter):
            return *_with_names(lines, start, end, gutter), gutter
        if end - start >= FEWEST_LINES and _are_columns(lines[start:end], gutter):
            return _begins_above(lines, start, gutter), end, gutter
    return None


def _beside_the_next(lines: Sequence[Line], start: int) -> list[_Gap]:
    """The white between two lines of which one stands beside and a little below the other."""
    if start + 1 >= len(lines):
        return []
    one, other = lines[start], lines[start + 1]
    low, high = min(one.x1, other.x1), max(one.x0, other.x0)
    near = other.y0 - one.y1 < 1.2 * one.height
    return [(low, high)] if near and high - low >= NARROWEST_GUTTER else []


def _with_names(lines: Sequence[Line], start: int, end: int, gutter: float) -> tuple[int, int]:
    """Signatures with what stands above them at one side, and the names below the signing."""
    while start > 0 and _one_sided(lines[start - 1], gutter):
        line, below = lines[start - 1], lines[start]
        if below.y0 - line.y1 > 3 * line.height or line.x1 < gutter or len(line.words) > 7:
            break
        start -= 1
    while end < len(lines) and _one_sided(lines[end], gutter):
        line, above = lines[end], lines[end - 1]
        if line.y0 - above.y1 > 5 * line.height or len(line.words) > 6:
            break
        end += 1
        if not _SIGNER.search(line.text) and not line.text.isupper():
            break
    return start, end


def _one_sided(line: Line, gutter: float) -> bool:
    return line.x1 < gutter or line.x0 > gutter


def _gaps(line: Line) -> list[_Gap]:
    least = max(NARROWEST_GUTTER, GUTTER_HEIGHTS * line.height)
    gaps = []
    right = line.words[0].u1
    for word in line.words[1:]:
        if word.u0 - right >= least:
            gaps.append((right, word.u0))
        right = max(right, word.u1)
    return gaps


def _followed(lines: Sequence[Line], start: int, gap: _Gap) -> tuple[int, float]:
    """Go down as long as a band of white stays open; ends after the last line on both sides."""
    low, high = gap
    end = last_both = start + 1
    for index in range(start + 1, len(lines)):
        line, above = lines[index], lines[index - 1]
        if line.y0 - above.y1 > 5 * line.height:
            break
        new = _narrowed(line, low, high)
        if new is None:
            break
        both = line.x0 < new[0] + 1 and line.x1 > new[1] - 1
        if not both and index > last_both and line.y0 - above.y1 > 1.1 * line.height:
            break
        low, high = new
        end = index + 1
        if both:
            last_both = end
    return end, (low + high) / 2


def _narrowed(line: Line, low: float, high: float) -> _Gap | None:
    """What stays white of the band beside and between the words of this line."""
    left, right = low, high
    for word in line.words:
        middle = (word.u0 + word.u1) / 2
        if word.u1 <= left or word.u0 >= right:
            continue
        if word.u0 <= left and word.u1 >= right:
            return None
        if middle < (left + right) / 2:
            left = max(left, word.u1)
        else:
            right = min(right, word.u0)
    return (left, right) if right - left >= 9 else None


def _begins_above(lines: Sequence[Line], start: int, gutter: float) -> int:
    """Lines just above that stand on the right side only belong to its column."""
    while start > 0:
        line, below = lines[start - 1], lines[start]
        if line.x0 < gutter or below.y0 - line.y1 > 0.9 * line.height:
            break
        start -= 1
    return start


def _divided(lines: Sequence[Line], gutter: float) -> tuple[list[PlacedWord], list[PlacedWord]]:
    words = [word for line in lines for word in line.words]
    return (
        [word for word in words if (word.u0 + word.u1) / 2 < gutter],
        [word for word in words if (word.u0 + word.u1) / 2 >= gutter],
    )


def _are_columns(lines: Sequence[Line], gutter: float) -> bool:
    """Two texts side by side, not the rows of a table, a form or a list with its marks."""
    left: list[list[PlacedWord]] = []
    right: list[list[PlacedWord]] = []
    pairs: list[tuple[list[PlacedWord], list[PlacedWord]]] = []
    for line in lines:
        one, other = _divided([line], gutter)
        if one:
            left.append(one)
        if other:
            right.append(other)
        if one and other:
            pairs.append((one, other))
    if len(left) < 2 or len(right) < 2 or not pairs:
        return False
    if _labels(left, pairs) or _figures(left) or _figures(right):
        return False
    return (
        _running(left, right, pairs, gutter)
        or _lists(left, right)
        or _independent(lines, left, right, pairs)
    )


def _text(words: Sequence[PlacedWord]) -> str:
    return " ".join(word.text for word in words)


def _labels(
    left: Sequence[Sequence[PlacedWord]],
    pairs: Sequence[tuple[list[PlacedWord], list[PlacedWord]]],
) -> bool:
    """Marks or names that the text beside them explains: "1.", "Menimbang :", "Nama : ..."."""
    marks = sum(len(words) == 1 and len(words[0].text) <= 4 for words in left)
    colons = sum(one[-1].text[-1] in ":=" or other[0].text[0] in ":=" for one, other in pairs)
    return marks > 0.5 * len(left) or colons >= min(2, 0.4 * len(pairs))


def _figures(side: Sequence[Sequence[PlacedWord]]) -> bool:
    return sum(bool(_FIGURE.fullmatch(_text(words))) for words in side) > 0.4 * len(side)


def _are_signatures(lines: Sequence[Line], gutter: float) -> bool:
    """Two short blocks side by side that both say who signs, where or when."""
    if not 2 <= len(lines) <= LONGEST_SIGNATURES:
        return False
    sides = [
        [words for line in lines if (words := _divided([line], gutter)[side])] for side in (0, 1)
    ]
    if any(
        len(side) < 2
        or median(len(words) for words in side) > 6
        or max(len(words) for words in side) > 9
        for side in sides
    ):
        return False
    left, right = ("\n".join(map(_text, side)) for side in sides)
    signing = bool(_SIGNING.search(left)), bool(_SIGNING.search(right))
    signer = bool(_SIGNER.search(left)), bool(_SIGNER.search(right))
    return all(signing) or (any(signing) and all(signer))


def _running(
    left: Sequence[Sequence[PlacedWord]],
    right: Sequence[Sequence[PlacedWord]],
    pairs: Sequence[object],
    gutter: float,
) -> bool:
    """Both sides are mostly full lines of several words."""
    if len(pairs) < 6:
        return False
    edges = min(words[0].u0 for words in left), max(words[-1].u1 for words in right)
    for side, width in ((left, gutter - edges[0]), (right, edges[1] - gutter)):
        if median(words[-1].u1 - words[0].u0 for words in side) < 0.7 * width:
            return False
        if median(len(words) for words in side) < 3:
            return False
    return True


def _lists(left: Sequence[Sequence[PlacedWord]], right: Sequence[Sequence[PlacedWord]]) -> bool:
    """ "1. ... 2. ..." at the left and "3. ... 4. ..." beside it."""
    one, other = _marks(left), _marks(right)
    return len(one) >= 2 and len(other) >= 2 and other[0] == one[-1] + 1


def _marks(side: Sequence[Sequence[PlacedWord]]) -> list[int]:
    marks = []
    for words in side:
        match = _MARKER.match(words[0].text)
        if match and match["digits"]:
            marks.append(int(match["digits"]))
        elif match and match["letter"]:
            marks.append(ord(match["letter"].lower()) - 96)
    return marks


def _independent(
    lines: Sequence[Line],
    left: Sequence[Sequence[PlacedWord]],
    right: Sequence[Sequence[PlacedWord]],
    pairs: Sequence[tuple[list[PlacedWord], list[PlacedWord]]],
) -> bool:
    """The lines of one side do not stand level with those of the other."""
    if min(median(len(words) for words in side) for side in (left, right)) < 2:
        return False
    if sum(len(_gaps(line)) > 1 for line in lines) > 0.3 * len(lines):
        return False  # three and more cells a line are a table
    if _has_gutter(left) or _has_gutter(right):
        return False
    alone = len(left) - len(pairs), len(right) - len(pairs)
    if min(alone) >= max(2, 0.2 * len(lines)):
        return True
    uneven = sum(
        abs(one[-1].v1 - other[0].v1) > 0.3 * (one[-1].v1 - one[-1].v0) for one, other in pairs
    )
    return min(alone) >= 1 and len(pairs) >= 4 and uneven >= 0.6 * len(pairs)


def _has_gutter(side: Sequence[Sequence[PlacedWord]]) -> bool:
    """A band of white runs through the middle of the side: cells of a table."""
    low, high = min(words[0].u0 for words in side), max(words[-1].u1 for words in side)
    bins = int((high - low) // BAND_STEP) + 1
    crossed = [0] * bins
    for words in side:
        for word in words:
            first = int((word.u0 - low) // BAND_STEP)
            for place in range(max(0, first), min(bins, int((word.u1 - low) // BAND_STEP) + 1)):
                crossed[place] += 1
    run = 0
    for count_here in crossed[int(0.2 * bins) : int(0.8 * bins)]:
        run = run + 1 if count_here <= 0.1 * len(side) else 0
        if run * BAND_STEP >= 9:
            return True
    return False
