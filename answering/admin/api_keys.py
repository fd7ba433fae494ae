"""Keys in the admin: made, shown once, revoked."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import IS_POPUP_VAR
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from answering.models import ApiKey


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["name", "scope", "prefix", "active", "created_at", "last_used_at"]
    list_filter = ["active", "scope"]
    search_fields = ["name", "prefix"]
    actions = ["revoke"]
    readonly_fields = ["prefix", "active", "created_at", "last_used_at"]

    def get_fields(self, request: HttpRequest, obj: ApiKey | None = None) -> list[Any]:
        return ["name", "scope", *(self.readonly_fields if obj else [])]

    def get_readonly_fields(self, request: HttpRequest, obj: ApiKey | None = None) -> list[str]:
        """The scope stays what its holder was told."""
        return ["scope", *self.readonly_fields] if obj else []

    def has_delete_permission(self, request: HttpRequest, obj: ApiKey | None = None) -> bool:
        """A key is revoked, never deleted: its conversations would go with it."""
        return False

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return self.has_change_permission(request)

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        issued, text = ApiKey.objects.issue(obj.name, obj.scope)
        obj.__dict__.update(issued.__dict__)
        request.issued_key = text  # type: ignore[attr-defined]

    def response_add(
        self, request: HttpRequest, obj: ApiKey, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the key in this response alone; a message would lie in a cookie or a session."""
        context = self.admin_site.each_context(request) | {
            "title": _("The new key"),
            "opts": self.opts,
            "key": obj,
            "text": request.issued_key,  # type: ignore[attr-defined]
            "is_popup": IS_POPUP_VAR in request.POST,
        }
        response = TemplateResponse(request, "admin/answering/apikey/issued.html", context)
        add_never_cache_headers(response)
        return response

    @admin.action(description=_("Revoke the selected keys"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, keys: QuerySet[ApiKey]) -> None:
        revoked = 0
        for key in keys.filter(active=True):
            revoked += ApiKey.objects.filter(pk=key.pk, active=True).update(active=False)
            self.log_change(request, key, "revoked")
        message = ngettext("%(count)d key was revoked.", "%(count)d keys were revoked.", revoked)
        self.message_user(request, message % {"count": revoked}, messages.SUCCESS)
