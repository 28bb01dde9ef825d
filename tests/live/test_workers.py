"""Several processes behind one address, as WORKERS starts them, on PostgreSQL: the table does not notice."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from django.conf import settings
from django.db import connection

from campaigns.models import Membership
from run import ROOT
from tests.live.lines import Visitor, until, visitors

pytestmark = [
    pytest.mark.live,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not settings.IS_POSTGRES, reason="SQLite is served by one process"),
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for the workers in /proc"),
]

PATIENCE = 60  # seconds; several programs start, one after another


class Site:
    """The server with two workers, on the database of the tests."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        there = connection.settings_dict
        user = quote(there["USER"]) + (f":{quote(there['PASSWORD'])}" if there["PASSWORD"] else "")
        environment = {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DATA_DIR": str(folder),
            "DATABASE_URL": f"postgres://{user}@{there['HOST']}:{there['PORT'] or 5432}/{there['NAME']}",
            "SECRET_KEY": settings.SECRET_KEY,  # cookies made by the tests hold there
            "WORKERS": "2",
            "DEMO": "off",
            "SITE_URL": "",
        }
        self.parent = subprocess.Popen(
            [sys.executable, "-m", "ryfsite.serve"],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert "Mesa RyF" in self.parent.stdout.readline(), self.parent.stderr.read()

    @property
    def workers(self) -> list[int]:
        """Their process numbers."""
        children = Path(f"/proc/{self.parent.pid}/task/{self.parent.pid}/children").read_text().split()
        return [int(child) for child in children if b"--worker" in Path(f"/proc/{child}/cmdline").read_bytes()]

    @contextmanager
    def only(self, worker: int) -> Iterator[None]:
        """Connections that are made meanwhile are of `worker`: the others stand still."""
        others = [each for each in self.workers if each != worker]
        for each in others:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in others:
                os.kill(each, signal.SIGCONT)

    def end(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """How it ended, and what it complained of."""
        self.parent.send_signal(sign)
        _, complaints = self.parent.communicate(timeout=PATIENCE)
        return self.parent.returncode, complaints


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    site = Site(folder)
    try:
        yield site
    finally:
        site.end(signal.SIGKILL)  # no harm to one that has ended


@pytest.fixture(scope="module")
def site(django_db_setup, tmp_path_factory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("data")) as site:
        yield site


@pytest.fixture
def visit(site, as_) -> Iterator[Callable[..., Visitor]]:
    with visitors(lambda: site.port, as_) as visit:
        yield visit


def points(brianda: object) -> str:
    return f"/c/{brianda.key}/points/pv/"


def backends() -> set[int]:
    """The connections of the workers that wait for notes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %%'")
        return {pid for (pid,) in cursor.fetchall()}


def test_a_press_on_one_worker_reaches_the_screens_of_the_other(site, visit, ines, pablo, brianda):
    first, second = site.workers
    for there, elsewhere in ((first, second), (second, first)):
        with site.only(elsewhere):
            line = visit(pablo).listen()
        with site.only(there):
            owner = visit(ines)
            owner.page("/")  # the connection is kept

        pressed = owner.press(points(brianda), amount="-1").headers["Mesa-Entry"]

        line.until(lambda line, pressed=pressed: pressed in line.entries, PATIENCE)


def test_who_is_removed_goes_blind_on_all_workers(site, visit, marta, pablo, ines, brianda):
    lines = []
    for worker in site.workers:
        with site.only(worker):
            lines.append((visit(pablo).listen(), visit(ines).listen()))
    gone = f"/t/{pablo.campaign.key}/members/{pablo.key}/remove/"

    visit(marta).press(gone)

    assert not Membership.objects.of(pablo.user).exists()
    for line, _ in lines:
        line.ends()
    entry = brianda.change_pool(marta, "pv", -1)
    for line, stays in lines:
        stays.brings(entry)
        assert entry.key.encode() not in line.raw


def test_a_page_names_who_is_here_on_any_worker(site, visit, marta, pablo, ines):
    def named(html: str) -> list[str]:
        return [
            name
            for name in ("Marta", "Pablo", "Ines")
            if re.search(rf'<li class="is-here">(?:(?!</li>).)*{name}', html)
        ]

    first, second = site.workers
    with site.only(first):
        leader = visit(marta)
        line = leader.listen()

    with site.only(second):
        visit(pablo).listen()

    line.until(lambda line: any(named(event.data) == ["Marta", "Pablo"] for event in line.events), PATIENCE)
    assert named(leader.page(f"/t/{marta.campaign.key}/").text) == ["Marta", "Pablo"]


def test_a_listener_that_lost_its_connection_makes_another(site, visit, pablo, marta, brianda):
    lines = []
    for worker in site.workers:
        with site.only(worker):
            lines.append(visit(pablo).listen())
    until(lambda: len(backends()) == 2, PATIENCE)
    before = backends()

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", [list(before)])
    meanwhile = brianda.change_pool(marta, "pv", -1)
    until(lambda: len(backends() - before) == 2, PATIENCE)
    later = brianda.change_pool(marta, "pv", -1)

    for line in lines:
        line.brings(meanwhile, later)


def test_a_worker_that_is_killed_is_followed_by_another(site, visit, pablo, marta, brianda):
    dies, stays = site.workers
    with site.only(dies):
        line = visit(pablo).listen()
    with site.only(stays):
        other = visit(pablo).listen()
    seen = brianda.change_pool(marta, "pv", -1)
    place = line.brings(seen).after

    os.kill(dies, signal.SIGKILL)

    line.ends()
    missed = brianda.change_pool(marta, "pv", -1)
    other.brings(seen, missed)
    assert visit(pablo).listen(after=place).brings(missed).entries == [missed.key]
    until(lambda: len(set(site.workers) - {dies}) == 2, PATIENCE)
    with site.only(next(worker for worker in site.workers if worker != stays)):
        assert visit(pablo).listen(after=place).brings(missed).entries == [missed.key]


def test_a_reload_replaces_the_workers_and_refuses_nobody(site, visit, pablo, marta, brianda):
    before = site.workers
    line = visit(pablo).listen()

    site.parent.send_signal(signal.SIGHUP)

    asked: list[int] = []

    def are_replaced() -> bool:
        asked.append(httpx.get(f"http://localhost:{site.port}/", timeout=PATIENCE).status_code)
        return not set(site.workers) & set(before)

    until(are_replaced, PATIENCE * 2)
    assert set(asked) == {200}
    line.ends()
    assert line.raw.endswith(b"0\r\n\r\n"), "a whole answer, not one cut off"
    entry = brianda.change_pool(marta, "pv", -1)
    visit(pablo).listen().brings(entry)
    until(lambda: len(site.workers) == 2, PATIENCE)


def test_an_end_is_the_end_of_all_with_streams_open(tmp_path, as_, pablo):
    with running(tmp_path) as site, visitors(lambda: site.port, as_) as visit:
        workers, lines = site.workers, []
        for worker in workers:
            with site.only(worker):
                lines.append(visit(pablo).listen())

        assert site.end() == (0, "")

        for line in lines:
            assert line.ends().raw.endswith(b"0\r\n\r\n")
        assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
