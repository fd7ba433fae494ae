"""What a text is cut into, from segments to drafts of chunks. Offsets are into the text."""

import hashlib
from dataclasses import dataclass

from documents.structure import Section


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk before it is stored; `start` and `end` are offsets into the canonical text.

    `amends` is the key of the regulation whose provisions the chunk changes, "uu:34/2004".
    """

    ordinal: int
    start: int
    end: int
    text: str
    indexed_text: str
    section_path: tuple[str, ...]
    legal_reference: str
    kind: str
    amends: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of what is embedded: the same digest needs no new vector."""
        return hashlib.sha256(self.indexed_text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Segment:
    """A span that belongs to one section; chunks never cross from one segment into another."""

    start: int
    end: int
    section: Section


@dataclass(frozen=True, slots=True)
class Piece:
    """The span of one chunk, with what `indexed_text` says instead of or before its text."""

    start: int
    end: int
    section: Section
    provision: str = ""
    lead_in: str = ""
    labelled: str = ""
