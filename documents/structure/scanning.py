"""One pass over the headings of a text."""

import re
from collections.abc import Iterator
from typing import Literal

from documents.structure import patterns
from documents.structure.surroundings import Surroundings
from documents.structure.titles import title_of
from documents.structure.types import Kind, Mark


class Scan:
    """One pass over the text; remembers which part it is in and which numbers come next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.around = Surroundings(text)
        self.part: Literal["opening", "body", "penjelasan", "lampiran"] = "opening"
        self.next_pasal = 1
        self.next_ayat = 0  # 0: not within a pasal
        self.amending = False
        self.umum_seen = False
        self.closed = False
        self.after_title = 0  # up to here the words belong to the heading before

    def marks(self) -> Iterator[Mark]:
        for match in patterns.MARK.finditer(self.text):
            if match.start() < self.after_title:
                continue
            kind = next(name for name in patterns.KINDS if match[name])
            mark = getattr(self, f"_{kind}")(match)
            if mark is not None:
                self.after_title = mark.heading_end
                yield mark

    # -- one method a kind of heading ------------------------------------------------------------

    def _heading(self, match: re.Match[str]) -> Mark | None:
        title = match["heading_title"].strip(" #*")
        if re.match(r"(?:Pasal|PASAL|BAB|Bagian|Paragraf)\s+[\dIVXK]", title):
            inner = patterns.MARK.search(self.text, match.start() + len(match["hashes"]))
            if inner and inner.start() < match.end():
                kind = next(name for name in patterns.KINDS if inner[name])
                mark: Mark | None = getattr(self, f"_{kind}")(inner)
                return mark
        self.next_ayat = 0
        level = len(match["hashes"])
        return Mark(match.start(), match.end(), level, "heading", "", title, title[:120])

    def _menimbang(self, match: re.Match[str]) -> Mark | None:
        if self.part != "opening":
            return None
        return Mark(
            match.start(), match.end(), patterns.FRONT_MATTER, "menimbang", label="Menimbang"
        )

    def _mengingat(self, match: re.Match[str]) -> Mark | None:
        if self.part != "opening":
            return None
        label = match["mengingat"].strip(" \t:").capitalize()
        span = match.span()
        return Mark(*span, patterns.FRONT_MATTER, "mengingat", label=label)

    def _memutuskan(self, match: re.Match[str]) -> Mark | None:
        if self.part != "opening":
            return None
        self.part = "body"
        return Mark(
            match.start(), match.end(), patterns.FRONT_MATTER, "memutuskan", label="Memutuskan"
        )

    def _diktum(self, match: re.Match[str]) -> Mark | None:
        if self.part != "body" or self.next_pasal > 1:
            return None
        number = match["diktum_no"].capitalize()
        label = f"Diktum {number}"
        return Mark(match.start(), match.end(), 1, "diktum", number, label=label)

    def _bab(self, match: re.Match[str]) -> Mark | None:
        number = match["bab_no"].replace("l", "I").replace("1", "I")
        if match["bab_no"].isdigit():
            number = match["bab_no"]
        mark = self._titled(match, "bab", number, f"BAB {number}")
        if mark and self.part == "opening" and self.next_pasal == 1:
            self.part = "body"
        return mark

    def _bagian(self, match: re.Match[str]) -> Mark | None:
        number = match["bagian_no"].capitalize()
        return self._titled(match, "bagian", number, f"Bagian {number}")

    def _paragraf(self, match: re.Match[str]) -> Mark | None:
        number = match["paragraf_no"].capitalize()
        return self._titled(match, "paragraf", number, f"Paragraf {number}")

    def _titled(self, match: re.Match[str], kind: Kind, number: str, label: str) -> Mark | None:
        """A BAB, Bagian or Paragraf with the title beside or below it."""
        start, end = match.span()
        rest = self.around.rest(end)
        if (
            patterns.ELLIPSIS.match(rest)
            or patterns.LEADERS.search(rest)
            or self.part == "penjelasan"
        ):
            return None
        if self.around.at_line_start(start):
            if rest.strip() and not re.match(r"[ \t.:–-]*[A-Z(]", rest):
                return None
            if patterns.UNFINISHED.search(self.around.before(start)) and not rest.strip().isupper():
                return None
        elif not self.around.after_sentence(start) or not re.match(
            r"[ \t.:–-]*[A-Z]{2,}|\.? [A-Z]", rest
        ):
            return None
        title, title_end = title_of(self.around, end, kind)
        self.next_ayat = 0
        shown = f"{label} {title}".strip()
        return Mark(start, title_end, patterns.LEVELS[kind], kind, number, title, shown[:160])

    def _pasal(self, match: re.Match[str]) -> Mark | None:
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
        level = patterns.NESTED_PASAL if nested else patterns.LEVELS["pasal"]
        kind: Kind = "penjelasan_pasal" if self.part == "penjelasan" else "pasal"
        label = f"Pasal {number}"
        if last != number:
            label += f" sampai dengan Pasal {last}"
            number = f"{number}-{last}"
        return Mark(match.start(), end, level, kind, number, label=label)

    def _is_pasal_heading(self, start: int, end: int, number: str) -> bool:
        rest = self.around.rest(end)
        if patterns.ELLIPSIS.match(rest) or patterns.LEADERS.search(rest[:40]):
            return False
        if self.around.at_line_start(start) and not rest.strip(" \t.:*_^`"):
            return self._stands_alone(start, end + len(rest))
        if not self._follows(number) or not patterns.BODY.match(self.text, end):
            return False
        if patterns.REFERENCE.match(rest):
            return False
        if self.around.at_line_start(start):
            return True
        if self.amending or (self.part in ("opening", "lampiran") and number != "1"):
            return False
        if self.around.after_sentence(start):
            return True
        # "... Desa Pinto Makmur Pasal 6 (1) Wilayah": a list or subtitle without a full stop.
        last = self.around.before(start).rsplit(None, 1)[-1]
        return last[:1].isupper() and bool(patterns.FIRST_AYAT.match(self.text, end))

    def _stands_alone(self, start: int, line_end: int) -> bool:
        """Tell a heading from the end of a sentence that was wrapped before its "Pasal 7"."""
        before = self.text[max(0, start - 80) : start].rstrip(" \t#*_")
        if before.endswith("\n\n"):
            return not patterns.CONTINUES.match(self.text, line_end)
        if patterns.UNFINISHED.search(before.rstrip()):
            return False
        return not patterns.CONTINUES.match(self.text, line_end)

    def _follows(self, number: str) -> bool:
        if not number[0].isdigit():
            return False
        value = int(re.sub(r"\D", "", number))
        if not number.isdigit():
            return value == self.next_pasal - 1
        # One number may have been lost to a slip of the pen or of the reader.
        return self.next_pasal <= value <= self.next_pasal + 1

    def _ayat(self, match: re.Match[str]) -> Mark | None:
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
        if self.around.at_line_start(start):
            if not expected and not self.next_ayat < value <= self.next_ayat + 2:
                return None
        elif not expected or not (self.around.after_sentence(start) or self._after_heading(start)):
            return None
        self.next_ayat = value + 1
        label = f"ayat ({number})"
        return Mark(start, match.end(), patterns.LEVELS["ayat"], "ayat", number, label=label)

    def _after_heading(self, position: int) -> bool:
        return not self.text[self.after_title : position].strip(" \t\n.:")

    def _penjelasan(self, match: re.Match[str]) -> Mark | None:
        if self.part not in ("body", "lampiran") or self.umum_seen:
            return None
        if not (self.around.at_line_start(match.start()) or self.next_pasal > 1 or self.amending):
            return None
        if self.around.before(match.start()).endswith("Contoh:"):
            return None
        self.part = "penjelasan"
        self.next_pasal, self.next_ayat, self.umum_seen = 1, 0, False
        return Mark(match.start(), match.end(), 0, "penjelasan", label="Penjelasan")

    def _umum(self, match: re.Match[str]) -> Mark | None:
        if self.part != "penjelasan" or self.umum_seen or self.next_pasal > 1:
            return None
        if match["umum"].strip(" .") == "UMUM" and not self.around.at_line_start(match.start()):
            return None
        self.umum_seen = True
        return Mark(match.start(), match.end(), 1, "penjelasan_umum", label="Umum")

    def _demi(self, match: re.Match[str]) -> Mark | None:
        if self.part != "penjelasan" or patterns.ELLIPSIS.match(self.around.rest(match.end())):
            return None
        self.umum_seen = True
        self.next_pasal, self.next_ayat = 1, 0
        return Mark(match.start(), match.end(), 1, "penjelasan", title="Pasal demi pasal")

    def _lampiran(self, match: re.Match[str]) -> Mark | None:
        rest = self.around.rest(match.end())
        names_regulation = re.match(
            rf"\s*{patterns.FORMS}", self.text[match.end() : match.end() + 60]
        )
        if self.around.at_line_start(match.start()):
            if rest.strip() and not names_regulation:
                return None
        elif not names_regulation:
            return None
        if self.around.before(match.start()).endswith("Contoh:") or patterns.LEADERS.search(
            rest[:120]
        ):
            return None
        if self.part == "opening" and match.start() > 400:
            return None
        self.part = "lampiran"
        self.next_pasal, self.next_ayat = 1, 0
        number = match["lampiran_no"] or ""
        label = f"Lampiran {number}".strip()
        return Mark(match.start(), match.end(), 0, "lampiran", number, label=label)

    def _closing(self, match: re.Match[str]) -> Mark | None:
        if self.part != "body" or self.closed:
            return None
        if not (
            self.around.at_line_start(match.start()) or self.around.after_sentence(match.start())
        ):
            return None
        self.next_ayat = 0
        self.closed = True
        self.amending = False
        return Mark(match.start(), match.start(), 0, "closing", label="Pengundangan")
