from pathlib import Path

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from aceh_portal import first_run
from aceh_portal.first_run import Login, SampleCollection
from documents.models import Document


@pytest.mark.django_db
class TestAdministrator:
    def test_without_a_password_one_is_made_up_and_told_once(self) -> None:
        made = first_run.create_administrator(username="admin", password="")
        assert made.password is not None
        assert User.objects.get(username="admin").check_password(made.password)
        again = first_run.create_administrator(username="admin", password="")
        assert again == Login(username="admin", password=None)

    def test_a_given_password_is_used_and_not_repeated(self) -> None:
        assert first_run.create_administrator(username="kepala", password="rahasia-9") == Login(
            username="kepala", password=None
        )
        user = User.objects.get()
        assert user.is_superuser
        assert user.check_password("rahasia-9")

    def test_an_administrator_that_is_there_stays_as_it_is(self) -> None:
        User.objects.create_superuser("lama", password="semula")
        first_run.create_administrator(username="baru", password="lain")
        assert User.objects.get().check_password("semula")


@pytest.mark.django_db
class TestSampleCollection:
    def test_it_is_due_in_an_empty_portal_alone(self) -> None:
        assert SampleCollection().is_due
        Document.objects.create(title="Qanun yang diunggah")
        assert not SampleCollection().is_due

    def test_an_import_that_was_cut_off_is_done_again(self) -> None:
        SampleCollection().begun()
        Document.objects.create(title="yang sempat masuk")
        assert SampleCollection().is_due

    def test_a_finished_one_is_not_due_again_when_all_was_deleted(self) -> None:
        SampleCollection().begun()
        SampleCollection().finished()
        assert not SampleCollection().is_due

    def test_its_folder_is_there(self) -> None:
        assert len(list(SampleCollection().folder.rglob("*.*"))) >= 10


def test_static_files_are_collected_again_only_when_one_changed(
    settings: Settings, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    style = own / "style.css"
    style.write_text("a {}")
    settings.STATICFILES_DIRS = [own]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    collected = Path(settings.STATIC_ROOT) / "style.css"

    first_run.collect_static_files()
    collected.unlink()
    first_run.collect_static_files()
    assert not collected.exists()

    style.write_text("a { color: red }")
    first_run.collect_static_files()
    assert collected.read_text() == "a { color: red }"
