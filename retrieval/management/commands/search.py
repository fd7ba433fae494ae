"""`manage.py search TEXT`: ranked chunks, as a citizen would get them."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from documents.access import CITIZEN, STAFF
from retrieval.embedders.base import EmbeddingError
from retrieval.hits import Hit, Mode, SearchResult
from retrieval.rerankers.base import RerankError
from retrieval.search import MAX_LIMIT, SearchTimeoutError, search

SNIPPET_CHARACTERS = 160


class Command(BaseCommand):
    help = "Search the collection and print the ranked chunks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("text")
        parser.add_argument("--limit", type=int, default=10, help=f"at most {MAX_LIMIT}")
        parser.add_argument("--mode", choices=get_args(Mode), default="hybrid")
        parser.add_argument(
            "--explain", action="store_true", help="scores, near misses and times of each stage"
        )
        parser.add_argument("--internal", action="store_true", help="search as staff")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["limit"] <= MAX_LIMIT:
            text = _("--limit must be from 1 to %(most)d.")
            raise CommandError(text % {"most": MAX_LIMIT})
        if not options["text"].strip():
            raise CommandError(_("Please write what to search for."))
        asker = STAFF if options["internal"] else CITIZEN
        try:
            result = search(
                options["text"], asker=asker, limit=options["limit"], mode=options["mode"]
            )
        except (SearchTimeoutError, EmbeddingError, RerankError) as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(asdict(result), ensure_ascii=False, indent=1))
        else:
            self._print(result, explain=options["explain"])

    def _print(self, result: SearchResult, *, explain: bool) -> None:
        for missing in result.missing_identifiers:
            self.stdout.write(f"not held: {missing}")
        if not result.hits:
            self.stdout.write("nothing found")
        for rank, hit in enumerate(result.hits, 1):
            self._print_hit(f"{rank:2}.", hit, explain=explain)
        if explain:
            for hit in result.near_misses:
                self._print_hit(" -.", hit, explain=True)
            self.stdout.write(json.dumps(result.timings_ms))

    def _print_hit(self, mark: str, hit: Hit, *, explain: bool) -> None:
        place = hit.legal_reference or " > ".join(hit.section_path)
        page = f", p. {hit.page_from}" if hit.page_from else ""
        self.stdout.write(f"{mark} {hit.document_title} | {place}{page} [{hit.public_id}]")
        if explain:
            scores = {name: score for name, score in asdict(hit.scores).items() if score}
            self.stdout.write(
                "    " + ", ".join(f"{name} {score:.4f}" for name, score in scores.items())
            )
        self.stdout.write("    " + " ".join(hit.text.split())[:SNIPPET_CHARACTERS])
