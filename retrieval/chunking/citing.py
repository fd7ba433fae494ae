"""How the provision that a chunk is gets cited."""

from retrieval.chunking.drafts import Piece


def legal_reference(piece: Piece, citation: str) -> str:
    section = piece.section
    provisions = [label for label in section.path if label.startswith("Pasal ")]
    annex = next((label for label in section.path if label.startswith("Lampiran")), "")
    words = ", ".join(provisions)
    if piece.provision:
        words = f"{words} {piece.provision}"
    if section.kind in ("penjelasan_umum", "penjelasan_pasal"):
        words = f"Penjelasan {words or 'Umum'}"
    if annex:
        words = f"{annex}, {words}" if words else annex
    if section.kind == "diktum":
        words = f"Diktum {section.number}"
    return f"{words} {citation}".strip() if words else ""
