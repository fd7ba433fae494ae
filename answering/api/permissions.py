"""Who may call which end point: a key of sufficient scope, or staff with the permission."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from answering.models import ApiKey, Scope


class NobodyByDefault(BasePermission):
    """A view that names no permission is closed."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return False


class Anyone(BasePermission):
    """Questions and searches; what the asker may see decides what is found."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return True


class KeyOrStaff(BasePermission):
    """A key with `scope`, or signed-in staff with the Django permission for the method."""

    scope: str
    staff_needs: dict[str, str]

    def has_permission(self, request: Request, view: Any) -> bool:
        if isinstance(request.auth, ApiKey):
            return request.auth.allows(self.scope)
        method = "GET" if request.method in SAFE_METHODS else str(request.method)
        user = request.user
        # A method that the view does not have is answered with 405, not 403.
        needed = self.staff_needs.get(method, "documents.view_document")
        return bool(user.is_active and user.is_staff and user.has_perm(needed))


class ManagesDocuments(KeyOrStaff):
    scope = Scope.DOCUMENTS
    staff_needs = {
        "GET": "documents.view_document",
        "POST": "documents.add_document",
        "DELETE": "documents.delete_document",
    }


class ProcessesDocuments(KeyOrStaff):
    scope = Scope.DOCUMENTS
    staff_needs = {"GET": "documents.view_document", "POST": "documents.change_document"}


class ManagesKnowledgeBase(KeyOrStaff):
    scope = Scope.ADMIN
    staff_needs = {
        "GET": "documents.view_document",
        "POST": "documents.change_document",
        "DELETE": "documents.delete_document",
    }
