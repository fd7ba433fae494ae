"""Bodies: JSON within its limit, and the answer in JSON whatever a client says it accepts."""

from collections.abc import Iterable, Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class JsonBody(JSONParser):
    """JSON of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes; Django checks forms alone."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        if content_length(parser_context) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError from error


def content_length(parser_context: Mapping[str, Any] | None) -> int:
    request = (parser_context or {}).get("request")
    length = request.META.get("CONTENT_LENGTH") if request else None
    return int(length) if length and length.isdecimal() else 0


class AlwaysJson(BaseContentNegotiation):
    """One form of answer: a browser's or event reader's Accept header is no reason for a 406."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        wanted = str(request.content_type).partition(";")[0].strip().lower()
        return next((each for each in parsers if each.media_type == wanted), None)

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)
