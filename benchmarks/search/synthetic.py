"""Make a collection of any size: Zipf text under titles and headings, vectors beside it."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

import numpy as np

from benchmarks.search import directions, vocabulary
from benchmarks.search.corpus import Corpus, SourceDocument, write_questions
from benchmarks.search.questions import made
from retrieval.tokens import INDONESIAN_STOP_WORDS, terms

# Lengths of 6,038 chunks of laws were 26, 77 and 146 tokens at 5, 50 and 95 %, some 15 of them of
# title and headings.
BODY_MEAN, BODY_SPREAD, BODY_MIN, BODY_MAX = 65, 32, 12, 150
DOCUMENT_MEDIAN, DOCUMENT_SIGMA, DOCUMENT_MAX = 25, 0.9, 400  # chunks, log-normal
SECTION = 6  # chunks
OWN_WORDS = 40  # that a document comes back to
OWN_SHARE = 0.25  # of its tokens are those
STOP_WORD_AFTER = 0.43  # of the words: three of ten words of a text are stop words
TITLE_WORDS = 4
CHUNKS_AT_ONCE = 20_000
# Shares of the documents.
KINDS = {
    "qanun": ("Qanun Aceh", 0.25),
    "pergub": ("Peraturan Gubernur Aceh", 0.2),
    "permen": ("Peraturan Menteri", 0.15),
    "pp": ("Peraturan Pemerintah", 0.12),
    "uu": ("Undang-Undang", 0.1),
    "laporan": ("Laporan", 0.1),
    "panduan": ("Panduan", 0.05),
    "perpres": ("Peraturan Presiden", 0.03),
}
YEARS = (1999, 2026)


@dataclass(frozen=True, slots=True)
class Words:
    """Words by rank, their cumulative shares, and the number of each term."""

    texts: np.ndarray
    cumulative: np.ndarray
    ids: dict[str, int]

    def drawn(self, count: int, rng: np.random.Generator) -> np.ndarray:
        return np.searchsorted(self.cumulative, rng.random(count)).astype(np.int32)

    def number(self, term: str) -> int:
        """The term's number; new ones (of titles and headings) are added."""
        return self.ids.setdefault(term, len(self.ids))


