"""Lines as recognised, without what stamps, signatures and stains leave, and with spaces mended."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from documents.extraction.ocr.known_words import is_known, known_words
from documents.extraction.pdf_words import PlacedWord

# Below this a line is a guess at a stain (of 420 lines of scans that were read rightly, all but
# three were above 0.8).
LEAST_CERTAINTY = 0.5
# A line without a word or figure must be surer, to be more than the rim of a stamp.
LEAST_WORDLESS = 0.85
# One or two letters alone, as cells of a table hold them, must be almost beyond doubt.
LEAST_SHORT = 0.95

_OTHER_SCRIPT = re.compile(r"[\u0370-\u1fff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]")
_WORD = re.compile(r"[A-Za-z]{3,}")
_FIGURE = re.compile(r"\d")
_MARKER = re.compile(r"\(?[0-9a-zA-Z]{1,3}[.)]|[-–•:;]")
# What a speck before the first letter of a line looks like; a quotation has its other end.
_SPECK = re.compile(r"(['`´‘·~|^_,.])[A-Za-z]{3}")
_SHORT_CELL = re.compile(r"[IVXLC]{1,4}|[A-Z]|No|Rp|Ya|[Hh]a|[Kk]g")
_LETTERS_ONLY = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class OcrLine:
    """Words placed on the page, and how sure the recogniser was (0..1)."""

    words: tuple[PlacedWord, ...]
    certainty: float

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


def cleaned(lines: Sequence[OcrLine]) -> list[OcrLine]:
    """The lines that hold text, their words divided where a space was lost."""
    return [
        replace(line, words=tuple(_mended(_levelled(line))))
        for line in lines
        if not _is_stray(line)
    ]


def _levelled(line: OcrLine) -> OcrLine:
    """All words at one height: a line that runs uphill on a photograph stays one line."""
    v0 = sum(word.v0 for word in line.words) / len(line.words)
    v1 = sum(word.v1 for word in line.words) / len(line.words)
    return replace(line, words=tuple(replace(word, v0=v0, v1=v1) for word in line.words))


def _mended(line: OcrLine) -> Iterator[PlacedWord]:
    for index, word in enumerate(_spaced(line.words)):
        text = _with_capital(word.text) if word.text[0] == "l" else word.text
        if index == 0 and (speck := _SPECK.match(text)) and line.text.count(speck[1]) == 1:
            text = text[len(speck[1]) :]
        yield replace(word, text=text)


def _with_capital(text: str) -> str:
    """ "lndonesia" is "Indonesia": the two letters look the same."""
    bare = _bare(text)
    return "I" + text[1:] if not is_known(bare) and is_known("i" + bare[1:]) else text


def _is_stray(line: OcrLine) -> bool:
    text = line.text
    if line.certainty < LEAST_CERTAINTY or _OTHER_SCRIPT.search(text):
        return True
    if _FIGURE.search(text) or any(is_known(word) for word in _WORD.findall(text)):
        return False
    if _MARKER.fullmatch(text):
        return line.certainty < LEAST_WORDLESS
    if _SHORT_CELL.fullmatch(text):
        return line.certainty < LEAST_SHORT
    letters = sum(map(str.isalpha, text))
    return line.certainty < LEAST_WORDLESS or letters < 3 or letters < 0.6 * len(text)


# -- spaces ----------------------------------------------------------------------------------

_BEFORE_BRACKET = re.compile(r"(?i)(.*\b(?:ayat|pasal|angka|huruf))(\(.+)")
_GLUED_NUMBER = re.compile(r"(?i)(pasal|ayat|nomor|tahun|angka|halaman|tanggal|lampiran)(\d.*)")
_GLUED_ROMAN = re.compile(r"(BAB)([IVX]{1,5}\W*)")
_READ_AS_LETTER = re.compile(r"(?i)(pasal|nomor)([lI])")
_GLUED_MARKER = re.compile(r"(\(\d{1,2}[a-z]?\)|\d{1,2}\.|[a-z]\.)([A-Za-z][A-Za-z-]{3,}.*)")
_DIGITS_THEN_WORD = re.compile(r"(\d+)([A-Za-z]{4,}.*)")
_WORD_THEN_DIGITS = re.compile(r"([A-Za-z]{4,})(\d.*)")
_HUMP = re.compile(r"([A-Z]?[a-z]{3,})([A-Z][a-z]{3,}\W*)")
_EDGES = re.compile(r"(\W*)(\w+)(\W*)")
_SHORT = {"dan", "di", "ke", "yang", "dari", "atau", "oleh", "pada", "ini"}
_LEAST_PART = 4
_MOST_PARTS = 4


def _spaced(words: Sequence[PlacedWord]) -> Iterator[PlacedWord]:
    for index, word in enumerate(words):
        parts = _parts(word.text, first=index == 0)
        yield from _divided(word, parts) if len(parts) > 1 else [word]


def _parts(text: str, *, first: bool) -> list[str]:
    """The pieces between which a space was surely lost."""
    if first and (marker := _GLUED_MARKER.fullmatch(text)):
        return [marker[1], *_parts(marker[2], first=False)]
    if slip := _READ_AS_LETTER.fullmatch(text):
        return [slip[1], "1"]
    if chapter := _GLUED_ROMAN.fullmatch(text):
        return [chapter[1], chapter[2]]
    if bracket := _BEFORE_BRACKET.fullmatch(text):
        return [*_parts(bracket[1], first=False), bracket[2]]
    if number := _GLUED_NUMBER.fullmatch(text):
        return [number[1], *_parts(number[2], first=False)]
    if (digits := _DIGITS_THEN_WORD.fullmatch(text)) and is_known(_bare(digits[2])):
        return [digits[1], digits[2]]
    if (glued := _WORD_THEN_DIGITS.fullmatch(text)) and is_known(glued[1]):
        return [glued[1], glued[2]]
    if (humps := _HUMP.fullmatch(text)) and is_known(humps[1]):
        return [humps[1], *_parts(humps[2], first=False)]
    edges = _EDGES.fullmatch(text)
    if not edges or len(edges[2]) < 7 or not _LETTERS_ONLY.fullmatch(edges[2]):
        return [text]
    if is_known(edges[2]) or not (pieces := _known_pieces(edges[2], _MOST_PARTS)):
        return [text]
    return [edges[1] + pieces[0], *pieces[1:-1], pieces[-1] + edges[3]]


def _bare(text: str) -> str:
    return re.sub(r"\W+$", "", text)


def _known_pieces(text: str, most: int) -> list[str]:
    """The fewest known words of which the text consists; empty if it does not."""
    if _is_piece(text):
        return [text]
    best: list[str] = []
    if most > 1:
        for end in range(2, len(text) - 1):
            if not _is_piece(text[:end]):
                continue
            rest = _known_pieces(text[end:], (len(best) or most + 1) - 2)
            if rest and (not best or len(rest) + 1 < len(best)):
                best = [text[:end], *rest]
    return best


def _is_piece(text: str) -> bool:
    lower = text.lower()
    return lower in _SHORT or (len(lower) >= _LEAST_PART and lower in known_words())


def _divided(word: PlacedWord, parts: Sequence[str]) -> Iterator[PlacedWord]:
    """The word's box shared out by the number of letters."""
    total = sum(map(len, parts))
    done = 0
    sideways = abs((word.x1 - word.x0) - (word.u1 - word.u0)) > 0.2 * (word.u1 - word.u0)
    for part in parts:
        a, b = done / total, (done + len(part)) / total
        done += len(part)
        u0, u1 = _between(word.u0, word.u1, a), _between(word.u0, word.u1, b)
        if sideways:
            yield replace(word, text=part, u0=u0, u1=u1)
        else:
            x0, x1 = _between(word.x0, word.x1, a), _between(word.x0, word.x1, b)
            yield replace(word, text=part, x0=x0, x1=x1, u0=u0, u1=u1)


def _between(start: float, end: float, share: float) -> float:
    return start + share * (end - start)
