"""Measures search and answers on a file of questions."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from answering.evaluation.comparison import Comparison, compared
from answering.evaluation.files import BadFile, as_line, read_questions, read_results
from answering.evaluation.metrics import Item, Result, measured, verdict
from answering.evaluation.run import run_question


class Command(BaseCommand):
    help = "Ask every question of a JSON Lines file and measure what is found and answered."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="questions, one JSON object a line")
        parser.add_argument("--results", type=Path, help="write hits, answer and outcome here")
        parser.add_argument(
            "--against", type=Path, help="results of an earlier run to compare with"
        )
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            items = read_questions(file)
            old = read_results(options["against"]) if options["against"] else None
            if options["results"]:
                options["results"].touch()  # said now, not after all questions were asked
        except (BadFile, OSError) as bad:
            raise CommandError(str(bad)) from None
        results = self.run(items)
        if options["results"]:
            options["results"].write_text("".join(map(as_line, results.values())), "utf-8")
        figures = measured(items, results)
        comparison = compared(items, old, results) if old is not None else None
        if options["json"]:
            self.write_json(figures, comparison, items, results)
        else:
            self.write_table(figures, comparison)

    def run(self, items: list[Item]) -> dict[str, Result]:
        results = {}
        for number, item in enumerate(items, start=1):
            results[item["id"]] = run_question(item)
            if self.stderr.isatty():
                self.stderr.write(f"\r{number}/{len(items)} {item['id']}", ending="")
        if self.stderr.isatty():
            self.stderr.write("")
        return results

    def write_json(
        self,
        figures: dict[str, float | int | None],
        comparison: Comparison | None,
        items: list[Item],
        results: dict[str, Result],
    ) -> None:
        not_right = [
            item["id"]
            for item in items
            if "answer_must" in item and verdict(item, results[item["id"]]) != "right"
        ]
        report: dict[str, Any] = {**figures, "not_right": not_right}
        if comparison:
            report |= {"against": comparison.json}
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=2))

    def write_table(
        self, figures: dict[str, float | int | None], comparison: Comparison | None
    ) -> None:
        for name, value in figures.items():
            before = f"  (before {shown(comparison.before[name])})" if comparison else ""
            self.stdout.write(f"{name:<22}{shown(value)}{before}")
        for change in comparison.changes if comparison else ():
            self.stdout.write(f"{change.id}: {change.before} -> {change.after}")


def shown(value: float | int | None) -> str:
    return "-" if value is None else str(value)
