"""What is read of a relation between two regulations. No Django."""

import datetime
from dataclasses import dataclass
from typing import Literal

from documents.references import short_citation

Verb = Literal[
    "amends",
    "repeals",
    "partially_repeals",
    "implements",
    "enacts",  # a law makes a Perppu a law
    "ratifies",
    "establishes",
]


@dataclass(frozen=True, slots=True)
class Regulation:
    """A regulation as it is named, or by `name` alone what is none ("Kabupaten Pidie Jaya")."""

    kind: str = ""
    number: str = ""
    year: int | None = None
    area: str = ""
    name: str = ""

    @property
    def citation(self) -> str:
        """Short citation, or the name."""
        return short_citation(self.kind, self.number, self.year, area=self.area) or self.name

    @property
    def key(self) -> str:
        """The same for every way of naming it: "uu/11/2006"; the area counts where it must."""
        if not self.kind:
            return " ".join(self.name.casefold().split())
        number = "".join(self.number.casefold().split())
        place = _key_area(self.kind, self.area)
        return "/".join(part for part in (self.kind, place, number, str(self.year)) if part)


_NATIONAL = frozenset(
    ("uud", "uu", "perppu", "pp", "perpres", "keppres", "inpres", "perma", "pojk", "seojk")
)
_SILENT_WORDS = ("provinsi ", "propinsi ", "kabupaten ", "kota ", "republik indonesia")


def _key_area(kind: str, area: str) -> str:
    if kind in _NATIONAL:
        return ""
    place = " ".join(area.casefold().replace("nanggroe aceh darussalam", "aceh").split())
    for word in _SILENT_WORDS:
        place = place.replace(word, "")
    return place.strip(" ,").replace("/", "-")


@dataclass(frozen=True, slots=True)
class Relation:
    """`actor` does `verb` to `target`; None as actor is the document itself.

    `canonical[start:end]` says so; `stated_in` is the provision there ("Pasal 272"). `provisions`
    are those of the target that it concerns, none for the whole. `effective_on` where stated.
    """

    verb: Verb
    target: Regulation
    start: int
    end: int
    provisions: tuple[str, ...] = ()
    actor: Regulation | None = None
    stated_in: str = ""
    effective_on: datetime.date | None = None

    @property
    def fact(self) -> str:
        """The same for every text that says it of the same two regulations."""
        return f"{self.actor.key if self.actor else ''}|{self.verb}|{self.target.key}"
