"""From a file to a cited answer in a real browser, with everything that `serve` starts."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect

from aceh_portal import processes
from tests.aceh_portal.test_postgres import free_port
from tests.browser.conftest import DESKTOP, opened
from tests.pages import samples

pytestmark = pytest.mark.browser
PASSWORD = "kata-sandi-percobaan"
START_S = 120
INDEXING_MS = 120_000
ANSWER_MS = 60_000


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[str]:
    """The address of an empty portal of its own: database, web server and queue."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {
        "PORTAL_DATA_DIR": str(tmp_path / "portal"),
        "PORTAL_ADMIN_USER": "petugas",
        "PORTAL_ADMIN_PASSWORD": PASSWORD,
        "PORT": str(port),
    }
    serve = subprocess.Popen(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "serve", "--no-sample"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=processes.dies_with_parent(signal.SIGTERM),
    )
    assert serve.stdout is not None
    address = f"http://127.0.0.1:{port}"
    assert any(address in line for line in serve.stdout), "serve ended before it was ready"
    yield address
    serve.send_signal(signal.SIGINT)
    serve.wait(timeout=START_S)


def test_an_uploaded_file_answers_with_the_words_marked(browser: Browser, portal: str) -> None:
    faults: list[str] = []
    with browser.new_context(viewport=DESKTOP, locale="id-ID", base_url=portal) as context:
        page = opened(context, faults)

        page.goto("/admin/documents/document/add/")
        page.locator("#id_username").fill("petugas")
        page.locator("#id_password").fill(PASSWORD)
        page.locator("#login-form [type=submit]").click()
        page.locator("#id_files").set_input_files(samples.PP_82)
        row = page.locator("[data-rows]")
        expect(row.get_by_role("link").first).to_be_visible()
        page.goto("/admin/documents/document/")
        state = page.locator("[data-status]")
        expect(state).to_have_attribute("data-status", "ready", timeout=INDEXING_MS)

        page.goto("/")
        page.get_by_label("Pertanyaan Anda").fill("Berapa nilai modal awal BPJS Kesehatan?")
        page.get_by_role("button", name="Tanya", exact=True).click()
        source = page.locator(".source", has_text="500.000.000.000").first
        expect(source).to_be_visible(timeout=ANSWER_MS)
        expect(page.locator(".answer__text")).to_contain_text("500.000.000.000")

        source.get_by_role("link").click()
        expect(page.locator("mark").first).to_be_in_viewport()
        expect(page.locator(".picture rect").first).to_be_visible()
        assert "500.000.000.000" in " ".join(page.locator("mark").all_inner_texts())
    assert faults == []
