"""What was read of a document. No Django."""

import datetime
from dataclasses import dataclass
from typing import Final

from documents.references import short_citation

# Kinds that are cited with the area for which they hold.
REGIONAL: Final = frozenset(
    (
        "qanun",
        "perda",
        "pergub",
        "kepgub",
        "ingub",
        "perbup",
        "kepbup",
        "inbup",
        "perwal",
        "kepwal",
        "inwal",
        "reusam",
        "perdes",
    )
)


@dataclass(frozen=True, slots=True)
class Conflict:
    """The text says one thing, the file name another; `field` is "number" or "year"."""

    field: str
    in_text: str
    in_file_name: str


@dataclass(frozen=True, slots=True)
class Metadata:
    """What was read; empty (None) where the text does not say it.

    `kind` is a code of documents.kinds.DOCUMENT_KINDS, `regulation_kind` the finer code of a
    regulation ("pojk" where kind is "permen"). `date` and `place` are those of enactment;
    `gazette` names where it was promulgated ("Lembaran Daerah Aceh Tahun 2013 Nomor 9").
    `amends` holds "qanun 8/2012".
    """

    title: str
    kind: str = "lain"
    regulation_kind: str = ""
    number: str = ""
    year: int | None = None
    about: str = ""
    issuer: str = ""
    region: str = ""
    place: str = ""
    date: datetime.date | None = None
    promulgated: datetime.date | None = None
    gazette: str = ""
    amends: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    language: str = "id"

    @property
    def short_name(self) -> str:
        """The citation, "UU 11/2006" or "Qanun Aceh 6/2014"; empty for what is no regulation."""
        if not self.regulation_kind or not self.number:
            return ""
        area = self.region if self.regulation_kind in REGIONAL else ""
        return short_citation(self.regulation_kind, self.number, self.year, area=area)
