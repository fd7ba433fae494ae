"""Stored answers: read, followed, stopped, rated."""

from django.http import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from answering import answers
from answering.api import operations
from answering.api.asking import asker_of, owner_of
from answering.api.failures import failure_body
from answering.api.permissions import Anyone
from answering.api.serializers.questions import FeedbackRequestSerializer
from answering.api.views.base import PortalView, success
from answering.feedback import give_feedback
from answering.models import Answer
from answering.outcomes import outcome_of
from answering.presentation import answer_json
from answering.streams import stream_response

RETRY_AFTER_S = "5"


class AnswerView(PortalView):
    permission_classes = [Anyone]

    @operations.show_answer
    def get(self, request: Request, query_id: str) -> Response:
        """An answer that ended in an error is shown like any other: reading it succeeded."""
        return Response(answer_json(answers.answer(query_id), asker=asker_of(request)))


class AnswerStreamView(PortalView):
    permission_classes = [Anyone]

    @operations.answer_stream
    def get(self, request: Request, query_id: str) -> HttpResponseBase:
        return stream_response(
            answers.answer(query_id),
            asker=asker_of(request),
            last_event_id=request.headers.get("Last-Event-ID"),
        )


class StopView(PortalView):
    permission_classes = [Anyone]

    @operations.stop_answer
    def post(self, request: Request, query_id: str) -> Response:
        stopping = answers.request_stop(query_id, owner=owner_of(request))
        outcome = answers.answer(query_id).outcome
        return success(query_id=query_id, stopping=stopping, outcome=outcome or None)


class FeedbackView(PortalView):
    permission_classes = [Anyone]

    @operations.give_feedback
    def post(self, request: Request, query_id: str) -> Response:
        given = FeedbackRequestSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        feedback = give_feedback(
            query_id,
            owner=owner_of(request),
            rating=given.validated_data["rating"],
            reason=given.validated_data.get("reason") or "",
        )
        return success(query_id=query_id, rating=feedback.rating, reason=feedback.reason)


def answered(request: Request, answer: Answer) -> Response:
    """The answer to whoever waited for it; 504 if it is still being made after all that time."""
    if not answer.outcome:
        address = reverse("api:answer", args=[answer.id])
        status, body = failure_body("timeout", address=address)
        return Response(body | {"query_id": answer.id}, status=status)
    status = outcome_of(answer.outcome).http_status
    headers = {"Retry-After": RETRY_AFTER_S} if status == 503 else None
    return Response(answer_json(answer, asker=asker_of(request)), status=status, headers=headers)
