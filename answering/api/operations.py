"""The description of every operation in the schema, one decorator each."""

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
)

from answering.api import examples
from answering.api.failures import FAILURES, failure_body
from answering.api.serializers import documents, jobs, questions, responses

Decorator = Callable[[Any], Any]

KEY: list[dict[str, list[str]]] = [{"apiKey": []}, {"cookieAuth": []}]
ANYONE = [*KEY, {}]
ALWAYS = ("throttled", "internal_error")
WITH_BODY = ("invalid", "too_large", "unsupported_media_type")
CLOSED = ("not_authenticated", "permission_denied")

LANGUAGE = OpenApiParameter(
    "Accept-Language",
    str,
    OpenApiParameter.HEADER,
    enum=["id", "en"],
    default="id",
    description="Language of messages.",
)
DOCUMENT_ID = OpenApiParameter("document_id", str, OpenApiParameter.PATH)
QUERY_ID = OpenApiParameter("query_id", str, OpenApiParameter.PATH)
JOB_ID = OpenApiParameter("job_id", str, OpenApiParameter.PATH)
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    int,
    OpenApiParameter.HEADER,
    description="The `id` of the last event that arrived; without it the stream begins anew.",
)
EVENTS = {
    (200, "text/event-stream"): OpenApiResponse(
        OpenApiTypes.STR,
        description="`meta`, `status`*, `sources`, `token`*, then one of `done` (the whole answer)"
        " or `error`. Each has an `id`; a comment goes out every 15 seconds.",
        examples=[OpenApiExample("stream", value=examples.STREAM)],
    )
}


def operation(
    operation_id: str,
    *,
    tag: str,
    summary: str,
    description: str,
    answers: dict[Any, Any],
    request: Any = None,
    example: Any = None,
    sends: Any = None,
    errors: Sequence[str] = (),
    parameters: Sequence[OpenApiParameter | type] = (),
    auth: list[dict[str, list[str]]] = KEY,
) -> Decorator:
    """`example` is of the request, `sends` of the answer; `errors` are codes of FAILURES."""
    shown = [examples.request_example(example)] if example is not None else []
    if sends is not None:
        shown.append(OpenApiExample("response", value=sends, response_only=True, status_codes=OK))
    return extend_schema(
        operation_id=operation_id,
        tags=[tag],
        summary=summary,
        description=description,
        request=request,
        responses=answers | failures([*errors, *ALWAYS]),
        examples=shown,
        parameters=[LANGUAGE, *parameters],
        auth=auth,  # type: ignore[arg-type]  # the library passes requirements on as they are
    )


OK = ["200", "201", "202"]


