"""What all end points share."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import APIView

from answering.api.failures import Failure
from answering.api.parsers import AlwaysJson, JsonBody
from answering.api.permissions import Anyone
from answering.api.throttling import RequestLimit


class PortalView(APIView):
    """JSON in, JSON out, counted against the rate limit; `counted_as` names the counter."""

    content_negotiation_class = AlwaysJson
    parser_classes = [JsonBody]
    throttle_classes = [RequestLimit]
    counted_as = "read"


class NotFoundView(PortalView):
    """Whatever is asked below /v1/ that has no end point."""

    permission_classes = [Anyone]
    throttle_classes = []
    schema = None

    def http_method_not_allowed(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        raise Failure("not_found")


def success(*, http_status: int = 200, **fields: Any) -> Response:
    return Response({"status": "success", **fields}, status=http_status)
