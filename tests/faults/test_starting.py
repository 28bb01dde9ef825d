"""Servers that start at once, and one that is asked to end while they play."""

import sqlite3
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import psycopg
import pytest
from django.db import connections
from django.urls import reverse

from campaigns.keys import new_key
from campaigns.models import LogEntry
from tests.combat.fights import pv
from tests.faults.cluster import own_cluster
from tests.faults.hands import Hands
from tests.faults.process import Process, free_port, once
from tests.live.lines import until

pytestmark = pytest.mark.live
MADE = "SELECT app, name FROM django_migrations"
DEMOS = "SELECT count(*) FROM campaigns_campaign WHERE is_demo"


def start_two(tmp_path: Path, stack: ExitStack, **environment: str) -> Process:
    """Two servers on one empty database, at once; both come."""
    first = Process(tmp_path, DEMO="on", **environment)
    second = Process(tmp_path, DEMO="on", **environment, PORT=str(free_port()))
    for each in (first, second):
        stack.callback(each.end)
        each.begin()
    for each in (first, second):
        each.comes()
        assert httpx.get(f"http://localhost:{each.environment['PORT']}/readyz").text == "ready\n"
        each.stop()
    assert first.said == ""
    return first


def assert_made_once(migrations: list[tuple[str, str]], demos: int) -> None:
    assert ("campaigns", "0001_initial") in migrations
    assert max(Counter(migrations).values()) == 1
    assert demos == 1


@once
def test_two_servers_that_start_at_once_make_the_tables_and_the_demo_once(tmp_path):
    with ExitStack() as stack:
        server = start_two(tmp_path, stack, DATABASE_URL="")
        with closing(sqlite3.connect(Path(server.environment["DATA_DIR"]) / "mesa.sqlite3")) as made:
            assert_made_once(made.execute(MADE).fetchall(), made.execute(DEMOS).fetchone()[0])


@once
def test_two_servers_that_start_at_once_on_postgresql_do_too(tmp_path):
    with own_cluster() as cluster, ExitStack() as stack:
        start_two(tmp_path, stack, DATABASE_URL=cluster.url)
        with psycopg.connect(cluster.url) as made:
            assert_made_once(made.execute(MADE).fetchall(), made.execute(DEMOS).fetchone()[0])


def test_asked_to_end_under_six_screens_it_does_and_nothing_acknowledged_is_lost(
    served, visit, marta, coral, pablo, ines, vera, brianda, campaign
):
    """Presses go on until nobody answers any more; each that was cut off is sent again to the next server."""
    path, seats = reverse("characters:points", args=[brianda.key, "pv"]), (marta, coral, pablo, ines, vera, ines)
    lines = [visit(seat).listen() for seat in seats]
    there, answers, cut = [visit(ines) for _ in range(4)], {}, set()

    def press(number: int) -> str:
        name = new_key()
        try:
            answers[name] = there[number].press(path, amount=number % 2 * 2 - 1, press=name)
        except httpx.TransportError:
            cut.add((name, number % 2 * 2 - 1))
            raise StopIteration from None
        return name

    with Hands(press) as hands:
        until(lambda: len(hands.done) > 20)
        served.ask_to_stop()
        assert served.stop() == 0
    connections.close_all()
    for line in lines:
        assert line.ends().raw.endswith(b"\r\n0\r\n\r\n")  # told, not broken off
    assert served.said == ""

    served.start()
    for name, amount in cut:
        answers[name] = there[0].press(path, amount=amount, press=name)

    done = {name: answer for name, answer in answers.items() if answer.status_code == 204}
    assert {answer.status_code for answer in answers.values()} <= {204, 422}
    entries = LogEntry.objects.filter(campaign=campaign)
    assert {entry.press: entry.key for entry in entries} == {
        name: answer.headers["Mesa-Entry"] for name, answer in done.items()
    }
    assert pv(brianda) == 16 + sum(
        change["by"] for entry in entries for change in entry.changes if change["what"] == "pool"
    )
    last = entries.first()
    for seat, line in zip(seats, lines, strict=True):
        if last.key not in line.entries:
            visit(seat).listen(after=line.after if line.news else "").brings(last)
