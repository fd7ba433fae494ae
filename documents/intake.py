"""Taking in a file: checked by its content, stored once, or refused with nothing left behind."""

import hashlib
import os
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files import File
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from documents.extraction.types import ExtractionError
from documents.formats import detect
from documents.models import Document, Status, Version
from documents.reasons import Refused

GIVABLE_FIELDS = frozenset(
    {
        "title",
        "kind",
        "number",
        "year",
        "issuer",
        "subject",
        "place",
        "enacted_on",
        "promulgated_on",
        "gazette",
        "language",
        "visibility",
        "legal_status",
        "cloud_allowed",
        "source_url",
        "tags",
    }
)
NAMELESS = "tanpa-nama"
MAX_NAME = 255
MAX_SOURCE = 500


class Upload(Protocol):
    """What Django hands a view, or any file opened for reading bytes."""

    def read(self, size: int = ..., /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Stored:
    """The document that holds the file; `created` is False if it was there before."""

    document: Document
    created: bool


@dataclass(frozen=True, slots=True)
class StagedFile:
    """A checked file that lies beside the stored ones, not yet among them. `size` in bytes."""

    path: Path
    sha256: str
    size: int
    media_type: str


class MovableFile(File):  # type: ignore[type-arg]
    """Lets Django's file storage rename the staged file instead of copying it."""

    def temporary_file_path(self) -> str:
        return str(self.name)


def store_upload(
    file: Upload,
    *,
    filename: str,
    source: str = "",
    metadata: Mapping[str, Any] | None = None,
    uploaded_by: Any = None,
) -> Stored:
    """Store a file as a new document; the same bytes again answer with the first document.

    `metadata` holds fields of Document that the uploader gave; reading the file leaves them as
    they are. Raises Refused (empty, too large, unsupported type, invalid metadata).
    """
    name = clean_filename(filename)
    document = described(name, source=source, metadata=metadata or {}, uploaded_by=uploaded_by)
    with staged(file, name) as incoming:
        document.sha256 = incoming.sha256
        if first := holder(incoming):
            return Stored(first, created=False)
        try:
            with transaction.atomic():
                # The unique constraint decides between two uploads of the same bytes: the
                # second one waits here until the first has committed.
                document.save(force_insert=True)
                add_version(document, incoming, uploaded_by=uploaded_by)
        except IntegrityError:
            if first := holder(incoming):
                return Stored(first, created=False)
            raise
    return Stored(document, created=True)


def store_version(
    document: Document, file: Upload, *, filename: str, uploaded_by: Any = None
) -> bool:
    """Store a new file of a document as its next version; False if these bytes are held already.

    The former version stays searchable until the new one is processed. Raises Refused.
    """
    name = clean_filename(filename)
    with staged(file, name) as incoming:
        if holder(incoming):
            return False
        try:
            with transaction.atomic():
                held = Document.objects.select_for_update().get(pk=document.pk)
                document.sha256, document.original_filename = incoming.sha256, name
                document.save(update_fields=["sha256", "original_filename"])
                add_version(document, incoming, uploaded_by=uploaded_by)
                await_processing(held)
        except IntegrityError:
            if holder(incoming):
                return False
            raise
    document.refresh_from_db(fields=["status", "error_code", "error_detail"])
    return True


def await_processing(document: Document) -> None:
    """Mark a locked document whose newest version was not read yet.

    One that is queued stays so: the job reads whatever is newest when its turn comes.
    """
    Document.objects.filter(pk=document.pk).exclude(status=Status.QUEUED).update(
        status=Status.UPLOADED, error_code="", error_detail="", updated_at=timezone.now()
    )


def holder(incoming: StagedFile) -> Document | None:
    """The document outside the trash that holds these bytes."""
    return Document.objects.present().filter(sha256=incoming.sha256).first()


def add_version(document: Document, incoming: StagedFile, *, uploaded_by: Any) -> Version:
    """Move the staged file among the stored ones and record it; within a transaction."""
    version = Version(
        document=document,
        number=next_number(document),
        sha256=incoming.sha256,
        size=incoming.size,
        media_type=incoming.media_type,
        chunk_size=settings.CHUNK_SIZE,
        chunk_overlap=settings.CHUNK_OVERLAP,
        created_by=uploaded_by,
    )
    with incoming.path.open("rb") as stream:
        content = MovableFile(stream, name=str(incoming.path))
        version.file.save(document.original_filename, content, save=False)
    try:
        version.save(force_insert=True)
    except BaseException:
        version.file.delete(save=False)
        raise
    return version


def next_number(document: Document) -> int:
    return (document.versions.aggregate(last=Max("number"))["last"] or 0) + 1


def described(name: str, *, source: str, metadata: Mapping[str, Any], uploaded_by: Any) -> Document:
    """An unsaved document with what the uploader said of it; raises Refused."""
    given = {field: value for field, value in metadata.items() if value not in (None, "", [])}
    if unknown := given.keys() - GIVABLE_FIELDS:
        raise Refused("invalid_metadata", what=", ".join(sorted(unknown)))
    document = Document(
        original_filename=name,
        source=clean_source(source),
        uploaded_by=uploaded_by,
        given_fields=sorted(given),
        **{"title": title_from(name), **given},
    )
    try:
        document.clean_fields(exclude=["sha256"])
    except ValidationError as error:
        raise Refused("invalid_metadata", what=sentence(error)) from error
    return document


def sentence(error: ValidationError) -> str:
    return " ".join(
        f"{field}: {' '.join(messages)}" for field, messages in error.message_dict.items()
    )


@contextmanager
def staged(file: Upload, name: str) -> Iterator[StagedFile]:
    """The upload as a checked file that is gone afterwards unless it was stored.

    It lies on the file system of the stored files, so that storing it is one rename.
    """
    folder = Path(settings.MEDIA_ROOT) / "incoming"
    folder.mkdir(parents=True, exist_ok=True)
    handle, path_text = tempfile.mkstemp(dir=folder)
    path = Path(path_text)
    try:
        with os.fdopen(handle, "wb") as target:
            sha256, size = copy(file, target)
            target.flush()
            os.fsync(target.fileno())
        yield StagedFile(path, sha256, size, media_type_of(path, name))
    finally:
        path.unlink(missing_ok=True)


def copy(file: Upload, target: Any) -> tuple[str, int]:
    """SHA-256 and bytes of what was copied; raises Refused as soon as it is too large."""
    digest, size = hashlib.sha256(), 0
    for block in blocks(file):
        size += len(block)
        if size > settings.MAX_UPLOAD_MB * 1024 * 1024:
            raise Refused("too_large", 413, limit=settings.MAX_UPLOAD_MB)
        digest.update(block)
        target.write(block)
    if not size:
        raise Refused("empty_file")
    return digest.hexdigest(), size


def blocks(file: Upload) -> Iterable[bytes]:
    return iter(lambda: file.read(1024 * 1024), b"")


def media_type_of(path: Path, name: str) -> str:
    """By content; raises Refused for what no extractor reads."""
    try:
        media_type = detect(path, name, max_bytes_inside=settings.MAX_UNPACKED_MB * 1024**2)
    except ExtractionError as error:
        status = 415 if error.code == "unsupported_type" else 400
        raise Refused(error.code, status, detail=error.detail) from error
    if media_type not in settings.EXTRACTORS:
        raise Refused("unsupported_type", 415)
    return media_type


def clean_filename(filename: str) -> str:
    """The last part of the name without control characters, at most 255 characters long."""
    name = printable(filename.replace("\\", "/").rpartition("/")[2]).strip()
    if not name.strip("."):
        return NAMELESS
    stem, dot, ending = name.rpartition(".")
    if len(name) > MAX_NAME and dot and len(ending) <= 10:
        return stem[: MAX_NAME - len(ending) - 1] + "." + ending
    return name[:MAX_NAME]


def clean_source(source: str) -> str:
    """A relative path with `/`, without `.`, `..` and control characters."""
    parts = printable(source.replace("\\", "/")).split("/")
    return "/".join(part for part in parts if part.strip(". "))[:MAX_SOURCE]


def printable(text: str) -> str:
    """NFC without control and format characters (NUL, direction marks, newlines)."""
    return "".join(
        character
        for character in unicodedata.normalize("NFC", text)
        if unicodedata.category(character) not in {"Cc", "Cf", "Cs"}
    )


def title_from(name: str) -> str:
    """A readable title from a file's name, until the text gives a better one."""
    stem = name.rpartition(".")[0] or name
    return " ".join(stem.replace("_", " ").split()) or name
