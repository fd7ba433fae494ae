"""Importing files and folders from this machine; a folder can be looked through again."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from django.conf import settings

from documents.intake import clean_source, store_upload, store_version
from documents.jobs import request_processing
from documents.models import Document, Job, Status
from documents.reasons import Refused

Outcome = Literal["added", "updated", "unchanged", "refused"]


@dataclass(frozen=True, slots=True)
class Found:
    """A file to import. `in_folder`: its source names it, so that other bytes are an update."""

    path: Path
    source: str
    in_folder: bool


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a file; `document` is None and `error` tells why if it was refused."""

    found: Found
    outcome: Outcome
    document: Document | None = None
    error: Refused | None = None


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a second look at the import folder found; orphaned documents lost their file."""

    added: tuple[Document, ...]
    updated: tuple[Document, ...]
    orphaned: tuple[Document, ...]
    refused: tuple[Imported, ...]
    job: Job | None


def find(paths: Iterable[Path]) -> Iterator[Found]:
    """Files and what lies in folders, in a fixed order, without hidden files and links."""
    for path in paths:
        if path.is_dir():
            for file in sorted(path.rglob("*")):
                below = file.relative_to(path)
                hidden = any(part.startswith(".") for part in below.parts)
                if not hidden and file.is_file() and not file.is_symlink():
                    yield Found(file, clean_source(below.as_posix()), in_folder=True)
        else:
            yield Found(path, clean_source(path.name), in_folder=False)


def import_file(
    found: Found, *, metadata: Mapping[str, Any] | None = None, imported_by: Any = None
) -> Imported:
    """Store a file, or its new bytes as the next version of the document with its source."""
    try:
        with found.path.open("rb") as file:
            former = document_at(found) if found.in_folder else None
            if former is not None:
                updated = store_version(
                    former, file, filename=found.path.name, uploaded_by=imported_by
                )
                return Imported(found, "updated" if updated else "unchanged", former)
            stored = store_upload(
                file,
                filename=found.path.name,
                source=found.source,
                metadata=metadata,
                uploaded_by=imported_by,
            )
    except Refused as error:
        return Imported(found, "refused", error=error)
    return Imported(found, "added" if stored.created else "unchanged", stored.document)


def document_at(found: Found) -> Document | None:
    return Document.objects.present().filter(source=found.source).first()


def refresh(*, requested_by: Any = None) -> Refreshed:
    """Look through IMPORT_FOLDER again and queue what is new or changed.

    Raises Refused if no folder is configured.
    """
    if not settings.IMPORT_FOLDER:
        raise Refused("no_import_folder", 409)
    imported = [
        import_file(found, imported_by=requested_by)
        for found in find([Path(settings.IMPORT_FOLDER)])
    ]
    documents: dict[str, list[Document]] = {"added": [], "updated": []}
    for each in imported:
        if each.document is not None and each.outcome in documents:
            documents[each.outcome].append(each.document)
    changed = [document.pk for group in documents.values() for document in group]
    sources = {each.found.source for each in imported}
    return Refreshed(
        added=tuple(documents["added"]),
        updated=tuple(documents["updated"]),
        orphaned=tuple(orphans(sources)),
        refused=tuple(each for each in imported if each.outcome == "refused"),
        job=request_processing(changed, requested_by=requested_by) if changed else None,
    )


def orphans(sources: set[str]) -> Iterable[Document]:
    """Documents that came from a folder and are no longer in it."""
    return Document.objects.present().exclude(source="").exclude(source__in=sources)


def unprocessed(imported: Iterable[Imported]) -> list[str]:
    """Ids of documents that wait for processing, also from an import that was interrupted."""
    return [
        each.document.pk
        for each in imported
        if each.document is not None and each.document.status == Status.UPLOADED
    ]
