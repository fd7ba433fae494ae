"""Staff correct what was read: a new version that keeps pages, places of words and tables."""

import threading
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from documents import correcting, jobs
from documents.correcting import Edited, correct, digest_of, go_back
from documents.extraction.types import Word
from documents.intake import store_upload, store_version
from documents.models import Document, JobStatus, Page, Row, Status, Table, Version
from documents.processing import run_job
from documents.reasons import Refused
from tests.documents.conftest import Index
from tests.documents.pdf_files import column, pdf

pytestmark = pytest.mark.django_db
Upload = Callable[..., Document]
FIRST = [
    "QANUN ACEH",
    "NOMOR 5 TAHUN 2018",
    "TENTANG",
    "GAMPONG",
    "Pasal 1",
    "Gampong adalah desa yang dipimpin keuchik.",
]
SECOND = ["Pasal 2", "Denda paling banyak 14 juta rupiah dibayar tunai."]


def ready(document: Document) -> Document:
    run_job(jobs.request_processing([document.pk]).pk)
    document.refresh_from_db()
    return document


@pytest.fixture
def law(index: Index) -> Document:
    """A PDF of two pages, read and published."""
    content = pdf([column(FIRST), column(SECOND)])
    return ready(store_upload(BytesIO(content), filename="qanun.pdf").document)


def edit_of(version: Version, page: int | None, text: str | None = None, **swap: str) -> Edited:
    """What the form of a page sends; `swap` exchanges words of it."""
    held = version.pages.get(number=page)
    shown = version.canonical[held.start : held.end]
    wanted = shown if text is None else text
    for old, new in swap.items():
        assert old in wanted
        wanted = wanted.replace(old, new)
    return Edited(version.number, held.start, held.end, digest_of(shown), wanted, page)


def words_of(version: Version, page: int | None) -> list[tuple[str, float]]:
    held = version.pages.get(number=page)
    return [(version.canonical[w.start : w.end], round(w.x0, 1)) for w in held.words]


def test_a_correction_is_a_new_version_and_the_former_one_stays(law: Document) -> None:
    former = law.latest_version
    siti = User.objects.create_user("siti")
    made = correct(law, edit_of(former, 2, tunai="lunas"), note="Salah baca", by=siti)
    assert (made.number, made.based_on, made.extractor) == (2, 1, "edited")
    assert (made.note, made.created_by, made.file.name) == ("Salah baca", siti, former.file.name)
    assert made.canonical == former.canonical.replace("tunai", "lunas")
    law.refresh_from_db()
    assert (law.live_version, law.status) == (former, Status.UPLOADED)
    former.refresh_from_db()
    assert "tunai" in former.canonical


def test_words_keep_their_boxes_and_hand_them_on(law: Document) -> None:
    former = law.latest_version
    made = correct(law, edit_of(former, 1, desa="perkampungan"))
    before, after = words_of(former, 1), words_of(made, 1)
    assert [("perkampungan" if text == "desa" else text, x) for text, x in before] == after
    assert words_of(made, 2) == words_of(former, 2)
    for page in made.pages.all():
        assert all(page.start <= w.start < w.end <= page.end for w in page.words)
    assert made.canonical[made.pages.get(number=2).start :].startswith("Pasal 2")


def test_words_that_go_take_their_boxes_along_and_new_ones_have_none(law: Document) -> None:
    former = law.latest_version
    page = former.pages.get(number=2)
    shown = former.canonical[page.start : page.end]
    made = correct(law, edit_of(former, 2, shown.replace(" 14 juta", "") + "\n\nPasal 3\nBaru"))
    texts = [text for text, _ in words_of(made, 2)]
    assert "juta" not in texts
    assert "Baru" not in texts
    assert made.canonical.endswith("Baru")
    assert made.pages.get(number=2).end == len(made.canonical)


def test_a_page_without_text_is_typed(law: Document) -> None:
    former = law.latest_version
    first = former.pages.get(number=1)
    Page.objects.create(
        version=former, number=3, start=len(former.canonical), end=len(former.canonical),
        origin="none",
    )  # fmt: skip
    made = correct(law, edit_of(former, 3, "Pasal 3\r\n\r\nDiketik sendiri."))
    page = made.pages.get(number=3)
    assert made.canonical[page.start : page.end] == "Pasal 3\n\nDiketik sendiri."
    assert made.canonical[: page.start].endswith("\n\n")
    assert page.origin == "typed"
    assert made.pages.get(number=1).end == first.end


@pytest.mark.parametrize(("text", "code"), [("   ", "no_text_left"), (None, "nothing_changed")])
def test_what_leaves_nothing_or_changes_nothing_is_refused(
    index: Index, upload: Upload, text: str | None, code: str
) -> None:
    document = ready(upload("# Surat\n\nIsi surat yang dapat dibaca.\n"))
    with pytest.raises(Refused) as refused:
        correct(document, edit_of(document.latest_version, None, text))
    assert refused.value.code == code
    assert document.versions.count() == 1


