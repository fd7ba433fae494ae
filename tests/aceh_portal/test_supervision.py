"""Parts that end, hang, or do not go."""

import os
import sys
import time
from pathlib import Path

import psutil
import pytest

from aceh_portal import supervision
from aceh_portal.supervision import Backoff, GaveUpError, Heartbeat, Part
from tests.aceh_portal.test_serve import eventually


def part(script: str, *, patience_s: float = 5, heartbeat: Heartbeat | None = None) -> Part:
    return Part(
        "trial",
        [sys.executable, "-c", script],
        patience_s=patience_s,
        environment=os.environ,
        heartbeat=heartbeat,
    )


def test_a_part_that_ends_is_started_again(tmp_path: Path) -> None:
    started = tmp_path / "started"
    trial = part(f"open({str(started)!r}, 'a').write('x')")

    def checked() -> bool:
        trial.check()
        return started.exists() and len(started.read_text()) >= 2

    eventually(checked, "it was started twice")
    trial.stop()


def test_a_part_that_never_works_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_DELAY_S", 0.0)
    trial = part("raise SystemExit(3)")

    def checked() -> bool:
        trial.check()
        return False

    with pytest.raises(GaveUpError, match="trial"):
        eventually(checked, "it was given up")


def test_a_part_without_a_sign_of_life_is_ended(tmp_path: Path) -> None:
    trial = part(
        "import time; time.sleep(600)", heartbeat=Heartbeat(tmp_path / "beat", timeout_s=0.2)
    )
    trial.start()
    assert trial.process is not None
    process = psutil.Process(trial.process.pid)

    def checked() -> bool:
        trial.check()
        return not process.is_running()

    eventually(checked, "it was ended")
    trial.stop()


def test_a_beat_is_missed_some_time_after_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now_s)
    heartbeat = Heartbeat(tmp_path / "beat", timeout_s=30)
    now_s = 129.0
    assert not heartbeat.is_missed()
    heartbeat.path.touch()
    assert not heartbeat.is_missed()
    now_s = 158.0
    assert not heartbeat.is_missed()
    now_s = 160.0
    assert heartbeat.is_missed()


def test_a_part_that_ignores_its_end_is_killed_with_its_children(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    trial = part(
        "import signal, subprocess\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(ready)!r}, 'w').write('ready')\n"
        "child.wait()",
        patience_s=0.1,
    )
    trial.start()
    assert trial.process is not None
    family = [psutil.Process(trial.process.pid)]
    eventually(ready.exists, "it runs")
    family += family[0].children()
    trial.stop()
    assert len(family) == 2
    assert psutil.wait_procs(family, timeout=10)[1] == []


def test_delays_grow_up_to_a_limit() -> None:
    backoff = Backoff()
    delays = [backoff.next_delay_s() for _ in range(8)]
    assert delays[:3] == [0.2, 0.4, 0.8]
    assert delays[-1] == supervision.LONGEST_DELAY_S
    assert backoff.is_hopeless


def test_a_part_that_once_worked_is_never_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    backoff = Backoff()
    monkeypatch.setattr(supervision, "STEADY_AFTER_S", -1.0)
    backoff.next_delay_s()
    monkeypatch.undo()
    for _ in range(20):
        backoff.next_delay_s()
    assert not backoff.is_hopeless
