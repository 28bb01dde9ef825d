"""A database that takes nothing, or is not there: a sentence, nothing lost, nothing half-written, and on it goes."""

import resource
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.urls import reverse

from campaigns import outages
from campaigns.keys import new_key
from campaigns.models import Campaign, LogEntry
from tests.combat.fights import pv
from tests.faults.cluster import own_cluster
from tests.faults.demo import Demo
from tests.faults.process import once
from tests.live.lines import until

pytestmark = pytest.mark.live
SENTENCES = {
    outages.FULL: ("no le queda sitio", "no room left"),
    outages.READ_ONLY: ("solo se puede leer", "can only be read"),
    outages.BUSY: ("demasiado a la vez", "Too much is being saved"),
}
only_sqlite = pytest.mark.skipif(settings.IS_POSTGRES, reason="a limit of SQLite")


# --- each kind of it, and its sentence --------------------------------------------------------------------------------


@contextmanager
def in_a_state(*statements: str) -> Iterator[None]:
    """What a connection was told stays with it, so another one comes after it."""
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    try:
        yield
    finally:
        connection.close()


@contextmanager
def full() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        with transaction.atomic():
            while cursor.execute("PRAGMA freelist_count").fetchone()[0]:  # no room inside of it either
                cursor.execute("CREATE TABLE IF NOT EXISTS filling (line)")
                cursor.execute("INSERT INTO filling VALUES (zeroblob(4000))")
    with in_a_state(f"PRAGMA max_page_count={pages}"):
        yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS filling")


def read_only() -> object:
    if settings.IS_POSTGRES:
        return in_a_state("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
    return in_a_state("PRAGMA query_only=1")


@contextmanager
def busy() -> Iterator[None]:
    """Another connection holds the campaign for good."""
    with ThreadPoolExecutor(1) as thread, ExitStack() as held:

        def hold() -> None:
            held.enter_context(transaction.atomic())
            list(Campaign.objects.select_for_update())

        def let_go() -> None:
            held.close()
            connection.close()

        thread.submit(hold).result()
        try:
            with in_a_state("SET lock_timeout = '20ms'" if settings.IS_POSTGRES else "PRAGMA busy_timeout=20"):
                yield
        finally:
            thread.submit(let_go).result()


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        pytest.param(full, outages.FULL, marks=only_sqlite),
        (read_only, outages.READ_ONLY),
        (busy, outages.BUSY),
    ],
)
@pytest.mark.parametrize("language", ["es", "en"])
def test_what_cannot_be_saved_is_said_and_changes_nothing(
    transactional_db, as_, ines, brianda, state, sentence, language
):
    browser, path = as_(ines), reverse("characters:points", args=[brianda.key, "pv"])
    browser.raise_request_exception = False
    headers = {"accept-language": language, "hx-request": "true"}

    with state():
        answer, done = None, 0
        while answer is None or answer.status_code == 204:  # a full file still has room on its last pages
            answer = browser.post(path, {"amount": "-1" if done % 2 == 0 else "1"}, headers=headers)
            done += answer.status_code == 204

    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert SENTENCES[sentence][language == "en"] in answer.content.decode()
    assert (pv(brianda), LogEntry.objects.count()) == (16 - done % 2, done)
    assert browser.post(path, {"amount": "-1"}, headers=headers).status_code == 204
    assert LogEntry.objects.count() == done + 1


def fault(cause: BaseException) -> OperationalError:
    made = OperationalError(str(cause))
    made.__cause__ = cause
    return made


def test_postgresql_says_by_its_state_what_it_lacks():
    assert outages.of(fault(psycopg.errors.DiskFull("no room"))) == outages.FULL
    assert outages.of(fault(psycopg.errors.AdminShutdown("stopping"))) == outages.AWAY
    assert outages.of(fault(psycopg.OperationalError("connection refused"))) == outages.AWAY


def test_a_mistake_of_the_code_is_no_outage(transactional_db):
    with pytest.raises(Exception, match="nothing_here") as found, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM nothing_here")
    assert outages.of(found.value) == ""
    assert outages.of(ValueError("whatever")) == ""


