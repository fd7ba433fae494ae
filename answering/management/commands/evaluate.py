"""Measures search and answers on a file of questions."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from answering.evaluation.ablation import ablation
from answering.evaluation.asking import Manner, ask, check_askable
from answering.evaluation.failures import failures
from answering.evaluation.faults import BadFile
from answering.evaluation.holdings import not_held, vectors_held
from answering.evaluation.printing import printed, printed_ablation
from answering.evaluation.question_files import QuestionFile, read_questions
from answering.evaluation.questions import Question, Result
from answering.evaluation.report import Report, ablation_json, as_json, report
from answering.evaluation.result_files import as_line, read_results, with_missing
from answering.evaluation.wording import all_described, described
from retrieval.embedders.base import EmbeddingError
from retrieval.models import EmbeddingModel
from retrieval.rerankers.base import RerankError


class Command(BaseCommand):
    help = "Ask every question of a JSON Lines file and measure what is found and answered."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="questions, one JSON object a line")
        parser.add_argument("--results", type=Path, help="write hits, answer and outcome here")
        parser.add_argument(
            "--against", type=Path, help="results of an earlier run to compare with"
        )
        parser.add_argument(
            "--fail-if-worse",
            action="store_true",
            help="with --against: exit 1 when recall, right answers or refusals fell or false rose",
        )
        parser.add_argument(
            "--rescore", type=Path, metavar="RESULTS", help="ask nothing; measure these results"
        )
        parser.add_argument(
            "--search-only", action="store_true", help="make no answers; much quicker"
        )
        parser.add_argument(
            "--failures", type=Path, help="write here, as Markdown, why each question failed"
        )
        parser.add_argument(
            "--ablation",
            action="store_true",
            help="search with one part more at a time, from vectors alone to reranking; no answers",
        )
        parser.add_argument(
            "--embedder",
            metavar="ALIAS",
            help="search with the vectors of this model; with --search-only or --ablation",
        )
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        self.check_options(options)
        try:
            asked = read_questions(file)
            old = read_results(options["against"]) if options["against"] else None
            former = read_results(options["rescore"]) if options["rescore"] else None
            check_askable(file, asked.questions)
        except BadFile as bad:
            raise CommandError(all_described(bad)) from None
        self.warn_of(asked)
        self.check_embedder(options["embedder"])
        try:
            if options["ablation"]:
                self.write_ablation(asked.questions, options)
                return
            results = self.rescored(asked, former) if former else self.run(asked, options)
        except (EmbeddingError, RerankError) as error:
            text = _("The search failed: %(reason)s")
            raise CommandError(text % {"reason": error}) from error
        except OSError as error:
            raise CommandError(str(error)) from None
        self.write(
            report(asked.questions, results, not_held=not_held(asked.questions), old=old), options
        )

    def check_options(self, options: dict[str, Any]) -> None:
        if options["fail_if_worse"] and not options["against"]:
            raise CommandError(_("--fail-if-worse needs --against: worse than what?"))
        if options["rescore"] and (options["results"] or options["search_only"]):
            raise CommandError(_("--rescore asks nothing: leave --results and --search-only out."))
        if options["results"] and options["results"] == options["against"]:
            raise CommandError(_("--results would overwrite the run of --against."))
        others = ("results", "against", "rescore", "failures")
        if options["ablation"] and any(options[name] for name in others):
            raise CommandError(
                _("--ablation is a table of its own: leave %(options)s out.")
                % {"options": ", ".join(f"--{name}" for name in others)}
            )
        if options["embedder"] and not (options["search_only"] or options["ablation"]):
            raise CommandError(
                _("Answers are made with the active model: use --embedder with --search-only.")
            )

    def check_embedder(self, alias: str | None) -> None:
        if alias is None:
            return
        held, chunks = vectors_held(alias)
        if not held:
            text = _("No vectors of the model %(alias)s are held; there are those of %(known)s.")
            known = ", ".join(EmbeddingModel.objects.values_list("alias", flat=True)) or "-"
            raise CommandError(text % {"alias": alias, "known": known})
        if held < chunks:
            text = _("Only %(held)d of %(chunks)d chunks have a vector of %(alias)s.")
            values = {"held": held, "chunks": chunks, "alias": alias}
            self.stderr.write(self.style.WARNING(text % values))

    def warn_of(self, asked: QuestionFile) -> None:
        for warning in asked.warnings:
            self.stderr.write(self.style.WARNING(described(warning)))

    def rescored(self, asked: QuestionFile, former: dict[str, Result]) -> dict[str, Result]:
        if missing := [each.id for each in asked.questions if each.id not in former]:
            text = _("Not in the results, and counted as not found and not answered: %(ids)s")
            self.stderr.write(self.style.WARNING(text % {"ids": ", ".join(missing)}))
        return with_missing(asked.questions, former)

    def run(self, asked: QuestionFile, options: dict[str, Any]) -> dict[str, Result]:
        # Opened now, so that what is wrong with it is said before any question is asked.
        for name in ("results", "failures"):
            if options[name]:
                options[name].open("a").close()
        if not options["results"]:
            return self.ask_all(asked.questions, options, None)
        with options["results"].open("w", encoding="utf-8") as file:
            return self.ask_all(asked.questions, options, file)

    def ask_all(
        self, questions: Sequence[Question], options: dict[str, Any], file: TextIO | None
    ) -> dict[str, Result]:
        """Each result is written at once: what a run that is cut off has found is kept."""
        manner = Manner(search_only=options["search_only"], model_alias=options["embedder"])
        results = {}
        for number, question in enumerate(questions, start=1):
            self.show(f"{number}/{len(questions)} {question.id}")
            results[question.id] = ask(question, manner)
            if file:
                file.write(as_line(results[question.id]))
                file.flush()
        self.show("")
        return results

    def write_ablation(self, questions: Sequence[Question], options: dict[str, Any]) -> None:
        manner = Manner(model_alias=options["embedder"])
        steps = ablation(questions, manner, progress=self.show)
        self.show("")
        if options["json"]:
            self.stdout.write(json.dumps(ablation_json(steps), ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(printed_ablation(steps)))

    def show(self, progress: str) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r\033[K{progress}", ending="")

    def write(self, made: Report, options: dict[str, Any]) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(as_json(made), ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(printed(made)))
        if options["failures"]:
            options["failures"].write_text("\n".join(failures(made)) + "\n", "utf-8")
        if options["fail_if_worse"] and made.comparison and made.comparison.fallen:
            text = _("Worse than before: %(figures)s")
            raise CommandError(text % {"figures": ", ".join(made.comparison.fallen)})
