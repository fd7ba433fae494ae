"""What the first run does once the portal answers, and what every run then prints."""

import http.client
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from aceh_portal import processes
from aceh_portal.first_run import Login, SampleCollection
from aceh_portal.operator_errors import in_both_languages

logger = logging.getLogger("portal.setup")

READY_TIMEOUT_S = 120.0
SAMPLE_QUESTION = "Siapa yang melantik Gubernur Aceh terpilih?"


class Welcome:
    """Runs beside the supervision: imports the sample collection, then says where the portal is."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        login: Login,
        with_sample: bool,
        environment: Mapping[str, str],
        out: IO[str],
    ) -> None:
        self.host = host
        self.port = port
        self.login = login
        self.with_sample = with_sample
        # Of these commands the user wants to see what they print, not what they log.
        self.environment = {**environment, "PORTAL_LOG_LEVEL": "WARNING"}
        self.out = out
        self._stop = threading.Event()
        self._command: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._run, name="welcome", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if command := self._command:
            command.terminate()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        if not self._wait_until_ready():
            return
        if self.with_sample and (sample := SampleCollection()).is_due:
            self._import(sample)
        stopped = self._stop.is_set()
        if stopped and not self.login.password:
            return
        self._print_address()  # a password is told this one time, also to who stops the first run
        if self.with_sample and not stopped:
            self.out.write(f"\n{SAMPLE_QUESTION}\n\n")
            self.out.flush()
            self._manage("ask", SAMPLE_QUESTION)

    def _wait_until_ready(self) -> bool:
        """Wait until the web server answers; False when told to stop or when it never does."""
        deadline = time.monotonic() + READY_TIMEOUT_S
        while not self._stop.wait(0.1):
            with suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection(self.host, self.port, timeout=5)
                connection.request("GET", "/healthz")
                if connection.getresponse().status < 500:
                    return True
            if time.monotonic() > deadline:
                logger.error(in_both_languages(_("The web server does not answer.")))
                return False
        return False

    def _import(self, sample: SampleCollection) -> None:
        logger.info(
            "importing the sample collection: some minutes; %s answers meanwhile", self.address
        )
        sample.begun()
        if self._manage("import_documents", str(sample.folder), "--wait") == 0:
            sample.finished()
        elif not self._stop.is_set():
            logger.error(
                in_both_languages(
                    _("Not all of the sample collection was imported. The next start tries again.")
                )
            )

    @property
    def address(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    def _print_address(self) -> None:
        address = self.address
        password = self.login.password or in_both_languages(_("(as set before)"), " / ")
        lines = [
            "",
            f"  Portal  {address}",
            f"  Admin   {address}admin/  {self.login.username}  {password}",
            f"  Ctrl-C  {in_both_languages(_('stops everything'), ' / ')}",
            "",
        ]
        self.out.write("\n".join(lines))
        self.out.flush()  # into a file or a journal too: the password is told this one time

    def _manage(self, *arguments: str) -> int:
        """Run a command of the portal on this terminal and return its exit code."""
        self._command = subprocess.Popen(  # noqa: S603
            [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), *arguments],
            stdin=subprocess.DEVNULL,
            text=True,
            process_group=0,
            preexec_fn=processes.dies_with_parent(),
            env=self.environment,
        )
        # Asked to stop between the start of the command and now.
        if self._stop.is_set():
            self._command.terminate()
        exit_code = self._command.wait()
        self._command = None
        return exit_code
