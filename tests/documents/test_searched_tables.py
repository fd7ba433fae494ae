"""Long tables are kept whole and searched in part, and staff are told."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from documents.extraction.delimited import DelimitedExtractor
from documents.extraction.types import ExtractedTable, Extraction
from documents.findings.catalogue import kind_of
from documents.intake import store_upload
from documents.models import Row
from documents.recording import record
from documents.searched_tables import long_tables
from documents.structure import sections
from documents.structure.silent import Silent


def table(rows: int) -> ExtractedTable:
    return ExtractedTable(
        "", ("a",), tuple(("1",) for _ in range(rows)), tuple((n, n + 1) for n in range(rows))
    )


@pytest.mark.parametrize(
    ("counts", "long"),
    [
        ([5_000], set()),
        ([5_001], {0}),
        ([4_000, 1_001, 900], {1}),
        ([90_000, 4_900], {0}),
        ([4_950, 100, 101], {2}),
    ],
)
def test_tables_beyond_the_limit_are_long(counts: list[int], long: set[int]) -> None:
    assert long_tables([table(count) for count in counts], most_rows=5_000) == long


@pytest.mark.django_db
def test_all_rows_are_kept_and_staff_are_told(settings: Settings) -> None:
    settings.MAX_SEARCHED_ROWS = 150
    content = b"Nama;Luas\n" + b"".join(b"Gampong %d;%d\n" % (n, n) for n in range(200))
    upload = SimpleUploadedFile("data.csv", content)
    version = store_upload(upload, filename="data.csv").document.latest_version
    version = record(
        version, read(version.file.path), config={"chunk_size": 1_000, "chunk_overlap": 200}
    )
    assert Row.objects.filter(table__version=version).count() == 200
    (told,) = version.noted.filter(code="table_not_searched_whole")
    assert told.detail == {"name": "", "rows": 200, "searched": 100}
    assert kind_of(told.code).harm > 1


def read(path: str) -> Extraction:
    return DelimitedExtractor().extract(Path(path))


def test_what_follows_a_long_table_is_still_a_heading() -> None:
    before = "BAB I\nKETENTUAN UMUM\n\nPasal 1\n\nQanun ini mengatur zakat.\n\n"
    rows = "| Pasal 2 | Isi |\n" * 6_000
    text = f"{before}{rows}\nPasal 2\n\nZakat dikelola Baitul Mal.\n"
    assert len(list(Silent(text).long_spans())) == 1
    found = [section for section in sections(text) if section.kind == "pasal"]
    assert [section.number for section in found] == ["1", "2"]
    assert text[found[1].start :].startswith("Pasal 2\n\nZakat")
