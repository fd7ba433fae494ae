"""Every file of the evaluation collection, cut into chunks. Slow: reads 188 files."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from documents.extraction.reading import extract
from documents.extraction.types import Extraction
from documents.formats import detect
from documents.structure import Section, sections
from retrieval.chunking import MAX_TOKENS, ChunkDraft, chunk, estimated_tokens

SHARED = Path(__file__).parents[3] / "shared"
COLLECTION = SHARED / "collection"
FILES = sorted(path for path in COLLECTION.rglob("*") if path.is_file())
QUESTIONS = SHARED / "eval" / "questions.jsonl"
LAWS = [path for path in FILES if path.suffix == ".md"]
# Numbers that the text itself leaves out or repeats, seen by reading it.
MISSING_IN_THE_TEXT = {
    "pp/2000/84.md": {"27", "28", "29", "30", "31"},  # Pasal 26 is followed by Pasal 32
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FILES, reason="the evaluation collection is not there"),
]


@cache
def extraction_of(path: Path) -> Extraction:
    return extract(path, detect(path, path.name))


@cache
def chunks_of(path: Path) -> list[ChunkDraft]:
    read = extraction_of(path)
    return chunk(
        read.markdown,
        sections(read.markdown),
        document_name=path.stem,
        citation="UU 1/2001",
        tables=read.tables,
    )


def named(path: Path) -> str:
    return str(path.relative_to(COLLECTION))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_chunks_are_slices_that_cover_every_letter(path: Path) -> None:
    text = extraction_of(path).markdown
    chunks = chunks_of(path)
    covered = bytearray(len(text))
    for each in chunks:
        assert text[each.start : each.end] == each.text
        covered[each.start : each.end] = b"x" * (each.end - each.start)
    left = "".join(letter for letter, mark in zip(text, covered, strict=True) if not mark)
    assert left.strip() == ""
    assert max(estimated_tokens(each.indexed_text) for each in chunks) <= MAX_TOKENS


def test_what_answers_the_questions_stands_whole_in_one_chunk() -> None:
    snippets = [(path, snippet) for path, snippet in gold() if path.suffix in (".md", ".pdf")]
    whole = [one for one in snippets if stands_whole(*one)]
    assert len(snippets) > 50
    assert len(whole) >= 0.98 * len(snippets)


@pytest.mark.parametrize("path", LAWS, ids=named)
def test_no_pasal_of_a_law_is_lost(path: Path) -> None:
    found = own_pasal(sections(extraction_of(path).markdown))
    numbers = {int(number) for number in found if number.isdigit()}
    name = named(path).removeprefix("corpus/data-peraturan/")
    gaps = {str(number) for number in range(1, max(numbers, default=0))} - set(found)
    assert gaps <= MISSING_IN_THE_TEXT.get(name, set())
    assert len(found) == len(set(found))


def own_pasal(found: list[Section]) -> list[str]:
    """Numbers of the body's pasal, without those that it quotes or annexes."""
    return [
        section.number
        for section in found
        if section.kind == "pasal"
        and not section.path[0].startswith("Lampiran")
        and sum(label.startswith("Pasal ") for label in section.path) == 1
    ]


def gold() -> Iterator[tuple[Path, str]]:
    for line in QUESTIONS.read_text().splitlines():
        for passage in json.loads(line).get("gold") or []:
            if passage.get("snippet"):
                yield COLLECTION / passage["document"], passage["snippet"]


def stands_whole(path: Path, snippet: str) -> bool:
    wanted = spaced(snippet)
    return any(wanted in spaced(each.text) for each in chunks_of(path))


def spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text)
