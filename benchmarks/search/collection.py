"""The chunks and vectors of a portal's data directory as a corpus: `--collection PATH`.

The questions are made of the chunks' own words; their vectors lie as far from the chunk's as two
chunks at random from each other, by the square root of QUESTION_NOISE.
"""

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.search.portal_settings")

import django

django.setup()

import numpy as np  # noqa: E402
from django.conf import settings  # noqa: E402

from aceh_portal.postgres import running  # noqa: E402
from benchmarks.search.corpus import (  # noqa: E402
    Corpus,
    SourceChunk,
    SourceDocument,
    heading_of,
    write_questions,
)
from benchmarks.search.directions import QUESTION_NOISE  # noqa: E402
from benchmarks.search.questions import made  # noqa: E402
from retrieval import vectors  # noqa: E402
from retrieval.models import Embedding  # noqa: E402
from retrieval.tokens import terms  # noqa: E402

SEED = 4


def write(folder: Path, *, questions: int) -> Corpus:
    """Write every live chunk that has a vector of the active model."""
    folder.mkdir(parents=True, exist_ok=True)
    found = list(_embedded())
    documents, chunks = [], []
    for document, own in groupby(found, key=lambda each: each.chunk.document):
        texts = [each.chunk for each in own]
        documents.append(
            SourceDocument(
                document.title, document.kind, document.number, document.year, len(texts)
            )
        )
        row = len(documents) - 1
        chunks += [SourceChunk(row, tuple(each.section_path), each.text) for each in texts]
    _write_lines(folder / "documents.jsonl", documents)
    _write_lines(folder / "chunks.jsonl", chunks)
    _write_tokens(folder, documents, chunks)
    held = np.array([_numbers(each.vector) for each in found], dtype=np.float16)
    np.save(folder / "vectors.npy", held)
    corpus = Corpus(folder)
    rng = np.random.default_rng(SEED)
    asked = made(corpus, count=questions, rng=rng)
    rows = [each.chunk for each in asked]
    write_questions(folder, asked, _asked(held.astype(np.float32), rows, rng))
    return corpus


def _embedded() -> Iterator[Embedding]:
    rows = Embedding.objects.filter(model=vectors.active_model(), chunk__live=True)
    rows = rows.select_related("chunk__document")
    yield from rows.order_by("document_id", "chunk__ordinal").iterator(chunk_size=2_000)


def _write_lines(path: Path, rows: list[SourceDocument] | list[SourceChunk]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)


def _write_tokens(folder: Path, documents: list[SourceDocument], chunks: list[SourceChunk]) -> None:
    ids: dict[str, int] = {}
    tokens: list[int] = []
    offsets, headings = [0], []
    for chunk in chunks:
        heading = heading_of(documents[chunk.document], chunk.section_path)
        parts = [terms(text, language="id") for text in (heading, chunk.text)]
        headings.append(len(parts[0]))
        tokens += [ids.setdefault(term, len(ids)) for part in parts for term in part]
        offsets.append(len(tokens))
    np.save(folder / "tokens.npy", np.array(tokens, dtype=np.int32))
    np.save(folder / "offsets.npy", np.array(offsets))
    np.save(folder / "headings.npy", np.array(headings, dtype=np.int32))
    (folder / "terms.txt").write_text("\n".join(ids), encoding="utf-8")


def _asked(held: np.ndarray, rows: list[int], rng: np.random.Generator) -> np.ndarray:
    one, other = rng.integers(0, len(held), (2, len(rows)))
    noise = (held[one] - held[other]) * np.sqrt(QUESTION_NOISE / 2)
    moved = held[rows] + noise
    return moved / np.linalg.norm(moved, axis=1, keepdims=True)


def _numbers(vector: object) -> list[float]:
    return vector.to_list() if hasattr(vector, "to_list") else list(vector)  # type: ignore[call-overload]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", type=int, default=300)
    options = parser.parse_args()
    with running(settings.DATA_DIR):
        write(options.folder, questions=options.questions)


if __name__ == "__main__":
    main()
