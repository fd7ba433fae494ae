"""The public pages of documents: what they show, and that the internal ones are not there."""

import re

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Group, User
from django.core.files import File
from django.test import Client

from documents.models import Document
from documents.views import chunks_of
from tests.pages import samples

pytestmark = pytest.mark.django_db


def body(client: Client, address: str, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def marks(page: str) -> str:
    found = re.findall(r"<mark[^>]*>(.*?)</mark>", page, re.DOTALL)
    return "".join(re.sub(r"<span class=.visually-hidden.>.*?</span>", "", mark) for mark in found)


def span_of(document: Document, quote: str) -> str:
    assert document.live_version is not None
    start = document.live_version.canonical.index(quote)
    return f"{start}-{start + len(quote)}"


class TestList:
    def test_it_lists_what_is_published(self, client: Client, law: Document) -> None:
        assert law.title in body(client, "/dokumen/")

    @pytest.mark.parametrize(
        "query", ["?q=pemerintahan+aceh", "?q=UU+11/2006", "?jenis=uu&tahun=2006"]
    )
    def test_it_finds_by_words_number_kind_and_year(
        self, client: Client, law: Document, query: str
    ) -> None:
        assert law.title in body(client, f"/dokumen/{query}")

    @pytest.mark.parametrize("query", ["?q=perikanan", "?q=11/2007", "?jenis=qanun", "?tahun=1999"])
    def test_it_leaves_out_what_does_not_match(
        self, client: Client, law: Document, query: str
    ) -> None:
        samples.published("a", title="Qanun lain", kind="qanun", year=1999, number="3")
        assert law.title not in body(client, f"/dokumen/{query}")

    @pytest.mark.parametrize("query", ["?tahun=abc", "?jenis=x", "?hal=999", "?q=%00", "?hal=x"])
    def test_nonsense_is_not_an_error(self, client: Client, law: Document, query: str) -> None:
        assert law.title in body(client, f"/dokumen/{query}")

    def test_it_turns_pages_and_keeps_what_was_asked(self, client: Client) -> None:
        for number in range(25):
            samples.published(str(number), title=f"Qanun {number:02}", kind="qanun")
        first = body(client, "/dokumen/?jenis=qanun")
        assert "jenis=qanun&amp;hal=2" in first
        assert len(re.findall("Qanun [0-9]{2}<", body(client, "/dokumen/?jenis=qanun&hal=2"))) == 5

    def test_what_was_never_published_is_not_listed(self, client: Client) -> None:
        document = samples.published("a", title="Belum terbit")
        Document.objects.filter(id=document.id).update(live_version=None)
        assert "Belum terbit" not in body(client, "/dokumen/")
        assert client.get(f"/dokumen/{document.id}").status_code == 404


class TestDocument:
    def test_it_shows_metadata_and_contents(self, client: Client, law: Document) -> None:
        page = body(client, f"/dokumen/{law.id}")
        assert "UU 11/2006" in page
        assert "Pasal 69" in page
        assert f'href="/dokumen/{law.id}/v1#s' in page

    def test_contents_of_a_pdf_lead_to_its_pages(self, client: Client, pdf: Document) -> None:
        assert re.search(rf"/dokumen/{pdf.id}/v1/hal/3#s\d+", body(client, f"/dokumen/{pdf.id}"))

    @pytest.mark.parametrize(
        ("status", "words"), [("dicabut", "telah dicabut"), ("diubah", "telah diubah")]
    )
    def test_it_warns_of_what_is_not_in_force(
        self, client: Client, status: str, words: str
    ) -> None:
        document = samples.published("a", legal_status=status)
        for address in (f"/dokumen/{document.id}", f"/dokumen/{document.id}/v1"):
            assert words in body(client, address, accept_language="id")

    def test_document_text_is_never_markup(self, client: Client) -> None:
        attack = '<script>alert(1)</script> <img src=x onerror="alert(1)">'
        document = samples.published(attack, title=attack)
        for address in ("/dokumen/", f"/dokumen/{document.id}", f"/dokumen/{document.id}/v1"):
            page = body(client, address)
            assert "<script>alert" not in page
            assert "<img src=x" not in page
            assert "&lt;script&gt;alert(1)" in page

    def test_a_former_version_says_that_it_is_one(self, client: Client) -> None:
        document = samples.published("lama")
        document.live_version = samples.add_version(document, "baru")
        document.save()
        assert "bukan versi yang terbaru" in body(
            client, f"/dokumen/{document.id}/v1", accept_language="id"
        )
        assert "bukan versi" not in body(client, f"/dokumen/{document.id}/v2", accept_language="id")

    def test_a_version_that_is_not_live_yet_is_not_found(self, client: Client) -> None:
        document = samples.published("lama")
        samples.add_version(document, "rancangan")
        assert client.get(f"/dokumen/{document.id}/v2").status_code == 404
        assert "/v2" not in body(client, f"/dokumen/{document.id}")


class TestQuotedWords:
    QUOTE = "dilakukan oleh Menteri Dalam Negeri atas nama Presiden"

    def test_they_are_marked_in_a_text(self, client: Client, law: Document) -> None:
        span = span_of(law, self.QUOTE)
        page = body(client, f"/dokumen/{law.id}/v1?k={span}")
        assert marks(page) == self.QUOTE
        assert f'<mark id="k{span}">' in page

    def test_they_are_marked_on_text_and_picture_of_a_page(
        self, client: Client, pdf: Document
    ) -> None:
        quote = "sebesar Rp500.000.000.000,00 (lima ratus miliar rupiah)"
        page = body(client, f"/dokumen/{pdf.id}/v1/hal/3?k={span_of(pdf, quote)}")
        assert marks(page) == quote
        assert re.search(r'<rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="[\d.]+"/>', page)

    def test_an_address_without_page_leads_to_the_page(self, client: Client, pdf: Document) -> None:
        span = span_of(pdf, "lima ratus miliar")
        response = client.get(f"/dokumen/{pdf.id}/v1?k={span}")
        assert response["Location"] == f"/dokumen/{pdf.id}/v1/hal/3?k={span}#k{span}"

    @pytest.mark.parametrize(
        "span", ["", "x", "5-5", "9-2", "1-99999999999", "-1-4", "999999-1000000"]
    )
    def test_a_span_that_is_none_marks_nothing(
        self, client: Client, law: Document, span: str
    ) -> None:
        assert marks(body(client, f"/dokumen/{law.id}/v1?k={span}")) == ""

    def test_a_long_text_opens_at_the_part_that_holds_them(self, client: Client) -> None:
        text = "baris tanpa arti\n" * 30_000 + "kata yang dikutip\n"
        document = samples.published(text)
        span = span_of(document, "kata yang dikutip")
        page = body(client, f"/dokumen/{document.id}/v1?k={span}")
        assert marks(page) == "kata yang dikutip"
        assert len(page) < len(text)
        assert "kata yang dikutip" not in body(client, f"/dokumen/{document.id}/v1")


class TestPage:
    def test_it_leads_to_its_neighbours(self, client: Client, pdf: Document) -> None:
        page = body(client, f"/dokumen/{pdf.id}/v1/hal/3")
        assert f'rel="prev" href="/dokumen/{pdf.id}/v1/hal/2"' in page
        assert f'rel="next" href="/dokumen/{pdf.id}/v1/hal/4"' in page

    @pytest.mark.parametrize(("wanted", "page"), [("4", 4), ("99", 6), ("0", 1), ("x", 1), ("", 1)])
    def test_going_to_a_page(self, client: Client, pdf: Document, wanted: str, page: int) -> None:
        response = client.get(f"/dokumen/{pdf.id}/v1/hal/?nomor={wanted}")
        assert response["Location"] == f"/dokumen/{pdf.id}/v1/hal/{page}"

    def test_a_page_that_is_none_is_not_found(self, client: Client, pdf: Document) -> None:
        assert client.get(f"/dokumen/{pdf.id}/v1/hal/7").status_code == 404

    def test_its_picture_is_drawn(self, client: Client, pdf: Document) -> None:
        response = client.get(f"/dokumen/{pdf.id}/v1/hal/3/gambar-1.png")
        assert response["Content-Type"] == "image/png"
        assert response.content.startswith(b"\x89PNG")

    @pytest.mark.parametrize("rest", ["hal/3/gambar-9.png", "hal/9/gambar-1.png"])
    def test_other_pictures_are_not_found(self, client: Client, pdf: Document, rest: str) -> None:
        assert client.get(f"/dokumen/{pdf.id}/v1/{rest}").status_code == 404

    def test_a_text_has_no_pictures(self, client: Client, law: Document) -> None:
        assert client.get(f"/dokumen/{law.id}/v1/hal/1/gambar-1.png").status_code == 404


class TestOriginal:
    def test_it_is_saved_and_never_opened(self, client: Client, law: Document) -> None:
        response = client.get(f"/dokumen/{law.id}/v1/berkas")
        assert response["Content-Disposition"] == 'attachment; filename="qanun.md"'
        assert response["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in response["Content-Security-Policy"]
        assert law.live_version is not None
        assert int(response["Content-Length"]) == law.live_version.size

    def test_it_is_the_file(self) -> None:
        async def read() -> bytes:
            return b"".join([piece async for piece in chunks_of(File(samples.UU_11.open("rb")))])

        assert async_to_sync(read)() == samples.UU_11.read_bytes()

    def test_a_file_that_is_gone_is_not_found(self, client: Client, law: Document) -> None:
        assert law.live_version is not None
        law.live_version.file.storage.delete(law.live_version.file.name)
        assert client.get(f"/dokumen/{law.id}/v1/berkas").status_code == 404


class TestInternal:
    PLACES = ["", "/v1", "/v1/hal/1", "/v1/hal/", "/v1/berkas", "/v1/hal/1/gambar-1.png"]

    @pytest.mark.parametrize("place", PLACES)
    def test_citizens_find_nothing(self, client: Client, internal: Document, place: str) -> None:
        response = client.get(f"/dokumen/{internal.id}{place}")
        unknown = client.get(f"/dokumen/doc_{'0' * 32}{place}")
        assert response.status_code == unknown.status_code == 404
        same = response.content.decode().replace(internal.id, f"doc_{'0' * 32}")
        without_token = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
        assert without_token.sub("", same) == without_token.sub("", unknown.content.decode())

    def test_it_is_not_listed_nor_offered_as_a_filter(
        self, client: Client, internal: Document
    ) -> None:
        Document.objects.filter(id=internal.id).update(kind="se", year=1945)
        page = body(client, "/dokumen/")
        assert "Nota dinas" not in page
        assert "1945" not in page
        assert 'value="se"' not in page

    def test_its_group_reads_it(self, client: Client, internal: Document) -> None:
        group = Group.objects.create(name="Biro Hukum")
        internal.groups.add(group)
        user = User.objects.create_user("anggota")
        client.force_login(user)
        assert client.get(f"/dokumen/{internal.id}").status_code == 404
        user.groups.add(group)
        assert "Nota dinas" in body(client, f"/dokumen/{internal.id}")

    def test_staff_who_may_view_documents_read_it(
        self, admin_client: Client, internal: Document
    ) -> None:
        assert "Nota dinas" in body(admin_client, f"/dokumen/{internal.id}")

    @pytest.mark.parametrize("place", PLACES)
    def test_what_is_in_the_trash_is_gone(self, client: Client, law: Document, place: str) -> None:
        Document.objects.filter(id=law.id).update(trashed_at=law.created_at)
        assert client.get(f"/dokumen/{law.id}{place}").status_code == 404
