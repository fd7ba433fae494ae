"""Keys of integrators, and how often anyone may ask."""

import hashlib
import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """Each scope includes those before it."""

    QUERY = "query", _("ask and search")
    DOCUMENTS = "documents", _("manage documents")
    ADMIN = "admin", _("manage the knowledge base")


class ApiKeyManager(models.Manager["ApiKey"]):
    def issue(self, name: str, scope: str) -> tuple["ApiKey", str]:
        """A new key and its text, which is shown once and never stored."""
        text = f"ap_{secrets.token_urlsafe(32)}"
        return self.create(
            name=name, scope=scope, digest=ApiKey.digest_of(text), prefix=text[:8]
        ), text


class ApiKey(models.Model):
    name = models.CharField(_("name"), max_length=100)
    scope = models.CharField(_("scope"), max_length=10, choices=Scope, default=Scope.QUERY)
    prefix = models.CharField(_("begins with"), max_length=12, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, editable=False)

    objects = ApiKeyManager()

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @staticmethod
    def digest_of(text: str) -> str:
        """SHA-256: the keys are random, so that a slow hash would protect nothing more."""
        return hashlib.sha256(text.encode()).hexdigest()

    def allows(self, scope: str) -> bool:
        return self.active and Scope.values.index(self.scope) >= Scope.values.index(scope)


class RateCounter(models.Model):
    """Requests of one asker in one minute; counted by a single INSERT ... ON CONFLICT."""

    bucket = models.CharField(max_length=100, help_text="address or key, and the scope counted")
    minute = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bucket", "minute"], name="rate_counter_once"),
        ]

    def __str__(self) -> str:
        return f"{self.bucket}: {self.count}"
