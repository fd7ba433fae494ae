"""Lines joined into paragraphs, and these into canonical Markdown with word positions."""

import re
from collections.abc import Sequence
from itertools import pairwise

from documents.extraction.canonical import CanonicalText
from documents.extraction.pdf_lines import Line
from documents.extraction.pdf_words import PlacedWord

# Double spacing leaves some 1.2 heights of a line between two lines.
WIDEST_SPACING = 1.5
FEWEST_GAPS = 6

_MARKER = re.compile(
    r"(?:\(?\d{1,3}[a-z]?[.)]|\(\d{1,2}[a-z]?\)|[a-zA-Z][.)]|\([a-z]\)|[-•▪◦●–*]|[ivx]{1,5}[.)])\s"
)
_HEADING = re.compile(
    r"(?:BAB\s+[IVXLC]+\b|(?:Bagian|BAGIAN)\s+K[a-zE]|(?:Paragraf|PARAGRAF)\s+\d"
    r"|(?:Pasal|PASAL)\s+(?:\d+[A-Z]?|[IVX]+)\s*[.:]?\s*$|(?:Menimbang|Mengingat|Memperhatikan"
    r"|MENIMBANG|MENGINGAT)\b|M\s?E\s?M\s?U\s?T\s?U\s?S\s?K\s?A\s?N|Menetapkan\s*:"
    r"|PENJELASAN\b|LAMPIRAN\b|PASAL\s+DEMI|II?\.\s+(?:UMUM|PASAL)|(?:Ayat|Huruf|Angka)\s+\(?\w{1,2}\)?\s*$"
    r"|(?:Disahkan|Ditetapkan|Diundangkan)\s+di\b|NOMOR\b|TENTANG\s*$"
    r"|(?:KESATU|KEDUA|KETIGA|KEEMPAT|KELIMA|KEENAM|KETUJUH)\s*:)"
)
# Headings with text of their own beside them.
_LABEL = re.compile(
    r"(?:Menimbang|Mengingat|Memperhatikan|MENIMBANG|MENGINGAT|Menetapkan)\b|K[A-Z]+\s*:"
)
# The line is not over: what follows belongs to it, even if it looks like a list item.
_UNFINISHED = re.compile(
    r"(?:\b(?:ayat|Pasal|huruf|angka|dan|atau|dalam|pada|dengan|Nomor|Tahun|untuk|dari|oleh|yang|ke"
    r"|di|tentang|serta|bagi|terhadap|sebagaimana|dimaksud)|,|\()$"
)
# "1.3 Capaian Pembelajaran" begins a section, where the sentence before it is over.
_SECTION = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+[A-Z]")
# An item of a list is over, and the next one, often the last, follows.
_ITEM_OVER = re.compile(r";\s*(?:dan|atau|serta|dan/atau|dan / atau)$")
# A line of a table of contents ends with the page after its dots.
_LEADER = re.compile(r"(?:[.…]\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,6})$")
_STOP = re.compile(r"[.;:!?]['”\"]?$")


