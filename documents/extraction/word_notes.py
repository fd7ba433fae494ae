"""Footnotes and endnotes: a mark in the text, the note below the paragraph."""

from collections.abc import Iterator
from typing import Any

from documents.extraction.word_numbering import written
from documents.extraction.word_styles import W


class Notes:
    """Numbered in the order in which the text points to them, as Word shows them."""

    def __init__(self, footnotes: Any | None, endnotes: Any | None) -> None:
        self._notes = {"footnote": _by_id(footnotes), "endnote": _by_id(endnotes)}
        self._marks: dict[tuple[str, str], str] = {}

    def mark(self, kind: str, note_id: str) -> str:
        """ "1", "2" for footnotes, "i", "ii" for endnotes; empty for a note that is not there."""
        if note_id not in self._notes[kind]:
            return ""
        place = (kind, note_id)
        if place not in self._marks:
            count = 1 + sum(1 for each, _ in self._marks if each == kind)
            shape = "decimal" if kind == "footnote" else "lowerRoman"
            self._marks[place] = written(count, shape)
        return self._marks[place]

    def text_of(self, kind: str, note_id: str) -> Iterator[tuple[str, list[Any]]]:
        """Mark and paragraphs of a note."""
        note = self._notes[kind].get(note_id)
        if note is not None:
            yield self._marks[kind, note_id], list(note.iter(W + "p"))


def _by_id(root: Any | None) -> dict[str, Any]:
    """Without the lines that separate notes from text, which are stored as notes too."""
    return {
        note.get(W + "id", ""): note
        for note in (() if root is None else root)
        if isinstance(note.tag, str) and note.get(W + "type", "normal") == "normal"
    }
