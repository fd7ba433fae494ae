"""How drf-spectacular sees the API: keys, sessions, and each address once."""

from typing import Any

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from answering.api.authentication import SCHEME


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "answering.api.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": f"`Authorization: {SCHEME} <key>`",
        }


class PortalSessionScheme(SessionScheme):  # type: ignore[no-untyped-call]
    target_class = "answering.api.authentication.PortalSession"


def each_address_once(endpoints: list[Any]) -> list[Any]:
    """Leave out what is not below /v1/ and the second form of an address, with a slash."""
    return [
        endpoint
        for endpoint in endpoints
        if endpoint[0].startswith("/v1/") and not endpoint[0].endswith("/")
    ]
