"""The ASGI application: HTTP by Django, WebSockets by Channels."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aceh_portal.settings")

application = ProtocolTypeRouter({"http": get_asgi_application()})
