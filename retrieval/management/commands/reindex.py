"""`manage.py reindex [--vectors] [--bm25] [--model ALIAS] [ID...]`: rebuild the index."""

import json
from argparse import ArgumentParser
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from documents.models import Document
from documents.reasons import Failed, Refused
from retrieval.management.commands import embedding_models
from retrieval.reindexing import reindex


class Command(BaseCommand):
    help = (
        "Rebuild vectors and BM25 (both unless one is named) of all documents, or of those named."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ids", nargs="*", metavar="ID", help="ids of documents; none: all")
        parser.add_argument("--vectors", action="store_true")
        parser.add_argument("--bm25", action="store_true")
        parser.add_argument(
            "--model",
            metavar="ALIAS",
            help="build the vectors of this embedder beside those that answer "
            "(embedding_models switches to them)",
        )
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["model"]:
            self._build(options)
            return
        ids: list[str] = options["ids"]
        held = set(Document.objects.filter(pk__in=ids).values_list("pk", flat=True))
        if unknown := [pk for pk in ids if pk not in held]:
            raise CommandError(_("No such document: %(ids)s") % {"ids": ", ".join(unknown)})
        both = options["vectors"] == options["bm25"]
        start = monotonic()
        try:
            chunks = reindex(
                document_ids=ids or None,
                rebuild_vectors=options["vectors"] or both,
                rebuild_bm25=options["bm25"] or both,
                progress=self._progress,
            )
        except Failed as error:
            raise CommandError(str(error)) from error
        seconds = round(monotonic() - start, 1)
        if options["json"]:
            self.stdout.write(json.dumps({"chunks": chunks, "seconds": seconds}))
        else:
            self.stdout.write(f"{chunks} chunks reindexed in {seconds} s")

    def _build(self, options: dict[str, Any]) -> None:
        if options["ids"] or options["bm25"]:
            raise CommandError(_("A model is built of all documents, and by itself."))
        try:
            job = embedding_models.build(self, options["model"])
        except Refused as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps({"job_id": job.pk, "model": options["model"]}))
        else:
            self.stdout.write(f"{options['model']} is complete")

    def _progress(self, share: float, last: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{share:4.0%}", ending="")
