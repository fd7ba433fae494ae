"""Staff upload, process, look and decide in the admin; rights are respected."""

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.contrib.admin.utils import quote
from django.contrib.auth.models import Group, Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from documents import jobs, removal
from documents.findings.noting import note
from documents.models import Document, Job, JobStatus, Status, Version, Visibility
from documents.processing import run_job
from documents.signals import document_changed
from tests.documents.conftest import Index

pytestmark = pytest.mark.django_db
LIST = reverse("admin:documents_document_changelist")
ADD = reverse("admin:documents_document_add")
Upload = Callable[..., Document]
# The portal answers 404 to those without access; Django itself would say 403.
REFUSED = (403, 404)


@pytest.fixture
def staff() -> Callable[..., Client]:
    """A client of a member of staff with these permissions only."""

    def login(*permissions: str) -> Client:
        user = User.objects.create_user("siti", is_staff=True)
        user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
        client = Client()
        client.force_login(user)
        return client

    return login


def page(document: Document, name: str = "change") -> str:
    """Django's own pages quote the underscore of an id, ours take it as it is."""
    pk = document.pk if name == "contents" else quote(document.pk)
    return reverse(f"admin:documents_document_{name}", args=[pk])


def do(client: Client, document: Document, name: str) -> Any:
    return client.post(reverse("admin:documents_document_do", args=[document.pk, name]))


def act(client: Client, action: str, *documents: Document) -> Any:
    selected = [document.pk for document in documents]
    return client.post(LIST, {"action": action, "_selected_action": selected}, follow=True)


def files(*contents: bytes) -> list[SimpleUploadedFile]:
    return [SimpleUploadedFile(f"surat-{n}.md", text) for n, text in enumerate(contents)]


def test_several_files_are_uploaded_at_once_each_with_its_result(admin_client: Client) -> None:
    response = admin_client.post(
        ADD,
        {"files": files(b"# Satu", b"", b"# Satu"), "visibility": "internal", "process": "on"},
    )

    document = Document.objects.get()
    assert (document.status, document.visibility) == (Status.QUEUED, Visibility.INTERNAL)
    results = response.context["results"]
    assert [result.outcome for result in results] == ["stored", "refused", "known"]
    assert "Berkas kosong." in response.content.decode()
    assert Job.objects.get().documents_total == 1


def test_the_upload_script_gets_one_row_a_file(admin_client: Client) -> None:
    response = admin_client.post(
        ADD,
        {"files": files(b"# Satu"), "visibility": "public"},
        headers={"Accept": "application/json"},
    )

    (row,) = response.json()["rows"]
    document = Document.objects.get()
    assert f'data-id="{document.pk}"' in row
    assert document.status == Status.UPLOADED


def test_a_hostile_name_is_shown_as_text(admin_client: Client) -> None:
    name = "<img src=x onerror=alert(1)>.md"
    upload = SimpleUploadedFile("a.md", b"# Satu")
    upload._name = name  # as a request written by hand may name it
    response = admin_client.post(ADD, {"files": [upload], "visibility": "public"})

    assert "<img src=x" not in response.content.decode()


def test_the_list_shows_states_and_hides_the_trash(admin_client: Client, upload: Upload) -> None:
    shown, hidden = upload(), upload()
    removal.trash(hidden)

    content = admin_client.get(LIST).content.decode()

    assert page(shown) in content
    assert page(hidden) not in content
    assert "state--uploaded" in content
    assert page(hidden) in admin_client.get(LIST, {"trash": "only"}).content.decode()


def test_the_number_of_queries_of_the_list_does_not_grow(
    admin_client: Client, upload: Upload, django_assert_max_num_queries: Any
) -> None:
    jobs.request_processing([upload().pk for _ in range(12)])

    with django_assert_max_num_queries(12):
        admin_client.get(LIST)


