"""Reads files of questions, and says of every line what is wrong with it. No Django here."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answering.evaluation.faults import MOST_FAULTS, BadFile, Fault
from answering.evaluation.lines import MEGABYTE, json_lines
from answering.evaluation.metrics import letters
from answering.evaluation.questions import KINDS, Gold, Question

MOST_BYTES = 50 * MEGABYTE


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """The questions in their order; `warnings` are what looks like a mistake and stops nothing."""

    questions: tuple[Question, ...]
    warnings: tuple[Fault, ...] = ()


def read_questions(path: Path) -> QuestionFile:
    """Raises BadFile with the faults of all lines, the first MOST_FAULTS of them."""
    questions: dict[str, Question] = {}
    faults: list[Fault] = []
    warnings: list[Fault] = []
    for number, line in json_lines(path, most_bytes=MOST_BYTES):
        found = [line] if isinstance(line, Fault) else list(_faults(line, number, questions))
        faults += found
        if len(faults) >= MOST_FAULTS:
            break
        if isinstance(line, dict) and not found:
            question = _question(line, number)
            questions[question.id] = question
            warnings += _warnings(question)
    if faults:
        raise BadFile(path, faults)
    if not questions:
        raise BadFile(path, [Fault("empty")])
    return QuestionFile(tuple(questions.values()), tuple(warnings))


def _question(line: dict[str, Any], number: int) -> Question:
    must = line.get("answer_must")
    return Question(
        id=line["id"],
        text=line["question"],
        kind=line.get("kind") or "",
        history=tuple(line.get("history") or ()),
        gold=tuple(_gold(each) for each in line.get("gold") or ()),
        must=None if must is None else tuple(map(tuple, must)),
        must_not=tuple(line.get("answer_must_not") or ()),
        refusal_ok=bool(line.get("refusal_ok")),
        line=number,
    )


def _gold(entry: dict[str, Any]) -> Gold:
    cells = tuple(entry.get("cells") or ())
    return Gold(entry["document"], entry.get("snippet") or "", entry.get("group") or 1, cells)


def _warnings(question: Question) -> Iterator[Fault]:
    if question.kind not in KINDS:
        known = ", ".join(KINDS)
        values = {"id": question.id, "kind": question.kind or "-", "known": known}
        yield Fault("unknown_kind", question.line, values)
    if not question.gold and question.must is None and not question.unanswerable:
        yield Fault("nothing_to_measure", question.line, {"id": question.id})


def _faults(line: dict[str, Any], number: int, earlier: dict[str, Question]) -> Iterator[Fault]:
    for field in ("id", "question"):
        if not _is_text(line.get(field)):
            yield Fault("no_text", number, {"field": field})
    if _is_text(line.get("id")) and line["id"] in earlier:
        first = earlier[line["id"]].line
        yield Fault("duplicate", number, {"id": line["id"], "first": first})
    if not isinstance(line.get("kind") or "", str):
        yield Fault("no_text", number, {"field": "kind"})
    for field in ("history", "answer_must_not"):
        if not _are_texts(line.get(field) or []):
            yield Fault("no_texts", number, {"field": field})
    if not _are_lists_of_texts(line.get("answer_must") or []):
        yield Fault("no_lists", number, {"field": "answer_must"})
    yield from _gold_faults(line.get("gold") or [], number)


def _gold_faults(gold: object, number: int) -> Iterator[Fault]:
    if not isinstance(gold, list) or not all(isinstance(entry, dict) for entry in gold):
        yield Fault("no_gold", number)
        return
    for entry in gold:
        if not _is_text(entry.get("document")):
            yield Fault("no_text", number, {"field": "gold.document"})
        if not _are_texts(entry.get("cells") or []):
            yield Fault("no_texts", number, {"field": "gold.cells"})
        elif not entry.get("cells") and not _is_text(entry.get("snippet")):
            yield Fault("no_text", number, {"field": "gold.snippet"})
        # A snippet without any letter that is compared would be found in every chunk.
        elif _is_text(entry.get("snippet")) and not letters(entry["snippet"]):
            yield Fault("no_letters", number, {"field": "gold.snippet"})
        if not isinstance(entry.get("group") or 1, int):
            yield Fault("no_number", number, {"field": "gold.group"})


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_lists_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(each and _are_texts(each) for each in value)
