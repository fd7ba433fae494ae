"""A file is checked and stored once, or refused with nothing left behind."""

import threading
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import translation

from documents import intake, removal
from documents.intake import Stored, clean_filename, clean_source, store_upload, store_version
from documents.models import Document, Kind, Status, Version, Visibility
from documents.reasons import Refused

pytestmark = pytest.mark.django_db
SAMPLES = Path(settings.BASE_DIR, "documents", "sample_collection")
PDF = SAMPLES / "pdf" / "kesehatan_PP_Nomor_82_Tahun_2013.pdf"
TEXT = b"# Panduan\n\nPermohonan diajukan secara tertulis.\n"


def store(content: bytes = TEXT, *, filename: str = "panduan.md", **more: Any) -> Stored:
    return store_upload(BytesIO(content), filename=filename, **more)


def files_left() -> list[Path]:
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


def test_a_real_pdf_is_stored_byte_for_byte() -> None:
    with PDF.open("rb") as file:
        document = store_upload(file, filename=PDF.name, source="pdf/82.pdf").document

    version = document.latest_version
    assert version.file.read() == PDF.read_bytes()
    assert (version.number, version.media_type) == (1, "application/pdf")
    assert (document.status, document.source) == (Status.UPLOADED, "pdf/82.pdf")
    assert files_left() == [Path(version.file.path)]


def test_the_type_is_told_by_the_content_not_by_the_name() -> None:
    document = store(PDF.read_bytes(), filename="surat.txt").document

    assert document.latest_version.media_type == "application/pdf"


def test_the_same_bytes_again_answer_with_the_first_document() -> None:
    first = store()
    second = store(filename="salinan.md")

    assert (first.created, second.created) == (True, False)
    assert second.document == first.document
    assert len(files_left()) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_uploads_that_race_one_makes_the_document(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both_looked = threading.Barrier(2, timeout=10)
    look = intake.holder
    looks = iter(range(10))

    def look_together(incoming: intake.StagedFile) -> Document | None:
        found = look(incoming)
        if next(looks) < 2:
            both_looked.wait()
        return found

    monkeypatch.setattr(intake, "holder", look_together)
    results: list[Stored] = []

    def upload() -> None:
        results.append(store())
        connection.close()

    threads = [threading.Thread(target=upload) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(result.created for result in results) == [False, True]
    assert results[0].document == results[1].document
    assert Document.objects.count() == Version.objects.count() == len(files_left()) == 1


def test_a_deleted_file_can_be_uploaded_again() -> None:
    first = store().document
    removal.trash(first)
    second = store()

    assert second.created
    assert second.document != first


@pytest.mark.parametrize(
    ("content", "filename", "code", "status"),
    [
        (b"", "kosong.pdf", "empty_file", 400),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "foto.pdf", "unsupported_type", 415),
        (b"MZ" + bytes(200), "program.docx", "unsupported_type", 415),
        (b"x" * (1024 * 1024 + 1), "besar.txt", "too_large", 413),
        (b"PK\x03\x04 cut off", "rusak.xlsx", "damaged_file", 400),
    ],
    ids=["empty", "picture", "program", "too large", "broken office file"],
)
def test_what_cannot_be_read_is_refused_and_leaves_nothing(
    settings: Any, content: bytes, filename: str, code: str, status: int
) -> None:
    settings.MAX_UPLOAD_MB = 1
    with pytest.raises(Refused) as refused:
        store(content, filename=filename)

    assert (refused.value.code, refused.value.status) == (code, status)
    assert not Document.objects.exists()
    assert files_left() == []


def test_a_refusal_is_worded_in_both_languages(settings: Any) -> None:
    settings.MAX_UPLOAD_MB = 1
    with pytest.raises(Refused) as refused:
        store(b"x" * (1024 * 1024 + 1))

    with translation.override("en"):
        assert refused.value.message == "The file is larger than the limit of 1 MB."
    with translation.override("id"):
        assert refused.value.message == "Berkas lebih besar daripada batas 1 MB."


def test_nothing_stays_when_storing_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(*args: Any, **kwargs: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Version, "save", break_off)
    with pytest.raises(OSError, match="no space"):
        store()

    assert not Document.objects.exists()
    assert files_left() == []


def test_what_the_uploader_says_is_kept_and_remembered() -> None:
    document = store(metadata={"kind": "panduan", "year": 2020, "visibility": "internal"}).document

    assert (document.kind, document.year) == (Kind.PANDUAN, 2020)
    assert document.visibility == Visibility.INTERNAL
    assert document.given_fields == ["kind", "visibility", "year"]


@pytest.mark.parametrize(
    "metadata",
    [{"kind": "surat cinta"}, {"year": "kemarin"}, {"title": "x" * 501}, {"status": "ready"}],
    ids=["unknown kind", "year no number", "title too long", "not to be given"],
)
def test_invalid_details_are_refused(metadata: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        store(metadata=metadata)

    assert (refused.value.code, refused.value.status) == ("invalid_metadata", 400)
    assert files_left() == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Berkas\\qanun.pdf", "qanun.pdf"),
        ("qanun\x00\x1b\u202egpj.pdf", "qanungpj.pdf"),
        ("..", intake.NAMELESS),
        ("", intake.NAMELESS),
        ("  surat 📜.pdf ", "surat 📜.pdf"),
        ("x" * 300 + ".pdf", "x" * 251 + ".pdf"),
    ],
)
def test_of_a_name_only_the_last_part_is_kept(given: str, kept: str) -> None:
    assert clean_filename(given) == kept


@pytest.mark.parametrize(
    ("given", "kept"),
    [("../../etc/passwd", "etc/passwd"), ("/a//b/./c.md", "a/b/c.md"), ("a\\b.md", "a/b.md")],
)
def test_a_source_stays_below_its_folder(given: str, kept: str) -> None:
    assert clean_source(given) == kept


def test_a_hostile_name_is_stored_under_a_name_of_ours() -> None:
    document = store(filename="../../../evil\n.md").document

    assert document.original_filename == "evil.md"
    assert document.latest_version.file.name == f"documents/{document.pk}/v1.md"


def test_a_new_file_is_the_next_version() -> None:
    document = store().document

    assert store_version(document, BytesIO(TEXT + b"Baru."), filename="panduan-2.md")
    document.refresh_from_db()
    assert document.latest_version.number == 2
    assert document.original_filename == "panduan-2.md"
    assert not store_version(document, BytesIO(TEXT + b"Baru."), filename="panduan-2.md")
    assert document.versions.count() == 2
