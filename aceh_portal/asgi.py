"""The ASGI application: HTTP by Django, WebSockets by Channels."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aceh_portal.settings")

http_application = get_asgi_application()  # sets Django up, which the imports below need

from aceh_portal.body_limit import BodyLimit  # noqa: E402
from aceh_portal.unknown_socket import UnknownSocket  # noqa: E402
from answering.routing import websocket_urlpatterns as chat_sockets  # noqa: E402
from documents.routing import websocket_urlpatterns as jobs_sockets  # noqa: E402

unknown_sockets = [re_path("", UnknownSocket.as_asgi())]
application = ProtocolTypeRouter(
    {
        "http": BodyLimit(http_application),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter([*chat_sockets, *jobs_sockets, *unknown_sockets])),
        ),
    }
)
