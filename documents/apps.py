from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from documents.checks import check_ocr, check_queue, check_reading_time


class DocumentsConfig(AppConfig):
    name = "documents"
    verbose_name = _("Collection")

    def ready(self) -> None:
        # The models are not loaded before.
        from documents.findings.receivers import details_changed  # noqa: PLC0415
        from documents.relating import on_document_changed  # noqa: PLC0415
        from documents.signals import document_changed  # noqa: PLC0415

        for check in (check_queue, check_reading_time, check_ocr):
            checks.register(check)
        document_changed.connect(details_changed)
        document_changed.connect(on_document_changed)
        post_migrate.connect(plan_housekeeping, sender=self)


def plan_housekeeping(using: str, **kwargs: Any) -> None:
    """Have the queue's scheduler run what keeps jobs, events and files tidy.

    The model is taken from the registry that the migration ran with.
    """
    try:
        schedule = kwargs["apps"].get_model("django_q", "Schedule")
    except LookupError:
        return
    plans: list[tuple[str, str, dict[str, Any]]] = [
        ("Recover stalled jobs", "documents.jobs.sweep", {"schedule_type": "I", "minutes": 1}),
        (
            "Note findings",
            "documents.findings.noting.catch_up",
            {"schedule_type": "I", "minutes": 10},
        ),
        ("Delete old events", "documents.events.purge", {"schedule_type": "D"}),
        ("Settle legal status", "documents.relating.settle_all", {"schedule_type": "D"}),
        ("Delete left files", "documents.leftovers.clear", {"schedule_type": "D"}),
    ]
    for name, func, timing in plans:
        schedule.objects.using(using).update_or_create(
            name=name, defaults={"func": func, "repeats": -1, **timing}
        )
