"""Files that are broken, hostile or of another kind, through the doors that people have.

Each is refused at the upload or fails when it is read, with a reason in both languages that says
what to do; nothing of it is left behind, and the other documents of its job are read.
"""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from documents.models import Document, Job, Status
from documents.processing import run_job
from tests.answering.api.conftest import Caller
from tests.answering.api.test_errors import JSON, assert_failure
from tests.documents import hostile_files as hostile

pytestmark = pytest.mark.django_db

PICTURES = {
    "png": b"\x89PNG\r\n\x1a\n" + bytes(60),
    "jpg": b"\xff\xd8\xff\xe0" + bytes(60),
    "tif": b"II*\x00" + bytes(60),
}


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is temporary, to see what is left in it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def stored(settings: Settings) -> list[Path]:
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


def send(client: Any, name: str, content: bytes) -> Any:
    return client.post("/v1/documents", {"file": SimpleUploadedFile(name, content)})


REFUSED = [
    ("kosong.pdf", lambda: b"", 400, "empty_file", "kosong"),
    ("nol.docx", lambda: bytes(5_000), 400, "empty_file", "bita nol"),
    ("foto.png", lambda: PICTURES["png"], 415, "unsupported_type", "satu PDF"),
    ("pindaian.jpg", lambda: PICTURES["jpg"], 415, "unsupported_type", "satu PDF"),
    ("pindaian.tif", lambda: PICTURES["tif"], 415, "unsupported_type", "satu PDF"),
    ("surat.doc", lambda: hostile.old_office("WordDocument"), 415, "unsupported_type", "(.doc"),
    ("data.xls", lambda: hostile.old_office("Workbook"), 415, "unsupported_type", "XLSX"),
    (
        "paparan.ppt",
        lambda: hostile.old_office("PowerPoint Document"),
        *(415, "unsupported_type", "(.ppt"),
    ),
    ("surat.rtf", lambda: b"{\\rtf1\\ansi Surat}", 415, "unsupported_type", "RTF"),
    (
        "surat.odt",
        lambda: hostile.zipped({"mimetype": b"application/vnd.oasis.opendocument.text"}),
        *(415, "unsupported_type", "OpenDocument"),
    ),
    (
        "paparan.pptx",
        lambda: hostile.zipped({"ppt/presentation.xml": b"<a/>"}),
        *(415, "unsupported_type", "PowerPoint"),
    ),
    (
        "rumus.xlsm",
        lambda: hostile.workbook(
            "", content_type="application/vnd.ms-excel.sheet.macroEnabled.main+xml"
        ),
        *(415, "unsupported_type", "makro"),
    ),
    (
        "makro.docx",
        lambda: hostile.word("<w:p/>", **{"word/vbaProject.bin": b"x"}),
        *(415, "unsupported_type", "makro"),
    ),
    (
        "berkas.zip",
        lambda: hostile.zipped({"a.txt": b"x"}),
        *(415, "unsupported_type", "satu per satu"),
    ),
    (
        "di-dalam.pdf",
        lambda: hostile.zipped({"a.pdf": hostile.pdf_page(hostile.WORDS)}, method=0),
        *(415, "unsupported_type", "arsip"),
    ),
    ("program.pdf", lambda: b"MZ" + bytes(200), 415, "unsupported_type", "program"),
    ("galat.pdf", lambda: b"404 Not Found\n", 400, "damaged_file", ".pdf"),
    ("galat.pdf.docx", lambda: b"Sesi Anda berakhir\n", 400, "damaged_file", ".docx"),
    (
        "potong.docx",
        lambda: hostile.word("<w:p/>" * 900)[:700],
        *(400, "damaged_file", "rusak"),
    ),
    (
        "sandi.docx",
        lambda: hostile.old_office("EncryptedPackage"),
        *(400, "encrypted", "kata sandi"),
    ),
    ("nol.xlsx", lambda: hostile.zip_of_zeros(40), 400, "too_large_inside", "30 MB"),
    ("banyak.docx", lambda: hostile.many_members(20_000), 400, "too_large_inside", "10000"),
    ("tumpuk.docx", hostile.overlapping_members, 400, "too_large_inside", "30 MB"),
    ("bohong.docx", hostile.lying_member, 400, "damaged_file", "rusak"),
    (
        "tawa.docx",
        lambda: hostile.word("<w:p/>", before=hostile.LAUGHS),
        *(415, "unsupported_type", "DOCTYPE"),
    ),
    (
        "ambil.xlsx",
        lambda: hostile.workbook("", shared=hostile.FETCHING + "<x>&e;</x>"),
        *(415, "unsupported_type", "DOCTYPE"),
    ),
]


