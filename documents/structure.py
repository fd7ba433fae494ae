"""Find the parts of a regulation, or the headings of any other text. No Django, linear time.

A regulation is a title block, considerations (Menimbang, Mengingat), a body of BAB, Bagian,
Paragraf, Pasal and ayat, a closing, and often an elucidation (Penjelasan) and annexes (Lampiran).
The order is that of UU 12/2011, Lampiran II. Texts come with one heading a line, but also with
headings in the middle of a line ("... umum. BAB II TUJUAN Pasal 2 (1) ..."): those are taken only
where the number follows the one before, so that a cross-reference is not mistaken for a heading.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal[
    "title_block",
    "menimbang",
    "mengingat",
    "memutuskan",
    "diktum",
    "bab",
    "bagian",
    "paragraf",
    "pasal",
    "ayat",
    "closing",
    "penjelasan",
    "penjelasan_umum",
    "penjelasan_pasal",
    "lampiran",
    "heading",
    "text",
]


@dataclass(frozen=True, slots=True)
class Section:
    """`canonical[start:end]`, its heading and what stands below it included.

    `heading_end` is where the heading's own words end. `path` holds the labels from the outermost
    section to this one. Sections are in text order, nested by `level`.
    """

    start: int
    end: int
    heading_end: int
    level: int
    kind: Kind
    number: str
    title: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Mark:
    """A heading that was found; `label` is empty where the heading adds nothing to a path."""

    start: int
    heading_end: int
    level: int
    kind: Kind
    number: str = ""
    title: str = ""
    label: str = ""


_LEVELS: Final[dict[Kind, int]] = {"bab": 1, "bagian": 2, "paragraf": 3, "pasal": 4, "ayat": 6}
_NESTED_PASAL = 5
# Front matter holds no other sections: whatever comes next ends it.
_FRONT_MATTER = 9

_ORDINAL = (
    r"(?:[Kk]e|KE)[a-zA-Z]{3,12}(?:\s(?:belas|puluh|BELAS|PULUH)(?:\s[a-zA-Z]{4,8})?)?"
    r"|PERTAMA|Pertama"
)
_FORMS = (
    r"(?:UNDANG|PERATURAN|QANUN|Q\s?A\s?N\s?U\s?N|KEPUTUSAN|RANCANGAN|MENGENAI|INSTRUKSI|SURAT"
    r"|SALINAN)"
)
_MARK = re.compile(
    r"(?P<heading>^(?P<hashes>\#{1,6})[ \t]+(?P<heading_title>[^\n]{1,300}))"
    r"|(?P<menimbang>^[ \t]*(?:Menimbang|MENIMBANG)\b[ \t]*:?)"
    r"|(?P<mengingat>^[ \t]*(?:Mengingat|MENGINGAT|Memperhatikan|MEMPERHATIKAN)\b[ \t]*:?)"
    r"|(?P<memutuskan>\b(?:M ?E ?M ?U ?T ?U ?S ?K ?A ?N\b[ \t]*:?|Memutuskan[ \t]*:))"
    r"|(?P<diktum>^[ \t]*(?P<diktum_no>KESATU|PERTAMA|KE[A-Z]{3,9}(?: BELAS)?)\b[ \t]*:)"
    r"|(?P<bab>\b(?:BAB|B A B)[ \t]+(?P<bab_no>[IVXLCl1]{1,8}[A-Z]?|\d{1,2})\b\.?)"
    rf"|(?P<bagian>\b(?:Bagian|BAGIAN)[ \t]+(?P<bagian_no>{_ORDINAL})\b\.?)"
    rf"|(?P<paragraf>\b(?:Paragraf|PARAGRAF)[ \t]+(?P<paragraf_no>\d{{1,2}}|{_ORDINAL})\b\.?)"
    r"|(?P<demi>(?:\b[IVX1]{1,4}\.[ \t]*)?(?:PENJELASAN[ \t]+)?PASAL[ \t]+DEMI[ \t]+PASAL\b\.?)"
    r"|(?P<pasal>\b(?:Pasal|PASAL|Fasal|FASAL)[ \t]+(?P<pasal_no>\d{1,4}(?:[ \t]?[A-Z]\b)?"
    r"|[IVX]{1,5}\b)(?P<pasal_to>[ \t]*(?:s\.?[/ ]?d\.?|sampai(?:[ \t]dengan)?|dan|-)"
    r"[ \t]*(?:[Pp]asal[ \t]+)?(?P<pasal_last>\d{1,4})(?=[.:]?\s))?)"
    r"|(?P<ayat>\((?P<ayat_no>[lI\d]{1,2}[a-z]?)\)"
    r"|\bAyat[ \t]*\(?(?P<penjelasan_ayat_no>\d{1,2}[a-z]?)\)?)"
    rf"|(?P<penjelasan>\b(?:MEMORI[ \t]+)?P ?E ?N ?J ?E ?L ?A ?S ?A ?N\s+"
    rf"(?:A ?T ?A ?S\s+)?(?={_FORMS}))"
    r"|(?P<umum>\b(?:(?:(?:I|1|l|A)\.?[ \t]*)?(?:PENJELASAN[ \t]+)?UMUM\b\.?|I\.[ \t]+Umum\b))"
    r"|(?P<lampiran>\bLAMPIRAN(?:[ \t]+(?P<lampiran_no>[IVX]{1,5}|\d{1,2}))?\b[ \t]*[.:]?)"
    r"|(?P<closing>\b(?:Agar[ \t]+(?:supaya[ \t]+)?setiap[ \t]+orang[ \t]+(?:dapat[ \t]+)?menge"
    r"tahui"
    r"|(?:Disahkan|Ditetapkan|Diundangkan|DISAHKAN|DITETAPKAN)[ \t]+di\b))",
    re.MULTILINE,
)
_KINDS: Final = (
    "heading",
    "menimbang",
    "mengingat",
    "memutuskan",
    "diktum",
    "bab",
    "bagian",
    "paragraf",
    "demi",
    "pasal",
    "ayat",
    "penjelasan",
    "umum",
    "lampiran",
    "closing",
)
# A line that ends so goes on in the next: a "Pasal 7" that follows is a reference.
_UNFINISHED = re.compile(
    r"(?:\b(?:dalam|dan|pada|atau|ketentuan|dengan|huruf|oleh|dari|yang|ayat|serta|ke|menurut"
    r"|melanggar|antara|bunyi|judul|yaitu)|,)\s*$",
    re.IGNORECASE,
)
_CONTINUES = re.compile(r"\s*(?:ayat|huruf|dan|atau|sampai|sebagaimana|berlaku|juncto|jo)\b")
# What may follow a pasal's heading on the same line, and what shows a reference instead.
_BODY = re.compile(r"[ \t`^*_]*[.:]?\s*(?:\(\d|[A-Z0-9“\"'])")
_FIRST_AYAT = re.compile(r"[ \t`^*_]*[.:]?\s*\(1\)|\.\s+[A-Z]")
_REFERENCE = re.compile(
    r"[ \t]*[.:]?[ \t]*(?:Undang|UUD?\b|UNDANG|Peraturan|Qanun|KUH|Konstitusi|Reglemen|Perjanjian"
    r"|Konvensi|PP\b|Piagam)"
)
_ELLIPSIS = re.compile(r"[ \t]*(?:\.[ \t]?\.|…)")
_LEADERS = re.compile(r"(?:\.[ \t]?){4,}|…{2,}|_{4,}")
_SENTENCE_END = '.;:!?)”"…'


def sections(canonical: str) -> list[Section]:
    """Every section of the text, in order; one of kind "text" where it has no structure."""
    marks = list(_Scan(canonical).marks())
    if not marks or marks[0].start > 0:
        marks.insert(0, _opening(canonical, marks))
    return _nested(marks, len(canonical))


def _opening(canonical: str, marks: list[_Mark]) -> _Mark:
    end = marks[0].start if marks else len(canonical)
    legal = re.search(r"\bTENTANG\b", canonical[:end]) or any(
        mark.kind in ("menimbang", "pasal") for mark in marks
    )
    return _Mark(0, 0, _FRONT_MATTER, "title_block" if marks and legal else "text")


def _nested(marks: list[_Mark], length: int) -> list[Section]:
    ends = [length] * len(marks)
    open_: list[int] = []
    found: list[tuple[str, ...]] = []
    for index, mark in enumerate(marks):
        while open_ and marks[open_[-1]].level >= mark.level:
            ends[open_.pop()] = mark.start
        above = found[open_[-1]] if open_ else ()
        found.append((*above, mark.label) if mark.label else above)
        open_.append(index)
    return [
        Section(
            mark.start, end, mark.heading_end, mark.level, mark.kind, mark.number, mark.title, path
        )
        for mark, end, path in zip(marks, ends, found, strict=True)
    ]


class _Scan:
    """One pass over the text; remembers which part it is in and which numbers come next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.part: Literal["opening", "body", "penjelasan", "lampiran"] = "opening"
        self.next_pasal = 1
        self.next_ayat = 0  # 0: not within a pasal
        self.amending = False
        self.umum_seen = False
        self.closed = False
        self.after_title = 0  # up to here the words belong to the heading before

    def marks(self) -> Iterator[_Mark]:
        for match in _MARK.finditer(self.text):
            if match.start() < self.after_title:
                continue
            kind = next(name for name in _KINDS if match[name])
            mark = getattr(self, f"_{kind}")(match)
            if mark is not None:
                self.after_title = mark.heading_end
                yield mark

    # -- where a match stands -------------------------------------------------------------------

    def _line_start(self, position: int) -> bool:
        begin = self.text.rfind("\n", max(0, position - 12), position) + 1
        if begin == 0 and position > 12:
            return False
        return not self.text[begin:position].strip(" \t#*_")

    def _rest(self, position: int, limit: int = 300) -> str:
        end = self.text.find("\n", position, position + limit)
        return self.text[position : position + limit if end < 0 else end]

    def _before(self, position: int, limit: int = 80) -> str:
        return self.text[max(0, position - limit) : position].rstrip()

    def _after_sentence(self, position: int) -> bool:
        before = self._before(position)
        if not before or before[-1] in _SENTENCE_END:
            return True
        last = before.rsplit(None, 1)[-1]
        return last.isupper() and len(last) > 2

    # -- one method a kind of heading ------------------------------------------------------------

    def _heading(self, match: re.Match[str]) -> _Mark | None:
        title = match["heading_title"].strip(" #*")
        if re.match(r"(?:Pasal|PASAL|BAB|Bagian|Paragraf)\s+[\dIVXK]", title):
            inner = _MARK.search(self.text, match.start() + len(match["hashes"]))
            if inner and inner.start() < match.end():
                kind = next(name for name in _KINDS if inner[name])
                mark: _Mark | None = getattr(self, f"_{kind}")(inner)
                return mark
        self.next_ayat = 0
        level = len(match["hashes"])
        return _Mark(match.start(), match.end(), level, "heading", "", title, title[:120])

    def _menimbang(self, match: re.Match[str]) -> _Mark | None:
        if self.part != "opening":
            return None
        return _Mark(match.start(), match.end(), _FRONT_MATTER, "menimbang", label="Menimbang")

    def _mengingat(self, match: re.Match[str]) -> _Mark | None:
        if self.part != "opening":
            return None
        label = match["mengingat"].strip(" \t:").capitalize()
        return _Mark(match.start(), match.end(), _FRONT_MATTER, "mengingat", label=label)

    def _memutuskan(self, match: re.Match[str]) -> _Mark | None:
        if self.part != "opening":
            return None
        self.part = "body"
        return _Mark(match.start(), match.end(), _FRONT_MATTER, "memutuskan", label="Memutuskan")

    def _diktum(self, match: re.Match[str]) -> _Mark | None:
        if self.part != "body" or self.next_pasal > 1:
            return None
        number = match["diktum_no"].capitalize()
        label = f"Diktum {number}"
        return _Mark(match.start(), match.end(), 1, "diktum", number, label=label)

    def _bab(self, match: re.Match[str]) -> _Mark | None:
        number = match["bab_no"].replace("l", "I").replace("1", "I")
        if match["bab_no"].isdigit():
            number = match["bab_no"]
        mark = self._titled(match, "bab", number, f"BAB {number}")
        if mark and self.part == "opening" and self.next_pasal == 1:
            self.part = "body"
        return mark

    def _bagian(self, match: re.Match[str]) -> _Mark | None:
        number = match["bagian_no"].capitalize()
        return self._titled(match, "bagian", number, f"Bagian {number}")

    def _paragraf(self, match: re.Match[str]) -> _Mark | None:
        number = match["paragraf_no"].capitalize()
        return self._titled(match, "paragraf", number, f"Paragraf {number}")

    def _titled(self, match: re.Match[str], kind: Kind, number: str, label: str) -> _Mark | None:
        """A BAB, Bagian or Paragraf with the title beside or below it."""
        start, end = match.span()
        rest = self._rest(end)
        if _ELLIPSIS.match(rest) or _LEADERS.search(rest) or self.part == "penjelasan":
            return None
        if self._line_start(start):
            if rest.strip() and not re.match(r"[ \t.:–-]*[A-Z(]", rest):
                return None
            if _UNFINISHED.search(self._before(start)) and not rest.strip().isupper():
                return None
        elif not self._after_sentence(start) or not re.match(
            r"[ \t.:–-]*[A-Z]{2,}|\.? [A-Z]", rest
        ):
            return None
        title, title_end = self._title(end, kind)
        self.next_ayat = 0
        shown = f"{label} {title}".strip()
        return _Mark(start, title_end, _LEVELS[kind], kind, number, title, shown[:160])

    def _title(self, position: int, kind: Kind) -> tuple[str, int]:
        rest = self._rest(position, 400)
        inner = re.search(r"\b(?:Pasal|PASAL)\s+\d|\bBagian\s+Ke|\bParagraf\s+\d|\(\d\)", rest)
        beside = (rest[: inner.start()] if inner else rest).strip(" \t.:*")
        if beside:
            end = position + (inner.start() if inner else len(rest))
            return " ".join(beside.split())[:200], end
        return self._title_below(position, kind)

    def _title_below(self, position: int, kind: Kind) -> tuple[str, int]:
        lines: list[str] = []
        cursor = end = position
        for _ in range(6):
            match = re.compile(r"\s*([^\n]+)").match(self.text, cursor, cursor + 400)
            if match is None or len(match[1]) > 200:
                break
            line = match[1].strip(" *#\t")
            heading = _MARK.match(self.text, match.start(1))
            if heading and not heading["umum"]:
                break
            if lines and not (line.isupper() and lines[-1].isupper()):
                break
            if kind == "bab" and not lines and not _mostly_upper(line) and len(line) > 80:
                break
            if line.endswith((".", ";", ":")) or line[:1].islower() or line[:1] in "(-":
                break
            lines.append(line)
            cursor = end = match.end(1)
        return " ".join(lines)[:200], end

    def _pasal(self, match: re.Match[str]) -> _Mark | None:
        number = match["pasal_no"].replace(" ", "").replace("\t", "")
        roman = not number[0].isdigit()
        end = match.end("pasal_no")
        last = number
        if match["pasal_to"] and self.part == "penjelasan":
            last, end = match["pasal_last"], match.end()
        if not self._is_pasal_heading(match.start(), end, number):
            return None
        self.next_ayat, self.closed = 1, False
        if roman:
            self.amending = self.part != "lampiran"
        else:
            self.next_pasal = int(re.sub(r"\D", "", last)) + 1
        if self.part == "opening":
            self.part = "body"
        nested = self.amending and not roman and self.part == "body"
        level = _NESTED_PASAL if nested else _LEVELS["pasal"]
        kind: Kind = "penjelasan_pasal" if self.part == "penjelasan" else "pasal"
        label = f"Pasal {number}"
        if last != number:
            label += f" sampai dengan Pasal {last}"
            number = f"{number}-{last}"
        return _Mark(match.start(), end, level, kind, number, label=label)

    def _is_pasal_heading(self, start: int, end: int, number: str) -> bool:
        rest = self._rest(end)
        if _ELLIPSIS.match(rest) or _LEADERS.search(rest[:40]):
            return False
        if self._line_start(start) and not rest.strip(" \t.:*_^`"):
            return self._stands_alone(start, end + len(rest))
        if not self._follows(number) or not _BODY.match(self.text, end):
            return False
        if _REFERENCE.match(rest):
            return False
        if self._line_start(start):
            return True
        if self.amending or (self.part in ("opening", "lampiran") and number != "1"):
            return False
        if self._after_sentence(start):
            return True
        # "... Desa Pinto Makmur Pasal 6 (1) Wilayah": a list or subtitle without a full stop.
        last = self._before(start).rsplit(None, 1)[-1]
        return last[:1].isupper() and bool(_FIRST_AYAT.match(self.text, end))

    def _stands_alone(self, start: int, line_end: int) -> bool:
        """Tell a heading from the end of a sentence that was wrapped before its "Pasal 7"."""
        before = self.text[max(0, start - 80) : start].rstrip(" \t#*_")
        if before.endswith("\n\n"):
            return not _CONTINUES.match(self.text, line_end)
        if _UNFINISHED.search(before.rstrip()):
            return False
        return not _CONTINUES.match(self.text, line_end)

    def _follows(self, number: str) -> bool:
        if not number[0].isdigit():
            return False
        value = int(re.sub(r"\D", "", number))
        if not number.isdigit():
            return value == self.next_pasal - 1
        # One number may have been lost to a slip of the pen or of the reader.
        return self.next_pasal <= value <= self.next_pasal + 1

    def _ayat(self, match: re.Match[str]) -> _Mark | None:
        if not self.next_ayat:
            return None
        written = match["ayat_no"] or match["penjelasan_ayat_no"]
        number = written.replace("l", "1").replace("I", "1")
        if (match["penjelasan_ayat_no"] is not None) != (self.part == "penjelasan"):
            return None
        digits = re.sub(r"\D", "", number)
        if not digits:
            return None
        value = int(digits)
        start = match.start()
        expected = value == self.next_ayat or (value == self.next_ayat - 1 and not number.isdigit())
        if self._line_start(start):
            if not expected and not self.next_ayat < value <= self.next_ayat + 2:
                return None
        elif not expected or not (self._after_sentence(start) or self._after_heading(start)):
            return None
        self.next_ayat = value + 1
        label = f"ayat ({number})"
        return _Mark(start, match.end(), _LEVELS["ayat"], "ayat", number, label=label)

    def _after_heading(self, position: int) -> bool:
        return not self.text[self.after_title : position].strip(" \t\n.:")

    def _penjelasan(self, match: re.Match[str]) -> _Mark | None:
        if self.part not in ("body", "lampiran") or self.umum_seen:
            return None
        if not (self._line_start(match.start()) or self.next_pasal > 1 or self.amending):
            return None
        if self._before(match.start()).endswith("Contoh:"):
            return None
        self.part = "penjelasan"
        self.next_pasal, self.next_ayat, self.umum_seen = 1, 0, False
        return _Mark(match.start(), match.end(), 0, "penjelasan", label="Penjelasan")

    def _umum(self, match: re.Match[str]) -> _Mark | None:
        if self.part != "penjelasan" or self.umum_seen or self.next_pasal > 1:
            return None
        if match["umum"].strip(" .") == "UMUM" and not self._line_start(match.start()):
            return None
        self.umum_seen = True
        return _Mark(match.start(), match.end(), 1, "penjelasan_umum", label="Umum")

    def _demi(self, match: re.Match[str]) -> _Mark | None:
        if self.part != "penjelasan" or _ELLIPSIS.match(self._rest(match.end())):
            return None
        self.umum_seen = True
        self.next_pasal, self.next_ayat = 1, 0
        return _Mark(match.start(), match.end(), 1, "penjelasan", title="Pasal demi pasal")

    def _lampiran(self, match: re.Match[str]) -> _Mark | None:
        rest = self._rest(match.end())
        names_regulation = re.match(rf"\s*{_FORMS}", self.text[match.end() : match.end() + 60])
        if self._line_start(match.start()):
            if rest.strip() and not names_regulation:
                return None
        elif not names_regulation:
            return None
        if self._before(match.start()).endswith("Contoh:") or _LEADERS.search(rest[:120]):
            return None
        if self.part == "opening" and match.start() > 400:
            return None
        self.part = "lampiran"
        self.next_pasal, self.next_ayat = 1, 0
        number = match["lampiran_no"] or ""
        label = f"Lampiran {number}".strip()
        return _Mark(match.start(), match.end(), 0, "lampiran", number, label=label)

    def _closing(self, match: re.Match[str]) -> _Mark | None:
        if self.part != "body" or self.closed:
            return None
        if not (self._line_start(match.start()) or self._after_sentence(match.start())):
            return None
        self.next_ayat = 0
        self.closed = True
        self.amending = False
        return _Mark(match.start(), match.start(), 0, "closing", label="Pengundangan")


def _mostly_upper(line: str) -> bool:
    letters = [character for character in line if character.isalpha()]
    return bool(letters) and sum(map(str.isupper, letters)) >= 0.7 * len(letters)
