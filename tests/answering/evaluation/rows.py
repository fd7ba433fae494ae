"""Questions and results made by hand."""

from typing import Any

from answering.evaluation.questions import Gold, Question, Result


def gold(snippet: str, group: int = 1, document: str = "a.md", cells: tuple[str, ...] = ()) -> Gold:
    return Gold(document, snippet, group, cells)


def hit(content: str, source: str = "a.md") -> dict[str, str]:
    return {"source": source, "content": content}


def question(**fields: Any) -> Question:
    given: dict[str, Any] = {"id": "1", "text": "?", "kind": "lookup", "must": (("7", "tujuh"),)}
    return Question(**given | fields)


def result(id: str = "1", answer: str = "7", *hits: dict[str, str], **fields: Any) -> Result:
    return Result(**{"id": id, "hits": hits, "answer": answer, "outcome": "answered"} | fields)
