"""Addresses of this application's WebSockets."""

from django.urls import path

from documents.consumers import JobsConsumer

websocket_urlpatterns = [path("ws/jobs/", JobsConsumer.as_asgi())]