def test_two_people_on_two_pages_both_keep_their_work(law: Document) -> None:
    former = law.latest_version
    of_siti, of_budi = edit_of(former, 1, desa="perkampungan"), edit_of(former, 2, tunai="lunas")
    correct(law, of_siti, by=User.objects.create_user("siti"))
    made = correct(law, of_budi, by=User.objects.create_user("budi"))
    assert made.number == 3
    assert "perkampungan" in made.canonical
    assert "lunas" in made.canonical


def test_of_two_people_on_one_page_the_second_is_told(law: Document) -> None:
    former = law.latest_version
    of_siti, of_budi = edit_of(former, 2, tunai="lunas"), edit_of(former, 2, tunai="kontan")
    correct(law, of_siti, by=User.objects.create_user("siti"))
    with pytest.raises(Refused) as refused:
        correct(law, of_budi, by=User.objects.create_user("budi"))
    assert refused.value.code == "edited_meanwhile"
    assert law.latest_version.number == 2


def test_pages_corrected_one_after_the_other_are_one_version(law: Document) -> None:
    siti = User.objects.create_user("siti")
    first = correct(law, edit_of(law.latest_version, 1, desa="kampung"), note="Hal. 1", by=siti)
    second = correct(law, edit_of(first, 2, tunai="lunas"), note="Hal. 2", by=siti)
    assert (second.number, second.based_on, second.note) == (2, 1, "Hal. 1; Hal. 2")
    assert law.versions.count() == 2
    assert "kampung" in second.canonical
    assert "lunas" in second.canonical
    assert second.file.storage.exists(second.file.name)


def test_a_checked_page_has_no_findings_left(law: Document) -> None:
    former = law.latest_version
    former.findings = [
        {"code": "garbage_text", "detail": {}, "page": 1},
        {"code": "garbage_text", "detail": {}, "page": 2},
    ]
    former.save()
    made = correct(law, edit_of(former, 2, tunai="lunas"), is_checked=True)
    assert [finding["page"] for finding in made.findings] == [1]
    unchecked = correct(law, edit_of(made, 1, desa="kampung"))
    assert [finding["page"] for finding in unchecked.findings] == [1]


def test_processing_keeps_the_corrected_text_unless_the_file_is_asked_for(
    law: Document, index: Index
) -> None:
    made = correct(law, edit_of(law.latest_version, 2, tunai="lunas"))
    for _ in range(2):
        ready(law)
        assert law.live_version == made
        assert law.status == Status.READY
    run_job(jobs.request_processing([law.pk], config={"read_anew": True}).pk)
    law.refresh_from_db()
    newest = law.latest_version
    assert (newest.number, law.live_version) == (3, newest)
    assert "tunai" in newest.canonical
    made.refresh_from_db()
    assert "lunas" in made.canonical


def test_the_title_is_read_from_the_corrected_text(law: Document) -> None:
    assert law.number == "5"
    made = correct(law, edit_of(law.latest_version, 1, **{"NOMOR 5": "NOMOR 6"}))
    ready(law)
    assert (law.number, law.live_version) == ("6", made)


def test_a_correction_of_a_queued_document_is_what_the_job_takes(law: Document) -> None:
    job = jobs.request_processing([law.pk])
    made = correct(law, edit_of(law.latest_version, 2, tunai="lunas"))
    assert jobs.request_processing([law.pk]) == job
    run_job(job.pk)
    law.refresh_from_db()
    assert (law.live_version, law.status) == (made, Status.READY)


def test_a_new_file_for_a_queued_document_is_what_the_job_takes(
    index: Index, upload: Upload
) -> None:
    document = upload()
    job = jobs.request_processing([document.pk])
    assert store_version(document, BytesIO(b"# Surat\n\nIsi yang lain.\n"), filename="b.md")
    run_job(job.pk)
    job.refresh_from_db()
    document.refresh_from_db()
    assert (job.status, document.status) == (JobStatus.COMPLETED, Status.READY)
    assert document.live_version == document.latest_version


# -- tables ----------------------------------------------------------------------------------

TABLE = (
    "# Anggaran\n\n| Dinas | Pagu |\n| --- | --- |\n| Sosial | 100 |\n| Kesehatan | 200 |\n"
    "| Pendidikan | 300 |\n\nSekian laporan ini.\n"
)


def rows_of(version: Version) -> list[list[str]]:
    return [list(row.cells) for row in Row.objects.filter(table__version=version)]


def spans_hold(version: Version) -> bool:
    rows = Row.objects.filter(table__version=version)
    return all(
        all(cell in version.canonical[row.start : row.end] for cell in row.cells)
        and version.canonical[row.start] == "|"
        for row in rows
    )


@pytest.fixture
def report(index: Index, upload: Upload) -> Document:
    return ready(upload(TABLE))


