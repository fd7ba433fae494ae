"""The ASGI application: HTTP by Django, WebSockets by Channels."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aceh_portal.settings")

http_application = get_asgi_application()  # sets Django up, which the imports below need

from aceh_portal.body_limit import BodyLimit  # noqa: E402
from answering.routing import websocket_urlpatterns as chat_sockets  # noqa: E402
from documents.routing import websocket_urlpatterns as jobs_sockets  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": BodyLimit(http_application),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter([*chat_sockets, *jobs_sockets])),
        ),
    }
)
