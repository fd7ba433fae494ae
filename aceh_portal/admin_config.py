"""The admin site of the portal."""

from django.contrib.admin.apps import AdminConfig


class PortalAdminConfig(AdminConfig):
    default_site = "aceh_portal.admin_site.PortalAdminSite"
