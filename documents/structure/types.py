"""What the reader of structure hands on, and the headings it finds on the way."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "title_block",
    "menimbang",
    "mengingat",
    "memutuskan",
    "diktum",
    "buku",
    "bab",
    "bagian",
    "paragraf",
    "pasal",
    "angka",
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
    section to this one. Sections are in text order, nested by `level`. A `pasal` below another one
    in the path is quoted: it belongs to the regulation that this one amends. An `angka` is one
    point of such an amendment.
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
class Mark:
    """A heading that was found; `label` is empty where the heading adds nothing to a path."""

    start: int
    heading_end: int
    level: int
    kind: Kind
    number: str = ""
    title: str = ""
    label: str = ""
