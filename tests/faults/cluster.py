"""A PostgreSQL of the test's own, which it may restart: the system's belongs to others too."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.process import free_port


class Cluster:
    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder, self.port = programs, folder, free_port()

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        self._run("initdb", "--auth=trust", "--username=postgres", "--no-sync")
        self.control("start")

    def control(self, what: str) -> None:
        """`start`, `restart`, `stop`; sessions are cut off, as when the system updates it."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self._folder}"
        given = [] if what == "stop" else ["-o", options, "-l", str(self._folder / "log")]
        self._run("pg_ctl", "-w", "-m", "fast", *given, what)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self._folder / "data"), *arguments]
        if os.geteuid() == 0:  # as whom it refuses to run
            command = ["runuser", "-u", "postgres", "--", *command]
        ended = subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert ended.returncode == 0, ended.stderr


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    """A running one, gone at the end; skips the test where PostgreSQL is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    where = found[-1].parent if found else shutil.which("initdb") and Path(str(shutil.which("initdb"))).parent
    if not where:
        pytest.skip("PostgreSQL's own programs are not installed")
    folder = Path(tempfile.mkdtemp(prefix="mesa-postgres-"))  # not pytest's, where postgres may not look
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    cluster = Cluster(where, folder)
    try:
        cluster.make()
        yield cluster
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            cluster.control("stop")
        shutil.rmtree(folder)
