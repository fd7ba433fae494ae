"""In the admin, staff correct what was read, look at versions, go back, and upload a new file."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from documents import jobs, removal
from documents.models import Document, Job, Status, Version
from documents.processing import run_job
from tests.documents.conftest import Index
from tests.documents.test_admin import staff

__all__ = ["staff"]

pytestmark = pytest.mark.django_db
Upload = Callable[..., Document]
REFUSED = (403, 404)
TEXT = "# Surat\n\nBiaya izin sepuluh ribu rupiah.\n"


def address(document: Document, name: str, *more: Any) -> str:
    return reverse(f"admin:documents_document_{name}", args=[document.pk, *more])


@pytest.fixture
def document(index: Index, upload: Upload) -> Document:
    return ready(upload(TEXT))


def ready(document: Document) -> Document:
    run_job(jobs.request_processing([document.pk]).pk)
    document.refresh_from_db()
    return document


def shown_form(response: Any) -> dict[str, Any]:
    form = response.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else value for name, value in values.items()}


def send(client: Client, document: Document, action: str, **values: Any) -> Any:
    """Open the form, change it, send it."""
    data = shown_form(client.get(address(document, "edit"))) | values
    return client.post(address(document, "edit"), data | {"action": action})


def test_a_correction_is_looked_at_then_published(admin_client: Client, document: Document) -> None:
    wanted = TEXT.replace("sepuluh", "sebelas")
    preview = send(admin_client, document, "preview", text=wanted)
    html = preview.content.decode()
    assert "<del>sepuluh </del>" in html
    assert "<ins>sebelas </ins>" in html
    assert document.versions.count() == 1

    data = shown_form(preview) | {"action": "publish", "note": "Salah baca"}
    response = admin_client.post(address(document, "edit"), data, follow=True)
    assert response.status_code == 200
    made = document.latest_version
    assert (made.canonical, made.note) == (wanted, "Salah baca")
    document.refresh_from_db()
    assert document.status == Status.QUEUED
    run_job(Job.objects.get(status="pending").pk)
    document.refresh_from_db()
    assert document.live_version == made


def test_one_can_go_on_editing_after_the_preview(admin_client: Client, document: Document) -> None:
    wanted = TEXT.replace("sepuluh", "sebelas")
    preview = send(admin_client, document, "preview", text=wanted)
    again = admin_client.post(address(document, "edit"), shown_form(preview) | {"action": "edit"})
    assert shown_form(again)["text"] == wanted
    assert "<textarea" in again.content.decode()


def test_what_is_kept_for_later_waits(admin_client: Client, document: Document) -> None:
    send(admin_client, document, "keep", text=TEXT.replace("sepuluh", "sebelas"))
    document.refresh_from_db()
    assert document.versions.count() == 2
    assert document.status == Status.UPLOADED
    assert document.live_version == document.versions.get(number=1)


def test_who_comes_second_is_told_and_loses_nothing(
    admin_client: Client, document: Document
) -> None:
    data = shown_form(admin_client.get(address(document, "edit")))
    other = Client()
    other.force_login(User.objects.create_superuser("budi"))
    send(other, document, "keep", text=TEXT.replace("sepuluh", "dua belas"))

    mine = data | {"text": TEXT.replace("sepuluh", "sebelas"), "action": "publish"}
    response = admin_client.post(address(document, "edit"), mine)
    html = response.content.decode()
    assert "Orang lain mengubah teks ini" in html
    assert "sebelas" in shown_form(response)["text"]
    assert "<del>dua belas </del>" in html
    assert document.versions.count() == 2

    data = shown_form(response) | {"action": "publish"}
    admin_client.post(address(document, "edit"), data)
    assert "sebelas" in document.latest_version.canonical


@pytest.mark.parametrize(
    ("text", "message"), [(" ", "Teksnya akan kosong"), (TEXT, "Tidak ada yang diubah")]
)
def test_what_cannot_be_saved_is_told(
    admin_client: Client, document: Document, text: str, message: str
) -> None:
    response = send(admin_client, document, "preview", text=text)
    assert message in response.content.decode()
    assert document.versions.count() == 1


def test_a_hostile_text_is_shown_as_text(admin_client: Client, document: Document) -> None:
    response = send(admin_client, document, "preview", text=TEXT + "<script>alert(1)</script>")
    assert "<script>alert" not in response.content.decode()


def test_without_anything_read_there_is_nothing_to_correct(
    admin_client: Client, index: Index, upload: Upload
) -> None:
    response = admin_client.get(address(upload(TEXT), "edit"))
    assert "Belum ada yang dibaca" in response.content.decode()


@pytest.mark.parametrize("name", ["edit", "new_file"])
def test_who_may_only_view_corrects_nothing(
    staff: Callable[..., Client], document: Document, name: str
) -> None:
    client = staff("view_document")
    assert client.get(address(document, name)).status_code in REFUSED
    assert client.post(address(document, name)).status_code in REFUSED
    page = client.get(address(document, "versions"))
    assert page.status_code == 200
    assert client.post(address(document, "versions"), {"number": 1}).status_code in REFUSED


def test_what_is_in_the_trash_is_not_corrected(admin_client: Client, document: Document) -> None:
    removal.trash(document)
    assert admin_client.get(address(document, "edit")).status_code == 404


def test_versions_tell_who_and_why_and_lead_back(admin_client: Client, document: Document) -> None:
    send(
        admin_client,
        document,
        "publish",
        text=TEXT.replace("sepuluh", "sebelas"),
        note="Salah <b>baca</b>",
    )
    run_job(Job.objects.get(status="pending").pk)
    html = admin_client.get(address(document, "versions")).content.decode()
    assert "Salah &lt;b&gt;baca&lt;/b&gt;" in html
    assert re.search(r"· admin\b", html)
    compared = admin_client.get(address(document, "compare", 2)).content.decode()
    assert "<ins>sebelas </ins>" in compared

    admin_client.post(address(document, "versions"), {"number": "1"})
    run_job(Job.objects.get(status="pending").pk)
    document.refresh_from_db()
    live = document.live_version
    assert live is not None
    assert (live.number, live.canonical) == (3, TEXT)


def test_a_version_that_is_not_there_is_not_compared(
    admin_client: Client, document: Document
) -> None:
    assert admin_client.get(address(document, "compare", 7)).status_code == 404
    assert admin_client.get(address(document, "compare", 1)).status_code == 404


def test_a_new_file_becomes_the_next_version(admin_client: Client, document: Document) -> None:
    file = SimpleUploadedFile("baru.md", TEXT.replace("sepuluh", "tiga belas").encode())
    response = admin_client.post(
        address(document, "new_file"), {"file": file, "process": "on"}, follow=True
    )
    assert response.status_code == 200
    run_job(Job.objects.get(status="pending").pk)
    document.refresh_from_db()
    live = document.live_version
    assert live is not None
    assert live.number == 2
    assert "tiga belas" in live.canonical
    assert Version.objects.filter(number=1, canonical=TEXT).exists()


def test_the_same_file_again_is_refused(admin_client: Client, document: Document) -> None:
    file = SimpleUploadedFile("sama.md", TEXT.encode())
    response = admin_client.post(address(document, "new_file"), {"file": file})
    assert "Berkas ini sudah ada" in response.content.decode()
    assert document.versions.count() == 1


def test_the_file_is_read_anew_when_asked_for(admin_client: Client, document: Document) -> None:
    send(admin_client, document, "publish", text=TEXT.replace("sepuluh", "sebelas"))
    run_job(Job.objects.get(status="pending").pk)
    admin_client.post(reverse("admin:documents_document_do", args=[document.pk, "read_anew"]))
    run_job(Job.objects.get(status="pending").pk)
    document.refresh_from_db()
    live = document.live_version
    assert live is not None
    assert (live.number, live.canonical) == (3, TEXT)
