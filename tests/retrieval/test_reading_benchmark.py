"""The benchmark tells where the time of reading goes, and stores nothing."""

import json
from collections import defaultdict
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from documents.extraction import stages
from retrieval.reading_benchmark import Measurement, total
from tests.documents.pdf_files import column, pdf
from tests.fake_embedder import FakeEmbedder


def measured(*paths: Path, **options: object) -> dict[str, object]:
    output = StringIO()
    call_command("benchmark_reading", *map(str, paths), json=True, stdout=output, **options)
    answer: dict[str, object] = json.loads(output.getvalue())
    return answer


def test_files_are_measured_by_stage_and_summed_by_kind(
    tmp_path: Path, fake_embedder: FakeEmbedder, settings: Settings
) -> None:
    (tmp_path / "qanun.pdf").write_bytes(
        pdf([column(["Pasal 1", "Gampong adalah desa yang dipimpin oleh seorang keuchik."])] * 3)
    )
    (tmp_path / "warga.csv").write_text("kota,warga\nSabang,43\nLangsa,188\n")
    (tmp_path / "rusak.pdf").write_bytes(b"%PDF-1.4\nterpotong")
    answer = measured(tmp_path, embed=True)
    files = {each["name"]: each for each in answer["files"]}  # type: ignore[attr-defined]
    law = files["qanun.pdf"]
    assert law["pages"] == 3
    assert law["seconds"]["text"] > 0
    assert set(law["seconds"]) >= {"text", "rest", "structure", "chunking"}
    assert law["embedded"] == law["chunks"] > 0
    assert law["peak_mb"] > 10
    assert files["warga.csv"]["rows"] == 2
    assert files["rusak.pdf"]["error"] == "damaged_file"
    kinds = {each["name"]: each["files"] for each in answer["kinds"]}  # type: ignore[attr-defined]
    assert kinds == {"csv": 1, "not read": 1, "pdf without tables": 1}
    assert answer["total"]["pages"] == 4  # type: ignore[index]


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandError, match="hilang"):
        measured(Path("hilang.pdf"))


def test_sums_are_of_seconds_and_the_memory_is_that_of_the_worst() -> None:
    both = [
        Measurement("a", "pdf", pages=10, seconds={"text": 1.0, "rest": 1.0}, peak_mb=90),
        Measurement("b", "csv", pages=1, seconds={"rest": 0.5}, peak_mb=120),
    ]
    sums = total(both, name="total")
    assert (sums.files, sums.pages, sums.kind, sums.peak_mb) == (2, 11, "all", 120)
    assert sums.reading_s == 2.5
    assert sums.pages_per_s == 4.4


def test_a_stage_counts_its_calls_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "_seconds", defaultdict(float))
    ticks = iter(range(10))
    monkeypatch.setattr(stages, "thread_time", lambda: float(next(ticks)))

    @stages.timed("text")
    def read() -> None:
        """Takes one tick."""

    read()
    read()
    assert stages.seconds_by_stage() == {"text": 2.0}
