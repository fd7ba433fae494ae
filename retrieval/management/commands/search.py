"""`manage.py search TEXT`: ranked chunks, as a citizen would get them, and why."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, get_args

from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from documents.access import CITIZEN, STAFF, Asker
from documents.models import Kind, LegalStatus
from retrieval import identifiers, run_report
from retrieval.embedders.base import EmbeddingError
from retrieval.explaining import Explanation, explain
from retrieval.hits import Filters, Hit, Mode, Stages
from retrieval.query_terms import QueryTerm, collection_size, query_terms
from retrieval.rerankers.base import RerankError
from retrieval.search import MAX_LIMIT, Request, SearchRun, SearchTimeoutError, run

SNIPPET_CHARACTERS = 160
TERMS_IN_A_CHUNK = 12


class Command(BaseCommand):
    help = "Search the collection and print the ranked chunks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("text", help="a question or words, in Indonesian or English")
        parser.add_argument("--limit", type=int, default=10, help=f"hits: 10, at most {MAX_LIMIT}")
        parser.add_argument(
            "--mode",
            choices=get_args(Mode),
            default="hybrid",
            help="by meaning (vector), by words (lexical), by both (hybrid, the default)",
        )
        parser.add_argument(
            "--explain", action="store_true", help="what each stage did, scores, near misses"
        )
        parser.add_argument(
            "--document",
            metavar="NAME",
            help="say where this document fell: an id, a path, a file name, 'UU 11/2006', a title;"
            " implies --explain",
        )
        parser.add_argument("--internal", action="store_true", help="search as staff")
        parser.add_argument(
            "--group", metavar="NAME", help="search as a citizen who is a member of this group"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--without",
            nargs="+",
            choices=["identifiers", "rerank"],
            default=[],
            help="leave out that regulations, articles and codes must match, or the final order",
        )
        _add_filters(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["limit"] <= MAX_LIMIT:
            text = _("--limit must be from 1 to %(most)d.")
            raise CommandError(text % {"most": MAX_LIMIT})
        if not options["text"].strip():
            raise CommandError(_("Please write what to search for."))
        try:
            done = run(_request(options))
        except (SearchTimeoutError, EmbeddingError, RerankError) as error:
            raise CommandError(str(error)) from error
        told = explain(done, options["document"]) if options["document"] else []
        explained = options["explain"] or bool(told)
        if options["json"]:
            value = _as_json(done, told, explained=explained)
            self.stdout.write(json.dumps(value, ensure_ascii=False, indent=1, default=str))
        else:
            Printer(self.stdout.write).print(done, told, explained=explained)


def _add_filters(parser: ArgumentParser) -> None:
    filters = parser.add_argument_group(
        "filters", "search only documents that fit all that are given; write them after the text"
    )
    filters.add_argument(
        "--kind",
        nargs="+",
        choices=Kind.values,
        default=[],
        dest="kinds",
        metavar="KIND",
        help=f"one or more of: {', '.join(Kind.values)}",
    )
    filters.add_argument(
        "--number",
        nargs="+",
        default=[],
        dest="numbers",
        metavar="NUMBER",
        help="of the regulation, without its year: 11",
    )
    filters.add_argument("--year-from", type=int, metavar="YEAR", help="not older")
    filters.add_argument("--year-to", type=int, metavar="YEAR", help="not newer")
    filters.add_argument(
        "--status", choices=LegalStatus.values, default="", dest="legal_status", help="legal status"
    )
    filters.add_argument("--language", default="", help="of the document: id or en")
    filters.add_argument("--tag", nargs="+", default=[], dest="tags", metavar="TAG")
    filters.add_argument(
        "--document-id",
        nargs="+",
        default=[],
        dest="document_ids",
        metavar="ID",
        help="as the API and --document give it: doc_…",
    )


def _request(options: dict[str, Any]) -> Request:
    if options["year_from"] and options["year_to"] and options["year_from"] > options["year_to"]:
        raise CommandError(_("The last year must not be before the first."))
    lists = ("kinds", "numbers", "tags", "document_ids")
    single = ("year_from", "year_to", "legal_status", "language")
    filters: dict[str, Any] = {name: tuple(options[name]) for name in lists}
    filters |= {name: options[name] for name in single}
    return Request(
        options["text"],
        _asker(options),
        limit=options["limit"],
        filters=Filters(**filters),
        mode=options["mode"],
        stages=Stages(
            identifiers="identifiers" not in options["without"],
            rerank="rerank" not in options["without"],
        ),
    )


def _asker(options: dict[str, Any]) -> Asker:
    if options["internal"]:
        return STAFF
    if not options["group"]:
        return CITIZEN
    group = Group.objects.filter(name=options["group"]).first()
    if group is None:
        raise CommandError(_("There is no group “%(name)s”.") % {"name": options["group"]})
    return Asker(group_ids=frozenset({group.pk}))


def _as_json(done: SearchRun, told: list[Explanation], *, explained: bool) -> dict[str, Any]:
    value = asdict(done.result)
    if explained:
        value["analysis"] = asdict(done.analysis)
        value["terms"] = [asdict(term) for term in query_terms(done.analysis)]
        value["model"] = done.model and done.model.alias
        value["stages"] = [asdict(stage) for stage in run_report.stages(done)]
        value["candidates"] = [asdict(row) for row in run_report.rows(done)]
    if told:
        value["documents"] = [_explanation_json(each) for each in told]
    return value


def _explanation_json(told: Explanation) -> dict[str, Any]:
    return {
        "reason": told.reason,
        "label": told.label,
        "text": told.text,
        "advice": told.advice,
        "document_id": told.document and told.document.pk,
        "document_title": told.document and told.document.title,
        "chunk": told.chunk and asdict(told.chunk),
        "standings": told.standings and asdict(told.standings),
        "terms": [asdict(term) for term in told.terms],
        "better": told.better and told.better.public_id,
        "chunk_count": told.chunk_count,
        "found_count": told.found_count,
    }


class Printer:
    """Writes a search for people to read."""

    def __init__(self, write: Callable[[str], Any]) -> None:
        self.write = write

    def print(self, done: SearchRun, told: list[Explanation], *, explained: bool) -> None:
        if explained:
            self.analysis(done)
        for missing in done.requirements.missing:
            self.write(_("not held: %(missing)s") % {"missing": missing})
        result = done.result
        if not result.hits:
            self.write(_("nothing found"))
        if not explained:
            for rank, hit in enumerate(result.hits, 1):
                self.hit(f"{rank:2}.", hit)
            return
        self.table(done)
        for each in told:
            self.explanation(each)

    def analysis(self, done: SearchRun) -> None:
        size, analysis = collection_size(), done.analysis
        self.write(f"{_('Question')}: {analysis.query} [{analysis.language}]")
        for term in query_terms(analysis):
            self.write("    " + _term(term, size))
        named = [identifiers.describe(each) for each in analysis.references]
        for label, values in (
            (_("References"), named),
            (_("Codes"), analysis.codes),
            (_("Typing errors"), [f"{each.typed} → {each.meant}" for each in analysis.corrections]),
            (_("Phrases"), analysis.phrases),
        ):
            if values:
                self.write(f"{label}: {', '.join(values)}")
        if done.model:
            self.write(f"{_('Model')}: {done.model.alias}")
        for stage in run_report.stages(done):
            count = "" if stage.count is None else f"{stage.count:6}"
            self.write(f"    {stage.label:32} {stage.milliseconds:9.1f} ms {count}")

    def table(self, done: SearchRun) -> None:
        for place, row in enumerate(run_report.hits(done), 1):
            self.hit(f"{place:2}.", row.hit, _places(row))
        if near := run_report.near_misses(done):
            self.write(f"{_('Near misses')}:")
        for row in near:
            self.hit(" –.", row.hit, _places(row), row.why)

    def hit(self, mark: str, hit: Hit, *lines: str) -> None:
        place = hit.legal_reference or " > ".join(hit.section_path)
        page = f", p. {hit.page_from}" if hit.page_from else ""
        self.write(f"{mark} {hit.document_title} | {place}{page} [{hit.public_id}]")
        for line in (*lines, " ".join(hit.text.split())[:SNIPPET_CHARACTERS]):
            self.write(f"    {line}")

    def explanation(self, told: Explanation) -> None:
        self.write("")
        if told.document:
            self.write(f"{told.document.title} [{told.document.pk}]")
        self.write(f"=> {told.label}: {told.text}")
        if told.advice:
            self.write(f"   {told.advice}")
        if told.chunk_count:
            counts = {"all": told.chunk_count, "found": told.found_count}
            self.write("   " + _("%(found)s of its %(all)s chunks were found.") % counts)
        if told.standings:
            self.write(f"   {_('by words')}: {told.standings.words.text}")
            self.write(f"   {_('by meaning')}: {told.standings.vectors.text}")
        if told.chunk:
            self.hit("  ", told.chunk)
        for term in told.terms[:TERMS_IN_A_CHUNK]:
            score = f"+{term.score:.3f}" if term.score else _("not in it")
            self.write(f"    {_word(term):32} {score}")


def _word(term: QueryTerm) -> str:
    stems = ", ".join(term.stems)
    if not term.word:
        return f"(+) {stems}"
    return term.word if stems == term.word else f"{term.word} → {stems}"


def _term(term: QueryTerm, size: int) -> str:
    if term.in_reference:
        return f"{_word(term):32} " + _("part of a reference")
    if not term.document_frequency:
        return f"{_word(term):32} " + _("not in the collection")
    return f"{_word(term):32} {term.document_frequency}/{size}  ×{term.weight:.3f}"


def _places(row: run_report.Row) -> str:
    """Rank and score on each path, then joined, then reranked."""
    scores = row.hit.scores
    parts = (
        (_("by words"), row.word_rank, scores.bm25, ".3f"),
        (_("by meaning"), row.vector_rank, scores.similarity, ".4f"),
        (_("joined"), row.fused_rank, scores.fused, ".5f"),
        (_("reranked"), row.rank, scores.rerank, ".5f"),
    )
    return " · ".join(
        f"{label} {'–' if rank is None else rank} ({score:{digits}})"
        for label, rank, score, digits in parts
        if score is not None
    )