class Paragraphs:
    """Writes lines into a canonical text; remembers where the last paragraph stands."""

    def __init__(self, canonical: CanonicalText) -> None:
        self.canonical = canonical
        self.last: Line | None = None
        self.margins: dict[int, tuple[float, float]] = {}
        self.spacing = 0.0
        self.new_page = True

    def begin_page(self, lines: Sequence[Line]) -> None:
        """Learn the margins of the page and of its columns from their lines."""
        of_column: dict[int, list[Line]] = {}
        for line in lines:
            of_column.setdefault(line.column, []).append(line)
        self.margins = {column: _margins(members) for column, members in of_column.items()}
        self.spacing = _spacing(lines)
        self.new_page = True

    def add(self, line: Line) -> None:
        previous, self.last = self.last, line
        if previous is None:
            self.canonical.add_words(line.words)
        elif self._continues(previous, line):
            self._join(previous, line)
        else:
            self.canonical.add(self._separator(previous, line))
            self.canonical.add_words(line.words)
        self.new_page = False

    def interrupt(self) -> None:
        """Something else was written in between: the next line begins anew."""
        self.last = None

    def _separator(self, previous: Line, line: Line) -> str:
        if _MARKER.match(line.text) and not self._gap(previous, line, 1.0):
            return "\n"
        if _LEADER.search(previous.text) and not self._gap(previous, line, 1.0):
            return "\n"
        titles = previous.text.isupper() and line.text.isupper()
        return "\n" if titles and not self._gap(previous, line, 1.0) else "\n\n"

    def _gap(self, previous: Line, line: Line, share: float) -> bool:
        """White space between the lines of more than `share` of a line's height.

        Where the lines of the page stand that far apart, it takes a quarter more.
        """
        if self.new_page or previous.column != line.column:
            return False
        height = max(6.0, min(line.height, previous.height))
        return line.y0 - previous.y1 > max(share * height, 1.25 * self.spacing)

    def _continues(self, previous: Line, line: Line) -> bool:
        text, before = line.text, previous.text
        if line.column != previous.column and (line.framed or previous.framed):
            return False
        if _LEADER.search(before):
            return False
        if self.new_page and previous.height < 0.85 * line.height:
            return False  # a note at the foot of the page before
        unfinished = bool(_UNFINISHED.search(before)) or before.endswith("-")
        if _HEADING.match(text):
            if before.isupper():  # "BUPATI DONGGALA," over "Menimbang"
                return False
            return unfinished and not text.isupper() and not self._gap(previous, line, 0.9)
        label = _LABEL.match(before)
        if _HEADING.match(before) and not label and len(before) < 60 and not unfinished:
            return not self._short(previous) and text[:1].islower()
        if _MARKER.match(text + " "):
            if _ITEM_OVER.search(before):
                return False
            return unfinished and not self._gap(previous, line, 0.9) and not _MARKER.match(before)
        if _SECTION.match(text) and _STOP.search(before):
            return False
        if self._gap(previous, line, 0.9):
            return text[:1].islower() and not _STOP.search(before)
        if text[:1].islower() or unfinished:
            return not (_STOP.search(before) and self._short(previous))
        return not self._short(previous) and not self._title(previous)

    def _short(self, line: Line) -> bool:
        """The line ends well before the right margin."""
        left, right = self.margins.get(line.column, (line.x0, line.x1))
        return line.x1 < right - 0.14 * max(1.0, right - left)

    def _title(self, line: Line) -> bool:
        left, right = self.margins.get(line.column, (line.x0, line.x1))
        return line.text.isupper() and line.x0 - left > 0.08 * max(1.0, right - left)

    def _join(self, previous: Line, line: Line) -> None:
        last, first = previous.words[-1], line.words[0]
        if last.text.endswith(("-", "‐")) and len(last.text) > 1:
            if _divided(last.text[:-1], first.text):
                self.canonical.drop_last_character()
            self.canonical.add_words(line.words)
            return
        self.canonical.add(" ")
        self.canonical.add_words(line.words)


def _margins(lines: Sequence[Line]) -> tuple[float, float]:
    starts, ends = sorted(line.x0 for line in lines), sorted(line.x1 for line in lines)
    return starts[len(starts) // 20], ends[-1 - len(ends) // 20]


def _spacing(lines: Sequence[Line]) -> float:
    """Points between the lines of a page of text: of those that a quarter of them do not exceed.

    0 where the lines are few or further apart than lines of one paragraph ever are.
    """
    gaps = sorted(
        line.y0 - above.y1
        for above, line in pairwise(lines)
        if above.column == line.column and line.y0 > above.y1
    )
    if len(gaps) < FEWEST_GAPS:
        return 0.0
    usual = gaps[len(gaps) // 4]
    height = sorted(line.height for line in lines)[len(lines) // 2]
    return usual if usual < WIDEST_SPACING * height else 0.0


def _divided(left: str, right: str) -> bool:
    """The hyphen only divides a word; "undang-" "undang" and "non-" "Islam" keep theirs."""
    if not right[:1].islower() or not left[-1:].isalpha():
        return False
    bare = re.sub(r"\W+$", "", right)
    stem = left.lower()
    return not any(stem.endswith(bare[:length].lower()) for length in range(3, len(bare) + 1))


def words_of(lines: Sequence[Line]) -> list[PlacedWord]:
    return [word for line in lines for word in line.words]