def failures(codes: Sequence[str]) -> dict[int, OpenApiResponse]:
    """One response a status, with an example of each of its codes."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(FAILURES[code][0], []).append(code)
    return {
        status: OpenApiResponse(
            responses.ErrorSerializer,
            description=" / ".join(f"`{code}`" for code in of_status),
            examples=[
                OpenApiExample(code, value=failure_body(code, **examples.FAILURE_VALUES)[1])
                for code in of_status
            ],
        )
        for status, of_status in by_status.items()
    }


search = operation(
    "search",
    tag="Questions",
    summary="Find passages",
    description="Passages that fit the query, best first, each with every score that was computed"
    " and a citation that opens it. Public documents need no key.",
    request=questions.SearchRequestSerializer,
    answers={200: responses.SearchResponseSerializer},
    example={
        "query": "pelantikan Gubernur",
        "limit": 5,
        "filters": {"kinds": ["uu"], "numbers": ["11"], "year_from": 2006, "year_to": 2006},
    },
    sends=examples.SEARCHED,
    errors=[*WITH_BODY, "authentication_failed", "unavailable"],
    auth=ANYONE,
)
query = operation(
    "query",
    tag="Questions",
    summary="Ask and wait for the answer",
    description="Every statement of the answer carries a citation; what its source does not"
    " support is never shown. That nothing was found is an answer too (`outcome`). Answers may"
    " take up to 180 seconds. Public documents need no key.",
    request=questions.QuestionRequestSerializer,
    answers={200: responses.AnswerSerializer},
    example=examples.QUESTION,
    sends=examples.ANSWER,
    errors=[*WITH_BODY, "authentication_failed", "not_found", "unavailable", "timeout"],
    auth=ANYONE,
)
query_stream = operation(
    "query_stream",
    tag="Questions",
    summary="Ask and watch the answer arrive",
    description="As `/v1/query`, as server-sent events. A stream that was cut off goes on at"
    " `/v1/answers/{query_id}/stream`.",
    request=questions.QuestionRequestSerializer,
    answers=EVENTS,
    example=examples.QUESTION,
    errors=[*WITH_BODY, "authentication_failed", "not_found", "unavailable"],
    auth=ANYONE,
)
show_answer = operation(
    "show_answer",
    tag="Answers",
    summary="A stored answer",
    description="Whoever knows the id may read the answer, without what it quotes of documents"
    " that the reader may not see. `outcome` is null while it is being made.",
    answers={200: responses.AnswerSerializer},
    sends=examples.ANSWER,
    errors=["authentication_failed", "not_found"],
    parameters=[QUERY_ID],
    auth=ANYONE,
)
answer_stream = operation(
    "answer_stream",
    tag="Answers",
    summary="The events of an answer",
    description="From the beginning, or from `Last-Event-ID` on.",
    answers=EVENTS,
    errors=["authentication_failed", "not_found"],
    parameters=[QUERY_ID, LAST_EVENT_ID],
    auth=ANYONE,
)
stop_answer = operation(
    "stop_answer",
    tag="Answers",
    summary="Stop an answer",
    description="What was verified until then is kept. Stopping a finished answer changes nothing.",
    answers={200: responses.StopResponseSerializer},
    sends={"status": "success", "query_id": examples.QUERY_ID, "stopping": True, "outcome": None},
    errors=["authentication_failed", "not_found"],
    parameters=[QUERY_ID],
    auth=ANYONE,
)
give_feedback = operation(
    "give_feedback",
    tag="Answers",
    summary="Say whether an answer helped",
    description="A later rating replaces the former one.",
    request=questions.FeedbackRequestSerializer,
    answers={200: responses.FeedbackResponseSerializer},
    example={"rating": "down", "reason": "Pasal yang dikutip sudah dicabut."},
    sends={"status": "success", "query_id": examples.QUERY_ID, "rating": "up", "reason": ""},
    errors=[*WITH_BODY, "authentication_failed", "not_found"],
    parameters=[QUERY_ID],
    auth=ANYONE,
)
list_documents = operation(
    "list_documents",
    tag="Documents",
    summary="Documents",
    description="Newest first, in pages. Scope `documents`.",
    answers={200: responses.DocumentListSerializer},
    sends={
        "status": "success",
        "count": 1,
        "next": None,
        "previous": None,
        "page_size": 20,
        "results": [examples.DOCUMENT],
    },
    errors=["invalid", "not_found", *CLOSED],
    parameters=[
        documents.DocumentListQuerySerializer,
        OpenApiParameter("page", int, description="From 1."),
        OpenApiParameter("page_size", int, description="At most 100.", default=20),
    ],
)
upload_document = operation(
    "upload_document",
    tag="Documents",
    summary="Upload a document",
    description="PDF, DOCX, XLSX, CSV, HTML, Markdown or plain text, told apart by content. It is"
    " stored, not yet processed. The same bytes again answer with the first document (200)."
    " `status` is the document's. Scope `documents`.",
    request={"multipart/form-data": documents.UploadSerializer},
    answers={201: documents.DocumentSerializer, 200: documents.DocumentSerializer},
    sends=examples.DOCUMENT,
    errors=[*WITH_BODY, *CLOSED],
)
show_document = operation(
    "show_document",
    tag="Documents",
    summary="A document",
    description="`status` is the document's. Scope `documents`.",
    answers={200: documents.DocumentDetailSerializer},
    sends=examples.DOCUMENT,
    errors=["not_found", *CLOSED],
    parameters=[DOCUMENT_ID],
)
delete_document = operation(
    "delete_document",
    tag="Documents",
    summary="Remove a document",
    description="It goes to the trash and is found no more from the next request on."
    " Scope `documents`.",
    answers={200: responses.DocumentDeletedSerializer},
    sends={
        "status": "success",
        "id": examples.DOCUMENT_ID,
        "message": "Dokumen dipindahkan ke tempat sampah.",
    },
    errors=["not_found", *CLOSED],
    parameters=[DOCUMENT_ID],
)
refresh_documents = operation(
    "refresh_documents",
    tag="Documents",
    summary="Compare with the import folder",
    description="Takes in and processes new and changed files of the server's import folder, and"
    " counts documents whose file is there no more; these stay. 409 where no folder is configured."
    " Scope `documents`.",
    answers={200: responses.RefreshedSerializer},
    sends={
        "status": "success",
        "added": 2,
        "updated": 1,
        "orphaned": 0,
        "refused": [],
        "job_id": "job_3f9a1c0b7d2e",
    },
    errors=["conflict", *CLOSED],
)
process = operation(
    "process_documents",
    tag="Processing",
    summary="Process documents",
    description="Read, cut into chunks and index, by the queue. A document that is being processed"
    " is not queued a second time. Scope `documents`.",
    request=jobs.ProcessRequestSerializer,
    answers={202: responses.ProcessingStartedSerializer},
    example={
        "document_ids": [examples.DOCUMENT_ID],
        "config": {"chunk_size": 1000, "chunk_overlap": 200},
        "auto_index": True,
    },
    sends={
        "status": "success",
        "job_id": "job_3f9a1c0b7d2e",
        "message": "1 dokumen masuk antrean.",
        "documents_queued": 1,
    },
    errors=[*WITH_BODY, "not_found", *CLOSED],
)
process_all = operation(
    "process_all_documents",
    tag="Processing",
    summary="Process all that waits",
    description="Every document that is uploaded or in error. Scope `documents`.",
    request=jobs.ProcessAllRequestSerializer,
    answers={202: responses.ProcessingStartedSerializer},
    example={"chunk_size": 1000, "chunk_overlap": 200, "auto_index": True},
    sends={
        "status": "success",
        "job_id": "job_3f9a1c0b7d2e",
        "message": "12 dokumen masuk antrean.",
        "documents_queued": 12,
    },
    errors=[*WITH_BODY, *CLOSED],
)
job_status = operation(
    "job_status",
    tag="Processing",
    summary="How a job stands",
    description="Of processing and of reindexing, with the outcome of each document."
    " Scope `documents`.",
    answers={200: responses.JobStatusSerializer},
    sends={"status": "success", **examples.JOB, "documents": []},
    errors=["not_found", *CLOSED],
    parameters=[JOB_ID],
)
statistics = operation(
    "kb_statistics",
    tag="Knowledge base",
    summary="How the knowledge base stands",
    description="Scope `documents`.",
    answers={200: responses.StatisticsSerializer},
    sends=examples.STATISTICS,
    errors=CLOSED,
)
reindex = operation(
    "kb_reindex",
    tag="Knowledge base",
    summary="Rebuild the index",
    description="Asked for while one runs, it is remembered and run once afterwards."
    " Scope `admin`.",
    request=jobs.ReindexRequestSerializer,
    answers={202: responses.JobStartedSerializer},
    example={"rebuild_vectors": True, "rebuild_bm25": True, "document_ids": None},
    sends={
        "status": "success",
        "job_id": "reindex_3f9a1c0b7d2e",
        "message": "Pengindeksan ulang masuk antrean.",
    },
    errors=[*WITH_BODY, "not_found", *CLOSED],
)
clear = operation(
    "kb_clear",
    tag="Knowledge base",
    summary="Remove everything",
    description="Moves every document to the trash, from which staff can restore them."
    " Scope `admin`.",
    answers={200: responses.ClearedSerializer},
    sends={
        "status": "success",
        "documents_removed": 10,
        "chunks_removed": 1840,
        "message": "10 dokumen dipindahkan ke tempat sampah.",
    },
    errors=["invalid", *CLOSED],
    parameters=[
        OpenApiParameter("confirm", str, required=True, description="The word `HAPUS`."),
    ],
)
active_jobs = operation(
    "kb_active_jobs",
    tag="Knowledge base",
    summary="Jobs that wait or run",
    description="Scope `documents`.",
    answers={200: responses.ActiveJobsSerializer},
    sends={"status": "success", "jobs": [examples.JOB]},
    errors=CLOSED,
)