@pytest.mark.parametrize(
    ("name", "content", "status", "code", "says"), REFUSED, ids=[row[0] for row in REFUSED]
)
def test_a_file_is_refused_with_what_to_do(
    settings: Settings,
    temporary: Path,
    with_key: Caller,
    name: str,
    content: Any,
    status: int,
    code: str,
    says: str,
) -> None:
    settings.MAX_UNPACKED_MB = 30
    sent = content()
    told = {}
    for language in ("id", "en"):
        client = with_key("documents", **{"Accept-Language": language})
        told[language] = assert_failure(send(client, name, sent), status, code)["message"]
    assert says in told["id"]
    assert told["id"] != told["en"]
    assert not Document.objects.exists()
    assert stored(settings) == []
    assert list(temporary.iterdir()) == []


def process(client: Any, documents: list[str]) -> Job:
    client.post("/v1/chunking/process", {"document_ids": documents}, content_type=JSON)
    job = Job.objects.get(status="pending")
    run_job(job.pk)
    job.refresh_from_db()
    return job


FAILING = [
    ("terkunci.pdf", hostile.encrypted_pdf, "encrypted", "kata sandi"),
    ("potong.pdf", lambda: hostile.pdf_page(hostile.WORDS)[:300], "damaged_file", "rusak"),
    ("melingkar.pdf", hostile.circular_pages, "no_text", "OCR"),
    ("halaman.pdf", lambda: hostile.many_pages(2_001), "too_many_pages", "halaman"),
    ("kolom.csv", lambda: b"a;" * 1_200 + b"\n" + b"1;" * 1_200, "too_large_inside", "1000"),
    ("baris.csv", lambda: b"a;b\n" + b"1;2\n" * 100_001, "too_large_inside", "100000"),
    (
        "paragraf.docx",
        lambda: hostile.word("<w:p/>" * 200_001),
        *("too_large_inside", "200000"),
    ),
    (
        "bersarang.docx",
        lambda: hostile.word("<w:tbl><w:tr><w:tc>" * 900 + "</w:tc></w:tr></w:tbl>" * 900),
        *("damaged_file", "rusak"),
    ),
    ("kosong.xlsx", lambda: hostile.workbook(""), "no_text", "lembar"),
    ("skrip.html", lambda: b"<html><body><script>alert(1)</script></body></html>", "no_text", ""),
]


def test_one_bad_file_stops_no_other(
    settings: Settings, temporary: Path, with_key: Caller, fake_embedder: object
) -> None:
    """All of them and two good ones in a single job, each with a reason of its own."""
    client = with_key("documents", **{"Accept-Language": "id"})
    english = with_key("documents", **{"Accept-Language": "en"})
    good = {"baik.txt": b"Surat yang dapat dibaca orang.", "baik.csv": b"Nama;Luas\nPidie;5\nA;6\n"}
    files = {name: make() for name, make, *_ in FAILING} | good
    ids = {name: send(client, name, content).json()["id"] for name, content in files.items()}

    job = process(client, list(ids.values()))

    assert (job.status, job.error_code) == ("completed", "some_failed")
    shown = {name: client.get(f"/v1/documents/{ids[name]}").json() for name in files}
    assert [shown[name]["status"] for name in good] == ["ready", "ready"]
    for name, _, code, says in FAILING:
        document = Document.objects.get(pk=ids[name])
        assert document.error_code == code, (name, document.error_detail)
        assert document.status == (Status.NEEDS_OCR if code == "no_text" else Status.ERROR)
        assert shown[name]["chunk_count"] == 0
        assert says in shown[name]["error_message"]
        translated = english.get(f"/v1/documents/{ids[name]}").json()["error_message"]
        assert translated
        assert translated != shown[name]["error_message"]
    items = client.get(f"/v1/chunking/status/{job.pk}").json()["documents"]
    told = {item["document_id"]: item["error_message"] for item in items}
    assert all(told[ids[name]] == shown[name]["error_message"] for name, *_ in FAILING)
    assert len(stored(settings)) == len(files)
    assert list(temporary.iterdir()) == []