def test_actions_process_hide_and_trash(admin_client: Client, upload: Upload) -> None:
    first, second = upload(), upload()
    act(admin_client, "process", first, second)
    act(admin_client, "make_internal", first)
    act(admin_client, "trash", second)

    first.refresh_from_db()
    second.refresh_from_db()
    assert Job.objects.get().documents_total == 2
    assert (first.status, first.visibility) == (Status.QUEUED, Visibility.INTERNAL)
    assert second.trashed_at is not None


def test_an_id_that_looks_like_a_quoted_character_is_found(admin_client: Client) -> None:
    document = Document.objects.create(
        id=f"doc_40{'0' * 30}", title="Surat", original_filename="surat.md", sha256="0" * 64
    )

    response = do(admin_client, document, "process")

    assert admin_client.get(response.url).status_code == 200
    job = reverse("admin:documents_job_change", args=[quote(Job.objects.get().pk)])
    assert page(document) in admin_client.get(job).content.decode()


def test_buttons_of_one_document(admin_client: Client, upload: Upload) -> None:
    document = upload()
    do(admin_client, document, "process")
    do(admin_client, document, "cancel")
    assert Job.objects.get().status == JobStatus.CANCELLED

    do(admin_client, document, "trash")
    document.refresh_from_db()
    assert document.trashed_at is not None
    assert "Pulihkan" in admin_client.get(page(document)).content.decode()

    do(admin_client, document, "restore")
    document.refresh_from_db()
    assert document.trashed_at is None


def test_only_what_is_in_the_trash_can_be_deleted_for_good(
    admin_client: Client, upload: Upload
) -> None:
    document = upload()
    assert admin_client.post(page(document, "delete"), {"post": "yes"}).status_code in REFUSED

    removal.trash(document)
    admin_client.post(page(document, "delete"), {"post": "yes"})
    assert not Document.objects.exists()


def form_of(document: Document, **changes: Any) -> dict[str, Any]:
    fields = {
        "title": document.title,
        "kind": document.kind,
        "visibility": document.visibility,
        "legal_status": document.legal_status,
        "language": document.language,
        "versions-TOTAL_FORMS": 0,
        "versions-INITIAL_FORMS": 0,
    }
    return fields | changes


def test_a_change_of_access_is_told_with_the_groups_that_were_saved(
    admin_client: Client, upload: Upload
) -> None:
    document = upload()
    group = Group.objects.create(name="Biro Hukum")
    heard: list[list[int]] = []

    def hear(document: Document, **_: Any) -> None:
        heard.append(list(document.groups.values_list("pk", flat=True)))

    document_changed.connect(hear)
    try:
        form = form_of(document, visibility="internal", groups=[group.pk], title="Judul staf")
        response = admin_client.post(page(document), form)
    finally:
        document_changed.disconnect(hear)

    assert response.status_code == 302, response.context["adminform"].errors
    document.refresh_from_db()
    assert heard == [[group.pk]]
    assert document.visibility == Visibility.INTERNAL
    assert set(document.given_fields) == {"title", "visibility"}


def test_the_contents_page_shows_what_was_read(
    admin_client: Client, index: Index, upload: Upload
) -> None:
    document = upload("# Surat\n\nIsi <b>tebal</b> surat.")
    job = jobs.request_processing([document.pk])
    run_job(job.pk)
    Version.objects.update(findings=[{"code": "page_unreadable", "detail": {}, "page": 1}])
    note(document.versions.get())

    content = admin_client.get(page(document, "contents")).content.decode()

    assert "Isi &lt;b&gt;tebal&lt;/b&gt; surat." in content
    assert "perlu OCR" in content
    assert admin_client.get(page(document, "contents"), {"version": 9}).status_code == 404


def test_the_contents_page_of_what_was_not_read_yet(admin_client: Client, upload: Upload) -> None:
    response = admin_client.get(page(upload(), "contents"))

    assert "Belum ada yang dibaca" in response.content.decode()


def test_states_are_given_as_fragments(admin_client: Client, upload: Upload) -> None:
    document = upload()
    job = jobs.request_processing([document.pk])

    answer = admin_client.get(
        reverse("admin:documents_document_states"), {"document": document.pk, "job": job.pk}
    ).json()

    assert "state--queued" in answer["document"][document.pk]
    assert "0 dari 1 dokumen" in answer["job"][job.pk]


