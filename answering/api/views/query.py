"""Questions: answered at once or as a stream of events."""

from django.conf import settings
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from answering import answers
from answering.api import operations
from answering.api.asking import asker_of, owner_of, remember_visitor
from answering.api.permissions import Anyone
from answering.api.serializers.questions import QuestionRequestSerializer, filters_of
from answering.api.views.answers import answered
from answering.api.views.base import PortalView
from answering.models import Answer
from answering.ownership import Owner
from answering.streams import stream_response
from answering.visitors import new_visitor


class QueryView(PortalView):
    permission_classes = [Anyone]
    counted_as = "ask"

    @operations.query
    def post(self, request: Request) -> Response:
        owner = owner_of(request, visitor=new_visitor())
        begun = begin(request, owner)
        finished = answers.wait(begun.id, settings.ANSWER_WAIT_S)
        response = answered(request, finished)
        remember_visitor(request, response, owner)
        return response


class QueryStreamView(PortalView):
    permission_classes = [Anyone]
    counted_as = "ask"

    @operations.query_stream
    def post(self, request: Request) -> HttpResponseBase:
        owner = owner_of(request, visitor=new_visitor())
        begun = begin(request, owner)
        response = stream_response(begun, asker=asker_of(request))
        remember_visitor(request, response, owner)
        return response


def begin(request: Request, owner: Owner) -> Answer:
    """Store what was asked and begin to answer it. Raises ValidationError, Unknown, Invalid."""
    asked = QuestionRequestSerializer(data=request.data)
    asked.is_valid(raise_exception=True)
    values = asked.validated_data
    return answers.begin(
        values["question"],
        asker=asker_of(request),
        owner=owner,
        conversation_id=values.get("conversation_id"),
        pipeline_type=values["pipeline_type"],
        max_results=values["max_results"],
        filters=filters_of(values.get("filters")),
        language=values.get("language") or "",
    )
