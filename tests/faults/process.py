"""`python -m ryfsite.serve` as whoever hosts starts it, and what happens to it."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from ryfsite.environment import ROOT
from tests.live.lines import PATIENCE

once = pytest.mark.skipif(settings.IS_POSTGRES, reason="brings its own database: once is enough, with SQLite's tests")


class Process:
    """One server on the loopback; it keeps its port when it is started again. What it complains of is `said`."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.log = folder / "server.log"
        others = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
        given = {"HOST": "127.0.0.1", "PORT": str(self.port), "DATA_DIR": str(folder / "data"), "SITE_URL": ""}
        given["LIMITS"] = "off"  # tests press faster than anybody
        self.environment = {**others, **given, **environment}
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def said(self) -> str:
        return self.log.read_text()

    @property
    def pid(self) -> int:
        assert self._running is not None
        return self._running.pid

    def begin(self) -> None:
        """Start it, and do not wait until it is there."""
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "ryfsite.serve"]
            self._running = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, stderr=log
            )

    def comes(self) -> None:
        """Wait until it says that it is there."""
        assert self._running is not None
        assert self._running.stdout is not None
        for line in self._running.stdout:
            if line.strip().startswith(b"Ctrl-C"):
                return
        raise AssertionError(f"the server ended with {self._running.wait()}: {self.said}")

    def start(self) -> None:
        self.begin()
        self.comes()

    def kill(self) -> None:
        """As a crash or a power button would: it learns nothing of it."""
        assert self._running is not None
        self._running.kill()
        self._forget()

    def ask_to_stop(self) -> None:
        assert self._running is not None
        self._running.send_signal(signal.SIGTERM)

    def stop(self) -> int:
        """End it in order; the exit code."""
        self.ask_to_stop()
        return self._forget()

    def end(self) -> None:
        """Whatever state it is in, it is gone afterwards."""
        if self._running is not None:
            self.kill()

    def manage(self, *arguments: str, code: int = 0, **environment: str) -> str:
        """What a command of the site says, run beside it, or as a site with other settings."""
        ended = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
        )
        assert ended.returncode == code, ended.stdout + ended.stderr
        return (ended.stdout + ended.stderr).strip()

    def _forget(self) -> int:
        assert self._running is not None
        code = self._running.wait(PATIENCE)
        assert self._running.stdout is not None
        self._running.stdout.close()
        self._running = None
        return code


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
