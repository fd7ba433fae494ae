"""Files of questions and results, good ones and bad ones."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from answering.evaluation import lines
from answering.evaluation.faults import MOST_FAULTS, BadFile
from answering.evaluation.question_files import read_questions
from answering.evaluation.questions import KINDS
from answering.evaluation.result_files import as_line, read_results
from answering.evaluation.wording import WORDINGS, all_described, described
from tests.answering.evaluation.rows import hit, result


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "q.jsonl"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def asked(**fields: object) -> str:
    return json.dumps({"id": "1", "question": "Apa?", "kind": "lookup", "answer_must": []} | fields)


def test_a_question_is_read_with_its_reference(tmp_path: Path) -> None:
    entry = {"document": "a.md", "snippet": "satu", "group": 2, "cells": ["1"]}
    line = asked(history=["Siapa?"], gold=[entry], answer_must=[["7", "tujuh"]], refusal_ok=True)
    (read,) = read_questions(written(tmp_path, f"\ufeff\n{line}\n\n")).questions
    assert (read.history, read.must, read.refusal_ok) == (("Siapa?",), (("7", "tujuh"),), True)
    assert (read.gold[0].group, read.gold[0].cells, read.line) == (2, ("1",), 2)


def test_a_line_separator_inside_a_text_ends_no_line(tmp_path: Path) -> None:
    line = '{"id": "1", "question": "Apa\u2028itu?", "kind": "lookup", "answer_must": []}'
    assert len(read_questions(written(tmp_path, line)).questions) == 1


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    made = result("1", "jawaban\n[1]", hit("é"), timings_ms={"total": 1.5})
    read = read_results(written(tmp_path, as_line(made)))["1"]
    assert (read.id, list(read.hits), read.answer) == ("1", [hit("é")], "jawaban\n[1]")
    assert read.timings_ms == {"total": 1.5}


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("{", "not_json", 1),
        ("[" * 100_000, "not_json", 1),
        ('\n{"id": "1"}', "no_text", 2),
        ('{"id": "1", "question": "  "}', "no_text", 1),
        ("[]", "not_object", 1),
        (b"\xff\xfe{\x00", "not_utf8", 1),
        ("", "empty", 0),
        ("\n \n", "empty", 0),
        (asked() + "\n" + asked(), "duplicate", 2),
        (asked(kind=7), "no_text", 1),
        (asked(history="Apa?"), "no_texts", 1),
        (asked(answer_must=["7", "tujuh"]), "no_lists", 1),
        (asked(answer_must=[[""]]), "no_lists", 1),
        (asked(answer_must=[[]]), "no_lists", 1),
        (asked(answer_must_not=[""]), "no_texts", 1),
        (asked(gold={"document": "a.md"}), "no_gold", 1),
        (asked(gold=[{"snippet": "satu"}]), "no_text", 1),
        (asked(gold=[{"document": "a.md"}]), "no_text", 1),
        (asked(gold=[{"document": "a.md", "snippet": "قانون"}]), "no_letters", 1),
        (asked(gold=[{"document": "a.md", "snippet": "satu", "group": "x"}]), "no_number", 1),
        (asked(gold=[{"document": "a.md", "snippet": "satu", "cells": "7"}]), "no_texts", 1),
    ],
)
def test_a_bad_file_is_named_with_its_line(
    text: str | bytes, code: str, line: int, tmp_path: Path
) -> None:
    with pytest.raises(BadFile) as bad:
        read_questions(written(tmp_path, text))
    assert [(fault.code, fault.line) for fault in bad.value.faults] == [(code, line)]
    assert all_described(bad.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_results"),
        ('{"id": "1", "answer": "", "outcome": ""}', "no_hits"),
        ('{"id": "1", "hits": [{"source": "a.md"}], "answer": "", "outcome": ""}', "no_hits"),
        ('{"id": "1", "hits": [], "answer": null, "outcome": ""}', "no_string"),
        (as_line(result()) * 2, "repeated"),
    ],
)
def test_bad_results_are_named(text: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile) as bad:
        read_results(written(tmp_path, text))
    assert [fault.code for fault in bad.value.faults] == [code]


def test_the_column_is_that_of_the_line(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as bad:
        read_questions(written(tmp_path, '{"id": "a", "question": "Apa?"\n{}\n'))
    assert bad.value.faults[0].values["column"] == 31


def test_every_fault_of_a_file_is_named_up_to_a_limit(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as bad:
        read_questions(written(tmp_path, "{\n[]\n"))
    assert [fault.line for fault in bad.value.faults] == [1, 2]
    with pytest.raises(BadFile) as bad:
        read_questions(written(tmp_path, "{\n" * 1_000))
    assert len(bad.value.faults) == MOST_FAULTS


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as bad:
        read_questions(tmp_path / "nowhere.jsonl")
    assert "nowhere.jsonl" in all_described(bad.value)
    with pytest.raises(BadFile):
        read_questions(tmp_path)


def test_a_huge_file_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MOST_BYTES_A_LINE", 1_000)
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.truncate(2_000_000_000)  # sparse: no such space is taken
    with pytest.raises(BadFile) as bad:
        read_questions(path)
    assert [fault.code for fault in bad.value.faults] == ["line_too_long"]
    short = written(tmp_path, (asked() + "\n") * 50)
    with pytest.raises(BadFile) as bad:
        list(lines.json_lines(short, most_bytes=500))
    assert [fault.code for fault in bad.value.faults] == ["too_large"]


def test_what_looks_like_a_mistake_is_told_and_stops_nothing(tmp_path: Path) -> None:
    text = asked(kind="lokup") + "\n" + asked(id="2", answer_must=None)
    read = read_questions(written(tmp_path, text))
    assert len(read.questions) == 2
    assert [(each.code, each.line) for each in read.warnings] == [
        ("unknown_kind", 1),
        ("nothing_to_measure", 2),
    ]
    assert "lokup" in described(read.warnings[0])


def test_every_wording_is_translated() -> None:
    for code, text in WORDINGS.items():
        with translation.override("en"):
            english = str(text)
        with translation.override("id"):
            assert str(text) != english, code


def test_the_examples_of_the_documentation_are_good_questions(tmp_path: Path) -> None:
    page = Path(settings.BASE_DIR, "docs/evaluation.md").read_text()
    examples = [line for line in page.splitlines() if line.startswith("{")]
    read = read_questions(written(tmp_path, "\n".join(examples)))
    assert len(read.questions) == len(examples) == 4
    assert not read.warnings
    assert all(f"| `{field}`" in page for field in ("kind", "history", "gold", "refusal_ok"))
    assert ", ".join(KINDS) in page
