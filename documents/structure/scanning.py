"""One pass over the headings of a text."""

import re
from collections.abc import Iterator

from documents.structure import patterns
from documents.structure.amending import amendment_of, explains_point, is_point
from documents.structure.ayat import AyatReader
from documents.structure.headed import HeadedReader
from documents.structure.landmarks import Landmarks
from documents.structure.numbers import Number, ordinal_value
from documents.structure.pasal import PasalHeading, PasalReader
from documents.structure.plain import PlainReader
from documents.structure.silent import Silent
from documents.structure.state import State
from documents.structure.surroundings import Surroundings
from documents.structure.types import Kind, Mark

_PUTUSAN = re.compile(r"^[ \t#*]*P ?U ?T ?U ?S ?A ?N\b", re.MULTILINE)
_CLEAR = re.compile(r"\bjelas\b")
_OPENING_CHARACTERS = 1_500
_LONGEST_RANGE = 300  # pasal that one elucidation explains; a larger number is a year


class Scan:
    """Remembers which part of the text it is in and which numbers come next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.around = Surroundings(text)
        self.silent = Silent(text)
        self.state = State(is_judgment=bool(_PUTUSAN.search(text[:_OPENING_CHARACTERS])))
        self.landmarks = Landmarks(self.around, self.silent)
        self.pasal = PasalReader(self.around, self.landmarks, self.state)
        self.ayat = AyatReader(self.around, self.state)
        self.headed = HeadedReader(self.around, self.state)
        self.plain = PlainReader(self.around, self.state)

    def marks(self) -> Iterator[Mark]:
        for match in self._matches():
            if match.start() < self.state.after_title or self.silent.holds(match.start()):
                continue
            for mark in self._read(match):
                self.state.after_title = mark.heading_end
                yield mark

    def _matches(self) -> Iterator[re.Match[str]]:
        """Whatever looks like a heading, without looking through long tables."""
        begun = 0
        for start, end in self.silent.long_spans():
            yield from patterns.MARK.finditer(self.text, begun, start)
            begun = end
        yield from patterns.MARK.finditer(self.text, begun)

    def _read(self, match: re.Match[str]) -> list[Mark]:
        kind = next(name for name in patterns.KINDS if match[name])
        found: Mark | list[Mark] | None = getattr(self, f"_{kind}")(match)
        if found is None:
            return []
        return found if isinstance(found, list) else [found]

    # -- one method a kind of heading ------------------------------------------------------------

    def _heading(self, match: re.Match[str]) -> list[Mark] | Mark | None:
        title = match["heading_title"].strip(" #*")
        if re.match(r"(?:Pasal|PASAL|BAB|Bagian|BAGIAN|Paragraf|LAMPIRAN)\s*[\dIVXKl]", title):
            inner = patterns.MARK.search(self.text, match.start() + len(match["hashes"]))
            if inner and inner.start() < match.end():
                return self._read(inner)
        self.state.next_ayat = 0
        level = len(match["hashes"])
        return Mark(match.start(), match.end(), level, "heading", "", title, title[:120])

    def _menimbang(self, match: re.Match[str]) -> Mark | None:
        return self._front_matter(match, "menimbang", "Menimbang")

    def _mengingat(self, match: re.Match[str]) -> Mark | None:
        label = match["mengingat"].strip(" \t:").capitalize()
        return self._front_matter(match, "mengingat", label)

    def _front_matter(self, match: re.Match[str], kind: Kind, label: str) -> Mark | None:
        if self.state.part != "opening":
            return None
        self.state.is_legal = True
        return Mark(*match.span(), patterns.FRONT_MATTER, kind, label=label)

    def _memutuskan(self, match: re.Match[str]) -> Mark | None:
        if self.state.part != "opening":
            return None
        self.state.part, self.state.is_legal = "body", True
        return Mark(*match.span(), patterns.FRONT_MATTER, "memutuskan", label="Memutuskan")

    def _diktum(self, match: re.Match[str]) -> Mark | None:
        state, value = self.state, ordinal_value(match["diktum_no"])
        if state.part != "body" or state.last.value or not value:
            return None
        follows = value == state.last_diktum + 1
        if not follows and not (match["diktum_colon"] and value > state.last_diktum):
            return None
        if not match["diktum_colon"] and not match["diktum_no"].isupper():
            return None
        state.last_diktum = value
        number = match["diktum_no"].capitalize()
        return Mark(*match.span(), 1, "diktum", number, label=f"Diktum {number}")

    def _buku(self, match: re.Match[str]) -> Mark | None:
        number = match["buku_no"]
        number = number if number.isupper() and len(number) < 5 else number.capitalize()
        return self.headed.mark(match, "buku", number, f"Buku {number}")

    def _peralihan(self, match: re.Match[str]) -> Mark | None:
        """The parts of the constitution around its BAB; the last count in roman numbers."""
        title = " ".join(match["peralihan_title"].split())
        if self.state.part == "opening" and title == "PEMBUKAAN":
            return Mark(*match.span(), 1, "heading", "", title, "Pembukaan")
        if self.state.part != "body" or title == "PEMBUKAAN":
            return None
        self.state.begin("body")
        return Mark(*match.span(), patterns.LEVELS["bab"], "bab", "", title, title)

    def _bab(self, match: re.Match[str]) -> Mark | None:
        mark = self.headed.bab(match)
        if mark and self.state.part == "opening" and self.state.is_legal:
            self.state.part = "body"
        return mark

    def _bagian(self, match: re.Match[str]) -> Mark | None:
        number = match["bagian_no"]
        number = number if len(number) < 5 and number.isupper() else number.capitalize()
        return self.headed.mark(match, "bagian", number, f"Bagian {number}")

    def _paragraf(self, match: re.Match[str]) -> Mark | None:
        number = match["paragraf_no"].capitalize()
        return self.headed.mark(match, "paragraf", number, f"Paragraf {number}")

    def _pasal(self, match: re.Match[str]) -> list[Mark]:
        end = match.end("pasal_no")
        found = []
        ended = self.state.closed and self.state.part == "body"
        if ended and self.pasal.begins_anew(match, end):
            found.append(self._unheaded_part(match.start()))
        last = ""
        if match["pasal_to"] and self.state.part == "penjelasan":
            last, end = match["pasal_last"], match.end()
        heading = self.pasal.heading(match, end)
        if heading is None:
            return found
        self._enter_pasal(heading, last, end)
        return [*found, self._pasal_mark(match.start(), end, heading, last)]

    def _unheaded_part(self, start: int) -> Mark:
        """A Pasal 1 below the signatures: the heading of what follows them was not read."""
        if _CLEAR.search(self.text, start, start + _OPENING_CHARACTERS):
            self.state.begin("penjelasan")
            return self._penjelasan_mark(start, start)
        self.state.begin("lampiran")
        self.state.lampiran = "Lampiran"
        return Mark(start, start, 0, "lampiran", label="Lampiran")

    def _enter_pasal(self, heading: PasalHeading, last: str, end: int) -> None:
        state = self.state
        state.begin_pasal()
        if heading.quoted:
            state.quoted.add(str(heading.number))
            return
        state.last = heading.number
        if last and 0 < int(last) - heading.number.value < _LONGEST_RANGE:
            state.last = Number(int(last))
        number = str(heading.number)
        if state.part == "penjelasan":
            explains = heading.number.roman or number in state.amending_pasal
            state.amendment = (
                amendment_of(self.text, end, Number(1, roman="I"), alone=True) if explains else None
            )
            return
        state.amendment = amendment_of(self.text, end, heading.number, alone=heading.alone)
        if state.amendment and state.part == "body":
            state.amending_pasal.add(number)

    def _pasal_mark(self, start: int, end: int, heading: PasalHeading, last: str) -> Mark:
        kind: Kind = "penjelasan_pasal" if self.state.part == "penjelasan" else "pasal"
        number = str(heading.number)
        label = f"Pasal {number}"
        if last and last != number:
            label += f" sampai dengan Pasal {last}"
            number = f"{number}-{last}"
        level = patterns.LEVELS["pasal"] + (patterns.QUOTED if heading.quoted else 0)
        return Mark(start, end, level, kind, number, label=label)

    def _angka(self, match: re.Match[str]) -> Mark | None:
        """One point of an amendment, "3. Ketentuan Pasal 8 diubah ..."."""
        amendment = self.state.amendment
        written = match["angka_no"] or match["penjelasan_angka_no"]
        if amendment is None or (self.state.part == "penjelasan") == bool(match["angka_no"]):
            return None
        value = int(re.sub(r"\D", "", written.replace("l", "1").replace("I", "1")))
        furthest = amendment.angka + 3 if match["angka_no"] else 1_000
        if not amendment.angka < value <= furthest:
            return None
        is_one = is_point if match["angka_no"] else explains_point
        if not is_one(self.text, match.end()):
            return None
        amendment.angka, self.state.next_ayat = value, 0
        amendment.announced.clear()
        label = f"angka {value}"
        end = match.end() if match["penjelasan_angka_no"] else match.end("angka_no") + 1
        return Mark(match.start(), end, patterns.LEVELS["angka"], "angka", str(value), label=label)

    def _ayat(self, match: re.Match[str]) -> Mark | None:
        return self.ayat.mark(match)

    # -- parts of the text -----------------------------------------------------------------------

    def _penjelasan(self, match: re.Match[str]) -> Mark | None:
        state = self.state
        if state.part not in ("body", "lampiran") or state.umum_seen:
            return None
        if not (self.around.at_line_start(match.start()) or state.last.value or state.closed):
            return None
        if self.around.before(match.start()).endswith("Contoh:"):
            return None
        state.begin("penjelasan")
        return self._penjelasan_mark(*match.span())

    def _penjelasan_mark(self, start: int, end: int) -> Mark:
        return Mark(start, end, 0, "penjelasan", label="Penjelasan")

    def _umum(self, match: re.Match[str]) -> list[Mark]:
        state = self.state
        if state.umum_seen or (state.part == "penjelasan" and state.last.value):
            return []
        bare = match["umum"].strip(" .") in ("UMUM", "U M U M", "Penjelasan Umum")
        within_line = bare and not self.around.at_line_start(match.start())
        if within_line and not self.around.before(match.start()).endswith("."):
            return []
        found = []
        if state.part != "penjelasan":
            # The elucidation's own heading was not read: after the signatures nothing else can be.
            if not state.closed or not re.match(r"[I1l]\.", match["umum"]):
                return []
            state.begin("penjelasan")
            found.append(self._penjelasan_mark(match.start(), match.start()))
        state.umum_seen = True
        return [*found, Mark(*match.span(), 1, "penjelasan_umum", label="Umum")]

    def _demi(self, match: re.Match[str]) -> list[Mark]:
        state = self.state
        if patterns.ELLIPSIS.match(self.around.rest(match.end())):
            return []
        found = []
        if state.part != "penjelasan":
            if not (state.closed and state.part == "body"):
                return []
            found.append(self._penjelasan_mark(match.start(), match.start()))
        state.begin("penjelasan")
        state.umum_seen = True
        return [*found, Mark(*match.span(), 1, "penjelasan", title="Pasal demi pasal")]

    def _lampiran(self, match: re.Match[str]) -> Mark | None:
        if not self._is_lampiran(match):
            return None
        number = (match["lampiran_no"] or "").replace("l", "I")
        number = number.replace("1", "I") if not number.isdigit() else number
        label = f"Lampiran {number}".strip()
        if self.state.part == "lampiran" and number and self.state.lampiran == label:
            return None  # the header of a further page
        self.state.begin("lampiran")
        self.state.lampiran = label
        return Mark(*match.span(), 0, "lampiran", number, label=label)

    def _is_lampiran(self, match: re.Match[str]) -> bool:
        start, end = match.span()
        rest = self.around.rest(end)
        names_regulation = re.match(rf"\s*{patterns.FORMS}", self.text[end : end + 60])
        capital = match["lampiran"].startswith("LAMPIRAN")
        at_line_start = self.around.at_line_start(start)
        if not names_regulation and (rest.strip() or not capital or not at_line_start):
            return False
        if not capital and (not at_line_start or self.around.unfinished(start)):
            return False
        if self.around.before(start).endswith("Contoh:") or patterns.LEADERS.search(rest[:120]):
            return False
        return self.state.part != "opening" or start <= 400 or self.state.is_legal

    def _closing(self, match: re.Match[str]) -> Mark | None:
        state, start = self.state, match.start()
        if state.part != "body" or state.closed:
            return None
        if not (self.around.at_line_start(start) or self.around.after_sentence(start)):
            return None
        state.next_ayat, state.closed, state.amendment = 0, True, None
        return Mark(start, start, 0, "closing", label="Pengundangan")

    # -- texts that are no regulations -----------------------------------------------------------

    def _court(self, match: re.Match[str]) -> Mark | None:
        return self.plain.court(match)

    def _numbered(self, match: re.Match[str]) -> Mark | None:
        return self.plain.numbered(match)
