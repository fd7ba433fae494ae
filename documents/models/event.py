"""What happened, in order: the source of every stream (SSE, WebSocket, reload)."""

from typing import Any

from django.db import models


class Event(models.Model):
    """One event of a stream such as `answer:q_...` or `job:job_...`; seq counts from 1."""

    stream = models.CharField(max_length=60)
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["stream", "seq"]
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="event_seq_once")]
        indexes = [models.Index(fields=["created_at"], name="event_age")]

    def __str__(self) -> str:
        return f"{self.stream} #{self.seq} {self.type}"

    def as_message(self) -> dict[str, Any]:
        """The form in which SSE and WebSockets carry it."""
        return {"seq": self.seq, "type": self.type, "data": self.data}
