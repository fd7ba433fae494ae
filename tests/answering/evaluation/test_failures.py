"""Where a passage was lost in the search, and why a question failed."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from answering.evaluation.failures import REASONS, failures, reasons
from answering.evaluation.questions import Question, Result
from answering.evaluation.report import report
from answering.evaluation.result_files import as_line, read_results
from answering.evaluation.traces import Trace
from answering.evaluation.tracing import traced
from documents.access import CITIZEN
from retrieval.search import Request, run
from tests.answering.evaluation.rows import gold, hit, question, result
from tests.retrieval.conftest import IndexText


def trace(**fields: Any) -> Trace:
    """A passage that is the best hit, but for the fields."""
    given: dict[str, Any] = {"group": 1, "document": "a.md", "chunks": 1, "read": 60}
    return Trace(**given | {"lexical": 1, "fused": 1, "final": 1, "fate": "hit"} | fields)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "found"),
        ({"held": False, "chunks": 0}, "not_held"),
        ({"chunks": 0}, "in_no_chunk"),
        ({"admitted": False, "fused": None, "final": None}, "not_admitted"),
        ({"lexical": None, "fused": None, "final": None}, "not_retrieved"),
        ({"fused": 70, "final": None, "fate": ""}, "not_considered"),
        ({"fate": "repeated", "final": 2}, "repeated"),
        ({"fate": "below_threshold"}, "below_threshold"),
        ({"fate": "document_cap"}, "document_cap"),
        ({"final": 6}, "ranked_low"),
        ({"final": 30, "fate": "beyond_limit"}, "ranked_low"),
    ],
)
def test_the_first_stage_that_lost_it_is_the_reason(fields: dict[str, Any], reason: str) -> None:
    assert trace(**fields).reason == reason


@pytest.mark.django_db
def test_a_passage_is_followed_through_a_search(index_text: IndexText) -> None:
    index_text("Pasal 1\nImeum mukim memimpin mukim.", source="mukim.md")
    index_text("Pasal 1\nKeuchik memimpin gampong.", source="gampong.md")
    searched = run(Request("Siapa memimpin mukim?", CITIZEN, limit=20))
    asked = question(
        gold=(
            gold("Imeum mukim memimpin", document="mukim.md"),
            gold("Bupati memimpin", 2, document="mukim.md"),
            gold("Imeum mukim memimpin", 3, document="nowhere.md"),
        )
    )
    found, unread, unheld = traced(asked, searched)
    assert (found.reason, found.lexical, found.final, found.fate) == ("found", 1, 1, "hit")
    assert (unread.reason, unread.chunks, unread.held) == ("in_no_chunk", 0, True)
    assert unheld.reason == "not_held"


@pytest.mark.django_db
def test_what_an_identifier_excludes_is_told(index_text: IndexText) -> None:
    fields = {"kind": "uu", "number": "11", "year": 2006, "source": "uu.md"}
    index_text("Pasal 1\nImeum mukim memimpin mukim.", **fields)
    index_text("Pasal 1\nKeuchik memimpin gampong.", source="gampong.md")
    searched = run(Request("Siapa memimpin gampong menurut UU 11/2006?", CITIZEN, limit=20))
    (excluded,) = traced(
        question(gold=(gold("Keuchik memimpin", document="gampong.md"),)), searched
    )
    assert (excluded.admitted, excluded.reason) == (False, "not_admitted")


def test_traces_are_read_as_they_were_written(tmp_path: Path) -> None:
    made = result("1", "7", hit("satu"), traces=(trace(final=9),))
    path = tmp_path / "r.jsonl"
    path.write_text(as_line(made))
    assert read_results(path)["1"].traces == made.traces
    path.write_text(json.dumps(json.loads(as_line(made)) | {"traces": [{"another": 1}]}))
    assert read_results(path)["1"].traces == ()


FOUND = hit("satu", "a.md")


@pytest.mark.parametrize(
    ("of", "made", "expected"),
    [
        (question(gold=(gold("satu"),)), result("1", "8", FOUND), ["answer"]),
        (question(gold=(gold("satu"),)), result("1", "8"), ["unknown"]),
        (
            question(gold=(gold("satu"), gold("dua", 2))),
            result("1", "8", FOUND, traces=(trace(), trace(group=2, final=9))),
            ["ranked_low"],
        ),
        (question(kind="unanswerable"), result(), ["invented"]),
        (question(), result("1", "8"), ["no_gold"]),
        (question(gold=(gold("satu"),)), result(outcome="error_busy"), ["failed"]),
    ],
)
def test_the_reason_of_a_failure(of: Question, made: Result, expected: list[str]) -> None:
    assert reasons(of, made) == expected


def test_the_page_names_the_worst_first_and_what_was_said() -> None:
    items = [
        question(id="refused", gold=(gold("satu"),)),
        question(id="fine", gold=(gold("satu"),)),
        question(id="wrong", gold=(gold("satu"),), must_not=("8 hari",)),
    ]
    made = {
        "refused": result("refused", "", FOUND, outcome="no_source"),
        "fine": result("fine", "7", FOUND),
        "wrong": result("wrong", "8 hari", traces=(trace(final=9, vector=40),)),
    }
    with translation.override("en"):
        page = "\n".join(failures(report(items, made, not_held={})))
    assert page.startswith("# 2 of 3 questions failed")
    assert page.index("## wrong") < page.index("## refused")
    assert "fine" not in page
    for part in ("“8 hari”", "“7” or “tujuh”", "by words 1, by meaning 40", "after reranking 9"):
        assert part in page


def test_every_reason_is_translated() -> None:
    for code, text in REASONS.items():
        with translation.override("en"):
            english = str(text)
        with translation.override("id"):
            assert str(text) != english, code
