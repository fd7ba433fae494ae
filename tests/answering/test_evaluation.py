"""What counts as found and right, the files of a run, and the command that makes one."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from answering.evaluation.comparison import compared
from answering.evaluation.files import BadFile, as_line, read_questions, read_results
from answering.evaluation.metrics import (
    Item,
    Result,
    contains,
    is_false,
    is_hit,
    measured,
    ndcg,
    recall,
    reciprocal_rank,
    verdict,
)
from answering.models import Answer, Conversation
from documents.models import Event
from tests.answering.conftest import FakeSearch
from tests.scripted_generator import ScriptedGenerator


@pytest.mark.parametrize(
    ("text", "wanted", "held"),
    [
        ("ada 7 hari", "7", True),
        ("ada 17 hari", "7", False),
        ("ada 7,5 persen", "7", False),
        ("Rp 7.000", "7", False),
        ("sebesar 7,00 persen", "7", True),
        ("Menteri  Dalam\nNegeri", "menteri dalam negeri", True),
        ("14/2008", "14", False),
    ],
)
def test_a_number_is_not_found_in_a_longer_one(text: str, wanted: str, held: bool) -> None:
    assert contains(text, wanted) is held


def gold(snippet: str, group: int = 1, **fields: Any) -> dict[str, Any]:
    return {"document": "a.md", "snippet": snippet, "group": group} | fields


def hit(content: str, source: str = "a.md") -> dict[str, str]:
    return {"source": source, "content": content}


def test_a_hit_holds_the_snippet_of_the_right_document() -> None:
    assert is_hit(gold("Menteri Dalam Negeri"), hit("oleh menteri | dalam\nne-geri"))
    assert not is_hit(gold("Menteri"), hit("Menteri", source="b.md"))


def test_a_table_row_is_found_by_its_cells() -> None:
    row = gold("Bireuen;609", cells=["Bireuen", "609"], document="t.csv")
    assert is_hit(row, hit("Gampong: 609 | Kabupaten: Bireuen", "t.csv"))
    assert not is_hit(row, hit("Gampong: 1.609 | Kabupaten: Bireuen", "t.csv"))


def test_measures_of_a_ranking() -> None:
    item = {"gold": [gold("satu", 1), gold("eins", 1), gold("dua", 2)]}
    hits = [hit("nol"), hit("eins"), hit("satu"), hit("dua")]
    assert recall(item, hits, 2) == 0.5
    assert recall(item, hits, 4) == 1
    assert reciprocal_rank(item, hits) == 0.5
    assert ndcg(item, hits) == pytest.approx((0.6309 + 0.4307) / (1 + 0.6309), abs=1e-3)
    assert reciprocal_rank(item, []) == ndcg(item, []) == 0


def item(**fields: Any) -> Item:
    return {"id": "1", "question": "?", "kind": "lookup", "answer_must": [["7", "tujuh"]]} | fields


@pytest.mark.parametrize(
    ("of", "answer", "outcome", "expected"),
    [
        (item(), "ada tujuh hari [1]", "answered", "right"),
        (item(), "ada 8 hari", "answered", "wrong"),
        (item(answer_must_not=["hari"]), "ada 7 hari", "answered", "wrong"),
        (item(), "x" * 900 + " tujuh", "answered", "wrong"),
        (item(), "", "no_source", "refused"),
        (item(refusal_ok=True), "", "unverified", "right"),
        (item(kind="unanswerable"), "", "blocked_sara", "right"),
        (item(kind="unanswerable"), "7", "answered", "wrong"),
        (item(), "", "error_busy", "failed"),
    ],
)
def test_a_verdict(of: Item, answer: str, outcome: str, expected: str) -> None:
    assert verdict(of, Result("1", [], answer, outcome)) == expected


@pytest.mark.parametrize(
    ("of", "outcome", "false"),
    [
        (item(answer_must_not=["8 hari"]), "answered", True),
        (item(answer_must_not=["9 hari"]), "answered", False),
        (item(kind="unanswerable"), "partial", True),
        (item(kind="unanswerable"), "no_source", False),
        (item(kind="unanswerable"), "error_busy", False),
    ],
)
def test_what_is_false(of: Item, outcome: str, false: bool) -> None:
    assert is_false(of, Result("1", [], "ada 8 hari", outcome)) is false


def test_a_comparison_names_what_changed() -> None:
    items = [item(gold=[gold("satu")]), item(id="2"), item(id="3")]
    old = {"1": Result("1", [], "8", "answered"), "2": Result("2", [], "7", "answered")}
    new = {"1": Result("1", [hit("satu")], "7", "answered"), "2": old["2"], "3": old["2"]}
    comparison = compared(items, old, new)
    (change,) = comparison.changes
    assert (change.before, change.after) == ("wrong, recall@5 0.00", "right, recall@5 1.00")
    assert comparison.before["questions"] == 2
    assert measured(items, new)["right"] == 1


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    result = Result("1", [hit("é")], "jawaban\n[1]", "answered")
    (tmp_path / "r.jsonl").write_text(as_line(result))
    assert read_results(tmp_path / "r.jsonl") == {"1": result}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "line 1: not JSON"),
        ('\n{"id": "1"}', "line 2: “question”"),
        ("[]", "line 1: not a JSON object"),
        ("", "no question"),
    ],
)
def test_a_bad_file_is_named_with_its_line(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(text)
    with pytest.raises(BadFile, match=fault):
        read_questions(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"q\.jsonl"):
        call_command("evaluate", str(tmp_path / "q.jsonl"))


def test_results_that_cannot_be_written_are_refused_before_any_question(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"id": "1", "question": "Apa?"}')
    with pytest.raises(CommandError, match="nowhere"):
        call_command(
            "evaluate", str(tmp_path / "q.jsonl"), "--results", str(tmp_path / "nowhere/r.jsonl")
        )


TRUE = "Pelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri atas nama Presiden"


@pytest.mark.django_db(transaction=True)
def test_the_command_asks_with_history_and_leaves_nothing(
    search: FakeSearch,
    generator: type[ScriptedGenerator],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("answering.evaluation.run.search", search)
    generator.enqueue(f"{TRUE} [1].", f"{TRUE} [1].")
    question = item(
        question="Siapa yang membantu dia?",
        history=["Berapa lama masa jabatan imeum mukim?"],
        answer_must=[["Menteri"]],
        gold=[{"document": "uji/contoh.pdf", "snippet": "Menteri Dalam Negeri", "group": 1}],
    )
    (tmp_path / "q.jsonl").write_text(json.dumps(question))
    out = StringIO()
    results = tmp_path / "r.jsonl"
    call_command(
        "evaluate", str(tmp_path / "q.jsonl"), "--results", str(results), "--json", stdout=out
    )
    report = json.loads(out.getvalue())
    assert (report["right"], report["recall@5"], report["not_right"]) == (1, 1, [])
    (line,) = map(json.loads, results.read_text().splitlines())
    assert line["outcome"] == "answered"
    assert line["hits"][0]["source"] == "uji/contoh.pdf"
    assert [query for query, _ in search.queries][-1] == "Siapa yang membantu imeum mukim?"
    assert search.queries[-1][1]["limit"] == 20
    assert not Conversation.objects.exists()
    assert not Answer.objects.exists()
    assert not Event.objects.exists()
