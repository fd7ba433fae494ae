"""`manage.py benchmark_reading PATH...`: how fast files become chunks, stage by stage."""

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from documents.extraction.backends import backend_for
from documents.extraction.ocr.order import OcrOrder
from documents.extraction.types import ExtractionError
from documents.formats import detect
from documents.importing import find
from documents.processing import ocr_order
from retrieval import embedding
from retrieval.reading_benchmark import STAGES, Measurement, total

SHORT = {
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "text/csv": "csv",
    "text/html": "html",
    "text/markdown": "md",
    "text/plain": "txt",
}
NAME_WIDTH = 44


class Command(BaseCommand):
    help = (
        "Read files and folders and print pages/s, the seconds of every stage and the peak of "
        "memory, per file, per kind and in total. Nothing is stored."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--json", action="store_true", help="print everything as JSON")
        parser.add_argument("--no-ocr", action="store_true", help="leave pictures of pages unread")
        parser.add_argument("--embed", action="store_true", help="embed the chunks as well")
        parser.add_argument(
            "--embed-limit", type=int, default=200, metavar="N", help="of the chunks of a file"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        missing = [str(path) for path in options["paths"] if not path.exists()]
        if missing:
            text = _("There is no such file or folder: %(paths)s")
            raise CommandError(text % {"paths": ", ".join(missing)})
        self.table = not options["json"]
        if self.table:
            self.stdout.write(header())
        ocr = None if options["no_ocr"] else ocr_order()
        measured = []
        for found in find(options["paths"]):
            each, texts = measure_apart(found.path, found.source, ocr=ocr)
            if options["embed"] and texts:
                embed(each, texts[: options["embed_limit"]])
            measured.append(each)
            self.show(each)
        self.sum_up(measured, options)
        if measured and all(each.error for each in measured):
            sys.exit(1)

    def sum_up(self, measured: list[Measurement], options: dict[str, Any]) -> None:
        kinds = [total(group, name=kind) for kind, group in by_kind(measured).items()]
        everything = total(measured, name="total")
        if options["json"]:
            outcome = {
                "files": [each.as_json() for each in measured],
                "kinds": [each.as_json() for each in kinds],
                "total": everything.as_json(),
            }
            self.stdout.write(json.dumps(outcome, ensure_ascii=False, indent=2))
            return
        self.stdout.write("")
        for each in [*kinds, everything]:
            self.show(each)

    def show(self, each: Measurement) -> None:
        if self.table:
            self.stdout.write(line(each))


def by_kind(measured: Iterable[Measurement]) -> dict[str, list[Measurement]]:
    """PDFs apart by whether they have tables: those take longer by nature."""
    groups: dict[str, list[Measurement]] = defaultdict(list)
    for each in measured:
        if each.error:
            groups["not read"].append(each)
        elif each.kind == "pdf":
            groups["pdf with tables" if each.tables else "pdf without tables"].append(each)
        else:
            groups[each.kind].append(each)
    return dict(sorted(groups.items()))


def measure_apart(
    path: Path, name: str, *, ocr: OcrOrder | None = None
) -> tuple[Measurement, list[str]]:
    """Measure a file in a process of its own; also the texts that would be embedded."""
    try:
        media_type = detect(path, path.name)
        backend, options = backend_for(media_type, settings.EXTRACTORS)
    except ExtractionError as error:
        return Measurement(name, "?", error=error.code), []
    kind = SHORT.get(media_type, media_type)
    order = {
        "path": str(path.resolve()),
        "name": name,
        "kind": kind,
        "backend": backend,
        "options": options,
        "ocr": ocr.as_json() if ocr else None,
        "chunk_size": settings.CHUNK_SIZE,
        "chunk_overlap": settings.CHUNK_OVERLAP,
    }
    done = subprocess.run(
        [sys.executable, "-m", "retrieval.reading_benchmark"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        cwd=settings.BASE_DIR,
        check=False,
    )
    if done.returncode:
        return Measurement(name, kind, error=f"ended with {done.returncode}"), []
    answer = json.loads(done.stdout)
    return Measurement(**answer["measurement"]), answer["texts"]


def embed(each: Measurement, texts: Sequence[str]) -> None:
    embedder = embedding.embedder(settings.DEFAULT_EMBEDDER)
    begun = perf_counter()
    for start in range(0, len(texts), 16):
        embedder.embed_passages(texts[start : start + 16])
    each.embedded, each.embedding_s = len(texts), perf_counter() - begun


def header() -> str:
    stages = "".join(f"{stage:>10}" for stage in STAGES)
    return (
        f"{'file':{NAME_WIDTH}}{'pages':>7}{'pages/s':>9}{stages}{'tables':>8}{'chunks':>8}"
        f"{'MB':>7}{'embed/s':>9}"
    )


def line(each: Measurement) -> str:
    name = each.name if each.files == 1 else f"{each.name} ({each.files} files)"
    shown = name if len(name) < NAME_WIDTH else f"…{name[-NAME_WIDTH + 2 :]}"
    if each.error:
        return f"{shown:{NAME_WIDTH}}  {each.error}"
    stages = "".join(f"{each.seconds.get(stage, 0.0):10.3f}" for stage in STAGES)
    rate = f"{each.embedded_per_s:9.1f}" if each.embedded else f"{'':9}"
    return (
        f"{shown:{NAME_WIDTH}}{each.pages:7}{each.pages_per_s:9.1f}{stages}{each.tables:8}"
        f"{each.chunks:8}{each.peak_mb:7.0f}{rate}"
    )
