"""The benchmark of search itself: that it measures what it says."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.search import exact, synthetic
from benchmarks.search.__main__ import RIVALS_PYTHON, ROOT
from benchmarks.search.corpus import Corpus, heading_of
from retrieval.tokens import frequencies

ENGINES = ["portal", *(["bm25s", "tantivy"] if RIVALS_PYTHON.exists() else [])]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return synthetic.write(tmp_path_factory.mktemp("corpus"), chunks=400, questions=10)


def test_the_terms_of_a_corpus_are_those_that_the_portal_would_index(corpus: Corpus) -> None:
    for row, chunk in enumerate(corpus.chunks()):
        heading = heading_of(corpus.documents[chunk.document], chunk.section_path)
        counts, length = frequencies(heading, chunk.text, language="id")
        assert counts == dict(Counter(corpus.terms_of(row)))
        assert length == corpus.offsets[row + 1] - corpus.offsets[row]


def test_exact_rankings_hold_the_chunk_that_a_question_was_made_from(corpus: Corpus) -> None:
    numbers = corpus.numbers_by_kind()["topic"]
    ranked = exact.rankings(corpus, numbers)
    for number in numbers:
        chunk = corpus.questions[number].chunk
        assert chunk in [row for row, _ in ranked[number].lexical]
        assert chunk in [row for row, _ in ranked[number].vector]


def test_overlap_counts_what_is_missing() -> None:
    ranking = [(row, 100.0 - row) for row in range(50)]
    assert exact.overlap(list(range(20)), ranking) == 1.0
    assert exact.overlap([*range(10), *range(60, 70)], ranking) == 0.5
    assert exact.overlap([], ranking) == 0.0


@pytest.mark.slow
def test_a_small_run_prints_one_report_of_every_engine(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.search", "--chunks", "2000", "--questions", "20"]
    command += ["--budget-s", "1", "--folder", str(tmp_path), "--only", *ENGINES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    report: dict[str, Any] = json.loads(done.stdout)
    engines = report["sizes"]["2000"]["engines"]
    assert list(engines) == ENGINES
    for engine in engines.values():
        assert engine["rows"]["hybrid"]["p50_ms"] > 0
        assert engine["rows"]["hybrid"]["clients_8"]["queries_per_s"] > 0
        assert engine["recall"]["topic"]["lexical"] > 0.9
        assert engine["recall"]["filtered"]["full_length"] == 1.0
