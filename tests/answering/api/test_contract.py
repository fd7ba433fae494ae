"""Every end point once, from a file to its removal: exact field names, and the schema holds."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jsonschema
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client, override_settings
from drf_spectacular.generators import SchemaGenerator

from answering.models import ApiKey
from documents.models import Job
from documents.processing import run_job
from retrieval import reindex_jobs
from tests.scripted_generator import ScriptedGenerator

# The tests read what was answered; the mark has the test database made.
pytestmark = pytest.mark.django_db
JSON = "application/json"
TEXT = """# QANUN KABUPATEN ACEH CONTOH NOMOR 7 TAHUN 2019 TENTANG IMEUM MUKIM

## BAB II
## MASA JABATAN

Pasal 4

(1) Masa jabatan imeum mukim adalah 5 (lima) tahun terhitung sejak tanggal pelantikan.

Pasal 5

(1) Imeum mukim dilantik oleh bupati atau pejabat lain yang ditunjuk.
"""
DRAFT = "Masa jabatan imeum mukim adalah 5 (lima) tahun terhitung sejak tanggal pelantikan [1]."
QUESTION = {"question": "Berapa lama masa jabatan imeum mukim?"}

SOURCE = {"id", "content", "score", "metadata"}
SOURCE_METADATA = {
    "original_filename",
    "filename",
    "source",
    "page",
    "start_char",
    "end_char",
    "chunk_size",
    "section_path",
    "legal_reference",
}
CITATION = {
    "marker",
    "document_id",
    "document_title",
    "version",
    "chunk_id",
    "ordinal",
    "page_from",
    "page_to",
    "section_path",
    "legal_reference",
    "char_start",
    "char_end",
    "quote",
    "url",
    "legal_status",
}
ANSWER = {
    "status",
    "query_id",
    "answer",
    "outcome",
    "confidence",
    "language",
    "sources",
    "citations",
    "conversation_id",
    "pipeline_used",
    "response_time",
    "metadata",
}
ANSWER_METADATA = {
    "pipeline_type",
    "retrieval_time",
    "generation_time",
    "tool",
    "model",
    "contextualised_question",
    "removed_claims",
}
DOCUMENT = {
    "id",
    "title",
    "original_filename",
    "source",
    "status",
    "error_message",
    "page_count",
    "ocr_pages",
    "chunk_count",
    "legal_status",
}
JOB = {
    "job_id",
    "job_status",
    "progress",
    "documents_processed",
    "documents_total",
    "error_message",
}


@dataclass
class Exchange:
    """What was answered at an address, and where the schema describes it."""

    response: Any
    method: str
    path: str
    text: str

    @property
    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = self.response.json()
        return body


class Walk:
    """One way through all end points; each answer is kept under a name."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.kept: dict[str, Exchange] = {}

    def call(self, name: str, method: str, path: str, data: Any = None, **ids: str) -> Any:
        upload = data is not None and "file" in data
        options = {} if upload or method == "get" else {"content_type": JSON}
        address = path.format(**ids)
        response = getattr(self.client, method)(address, data, **options)
        text = b"".join(response).decode() if response.streaming else response.text
        self.kept[name] = Exchange(response, method, path.partition("?")[0], text)
        return self.kept[name].body if "json" in response["Content-Type"] else None

    def go(self) -> None:
        file = SimpleUploadedFile("../../imeum_mukim.md", TEXT.encode())
        document = self.call("upload", "post", "/v1/documents", {"file": file, "source": "a/b.md"})
        again = SimpleUploadedFile("copy.md", TEXT.encode())
        self.call("upload again", "post", "/v1/documents", {"file": again})
        ids = {"document_id": document["id"]}
        self.call("process", "post", "/v1/chunking/process", {"document_ids": [document["id"]]})
        self.work()
        job = self.kept["process"].body["job_id"]
        self.call("job status", "get", "/v1/chunking/status/{job_id}", job_id=job)
        self.call("list", "get", "/v1/documents?page_size=1")
        self.call("show", "get", "/v1/documents/{document_id}", **ids)
        self.call("stats", "get", "/v1/kb/stats")
        self.call("search", "post", "/v1/search", {"query": "masa jabatan imeum mukim"})
        answer = self.call("query", "post", "/v1/query", QUESTION)
        ids["query_id"] = answer["query_id"]
        on = QUESTION | {"conversation_id": answer["conversation_id"]}
        self.call("query on", "post", "/v1/query", on)
        self.call("query stream", "post", "/v1/query/stream", QUESTION)
        self.call("answer", "get", "/v1/answers/{query_id}", **ids)
        self.call("answer stream", "get", "/v1/answers/{query_id}/stream", **ids)
        self.call("stop", "post", "/v1/answers/{query_id}/stop", **ids)
        self.call("feedback", "post", "/v1/answers/{query_id}/feedback", {"rating": "up"}, **ids)
        self.call("process all", "post", "/v1/chunking/process-all", {"auto_index": False})
        self.call("reindex", "post", "/v1/kb/reindex", {"document_ids": None})
        self.call("active jobs", "get", "/v1/kb/jobs/active")
        self.work()
        job = self.kept["reindex"].body["job_id"]
        self.call("reindex status", "get", "/v1/chunking/status/{job_id}", job_id=job)
        self.call("delete", "delete", "/v1/documents/{document_id}", **ids)
        self.call("search after", "post", "/v1/search", {"query": "masa jabatan imeum mukim"})
        self.call("answer after", "get", "/v1/answers/{query_id}", **ids)
        other = SimpleUploadedFile("other.txt", b"Lain sekali.")
        self.call("upload other", "post", "/v1/documents", {"file": other})
        self.call("clear unconfirmed", "delete", "/v1/kb/clear")
        self.call("clear", "delete", "/v1/kb/clear?confirm=HAPUS")
        self.call("list after", "get", "/v1/documents")

    def work(self) -> None:
        """Do what the queue would do."""
        for job in Job.objects.filter(status="pending"):
            (reindex_jobs.run_job if job.kind == "reindex" else run_job)(job.pk)


