"""What a start prints."""

from pathlib import Path

import pytest

from aceh_portal.first_run import Login, SampleCollection
from aceh_portal.welcome import Welcome


def test_address_and_password_reach_a_file_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Welcome, "_wait_until_ready", lambda welcome: True)
    journal = tmp_path / "journal"
    with journal.open("w") as out:
        welcome = Welcome(
            "127.0.0.1",
            8000,
            login=Login(username="admin", password="told-once"),
            with_sample=False,
            environment={},
            out=out,
        )
        welcome.start()
        welcome._thread.join(10)
        assert "admin  told-once" in journal.read_text()


def test_who_stops_the_first_run_is_told_the_password_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Welcome, "_wait_until_ready", lambda welcome: True)
    monkeypatch.setattr(SampleCollection, "is_due", True)
    monkeypatch.setattr(Welcome, "_import", lambda welcome, sample: welcome._stop.set())
    journal = tmp_path / "journal"
    with journal.open("w") as out:
        welcome = Welcome(
            "127.0.0.1",
            8000,
            login=Login(username="admin", password="told-once"),
            with_sample=True,
            environment={},
            out=out,
        )
        welcome.start()
        welcome._thread.join(10)
        assert "admin  told-once" in journal.read_text()
