"""A headless Chromium and the portal served over ASGI from this process."""

import shutil
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from channels.routing import ProtocolTypeRouter, URLRouter
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from answering.routing import websocket_urlpatterns

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}
PATIENCE_MS = 20_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser a module: its event loop runs in this thread, where others want their own."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with pytest.MonkeyPatch.context() as environment, sync_playwright() as playwright:
        # Django would take Playwright's loop for async code.
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture
def faults() -> list[str]:
    """What the pages complained of on their console; must stay empty."""
    return []


def opened(context: BrowserContext, faults: list[str]) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda said: faults.append(said.text) if said.type in ("error", "warning") else None,
    )
    return page


@pytest.fixture
def phone(browser: Browser, site: str, faults: list[str]) -> Iterator[Page]:
    with browser.new_context(viewport=PHONE, locale="id-ID", base_url=site) as context:
        yield opened(context, faults)
    assert faults == []


@pytest.fixture
def plain(browser: Browser, site: str) -> Iterator[Page]:
    """A browser without JavaScript."""
    with browser.new_context(
        viewport=PHONE, locale="id-ID", base_url=site, java_script_enabled=False
    ) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        yield page


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """The address of the portal, on a free port, with the database of this test."""
    application = ProtocolTypeRouter(
        {
            "http": ASGIStaticFilesHandler(get_asgi_application()),
            "websocket": URLRouter([*websocket_urlpatterns]),
        }
    )
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server(uvicorn.Config(application, log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    server.begun.wait(timeout=30)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = server.force_exit = True
    thread.join(timeout=30)


class Server(uvicorn.Server):
    """Tells when it listens; leaves the signals to pytest."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.begun = threading.Event()

    def install_signal_handlers(self) -> None:
        pass

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets=sockets)
        self.begun.set()
