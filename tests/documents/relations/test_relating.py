"""Relations are proposed by reading and decided by people; confirmed ones give a legal status."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from documents import editing, jobs, relation_lines, removal
from documents.access import CITIZEN, STAFF, Asker
from documents.extraction.types import ExtractedPage, Extraction
from documents.models import Decision, Document, LegalRelation, Version, Visibility
from documents.processing import run_job
from documents.recording import record
from documents.relating import decide
from documents.signals import document_changed
from tests.documents.conftest import Index

pytestmark = pytest.mark.django_db
Upload = Callable[..., Document]

OLD = (
    "QANUN ACEH\nNOMOR 3 TAHUN 2010\nTENTANG\nTANAH\nDENGAN NAMA ALLAH\nMenimbang : a. bahwa x;\n"
    "MEMUTUSKAN:\nPasal 1\nTanah.\n"
)
NEW = (
    "QANUN ACEH\nNOMOR 5 TAHUN 2020\nTENTANG\nPERTANAHAN\nDENGAN NAMA ALLAH\nMenimbang : bahwa "
    "untuk melaksanakan ketentuan Pasal 213 Undang-Undang Nomor 11 Tahun 2006 tentang Pemerintahan "
    "Aceh, perlu membentuk Qanun;\nMEMUTUSKAN:\nPasal 1\nTanah.\nPasal 2\nPada saat Qanun ini "
    "mulai berlaku, Qanun Aceh Nomor 3 Tahun 2010 tentang Tanah {verb}.\n"
)
REPEALING = NEW.format(verb="dicabut dan dinyatakan tidak berlaku")


@pytest.fixture
def siti() -> User:
    return User.objects.create_user("siti")


@pytest.fixture
def read(index: Index, upload: Upload) -> Callable[..., Document]:
    """Store and read a text."""

    def reading(text: str, **more: object) -> Document:
        document = upload(text, **more)
        run_job(jobs.request_processing([document.pk]).pk)
        document.refresh_from_db()
        return document

    return reading


def told(document: Document) -> set[str]:
    return {f"{relation} ({relation.decision})" for relation in document.relations.all()}


def status_of(document: Document) -> str:
    document.refresh_from_db()
    return document.legal_status


def confirm(document: Document, user: User, decision: Decision = Decision.CONFIRMED) -> int:
    relations = document.relations.exclude(verb="implements")
    return decide(relations, decision, user=user)


def lines(document: Document, asker: Asker = CITIZEN) -> list[str]:
    return [relation_lines.told(line) for line in relation_lines.lines_of(document, asker=asker)]


def reread(document: Document, text: str) -> Version:
    """As when the same file is read otherwise: another version of the text."""
    version = document.latest_version
    document.refresh_from_db()
    page = ExtractedPage(None, None, 0, len(text), 0, 0, (), "text_layer")
    extraction = Extraction(text, (page,), (), (), "x", "1")
    return record(version, extraction, config={"chunk_size": 1_000, "chunk_overlap": 200})


def test_reading_proposes_with_the_quoted_words(read: Callable[..., Document]) -> None:
    document = read(REPEALING)
    assert told(document) == {
        "Qanun Aceh 5/2020 mencabut Qanun Aceh 3/2010 (proposed)",
        "Qanun Aceh 5/2020 melaksanakan UU 11/2006 (proposed)",
    }
    relation = document.relations.get(verb="repeals")
    assert relation.version is not None
    assert relation.quote == relation.version.canonical[relation.start : relation.end]
    assert (relation.stated_in, relation.target_kind) == ("Pasal 2", "qanun")
    implemented = document.relations.get(verb="implements")
    assert implemented.provisions == ["Pasal 213"]


def test_a_proposal_changes_no_status(read: Callable[..., Document]) -> None:
    old = read(OLD)
    new = read(REPEALING)
    assert (status_of(old), status_of(new)) == ("unknown", "unknown")


def test_confirming_repeals_the_target_and_not_the_law_that_repeals(
    read: Callable[..., Document], siti: User
) -> None:
    old, new = read(OLD), read(REPEALING)
    assert confirm(new, siti) == 1
    assert (status_of(old), status_of(new)) == ("dicabut", "unknown")
    relation = new.relations.get(verb="repeals")
    assert (relation.decided_by, relation.decided_at is not None) == (siti, True)


def test_a_partial_repeal_and_an_amendment_only_change_it(
    read: Callable[..., Document], siti: User
) -> None:
    old = read(OLD)
    part = REPEALING.replace("berlaku, Qanun Aceh", "berlaku, Pasal 1 Qanun Aceh")
    confirm(read(part), siti)
    assert status_of(old) == "diubah"


def test_a_target_that_arrives_later_gets_its_status(
    read: Callable[..., Document], siti: User
) -> None:
    confirm(read(REPEALING), siti)
    assert status_of(read(OLD)) == "dicabut"


def test_undoing_and_rejecting_take_the_status_away(
    read: Callable[..., Document], siti: User
) -> None:
    old, new = read(OLD), read(REPEALING)
    confirm(new, siti)
    confirm(new, siti, Decision.PROPOSED)
    assert status_of(old) == "unknown"
    confirm(new, siti)
    confirm(new, siti, Decision.REJECTED)
    assert status_of(old) == "unknown"


def test_what_a_person_said_of_the_status_stays(read: Callable[..., Document], siti: User) -> None:
    old, new = read(OLD), read(REPEALING)
    old.legal_status = "berlaku"
    old.save()
    editing.changed(old, ["legal_status"])
    confirm(new, siti)
    assert status_of(old) == "berlaku"


def test_deciding_twice_counts_once_and_tells_the_index(
    read: Callable[..., Document], siti: User
) -> None:
    old, new = read(OLD), read(REPEALING)
    heard: list[str] = []

    def hear(document: Document, **_: object) -> None:
        heard.append(document.pk)

    document_changed.connect(hear)
    relations = list(new.relations.filter(verb="repeals"))
    assert decide(relations, Decision.CONFIRMED, user=siti) == 1
    assert decide(relations, Decision.CONFIRMED, user=siti) == 0
    document_changed.disconnect(hear)
    assert heard == [old.pk]


def test_reading_again_keeps_decisions_and_replaces_proposals(
    read: Callable[..., Document], siti: User
) -> None:
    document = read(REPEALING)
    confirm(document, siti, Decision.REJECTED)
    text = "Salinan\n\n" + REPEALING.replace("Undang-Undang Nomor 11", "Undang-Undang Nomor 12")
    version = reread(document, text)
    assert told(document) == {
        "Qanun Aceh 5/2020 mencabut Qanun Aceh 3/2010 (rejected)",
        "Qanun Aceh 5/2020 melaksanakan UU 12/2006 (proposed)",
    }
    kept = document.relations.get(verb="repeals")
    assert kept.version == version
    assert kept.quote == text[kept.start : kept.end]


def test_a_confirmed_relation_outlives_a_worse_reading(
    read: Callable[..., Document], siti: User
) -> None:
    old, document = read(OLD), read(REPEALING)
    confirm(document, siti)
    reread(document, NEW.format(verb="d1cabut dan"))
    assert status_of(old) == "dicabut"


def test_trash_takes_the_status_with_it_and_back(read: Callable[..., Document], siti: User) -> None:
    old, new = read(OLD), read(REPEALING)
    confirm(new, siti)
    removal.trash(new)
    assert status_of(old) == "unknown"
    removal.restore(new)
    assert status_of(old) == "dicabut"


def test_a_corrected_number_moves_the_status(read: Callable[..., Document], siti: User) -> None:
    old, new = read(OLD), read(REPEALING)
    confirm(new, siti)
    old.number, old.title = "4", "Qanun Aceh Nomor 4 Tahun 2010 tentang Tanah"
    old.save()
    editing.changed(old, ["number", "title"])
    assert LegalRelation.objects.to(old).count() == 0
    assert lines(old) == []


class TestWhatReadersSee:
    def test_both_directions_are_told(self, read: Callable[..., Document], siti: User) -> None:
        old, new = read(OLD), read(REPEALING)
        assert lines(new) == []
        confirm(new, siti)
        assert lines(old) == ["dicabut oleh Qanun Aceh 5/2020, Pasal 2"]
        assert lines(new) == ["mencabut Qanun Aceh 3/2010, Pasal 2"]

    def test_an_internal_document_is_not_hinted_at(
        self, read: Callable[..., Document], siti: User
    ) -> None:
        old = read(OLD)
        new = read(REPEALING, metadata={"visibility": "internal"})
        confirm(new, siti)
        assert (lines(old), status_of(old)) == ([], "unknown")
        assert lines(old, STAFF) == ["dicabut oleh Qanun Aceh 5/2020, Pasal 2"]

        editing.set_visibility(new, Visibility.PUBLIC)
        assert (lines(old), status_of(old)) == (
            ["dicabut oleh Qanun Aceh 5/2020, Pasal 2"],
            "dicabut",
        )
        editing.set_visibility(new, Visibility.INTERNAL)
        assert (lines(old), status_of(old)) == ([], "unknown")

    def test_an_internal_target_has_no_link_for_citizens(
        self, read: Callable[..., Document], siti: User
    ) -> None:
        old = read(OLD, metadata={"visibility": "internal"})
        new = read(REPEALING)
        confirm(new, siti)
        (seen,) = relation_lines.lines_of(new, asker=CITIZEN)
        (staff,) = relation_lines.lines_of(new, asker=STAFF)
        assert (seen.document_id, staff.document_id) == ("", old.pk)

    def test_a_member_of_its_groups_sees_it(
        self, read: Callable[..., Document], siti: User
    ) -> None:
        old = read(OLD)
        new = read(REPEALING, metadata={"visibility": "internal"})
        group = Group.objects.create(name="hukum")
        new.groups.add(group)
        confirm(new, siti)
        assert lines(old, Asker(group_ids=frozenset({group.pk}))) != []


class TestHearsay:
    MENGINGAT = (
        "QANUN ACEH\nNOMOR 7 TAHUN 2021\nTENTANG\nZAKAT\nDENGAN NAMA ALLAH\nMenimbang : bahwa x;\n"
        "Mengingat : \n1. Qanun Aceh Nomor 3 Tahun 2010 tentang Tanah sebagaimana telah diubah "
        "dengan Qanun Aceh Nomor 9 Tahun 2013;\nMEMUTUSKAN:\nPasal 1\n{end}.\n"
    )
    AMENDING = (
        "QANUN ACEH\nNOMOR 9 TAHUN 2013\nTENTANG\nPERUBAHAN ATAS QANUN ACEH NOMOR 3 TAHUN 2010 "
        "TENTANG TANAH\nDENGAN NAMA ALLAH\nMenimbang : a. bahwa x;\nMEMUTUSKAN:\nPasal I\nx.\n"
    )

    def test_it_is_proposed_once(self, read: Callable[..., Document], siti: User) -> None:
        old = read(OLD)
        first = read(self.MENGINGAT.format(end="satu"))
        second = read(self.MENGINGAT.format(end="dua"))
        assert told(first) == {"Qanun Aceh 9/2013 mengubah Qanun Aceh 3/2010 (proposed)"}
        assert told(second) == set()
        confirm(first, siti)
        assert status_of(old) == "diubah"
        assert lines(old) == ["diubah oleh Qanun Aceh 9/2013"]

    def test_the_amending_regulation_itself_is_believed_instead(
        self, read: Callable[..., Document]
    ) -> None:
        first = read(self.MENGINGAT.format(end="satu"))
        amending = read(self.AMENDING)
        assert told(first) == set()
        assert told(amending) == {"Qanun Aceh 9/2013 mengubah Qanun Aceh 3/2010 (proposed)"}
        assert told(read(self.MENGINGAT.format(end="dua"))) == set()


class TestPublicPage:
    def page(self, document: Document) -> str:
        response = Client().get(f"/dokumen/{document.pk}")
        assert response.status_code == 200
        return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())

    def test_it_tells_by_what_it_was_repealed(
        self, read: Callable[..., Document], siti: User
    ) -> None:
        old, new = read(OLD), read(REPEALING)
        assert "Hubungan dengan peraturan lain" not in self.page(old)
        confirm(new, siti)
        assert "Dicabut oleh Qanun Aceh 5/2020 , Pasal 2" in self.page(old)
        assert "Mencabut Qanun Aceh 3/2010" in self.page(new)

    def test_what_an_internal_document_does_is_not_hinted_at(
        self, read: Callable[..., Document], siti: User
    ) -> None:
        old = read(OLD)
        confirm(read(REPEALING, metadata={"visibility": "internal"}), siti)
        page = self.page(old)
        assert "5/2020" not in page
        assert "icabut oleh" not in page
