"""How the provision that a chunk is gets cited."""

from documents.structure import Section
from retrieval.chunking.drafts import Piece


def legal_reference(piece: Piece, citation: str, *, amended: str = "") -> str:
    """ "Pasal 5 ayat (1) UU 11/2006"; empty for what is no provision.

    `amended` is the regulation whose pasal this one quotes: "Pasal I angka 2 UU 3/2025 (mengubah
    Pasal 7 UU 34/2004)". The amending law's own number comes first, so that nobody takes the
    quoted Pasal 7 for one of its own.
    """
    section = piece.section
    if section.kind == "diktum":
        return f"Diktum {section.number} {citation}".strip()
    words = _provision(piece, citation, amended)
    if section.kind in ("penjelasan_umum", "penjelasan_pasal"):
        words = f"Penjelasan {words or f'Umum {citation}'}".strip()
    annex = next((label for label in section.path if label.startswith("Lampiran")), "")
    if annex:
        return f"{annex}, {words}" if words else f"{annex} {citation}".strip()
    return words


def is_quoted(section: Section) -> bool:
    """Whether it is a pasal of a regulation that the document amends."""
    return section.kind in ("pasal", "penjelasan_pasal") and len(_pasal_labels(section)) > 1


def _pasal_labels(section: Section) -> list[str]:
    return [label for label in section.path if label.startswith("Pasal ")]


def _provision(piece: Piece, citation: str, amended: str) -> str:
    section = piece.section
    labels = _pasal_labels(section)
    if not labels:
        return ""
    own, last = labels[0], f"{labels[-1]} {piece.provision}".strip()
    point = next((label for label in section.path if label.startswith("angka ")), "")
    if not is_quoted(section):
        parts = (own, point, piece.provision, citation)
        return " ".join(part for part in parts if part)
    place = f"{own} {point}".strip()
    if amended:
        return f"{place} {citation} (mengubah {last} {amended})"
    return f"{place}, {last} {citation}".strip()
