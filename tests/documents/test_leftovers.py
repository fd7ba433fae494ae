"""What a crash leaves behind is deleted, once it is a day old."""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from documents import leftovers
from documents.extraction.isolation import FOLDER_PREFIX
from documents.models import Document, Version

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def aged(path: Path) -> Path:
    then = time.time() - leftovers.KEEP.total_seconds() - 60
    os.utime(path, (then, then))
    return path


def test_folders_of_readers_that_were_killed_are_deleted(tmp_path: Path) -> None:
    old, young, foreign = (tmp_path / n for n in (f"{FOLDER_PREFIX}1", f"{FOLDER_PREFIX}2", "x"))
    for folder in (old, young, foreign):
        folder.mkdir()
        (folder / "result").touch()
    aged(old), aged(foreign)

    assert leftovers.clear() == 1
    assert [folder.exists() for folder in (old, young, foreign)] == [False, True, True]


def test_a_staged_upload_is_deleted_when_it_is_old(tmp_path: Path) -> None:
    incoming = tmp_path / "media" / "incoming"
    incoming.mkdir(parents=True)
    old, young = incoming / "a", incoming / "b"
    old.touch(), young.touch()
    aged(old)

    assert leftovers.clear() == 1
    assert list(incoming.iterdir()) == [young]


def test_only_stored_files_without_a_version_are_deleted(
    upload: Callable[..., Document], tmp_path: Path
) -> None:
    stored = Path(upload().latest_version.file.path)
    stray, of_nobody = stored.with_name("v9.md"), stored.parents[1] / "doc_0" / "v1.md"
    of_nobody.parent.mkdir()
    for path in (stray, of_nobody):
        path.touch()
    for path in (stored, stray, of_nobody):
        aged(path)

    assert leftovers.clear() == 2
    assert stored.exists()
    assert Version.objects.count() == 1
