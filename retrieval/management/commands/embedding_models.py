"""`manage.py embedding_models [list | build | switch | remove] [ALIAS]`: which model answers."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from documents.models import Job, JobStatus
from documents.reasons import Refused
from documents.waiting import wait_for
from retrieval import embedding_models, reindex_jobs
from retrieval.embedding_models import HeldModel, held_models


class Command(BaseCommand):
    help = (
        "List the embedding models; build one beside the model that answers; switch to one that is "
        "complete, which is also the way back; remove one that is no longer wanted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "action", nargs="?", choices=["list", "build", "switch", "remove"], default="list"
        )
        parser.add_argument("alias", nargs="?", help="key of the EMBEDDERS setting")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        action, alias = options["action"], options["alias"]
        if action != "list" and not alias:
            raise CommandError(_("Please name the model: embedding_models %s ALIAS") % action)
        try:
            if action == "build":
                build(self, alias)
            elif action == "switch":
                embedding_models.switch(alias)
            elif action == "remove":
                embedding_models.remove(alias)
        except Refused as error:
            raise CommandError(error.message) from error
        self._print(as_json=options["json"])

    def _print(self, *, as_json: bool) -> None:
        rows = held_models()
        if as_json:
            self.stdout.write(json.dumps([_plain(row) for row in rows]))
            return
        for row in rows:
            counts = f"{row.embedded}/{row.chunks}"
            self.stdout.write(f"{row.alias:24} {row.state.label:16} {counts:>16} {row.change}")


def build(command: BaseCommand, alias: str) -> Job:
    """Build the model, here or in the queue, and wait. Raises Refused, CommandError."""
    job = reindex_jobs.request_build(alias)

    def watch(job: Job) -> None:
        if command.stderr.isatty():
            command.stderr.write(f"\r{job.progress:4.0%}", ending="")

    try:
        job = wait_for(job.pk, watch=watch, run=reindex_jobs.run_job)
    except KeyboardInterrupt:
        reindex_jobs.cancel_build(alias)
        raise
    if job.status != JobStatus.COMPLETED:
        raise CommandError(f"{job.error_message} {job.error_detail}".strip())
    return job


def _plain(row: HeldModel) -> dict[str, Any]:
    return {
        "alias": row.alias,
        "state": row.state.value,
        "dimensions": row.model.dimensions if row.model else None,
        "chunks": row.chunks,
        "embedded": row.embedded,
        "has_index": row.has_index,
        "index_mb": round(row.index_bytes / 1024 / 1024, 1),
        "change": row.change,
        "job_id": row.job.pk if row.job else None,
    }
