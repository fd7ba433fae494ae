"""A conversation and whom it belongs to."""

import uuid

from django.conf import settings
from django.db import models


class Conversation(models.Model):
    """Belongs to the key, the user or the signed cookie that began it; unknown to any other."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    api_key = models.ForeignKey(
        "answering.ApiKey", on_delete=models.CASCADE, null=True, editable=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, editable=False
    )
    visitor = models.CharField(
        max_length=64, blank=True, db_index=True, help_text="id held in the visitor's signed cookie"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return str(self.id)
