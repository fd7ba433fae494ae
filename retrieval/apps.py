from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate, pre_delete
from django.utils.translation import gettext_lazy as _

from retrieval.checks import check_model_folders


class RetrievalConfig(AppConfig):
    name = "retrieval"
    verbose_name = _("Retrieval")

    def ready(self) -> None:
        from documents.models import Document  # noqa: PLC0415
        from documents.signals import document_changed, version_read  # noqa: PLC0415
        from retrieval import receivers  # noqa: PLC0415

        checks.register(check_model_folders)
        version_read.connect(receivers.index_version)
        document_changed.connect(receivers.change_access)
        pre_delete.connect(receivers.forget_document, sender=Document)
        post_migrate.connect(plan_sweeping, sender=self)


def plan_sweeping(using: str, **kwargs: Any) -> None:
    """Have the queue's scheduler recover reindexing that fell.

    The model is taken from the registry that the migration ran with.
    """
    try:
        schedule = kwargs["apps"].get_model("django_q", "Schedule")
    except LookupError:
        return
    schedule.objects.using(using).update_or_create(
        name="Recover stalled reindexing",
        defaults={
            "func": "retrieval.reindex_jobs.sweep",
            "repeats": -1,
            "schedule_type": "I",
            "minutes": 1,
        },
    )
