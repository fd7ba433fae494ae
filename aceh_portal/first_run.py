"""What a portal needs before it can serve: tables, static files, an administrator, documents.

Every step looks at what is there and does nothing when it is done already.
"""

import hashlib
import logging
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from documents.models import Document

logger = logging.getLogger("portal.setup")


@dataclass(frozen=True, slots=True)
class Login:
    username: str
    password: str | None  # None: known to whoever set it


def migrate() -> None:
    call_command("migrate", interactive=False, verbosity=0)


def collect_static_files() -> None:
    """Collect static files when one was added, removed or changed since they last were."""
    fingerprint = _static_fingerprint()
    record = Path(settings.STATIC_ROOT) / ".collected-from"
    if record.is_file() and record.read_text() == fingerprint:
        return
    logger.info("collecting static files")
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    record.write_text(fingerprint)


def _static_fingerprint() -> str:
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = os.stat(storage.path(path))
            digest.update(f"{path}\0{status.st_mtime_ns}\0{status.st_size}\n".encode())
    return digest.hexdigest()


def create_administrator(*, username: str, password: str) -> Login:
    """Create the first administrator; afterwards only say who it is."""
    users = get_user_model()._default_manager
    if first := users.filter(is_superuser=True, is_active=True).order_by("pk").first():
        return Login(username=first.get_username(), password=None)
    made_up = password or secrets.token_urlsafe(12)
    users.create_superuser(username=username, password=made_up)
    return Login(username=username, password=None if password else made_up)


class SampleCollection:
    """Whether the sample collection is to be imported, kept in the data directory.

    It is imported once, into an empty portal: what staff delete stays deleted.
    """

    def __init__(self) -> None:
        self.folder = Path(settings.BASE_DIR) / "documents" / "sample_collection"
        self.record = Path(settings.DATA_DIR) / "sample-collection"

    @property
    def is_due(self) -> bool:
        if self.record.is_file():
            return self.record.read_text() == "begun"
        return not Document.objects.exists()

    def begun(self) -> None:
        self.record.write_text("begun")

    def finished(self) -> None:
        self.record.write_text("finished")