HARMLESS = [
    ("besar.pdf", hostile.huge_page, "Setiap orang"),
    ("dalam.pdf", lambda: hostile.deep_arrays(50_000), "Setiap orang"),
    ("benda.pdf", lambda: hostile.many_objects(100_000), "Setiap orang"),
    ("garis.pdf", lambda: hostile.many_rules(1_000), "Setiap orang"),
    ("nama-salah.txt", lambda: hostile.pdf_page(hostile.WORDS), "Setiap orang"),
    ("laman.pdf", lambda: b"<!doctype html><script>x()</script><p>Isi laman.", "Isi laman."),
    ("surat.docx.exe", lambda: hostile.word("<w:p><w:r><w:t>Isi surat.</w:t></w:r></w:p>"), "Isi"),
]


def test_what_only_looks_dangerous_is_read(
    temporary: Path, with_key: Caller, fake_embedder: object
) -> None:
    client = with_key("documents")
    ids = {name: send(client, name, make()).json()["id"] for name, make, _ in HARMLESS}

    job = process(client, list(ids.values()))

    assert (job.status, job.error_code) == ("completed", "")
    for name, _, words in HARMLESS:
        assert words in Document.objects.get(pk=ids[name]).live_version.canonical
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
def test_a_stream_of_gigabytes_ends_at_the_limit_of_memory(
    settings: Settings, temporary: Path, with_key: Caller
) -> None:
    settings.EXTRACTION_MEMORY_MB = 700
    client = with_key("documents")
    document = send(client, "bom.pdf", hostile.inflating_stream()).json()["id"]

    process(client, [document])

    assert Document.objects.get(pk=document).error_code in ("too_much_memory", "took_too_long")
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../media/documents/v1.txt", "v1.txt"),
        ("qanun 📜 zakat.txt", "qanun 📜 zakat.txt"),
        ("qanun\u202etxt.exe.txt", "qanuntxt.exe.txt"),
        ("a" * 300 + ".txt", "a" * 251 + ".txt"),
        ("nama\x00rahasia.txt", None),
    ],
    ids=["path", "emoji", "right to left", "long", "NUL"],
)
def test_a_strange_name_stays_within_its_folder(
    settings: Settings, with_key: Caller, name: str, kept: str | None
) -> None:
    body = (
        f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: text/plain\r\n\r\nTeks.\r\n--b--\r\n"
    )
    response = with_key("documents").generic(
        "POST", "/v1/documents", body.encode(), content_type="multipart/form-data; boundary=b"
    )
    assert response.status_code in (201, 400)
    if response.status_code == 201:
        assert "\x00" not in response.json()["original_filename"]
        assert kept in (None, response.json()["original_filename"])
    assert all(path.is_relative_to(settings.MEDIA_ROOT) for path in stored(settings))
    assert len(stored(settings)) == Document.objects.count()


def test_limits_are_settings(settings: Settings, with_key: Caller) -> None:
    settings.MAX_UNPACKED_MB = 1
    content = hostile.word("<w:p/>" + " " * 2 * 2**20)
    failure = assert_failure(
        send(with_key("documents"), "a.docx", content), 400, "too_large_inside"
    )
    assert "1 MB" in failure["message"]
