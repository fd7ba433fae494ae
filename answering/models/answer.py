"""The receipt of one question: everything that was found, said, removed and why."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from answering.models.conversation import Conversation


def new_query_id() -> str:
    return f"q_{secrets.token_hex(16)}"


class Answer(models.Model):
    """One question and what was answered; `outcome` is empty while it is being made."""

    id = models.CharField(primary_key=True, max_length=34, default=new_query_id, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="answers")
    question = models.TextField(_("question"))
    contextualised_question = models.TextField(blank=True)
    language = models.CharField(max_length=5, default="id")
    pipeline_type = models.CharField(max_length=10, default="advanced")
    max_results = models.PositiveSmallIntegerField(default=5)
    filters = models.JSONField(default=dict)
    sees_everything = models.BooleanField(default=False, help_text="the asker's rights then")
    group_ids = models.JSONField(default=list, help_text="the asker's rights then")

    outcome = models.CharField(_("outcome"), max_length=40, blank=True, db_index=True)
    text = models.TextField(_("answer"), blank=True)
    claims = models.JSONField(default=list, help_text="sentences shown, each with its citations")
    removed_claims = models.JSONField(default=list, help_text="sentences withheld, with reasons")
    citations = models.JSONField(default=list, help_text="as in the API, with the quoted words")
    sources = models.JSONField(default=list, help_text="passages that the answer uses")
    confidence = models.FloatField(null=True)
    tool = models.CharField(max_length=30, blank=True)
    generator = models.CharField(max_length=60, blank=True)
    timings_ms = models.JSONField(default=dict)
    error_code = models.CharField(max_length=40, blank=True)

    lease_until = models.DateTimeField(null=True, help_text="renewed by the process that answers")
    stop_requested = models.BooleanField(default=False)
    created_at = models.DateTimeField(_("asked"), auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        ordering = ["-created_at"]
        indexes = [
            models.Index(
                fields=["lease_until"], condition=models.Q(outcome=""), name="answer_running"
            ),
        ]

    def __str__(self) -> str:
        return self.question[:80]


class Feedback(models.Model):
    class Rating(models.TextChoices):
        UP = "up", _("helpful")
        DOWN = "down", _("not helpful")

    answer = models.OneToOneField(Answer, on_delete=models.CASCADE, related_name="feedback")
    rating = models.CharField(_("rating"), max_length=4, choices=Rating)
    reason = models.TextField(_("reason"), blank=True, max_length=1_000)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("feedback")
        verbose_name_plural = _("feedback")

    def __str__(self) -> str:
        return f"{self.answer_id}: {self.rating}"
