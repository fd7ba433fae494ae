"""Findings of a document are kept with its version, settled by staff, and never noted twice."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from documents import editing, jobs, removal
from documents.findings.acceptance import accept, reopen
from documents.findings.noting import catch_up, note
from documents.models import Document, NotedFinding, Row, Table, Version
from documents.processing import run_job
from tests.documents.conftest import Index

Upload = Callable[..., Document]
pytestmark = pytest.mark.django_db

QANUN = """# QANUN ACEH NOMOR 4 TAHUN 2016 TENTANG PASAR

Menimbang : a. bahwa pasar perlu ditata;

MEMUTUSKAN:

Pasal 1
Pasar dibuka paling lama 14 (empat puluh) hari sesudah ditetapkan.

Pasal 2
Pedagang membayar Rp5.000,00 (lima ribu rupiah).

Pasal 4
Cukup jelas. Lihat Undang-Undang Nomor 11 Tahun 2006.
"""


def read(document: Document) -> Version:
    run_job(jobs.request_processing([document.pk]).pk)
    return document.versions.latest("number")


def codes(version: Version) -> list[str]:
    return sorted(version.noted.open().values_list("code", flat=True))


@pytest.fixture
def qanun(index: Index, upload: Upload) -> Version:
    return read(upload(QANUN, filename="qanun.md"))


def test_reading_a_file_notes_what_is_wrong_with_it(qanun: Version) -> None:
    assert codes(qanun) == ["figure_disagrees", "missing_pasal", "regulations_not_held"]
    finding = qanun.noted.get(code="figure_disagrees")
    assert qanun.canonical[finding.start : finding.end] == "14 (empat puluh)"
    assert finding.words_address.startswith(f"/dokumen/{qanun.document_id}/v1?k=")
    assert qanun.readiness == 100 - 8 - 6 - 1


def test_reading_again_keeps_one_of_each_and_what_was_accepted(
    qanun: Version, admin_user: User
) -> None:
    accept(qanun.noted.filter(code="figure_disagrees"), by=admin_user)

    version = read(qanun.document)

    assert version == qanun
    assert codes(version) == ["missing_pasal", "regulations_not_held"]
    assert version.noted.get(code="figure_disagrees").accepted_by == admin_user
    assert version.readiness == 100 - 6 - 1


def test_an_acceptance_is_taken_back(qanun: Version, admin_user: User) -> None:
    assert accept(qanun.noted.all(), by=admin_user) == 3
    assert accept(qanun.noted.all(), by=admin_user) == 0
    qanun.refresh_from_db()
    assert qanun.readiness == 100

    assert reopen(qanun.noted.filter(code="missing_pasal")) == 1
    qanun.refresh_from_db()
    assert qanun.readiness == 94


def test_entering_a_missing_number_settles_it(index: Index, upload: Upload) -> None:
    text = QANUN.replace("NOMOR 4 TAHUN 2016", "NOMOR ...")
    version = read(upload(text, filename="pasar.md"))
    before = version.readiness
    assert {"missing_number", "missing_year"} <= set(codes(version))

    document = version.document
    document.number, document.year = "4", 2016
    document.save()
    editing.changed(document, ["number", "year"])

    version.refresh_from_db()
    assert not {"missing_number", "missing_year"} & set(codes(version))
    assert before is not None
    assert version.readiness == before + 16


def test_the_same_regulation_twice_is_told_on_both_until_one_is_in_the_trash(
    qanun: Version, upload: Upload
) -> None:
    second = read(upload(QANUN + "\nTambahan.\n", filename="qanun_lagi.md"))
    assert "same_regulation" in codes(qanun)
    assert "same_regulation" in codes(second)

    removal.trash(second.document)

    assert "same_regulation" not in codes(qanun)


def test_a_regulation_that_is_held_is_not_missed(index: Index, upload: Upload) -> None:
    held = upload("# Lain\n\nIsi.", filename="uu.md")
    Document.objects.filter(pk=held.pk).update(kind="uu", number="11", year=2006)

    version = read(upload(QANUN, filename="qanun.md"))

    assert "regulations_not_held" not in codes(version)


def test_a_regulation_that_comes_later_is_crossed_off(qanun: Version, upload: Upload) -> None:
    (finding,) = qanun.noted.filter(code="regulations_not_held")
    assert finding.particulars.endswith("UU 11/2006 (1×)")

    document = upload("# Lain\n\nIsi.", filename="uu.md")
    document.kind, document.number, document.year = "uu", "11", 2006
    document.save()
    editing.changed(document, ["kind", "number", "year"])

    qanun.refresh_from_db()
    assert "regulations_not_held" not in codes(qanun)
    assert qanun.readiness == 86


def test_versions_read_before_are_caught_up_with(qanun: Version) -> None:
    qanun.noted.all().delete()
    Version.objects.update(readiness=None)

    assert catch_up() == 1
    assert catch_up() == 0
    qanun.refresh_from_db()
    assert qanun.readiness == 85


def test_tables_are_read_back_for_a_text_that_staff_corrected(qanun: Version) -> None:
    table = Table.objects.create(version=qanun, ordinal=0, name="Pasar", columns=["Desa", "KK"])
    for n, (name, number) in enumerate([("A", "10"), ("B", "20"), ("C", "30"), ("Total", "70")]):
        Row.objects.create(table=table, ordinal=n, cells=[name, number], start=n, end=n + 1)

    note(qanun)

    finding = qanun.noted.get(code="total_differs")
    assert finding.particulars == "Pasar: Total, KK: tertulis 70, terhitung 60"


def test_only_the_live_version_counts_as_current(qanun: Version) -> None:
    draft = Version.objects.create(
        document=qanun.document,
        number=2,
        canonical=qanun.canonical,
        size=1,
        read_at=qanun.read_at,
    )
    note(draft)

    current = NotedFinding.objects.current()
    assert set(current.values_list("version", flat=True)) == {qanun.pk}
    Document.objects.update(live_version=None)
    assert set(current.all().values_list("version", flat=True)) == {draft.pk}
