"""Files that nothing points to: what a crash of the intake or of a reader left behind."""

import os
import shutil
import tempfile
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.utils import timezone

from documents.extraction.isolation import FOLDER_PREFIX
from documents.models import Version

# Younger files may belong to an upload that is still on its way.
KEEP = timedelta(days=1)
ROOT = "documents"


def clear() -> int:
    """Delete staged uploads, stored files without a version and folders of readers that were
    killed; gives how many."""
    return clear_staged() + clear_stored() + clear_readers()


def clear_staged() -> int:
    before = (timezone.now() - KEEP).timestamp()
    folder = Path(settings.MEDIA_ROOT) / "incoming"
    old = [path for path in folder.glob("*") if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def clear_readers() -> int:
    before = (timezone.now() - KEEP).timestamp()
    folders = Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*")
    seen = [(path, path.stat()) for path in folders]
    old = [path for path, at in seen if at.st_mtime < before and at.st_uid == os.getuid()]
    for path in old:
        shutil.rmtree(path, ignore_errors=True)
    return len(old)


def clear_stored() -> int:
    if not default_storage.exists(ROOT):
        return 0
    return sum(map(clear_document, default_storage.listdir(ROOT)[0]))


def clear_document(document_id: str) -> int:
    """Delete the old files below a document's folder that no version names."""
    deleted = 0
    named = set(Version.objects.filter(document=document_id).values_list("file", flat=True))
    for filename in default_storage.listdir(f"{ROOT}/{document_id}")[1]:
        name = f"{ROOT}/{document_id}/{filename}"
        if name not in named and _is_old(name):
            default_storage.delete(name)
            deleted += 1
    return deleted


def _is_old(name: str) -> bool:
    return default_storage.get_modified_time(name) < timezone.now() - KEEP