@pytest.fixture(scope="module")
def exchanges(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Exchange]]:
    own = override_settings(
        MEDIA_ROOT=tmp_path_factory.mktemp("media"),
        EMBEDDERS={"fake": {"BACKEND": "tests.fake_embedder.FakeEmbedder", "OPTIONS": {}}},
        DEFAULT_EMBEDDER="fake",
        GENERATOR={"BACKEND": "tests.scripted_generator.ScriptedGenerator", "OPTIONS": {}},
    )
    ScriptedGenerator.forget()
    ScriptedGenerator.enqueue(*[DRAFT] * 3)
    with django_db_blocker.unblock(), own:
        _, text = ApiKey.objects.issue("contract", "admin")
        walk = Walk(Client(headers={"Authorization": f"Api-Key {text}"}))
        try:
            walk.go()
            yield walk.kept
        finally:
            ScriptedGenerator.forget()
            call_command("flush", verbosity=0, interactive=False)


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    generated: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return generated


STATUSES = {
    "upload": 201,
    "upload again": 200,
    "process": 202,
    "job status": 200,
    "list": 200,
    "show": 200,
    "stats": 200,
    "search": 200,
    "query": 200,
    "query on": 200,
    "query stream": 200,
    "answer": 200,
    "answer stream": 200,
    "stop": 200,
    "feedback": 200,
    "process all": 202,
    "reindex": 202,
    "active jobs": 200,
    "reindex status": 200,
    "delete": 200,
    "search after": 200,
    "answer after": 200,
    "upload other": 201,
    "clear unconfirmed": 400,
    "clear": 200,
    "list after": 200,
}


@pytest.mark.parametrize("name", STATUSES)
def test_it_answers_with_this_status(exchanges: dict[str, Exchange], name: str) -> None:
    response = exchanges[name].response
    assert response.status_code == STATUSES[name], exchanges[name].text


