"""Django's admin under the portal's name."""

from django.contrib.admin import AdminSite
from django.utils.translation import gettext_lazy as _


class PortalAdminSite(AdminSite):
    site_header = _("Aceh Portal")
    site_title = _("Aceh Portal")
    index_title = _("Administration")