def write(folder: Path, *, chunks: int, questions: int, seed: int = 4) -> Corpus:
    """Write a collection of so many chunks with so many questions of each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    words = _words(chunks, rng)
    space = directions.space(rng)
    documents = _documents(chunks, words, rng)
    _write_rows(folder / "documents.jsonl", documents)
    _write_texts(folder, documents, words, rng)
    _write_vectors(folder, documents, space, rng)
    (folder / "terms.txt").write_text("\n".join(words.ids), encoding="utf-8")
    corpus = Corpus(folder)
    asked = made(corpus, count=questions, rng=rng)
    answered = corpus.vectors[[each.chunk for each in asked]].astype(np.float32)
    write_questions(folder, asked, space.questions(answered, rng))
    return corpus


def _words(chunks: int, rng: np.random.Generator) -> Words:
    texts = vocabulary.words(vocabulary.size_for(chunks * BODY_MEAN), rng=rng)
    ids = {text: number for number, text in enumerate(texts)}
    return Words(np.array(texts, dtype=object), vocabulary.shares(len(texts)), ids)


def _documents(chunks: int, words: Words, rng: np.random.Generator) -> list[SourceDocument]:
    names = list(KINDS)
    shares = [share for _, share in KINDS.values()]
    found: list[SourceDocument] = []
    left = chunks
    while left:
        drawn = rng.lognormal(np.log(DOCUMENT_MEDIAN), DOCUMENT_SIGMA)
        size = min(left, max(1, min(int(drawn), DOCUMENT_MAX)))
        kind = names[rng.choice(len(names), p=shares)]
        number, year = int(rng.integers(1, 100)), int(rng.integers(*YEARS))
        about = " ".join(words.texts[words.drawn(TITLE_WORDS, rng)])
        title = f"{KINDS[kind][0]} Nomor {number} Tahun {year} tentang {about}"
        found.append(SourceDocument(title, kind, str(number), year, size))
        left -= size
    return found


def _write_rows(path: Path, rows: list[SourceDocument]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)


def _write_texts(
    folder: Path, documents: list[SourceDocument], words: Words, rng: np.random.Generator
) -> None:
    tokens: list[np.ndarray] = []
    lengths: list[int] = []
    headings: list[int] = []
    with (folder / "chunks.jsonl").open("w", encoding="utf-8") as file:
        for first, group in _groups(documents):
            for heading, body in _texts(file, first, group, words, rng):
                tokens += [heading, body]
                lengths.append(len(heading) + len(body))
                headings.append(len(heading))
    np.save(folder / "tokens.npy", np.concatenate(tokens))
    np.save(folder / "offsets.npy", np.concatenate([[0], np.cumsum(lengths)]))
    np.save(folder / "headings.npy", np.array(headings, dtype=np.int32))


def _groups(documents: list[SourceDocument]) -> Iterator[tuple[int, list[SourceDocument]]]:
    """Documents of some thousand chunks together, with the row of the first."""
    first, group, held = 0, list[SourceDocument](), 0
    for row, document in enumerate(documents):
        group.append(document)
        held += document.chunks
        if held >= CHUNKS_AT_ONCE:
            yield first, group
            first, group, held = row + 1, [], 0
    if group:
        yield first, group


def _texts(
    file: TextIO,
    first: int,
    group: list[SourceDocument],
    words: Words,
    rng: np.random.Generator,
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Write the chunks of some documents; gives the terms of heading and body of each."""
    count = sum(each.chunks for each in group)
    lengths = np.clip(rng.normal(BODY_MEAN, BODY_SPREAD, count), BODY_MIN, BODY_MAX).astype(int)
    ends = np.cumsum(lengths)
    ids = words.drawn(int(ends[-1]), rng)
    own = words.drawn(len(group) * OWN_WORDS, rng).reshape(len(group), OWN_WORDS)
    document_of = np.repeat(np.repeat(np.arange(len(group)), [e.chunks for e in group]), lengths)
    repeated = rng.random(len(ids)) < OWN_SHARE
    chosen = rng.integers(0, OWN_WORDS, len(ids))
    ids = np.where(repeated, own[document_of, chosen], ids)
    shown = _with_stop_words(words.texts[ids], rng)
    row = 0
    for number, document in enumerate(group):
        title = [words.number(term) for term in terms(document.title, language="id")]
        for ordinal in range(document.chunks):
            path = _section_path(ordinal)
            heading = title + [words.number(t) for t in terms(" ".join(path), language="id")]
            start, end = ends[row] - lengths[row], ends[row]
            text = " ".join(shown[start:end]).capitalize() + "."
            line = {"document": first + number, "section_path": path, "text": text}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            yield np.array(heading, dtype=np.int32), ids[start:end].astype(np.int32)
            row += 1


def _with_stop_words(shown: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    stop_words = np.array(sorted(INDONESIAN_STOP_WORDS), dtype=object)
    followed = rng.random(len(shown)) < STOP_WORD_AFTER
    shown = shown.copy()
    shown[followed] += " " + stop_words[rng.integers(0, len(stop_words), int(followed.sum()))]
    return shown


def _section_path(ordinal: int) -> tuple[str, str]:
    section = ordinal // SECTION
    return f"BAB {section // 5 + 1}", f"Pasal {section + 1}"


def _write_vectors(
    folder: Path,
    documents: list[SourceDocument],
    space: directions.Space,
    rng: np.random.Generator,
) -> None:
    count = sum(each.chunks for each in documents)
    shape = (count, directions.DIMENSIONS)
    out = np.lib.format.open_memmap(
        folder / "vectors.npy", mode="w+", dtype=np.float16, shape=shape
    )
    topics = space.drawn(max(8, int(np.sqrt(len(documents)))), directions.TOPIC, rng)
    row = 0
    for _, group in _groups(documents):
        sizes = [each.chunks for each in group]
        own = space.drawn(len(group), directions.DOCUMENT, rng)
        own += topics[rng.integers(0, len(topics), len(group))]
        sections = [-(-size // SECTION) for size in sizes]
        of_section = np.repeat(own, sections, axis=0)
        of_section += space.drawn(len(of_section), directions.SECTION, rng)
        lengths = [
            min(SECTION, size - start) for size in sizes for start in range(0, size, SECTION)
        ]
        deviations = np.repeat(of_section, lengths, axis=0)
        deviations += space.drawn(len(deviations), directions.CHUNK, rng)
        out[row : row + len(deviations)] = space.unit(deviations).astype(np.float16)
        row += len(deviations)
    out.flush()
