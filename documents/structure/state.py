"""Where the reading stands: the part of the text, and which numbers come next."""

from dataclasses import dataclass, field
from typing import Literal

from documents.structure.numbers import NOTHING, Number

Part = Literal["opening", "body", "penjelasan", "lampiran"]


@dataclass(slots=True)
class Amendment:
    """A pasal that quotes pasal of another regulation; `announced` are those named before."""

    roman: bool
    announced: set[str] = field(default_factory=set)
    angka: int = 0


@dataclass(slots=True)
class State:
    """`next_ayat` is 0 outside of a pasal; `after_title`: what stands before belongs to a title."""

    part: Part = "opening"
    last: Number = NOTHING
    amendment: Amendment | None = None
    amending_pasal: set[str] = field(default_factory=set)
    quoted: set[str] = field(default_factory=set)
    next_ayat: int = 0
    seen_ayat: set[str] = field(default_factory=set)
    last_diktum: int = 0
    last_letter: str = ""
    lampiran: str = ""
    umum_seen: bool = False
    closed: bool = False
    is_legal: bool = False
    is_judgment: bool = False
    after_title: int = 0

    def begin(self, part: Part) -> None:
        """Numbers begin anew in each part."""
        self.part = part
        self.last, self.amendment = NOTHING, None
        self.next_ayat, self.last_letter, self.last_diktum = 0, "", 0

    def begin_pasal(self) -> None:
        self.next_ayat, self.closed, self.is_legal = 1, False, True
        self.seen_ayat = set()
        if self.part == "opening":
            self.part = "body"