# --- the disk of a running server -------------------------------------------------------------------------------------


@only_sqlite
@pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process are set by Linux only")
def test_a_server_that_may_write_no_more_goes_on_when_it_may_again(visit, served, brianda, ines, pablo):
    there, path, name = visit(ines), reverse("characters:points", args=[brianda.key, "pv"]), new_key()
    line = visit(pablo).listen()
    assert there.press(path, amount="-1").status_code == 204
    before = resource.prlimit(served.pid, resource.RLIMIT_FSIZE)

    resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    refused = there.press(path, amount="-1", press=name)
    page = there.page(brianda.get_absolute_url())
    resource.prlimit(served.pid, resource.RLIMIT_FSIZE, before)

    assert refused.status_code == 503
    assert "no le queda sitio" in refused.text
    assert page.status_code == 200
    assert pv(brianda) == 15
    assert there.press(path, amount="-1", press=name).status_code == 204
    assert pv(brianda) == 14
    line.brings(LogEntry.objects.get(press=name))


# --- the database of a site -------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    """A disk of its own, of twelve megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(place)]
    if not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("this user may mount no disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as out, suppress(OSError):
        while out.write(bytes(4096)):
            pass


@once
def test_a_full_disk_loses_nothing_and_is_forgotten_when_there_is_room(small_disk, site):
    process = site(DATA_DIR=str(small_disk))
    with ExitStack() as stack:
        demo = Demo(process, stack)
        before, line, names = demo.pv, demo.listen(), [new_key() for _ in range(200)]
        filling = small_disk / "filling"
        fill(filling)

        answers = Counter()
        for at, name in enumerate(names):
            answer = demo.press(-1 if at % 2 == 0 else 1, name)
            answers[answer.status_code] += 1
            if answer.status_code == 503:
                break
        assert answers[503] == 1
        assert set(answers) <= {204, 503}  # whether one more fits depends on what the journal holds
        assert "no le queda sitio" in answer.text
        filling.unlink()

        for at, name in enumerate(names):
            assert demo.press(-1 if at % 2 == 0 else 1, name).status_code == 204
        assert demo.pv == before
        line.until(lambda line: len(line.entries) == len(names))
        assert process.stop() == 0
    process.manage("check_campaigns")


@once
def test_a_database_that_is_started_again_under_load_loses_no_press_and_heals_every_stream(site):
    with own_cluster() as cluster, ExitStack() as stack:
        process = site(DATABASE_URL=cluster.url)
        demo = Demo(process, stack)
        before, line = demo.pv, demo.listen()
        seen: Counter = Counter()

        def play(hand: int) -> list[str]:
            names = [new_key() for _ in range(60)]
            for at, name in enumerate(names):
                while (answer := demo.press(-1 if at % 2 == 0 else 1, name)).status_code != 204:
                    assert answer.status_code == 503, answer.text
                    assert "La base de datos no responde" in answer.text
                    assert int(answer.headers["Retry-After"]) > 0
                    seen["refused"] += 1
                seen["done"] += 1
            return names

        with ThreadPoolExecutor(4) as threads:
            hands = [threads.submit(play, hand) for hand in range(4)]
            until(lambda: seen["done"] > 60)
            cluster.control("restart")
            assert seen["done"] < 240, "all was over before the database went"
            names = [name for hand in hands for name in hand.result()]

        assert seen["refused"], "nobody noticed that the database was away"
        assert demo.pv == before
        with psycopg.connect(cluster.url) as own:
            told = "SELECT press, key FROM campaigns_logentry WHERE press <> '' ORDER BY version"
            found = own.execute(told).fetchall()
        assert sorted(press for press, _key in found) == sorted(names)
        newest = found[-1][1]  # who was far behind is brought whole regions, and of the log what they show
        line.until(lambda line: newest in line.entries)
        process.manage("check_campaigns")
        assert process.stop() == 0
