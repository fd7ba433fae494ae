"""Import files and folders."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from documents.importing import Imported, find, import_file, unprocessed
from documents.jobs import active_job_of, request_processing
from documents.models import Document, Job, Kind, Status, Visibility
from documents.waiting import wait_for


class Command(BaseCommand):
    help = "Import files and folders; a file's path below the folder becomes its source."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument(
            "--wait", action="store_true", help="return when all are ready or failed; list both"
        )
        parser.add_argument("--kind", choices=Kind.values, help="instead of what the text says")
        parser.add_argument("--internal", action="store_true", help="not for the public")
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        self.quiet = options["json"] or not sys.stderr.isatty()
        missing = [str(path) for path in options["paths"] if not path.exists()]
        if missing:
            text = _("There is no such file or folder: %(paths)s")
            raise CommandError(text % {"paths": ", ".join(missing)})
        imported = self.store(options)
        ids = unprocessed(imported)
        job = request_processing(ids) if ids else None
        if options["wait"]:
            self.wait(job, imported)
        outcome = describe(imported, job, waited=options["wait"])
        self.print_outcome(outcome, options)
        unfinished = options["wait"] and len(outcome["ready"]) < len(imported)
        if unfinished or outcome["refused"]:
            sys.exit(1)

    def store(self, options: dict[str, Any]) -> list[Imported]:
        metadata = {"kind": options["kind"]} if options["kind"] else {}
        if options["internal"]:
            metadata["visibility"] = Visibility.INTERNAL
        files = list(find(options["paths"]))
        imported = []
        for number, found in enumerate(files, start=1):
            self.show(f"Storing {number}/{len(files)}  {found.source}")
            imported.append(import_file(found, metadata=metadata))
        return imported

    def wait(self, job: Job | None, imported: list[Imported]) -> None:
        """Also for the jobs of others that have some of these documents."""
        if job is not None:
            wait_for(job.pk, watch=self.watch)
        ids = [each.document.pk for each in imported if each.document]
        while other := active_job_of(ids):
            wait_for(other.pk, watch=self.watch)

    def watch(self, job: Job) -> None:
        item = job.items.filter(status="running").select_related("document").first()
        name = f"  {item.document.original_filename} ({item.stage})" if item else ""
        done = f"{job.documents_processed}/{job.documents_total}"
        self.show(f"Processing {done}  {job.progress:.0%}{name}")

    def show(self, line: str) -> None:
        if not self.quiet:
            sys.stderr.write(f"\r\033[K{line[:100]}")
            sys.stderr.flush()

    def print_outcome(self, outcome: dict[str, Any], options: dict[str, Any]) -> None:
        self.show("")
        if options["json"]:
            self.stdout.write(json.dumps(outcome, ensure_ascii=False, indent=2))
            return
        counts = [f"{outcome[name]} {name}" for name in ("added", "updated", "unchanged")]
        self.stdout.write(", ".join(counts))
        for entry in outcome["ready"] if options["wait"] else ():
            self.stdout.write(f"ready   {entry['source']}  {entry['title']}")
        for entry in outcome["failed"] + outcome["refused"]:
            reason = entry["error_message"] or entry["status"]
            self.stdout.write(f"failed  {entry['source']}  {reason}")


def describe(imported: list[Imported], job: Job | None, *, waited: bool) -> dict[str, Any]:
    """The outcome per file, as it stands now; after waiting, what is not ready has failed."""
    failed = {Status.ERROR, Status.NEEDS_OCR}
    if waited:
        failed = set(Status) - {Status.READY}
    ids = [each.document.pk for each in imported if each.document]
    documents = Document.objects.in_bulk(ids)
    outcomes = [each.outcome for each in imported]
    return {
        "job_id": job.pk if job else None,
        **{name: outcomes.count(name) for name in ("added", "updated", "unchanged")},
        "ready": entries(imported, documents, {Status.READY}),
        "failed": entries(imported, documents, failed),
        "refused": [
            {
                "source": each.found.source,
                "error_code": each.error.code,
                "error_message": each.error.message,
            }
            for each in imported
            if each.error
        ],
    }


def entries(
    imported: list[Imported], documents: dict[str, Document], statuses: set[Status]
) -> list[dict[str, Any]]:
    return [
        entry(each.found.source, document)
        for each in imported
        if each.document is not None
        and (document := documents[each.document.pk]).status in statuses
    ]


def entry(source: str, document: Document) -> dict[str, Any]:
    return {
        "id": document.pk,
        "source": source,
        "title": document.title,
        "status": document.status,
        "error_code": document.error_code,
        "error_message": document.error_message,
    }
