"""All addresses of the portal."""

from django.contrib import admin
from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver

from aceh_portal import health, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("v1/", include(("answering.api.urls", "api"))),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("robots.txt", views.robots),
    path("favicon.ico", views.favicon),
    path("dokumen/", include("documents.urls")),
    path("", include("answering.page_urls")),
]
handler400 = views.bad_request
handler403 = views.not_found
handler404 = views.not_found
handler500 = views.server_error
