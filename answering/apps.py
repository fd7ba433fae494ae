from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy as _

from answering.checks import leases_outlive_their_renewal


class AnsweringConfig(AppConfig):
    name = "answering"
    verbose_name = _("Answering")

    def ready(self) -> None:
        checks.register(leases_outlive_their_renewal)
