from django.apps import AppConfig
from django.db.models.signals import pre_delete
from django.utils.translation import gettext_lazy as _


class RetrievalConfig(AppConfig):
    name = "retrieval"
    verbose_name = _("Retrieval")

    def ready(self) -> None:
        from documents.models import Document  # noqa: PLC0415
        from documents.signals import document_changed, version_read  # noqa: PLC0415
        from retrieval import receivers  # noqa: PLC0415

        version_read.connect(receivers.index_version)
        document_changed.connect(receivers.change_access)
        pre_delete.connect(receivers.forget_document, sender=Document)
