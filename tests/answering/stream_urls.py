"""Addresses of a test: a stream, and a page that asks the database once."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path

from answering import answers
from answering.models import Answer
from answering.ownership import Owner
from answering.streams import stream_response
from documents.access import CITIZEN


def stream(request: HttpRequest) -> HttpResponseBase:
    begun = answers.begin("Apa itu mukim?", asker=CITIZEN, owner=Owner(visitor="a" * 32))
    return stream_response(begun, asker=CITIZEN)


def count(request: HttpRequest) -> HttpResponse:
    return HttpResponse(Answer.objects.count())


urlpatterns = [path("stream", stream), path("count", count)]
