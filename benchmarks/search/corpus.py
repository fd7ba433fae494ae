"""A collection on disk, as every engine is given it.

documents.jsonl       title, kind, number, year and how many chunks, a line a document
chunks.jsonl          document (line of the former), section_path, text
terms.txt             the terms, a line each
tokens.npy            term ids of all chunks one after another, heading first
offsets.npy           where each chunk begins in tokens, and the end
headings.npy          how many tokens of each chunk are of title and headings
vectors.npy           one row a chunk, float16, as the index of the portal stores them
questions.json        see `Question`
question_vectors.npy  one row a question, float32
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class SourceDocument:
    title: str
    kind: str
    number: str
    year: int | None
    chunks: int


@dataclass(frozen=True, slots=True)
class SourceChunk:
    document: int
    section_path: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """`terms` are the stems of the text; `chunk` is the row it was made from."""

    kind: str  # topic, common or filtered
    text: str
    terms: tuple[str, ...]
    chunk: int
    filters: dict[str, Any] = field(default_factory=dict)  # kind, year_from, year_to


class Corpus:
    """Reads the folder; what is read is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def documents(self) -> list[SourceDocument]:
        return [SourceDocument(**row) for row in _rows(self.folder / "documents.jsonl")]

    def chunks(self) -> Iterator[SourceChunk]:
        for row in _rows(self.folder / "chunks.jsonl"):
            yield SourceChunk(row["document"], tuple(row["section_path"]), row["text"])

    @cached_property
    def terms(self) -> list[str]:
        return (self.folder / "terms.txt").read_text(encoding="utf-8").splitlines()

    @cached_property
    def tokens(self) -> np.ndarray:
        return np.load(self.folder / "tokens.npy", mmap_mode="r")

    @cached_property
    def offsets(self) -> np.ndarray:
        return np.load(self.folder / "offsets.npy")

    @cached_property
    def heading_lengths(self) -> np.ndarray:
        return np.load(self.folder / "headings.npy")

    @cached_property
    def vectors(self) -> np.ndarray:
        return np.load(self.folder / "vectors.npy", mmap_mode="r")

    @cached_property
    def questions(self) -> list[Question]:
        rows = json.loads((self.folder / "questions.json").read_text(encoding="utf-8"))
        return [Question(**row | {"terms": tuple(row["terms"])}) for row in rows]

    @cached_property
    def question_vectors(self) -> np.ndarray:
        return np.load(self.folder / "question_vectors.npy")

    @property
    def size(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def document_of(self) -> np.ndarray:
        """Row of the document of each chunk."""
        return np.repeat(np.arange(len(self.documents)), [each.chunks for each in self.documents])

    def numbers_by_kind(self) -> dict[str, list[int]]:
        """Numbers of the questions of each kind."""
        kinds: dict[str, list[int]] = {}
        for number, question in enumerate(self.questions):
            kinds.setdefault(question.kind, []).append(number)
        return kinds

    def terms_of(self, chunk: int) -> list[str]:
        """All tokens of a chunk, heading first."""
        start, end = self.offsets[chunk], self.offsets[chunk + 1]
        return [self.terms[i] for i in self.tokens[start:end]]

    def allowed(self, filters: dict[str, Any]) -> np.ndarray:
        """Which chunks are of documents that the filters leave."""
        return self._allowed_documents(filters)[self.document_of]

    def _allowed_documents(self, filters: dict[str, Any]) -> np.ndarray:
        return np.array([_matches(each, filters) for each in self.documents])


def heading_of(document: SourceDocument, section_path: tuple[str, ...]) -> str:
    """What `indexed_text` says before the text."""
    return f"{document.title}\n{' > '.join(section_path)}\n\n"


def write_questions(folder: Path, questions: list[Question], vectors: np.ndarray) -> None:
    rows = [asdict(each) for each in questions]
    (folder / "questions.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    np.save(folder / "question_vectors.npy", vectors.astype(np.float32))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _matches(document: SourceDocument, filters: dict[str, Any]) -> bool:
    if "kind" in filters and document.kind != filters["kind"]:
        return False
    year = document.year or 0
    return filters.get("year_from", 0) <= year <= filters.get("year_to", 9_999)