def edited(document: Document, change: Callable[[str], str]) -> Version:
    latest = document.latest_version
    return correct(document, edit_of(latest, None, change(latest.canonical)))


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        (lambda t: t.replace("200", "250"), ["Sosial 100", "Kesehatan 250", "Pendidikan 300"]),
        (lambda t: t.replace("| Kesehatan | 200 |\n", ""), ["Sosial 100", "Pendidikan 300"]),
        (
            lambda t: t.replace("300 |\n", "300 |\n| Agama | 50 |\n"),
            ["Sosial 100", "Kesehatan 200", "Pendidikan 300", "Agama 50"],
        ),
        (
            lambda t: t.replace("| Sosial", "| Agama | 50 |\n| Sosial"),
            ["Agama 50", "Sosial 100", "Kesehatan 200", "Pendidikan 300"],
        ),
        (
            lambda t: t.replace("# Anggaran", "# Anggaran Tahun 2024"),
            ["Sosial 100", "Kesehatan 200", "Pendidikan 300"],
        ),
        (
            lambda t: t.replace("| Kesehatan | 200 |", "| Kesehatan | 200 | lebih |"),
            ["Sosial 100", "Kesehatan 200 | lebih", "Pendidikan 300"],
        ),
    ],
    ids=["a cell", "a row less", "a row below", "a row above", "a heading", "a cell too many"],
)  # fmt: skip
def test_rows_of_a_table_are_those_of_the_corrected_text(
    report: Document, change: Callable[[str], str], rows: list[str]
) -> None:
    made = edited(report, change)
    assert [" ".join(cells) for cells in rows_of(made)] == rows
    assert Table.objects.get(version=made).columns == ["Dinas", "Pagu"]
    if "lebih" not in made.canonical:
        assert spans_hold(made)


def test_a_corrected_header_renames_the_column(report: Document) -> None:
    made = edited(report, lambda text: text.replace("| Pagu |", "| Pagu (ribu) |"))
    assert Table.objects.get(version=made).columns == ["Dinas", "Pagu (ribu)"]
    assert len(rows_of(made)) == 3


def test_a_table_that_is_deleted_is_gone_and_one_that_is_typed_is_there(report: Document) -> None:
    typed = "| Kota | Warga |\n| --- | --- |\n| Sabang | 43 |\n"
    made = edited(report, lambda _: f"# Warga\n\nTeks.\n\n{typed}\nAkhir.\n")
    assert rows_of(made) == [["Sabang", "43"]]
    assert spans_hold(made)


# -- going back ------------------------------------------------------------------------------


def test_an_older_version_is_made_the_newest_again(report: Document) -> None:
    edited(report, lambda text: text.replace("200", "250"))
    ready(report)
    siti = User.objects.create_user("siti")
    made = go_back(report, 1, note="Semula benar", by=siti)
    assert (made.number, made.based_on, made.created_by) == (3, 1, siti)
    assert made.canonical == TABLE
    assert rows_of(made) == rows_of(report.versions.get(number=1))
    ready(report)
    assert report.live_version == made


def test_going_back_to_another_file_goes_back_to_its_bytes(index: Index, upload: Upload) -> None:
    document = ready(upload())
    first = document.sha256
    store_version(document, BytesIO(b"# Surat\n\nIsi yang lain.\n"), filename="b.md")
    ready(document)
    made = go_back(document, 1)
    document.refresh_from_db()
    assert (made.sha256, document.sha256) == (first, first)


def test_one_does_not_go_back_to_a_file_that_another_document_has(
    index: Index, upload: Upload
) -> None:
    text = "# Surat\n\nIsi surat yang dapat dibaca.\n"
    document = ready(upload(text))
    store_version(document, BytesIO(b"# Surat\n\nIsi yang lain.\n"), filename="b.md")
    assert upload(text) != document
    with pytest.raises(Refused) as refused:
        go_back(document, 1)
    assert refused.value.code == "same_file"
    assert document.versions.count() == 2


@pytest.mark.parametrize(("number", "code"), [(9, "no_such_version"), (1, "already_newest")])
def test_there_is_nothing_to_go_back_to(report: Document, number: int, code: str) -> None:
    with pytest.raises(Refused) as refused:
        go_back(report, number)
    assert refused.value.code == code


# -- at once ---------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_two_corrections_that_race_one_is_told(index: Index, upload: Upload) -> None:
    document = ready(upload(TABLE))
    latest = document.latest_version
    edits = [edit_of(latest, None, TABLE.replace("200", figure)) for figure in ("250", "260")]
    outcomes: list[Any] = []
    barrier = threading.Barrier(2)

    def work(edited: Edited) -> None:
        try:
            barrier.wait()
            outcomes.append(correct(Document.objects.get(pk=document.pk), edited).number)
        except Refused as refused:
            outcomes.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(edited,)) for edited in edits]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, outcomes)) == ["2", "edited_meanwhile"]


def test_boxes_of_several_words_become_one_box_on_their_line() -> None:
    words = [Word(0, 3, 0, 0, 10, 5), Word(4, 8, 12, 0, 20, 5), Word(9, 12, 0, 10, 10, 15)]
    text = "dua puluh lima"
    carrier = correcting.Carrier("a b c", correcting.Correction(0, 5, text))
    assert carrier.new == text
    carried = correcting.Carrier("dua pulu lim", correcting.Correction(0, 8, "20")).words(words)
    assert carried[0] == Word(0, 2, 0, 0, 20, 5)
    assert carried[1] == Word(3, 6, 0, 10, 10, 15)
