"""WebSocket addresses of this application."""

from django.urls import path

from answering.consumers import ChatConsumer

websocket_urlpatterns = [path("ws/chat/", ChatConsumer.as_asgi())]
