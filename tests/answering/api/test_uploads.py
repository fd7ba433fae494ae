"""Files that cannot be taken in: the right status, both languages, nothing half stored."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pypdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from documents.models import Document, Job
from documents.processing import run_job
from tests.answering.api.conftest import Caller
from tests.answering.api.test_errors import JSON, assert_failure

pytestmark = pytest.mark.django_db


def stored_files(settings: Settings) -> list[Path]:
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


def upload(client: Any, content: bytes, name: str = "a.pdf", **fields: Any) -> Any:
    return client.post("/v1/documents", {"file": SimpleUploadedFile(name, content), **fields})


def pdf(password: str = "") -> bytes:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(200, 200)
    if password:
        writer.encrypt(password)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("a.txt", "text")
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "status", "code"),
    [
        pytest.param("empty.pdf", b"", 400, "empty_file", id="empty"),
        pytest.param(
            "a.exe", b"MZ\x90\x00\x03" + bytes(200), 415, "unsupported_type", id="program"
        ),
        pytest.param("a.pdf", archive(), 415, "unsupported_type", id="archive called PDF"),
        pytest.param("big.pdf", b"%PDF-1.7\n" + bytes(2**20), 413, "too_large", id="too large"),
    ],
)
def test_it_refuses_what_it_cannot_store(
    settings: Settings, with_key: Caller, name: str, content: bytes, status: int, code: str
) -> None:
    settings.MAX_UPLOAD_MB = 1
    told = []
    for language in ("id", "en"):
        client = with_key("documents", **{"Accept-Language": language})
        failure = assert_failure(upload(client, content, name), status, code)
        assert failure["errors"][0]["field"] == "file"
        told.append(failure["message"])
    assert told[0] != told[1]
    assert not Document.objects.exists()
    assert stored_files(settings) == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(pdf("secret"), "encrypted", id="encrypted"),
        pytest.param(pdf()[:200], "damaged_file", id="truncated"),
        pytest.param(pdf(), "no_text", id="without text"),
    ],
)
def test_it_tells_why_a_file_cannot_be_read(with_key: Caller, content: bytes, code: str) -> None:
    """Either at the upload, or by the document's and the job's error message."""
    told = []
    for language in ("id", "en"):
        client = with_key("documents", **{"Accept-Language": language})
        response = upload(client, content)
        if response.status_code >= 400:
            told.append(assert_failure(response, 400, code)["message"])
            assert not Document.objects.exists()
            continue
        document = response.json()["id"]
        client.post("/v1/chunking/process", {"document_ids": [document]}, content_type=JSON)
        run_job(Job.objects.get(status="pending").pk)
        shown = client.get(f"/v1/documents/{document}").json()
        assert shown["status"] == ("needs_ocr" if code == "no_text" else "error")
        assert shown["chunk_count"] == 0
        job = client.get(f"/v1/chunking/status/{Job.objects.first()}").json()
        assert job["job_status"] == "failed"
        assert job["documents"][0]["error_message"] == shown["error_message"]
        told.append(shown["error_message"])
    assert all(told)
    assert told[0] != told[1]


def test_the_same_bytes_again_answer_with_the_first_document(
    settings: Settings, with_key: Caller
) -> None:
    client = with_key("documents")
    first = upload(client, b"Teks yang sama.", "a.txt")
    second = upload(client, b"Teks yang sama.", "b.txt")
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert first["Location"].endswith(f"/v1/documents/{first.json()['id']}")
    assert len(stored_files(settings)) == 1


@pytest.mark.parametrize("name", ["../../../etc/passwd.txt", "C:\\dir\\passwd.txt", "/passwd.txt"])
def test_a_name_with_path_parts_loses_them(settings: Settings, with_key: Caller, name: str) -> None:
    body = (
        '--b\r\nContent-Disposition: form-data; name="file"; filename="' + name + '"\r\n'
        "Content-Type: text/plain\r\n\r\nTeks.\r\n--b--\r\n"
    )
    response = with_key("documents").generic(
        "POST", "/v1/documents", body.encode(), content_type="multipart/form-data; boundary=b"
    )
    assert response.status_code == 201
    assert response.json()["original_filename"] == "passwd.txt"
    (path,) = stored_files(settings)
    assert path.is_relative_to(settings.MEDIA_ROOT)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, "file"),
        ({"file": "text"}, "file"),
        ({"kind": "novel"}, "kind"),
        ({"year": "soon"}, "year"),
        ({"title": "a\0b"}, "title"),
        ({"title": "a" * 501}, "title"),
        ({"source_url": "javascript:alert(1)"}, "source_url"),
    ],
)
def test_metadata_is_checked_before_anything_is_stored(
    settings: Settings, with_key: Caller, fields: dict[str, str], field: str
) -> None:
    if fields and "file" not in fields:
        fields = fields | {"file": SimpleUploadedFile("a.txt", b"Teks.")}  # type: ignore[dict-item]
    response = with_key("documents").post("/v1/documents", fields)
    failure = assert_failure(response, 400, "invalid")
    assert [error["field"] for error in failure["errors"]] == [field]
    assert not Document.objects.exists()
    assert stored_files(settings) == []


def test_what_was_given_with_the_file_is_kept(with_key: Caller) -> None:
    given = {"title": "Panduan", "kind": "panduan", "year": "2024", "tags": "izin, usaha"}
    response = upload(with_key("documents"), b"Teks.", "a.txt", **given)
    shown = response.json()
    assert (shown["title"], shown["kind"], shown["year"]) == ("Panduan", "panduan", 2024)
    assert shown["tags"] == ["izin", "usaha"]


def test_two_files_at_once_are_not_taken_as_one(with_key: Caller) -> None:
    files = [SimpleUploadedFile(f"{n}.txt", str(n).encode()) for n in range(2)]
    response = with_key("documents").post("/v1/documents", {"file": files})
    assert_failure(response, 400, "invalid")
    assert not Document.objects.exists()


@pytest.mark.parametrize("body", [b"", b"--x\r\nnonsense", b"\0" * 100])
def test_a_broken_form_is_told(with_key: Caller, body: bytes) -> None:
    for content_type in ("multipart/form-data", "multipart/form-data; boundary=b"):
        response = with_key("documents").generic(
            "POST", "/v1/documents", body, content_type=content_type
        )
        assert response.status_code == 400
        assert response.json()["status"] == "error"
