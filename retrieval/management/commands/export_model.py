"""`manage.py export_model MODEL FOLDER`: a model for the backends onnx and openvino."""

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from retrieval.models import Chunk

CALIBRATION_TEXTS = 100


class Command(BaseCommand):
    help = (
        "Write a model of sentence-transformers as files for onnxruntime and OpenVINO. MODEL is a "
        "folder, or a hub name with --download. EMBEDDERS or RERANKER then names FOLDER."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("model", metavar="MODEL")
        parser.add_argument("folder", type=Path, metavar="FOLDER")
        parser.add_argument("--task", choices=["embed", "rerank"], default="embed")
        parser.add_argument("--no-int8", action="store_true", help="leave out model_int8.onnx")
        parser.add_argument(
            "--openvino-int8",
            action="store_true",
            help="also round for OpenVINO, by texts of the collection; takes minutes",
        )
        parser.add_argument("--download", action="store_true", help="MODEL may come from the hub")

    def handle(self, *args: Any, **options: Any) -> None:
        model, folder = options["model"], options["folder"]
        if not options["download"] and not Path(model).is_dir():
            text = _("There is no such folder: %(path)s (a name on the hub needs --download)")
            raise CommandError(text % {"path": model})
        # Loads torch and transformers: only when a model is exported.
        exporting = import_module("retrieval.inference.exporting")
        try:
            exporting.export(
                model,
                folder,
                task=options["task"],
                int8=not options["no_int8"],
                local_files_only=not options["download"],
            )
            if options["openvino_int8"]:
                exporting.export_openvino_int8(folder, self._texts())
        except (OSError, ValueError, ImportError) as error:
            raise CommandError(str(error)) from error
        for file in sorted(folder.rglob("*model*.*")):
            if file.suffix in (".onnx", ".xml", ".bin"):
                self.stdout.write(f"{file}  {file.stat().st_size / 1e6:.0f} MB")

    def _texts(self) -> list[str]:
        texts = list(
            Chunk.objects.filter(live=True)
            .order_by("digest")
            .values_list("indexed_text", flat=True)[:CALIBRATION_TEXTS]
        )
        if not texts:
            raise CommandError(_("There are no documents yet to measure the model's ranges with."))
        return texts