@pytest.mark.parametrize("name", [name for name in STATUSES if "stream" not in name])
def test_the_schema_describes_it(
    exchanges: dict[str, Exchange], schema: dict[str, Any], name: str
) -> None:
    exchange = exchanges[name]
    operation = schema["paths"][exchange.path][exchange.method]
    described = operation["responses"][str(exchange.response.status_code)]
    validator = jsonschema.Draft202012Validator(
        closed(described["content"][JSON]["schema"], schema["components"])
    )
    assert [error.message for error in validator.iter_errors(exchange.body)] == []


def closed(node: Any, components: dict[str, Any]) -> Any:
    """The schema with its references filled in and `nullable` in the words of JSON Schema."""
    if isinstance(node, list):
        return [closed(each, components) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        return closed(components["schemas"][name], components)
    filled = {key: closed(value, components) for key, value in node.items()}
    if filled.pop("nullable", False):
        return {"anyOf": [filled, {"type": "null"}]}
    return filled


@pytest.mark.parametrize("name", ["upload", "upload again", "show"])
def test_a_document_has_these_fields(exchanges: dict[str, Exchange], name: str) -> None:
    body = exchanges[name].body
    assert body.keys() >= DOCUMENT
    assert body["original_filename"] == "imeum_mukim.md"
    assert body["source"] == "a/b.md"
    assert body["id"] == exchanges["upload"].body["id"]


def test_a_processed_document_is_ready(exchanges: dict[str, Exchange]) -> None:
    assert exchanges["upload"].body["status"] == "uploaded"
    shown = exchanges["show"].body
    assert (shown["status"], shown["error_message"]) == ("ready", "")
    assert shown["chunk_count"] > 0


def test_a_list_has_pages(exchanges: dict[str, Exchange]) -> None:
    body = exchanges["list"].body
    assert set(body) == {"status", "count", "next", "previous", "results", "page_size"}
    assert (body["count"], body["next"], body["previous"], body["page_size"]) == (1, None, None, 1)
    assert body["results"][0].keys() >= DOCUMENT


def test_processing_names_its_job(exchanges: dict[str, Exchange]) -> None:
    for name, queued in (("process", 1), ("process all", 0)):
        body = exchanges[name].body
        assert set(body) == {"status", "job_id", "message", "documents_queued"}
        assert body["job_id"].startswith("job_")
        assert body["documents_queued"] == queued


@pytest.mark.parametrize(("name", "prefix"), [("job status", "job_"), ("reindex status", "rein")])
def test_a_job_has_these_fields(exchanges: dict[str, Exchange], name: str, prefix: str) -> None:
    body = exchanges[name].body
    assert body.keys() >= JOB | {"status"}
    assert body["job_id"].startswith(prefix)
    assert (body["job_status"], body["progress"]) == ("completed", 1.0)
    assert body["documents_processed"] == body["documents_total"] == 1


def test_statistics_have_these_fields(exchanges: dict[str, Exchange]) -> None:
    body = exchanges["stats"].body
    assert set(body) == {
        "status",
        "total_documents",
        "total_chunks",
        "indexed_chunks",
        "vector_store_status",
        "bm25_index_status",
        "bm25_index_problem",
        "last_indexed",
        "storage_size_mb",
    }
    assert body["total_documents"] == 1
    assert body["total_chunks"] == body["indexed_chunks"] > 0
    assert body["vector_store_status"] == body["bm25_index_status"] == "healthy"
    assert body["last_indexed"].endswith(("+07:00", "Z"))


def test_hits_have_these_fields(exchanges: dict[str, Exchange]) -> None:
    body = exchanges["search"].body
    assert set(body) == {
        "status",
        "results",
        "near_misses",
        "missing_identifiers",
        "reranker",
        "rerank_failed",
        "timings_ms",
    }
    hit = body["results"][0]
    assert hit.keys() == SOURCE | {"scores", "citation"}
    assert hit["scores"].keys() == {"bm25", "similarity", "fused", "rerank"}
    assert hit["metadata"].keys() >= SOURCE_METADATA
    assert hit["citation"].keys() == CITATION | {"visibility"}  # the key sees internal documents
    assert "mukim" in hit["content"]
    assert hit["citation"]["quote"] == hit["content"]


@pytest.mark.parametrize("name", ["query", "query on", "answer"])
def test_an_answer_has_these_fields(exchanges: dict[str, Exchange], name: str) -> None:
    body = exchanges[name].body
    assert set(body) == ANSWER
    assert set(body["metadata"]) == ANSWER_METADATA
    assert body["query_id"].startswith("q_")
    assert body["outcome"] == "answered"
    assert "[1]" in body["answer"]
    assert all(source.keys() == SOURCE for source in body["sources"])
    assert all(source["metadata"].keys() >= SOURCE_METADATA for source in body["sources"])
    citation = body["citations"][0]
    assert citation.keys() == CITATION | {"visibility"}
    assert citation["document_id"] == exchanges["upload"].body["id"]
    assert "5 (lima) tahun" in citation["quote"]


def test_a_question_goes_on_in_its_conversation(exchanges: dict[str, Exchange]) -> None:
    first, second = exchanges["query"].body, exchanges["query on"].body
    assert first["conversation_id"] == second["conversation_id"]
    assert first["query_id"] != second["query_id"]


@pytest.mark.parametrize("name", ["query stream", "answer stream"])
def test_a_stream_tells_the_answer_step_by_step(exchanges: dict[str, Exchange], name: str) -> None:
    response = exchanges[name].response
    assert response["Content-Type"].startswith("text/event-stream")
    assert response["X-Accel-Buffering"] == "no"
    assert "no-store" in response["Cache-Control"]
    events = list(read_events(exchanges[name].text))
    assert [event["id"] for event in events] == [str(n + 1) for n in range(len(events))]
    types = [event["event"] for event in events]
    assert types[0] == "meta"
    assert types[-1] == "done"
    assert set(types[1:-1]) == {"status", "sources", "token"}
    data = {event["event"]: json.loads(event["data"]) for event in events}
    assert data["meta"].keys() == {"query_id", "language", "tool"}
    assert data["status"].keys() == {"stage", "text"}
    assert data["sources"].keys() == {"sources"}
    assert data["token"].keys() == {"text", "citations"}
    assert set(data["done"]) == ANSWER
    assert data["done"]["outcome"] == "answered"


def read_events(text: str) -> Iterator[dict[str, str]]:
    for block in text.split("\n\n"):
        lines = [line.partition(": ") for line in block.split("\n") if not line.startswith(":")]
        event = {name: value for name, _, value in lines}
        if "event" in event:
            yield event


def test_stop_and_feedback_tell_what_was_done(exchanges: dict[str, Exchange]) -> None:
    query_id = exchanges["query"].body["query_id"]
    stopped, rated = exchanges["stop"].body, exchanges["feedback"].body
    assert (stopped["query_id"], stopped["stopping"]) == (query_id, False)
    assert stopped["outcome"] == "answered"
    assert (rated["query_id"], rated["rating"], rated["reason"]) == (query_id, "up", "")


def test_reindexing_is_a_job_that_one_sees(exchanges: dict[str, Exchange]) -> None:
    body = exchanges["reindex"].body
    assert set(body) == {"status", "job_id", "message"}
    jobs = exchanges["active jobs"].body["jobs"]
    assert [job["job_id"] for job in jobs] == [body["job_id"]]
    assert jobs[0].keys() >= JOB


def test_what_was_deleted_is_gone_from_the_next_request_on(exchanges: dict[str, Exchange]) -> None:
    assert exchanges["delete"].body["id"] == exchanges["upload"].body["id"]
    assert exchanges["search after"].body["results"] == []
    after = exchanges["answer after"].body
    assert after["sources"] == []
    assert after["citations"][0]["withheld"] is True
    assert "5 (lima) tahun" not in json.dumps(after, ensure_ascii=False)


def test_clearing_needs_its_word(exchanges: dict[str, Exchange]) -> None:
    assert exchanges["clear unconfirmed"].body["errors"][0]["field"] == "confirm"
    body = exchanges["clear"].body
    assert (body["documents_removed"], body["chunks_removed"]) == (1, 0)
    assert exchanges["list after"].body["count"] == 0