def test_a_job_is_known_by_its_documents(admin_client: Client, upload: Upload) -> None:
    first, second = upload(), upload()
    Document.objects.filter(pk=first.pk).update(title="Qanun Contoh")
    jobs.request_processing([first.pk, second.pk])
    content = admin_client.get(reverse("admin:documents_job_changelist")).content.decode()
    assert "Qanun Contoh" in content
    assert "dan 1 lainnya" in content
    found = admin_client.get(reverse("admin:documents_job_changelist"), {"q": "Qanun Contoh"})
    assert "1 pekerjaan" in found.content.decode()


def test_a_job_is_watched_and_cancelled_but_not_edited(
    admin_client: Client, upload: Upload
) -> None:
    document = upload()
    job = jobs.request_processing([document.pk])
    address = reverse("admin:documents_job_change", args=[quote(job.pk)])

    assert document.title in admin_client.get(address).content.decode()
    assert admin_client.get(reverse("admin:documents_job_changelist")).status_code == 200
    admin_client.post(reverse("admin:documents_job_cancel", args=[job.pk]))
    job.refresh_from_db()
    assert job.status == JobStatus.CANCELLED


def test_a_job_tells_what_is_being_done_and_that_its_worker_fell_silent(
    admin_client: Client, upload: Upload
) -> None:
    job = jobs.request_processing([upload().pk], config={"read_anew": True})
    item = job.items.get()
    item.status, item.stage, item.pages_done, item.pages_total = "running", "ocr", 3, 10
    item.save()
    silent = timezone.now() - timedelta(minutes=5)
    Job.objects.filter(pk=job.pk).update(status=JobStatus.RUNNING, heartbeat_at=silent)
    address = reverse("admin:documents_job_change", args=[quote(job.pk)])
    html = admin_client.get(address).content.decode()
    assert "membaca gambar (OCR) (3 dari 10 halaman)" in html
    assert "tidak memberi tanda" in html
    assert "potongan 1000 karakter" in html
    assert "walaupun teksnya sudah diperbaiki" in html


@pytest.mark.parametrize("name", ["process", "trash", "cancel", "restore", "delete_queryset"])
def test_who_may_only_view_changes_nothing(
    staff: Callable[..., Client], upload: Upload, name: str
) -> None:
    document = upload()

    assert do(staff("view_document"), document, name).status_code in REFUSED
    document.refresh_from_db()
    assert (document.status, document.trashed_at) == (Status.UPLOADED, None)


def test_who_may_only_view_uploads_nothing(staff: Callable[..., Client]) -> None:
    client = staff("view_document")

    response = client.post(ADD, {"files": files(b"# Satu"), "visibility": "public"})

    assert response.status_code in REFUSED
    assert not Document.objects.exists()


def test_without_rights_there_is_nothing_to_see(
    staff: Callable[..., Client], upload: Upload
) -> None:
    client = staff()
    document = upload()
    job = jobs.request_processing([document.pk])

    assert client.get(page(document, "contents")).status_code in REFUSED
    assert client.get(reverse("admin:documents_document_states")).status_code in REFUSED
    assert client.post(reverse("admin:documents_job_cancel", args=[job.pk])).status_code in REFUSED


def test_a_button_is_no_link(admin_client: Client, upload: Upload) -> None:
    address = reverse("admin:documents_document_do", args=[upload().pk, "trash"])

    assert admin_client.get(address).status_code == 405


def test_an_unreadable_file_is_listed_with_its_reason(admin_client: Client, index: Index) -> None:
    broken = BytesIO(b"%PDF-1.7\nno PDF")
    broken.name = "rusak.pdf"
    admin_client.post(ADD, {"files": [broken], "visibility": "public", "process": "on"})
    run_job(Job.objects.get().pk)

    assert "Berkas rusak" in admin_client.get(LIST, {"status__exact": "error"}).content.decode()
