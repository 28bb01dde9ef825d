"""/healthz, /readyz and /metrics: asked of 127.0.0.1 by programs, whatever the site is called."""

import os
import re
import subprocess
import sys
from contextlib import ExitStack

import httpx
import pytest
from django.db import OperationalError, transaction
from django.urls import reverse
from prometheus_client import REGISTRY

from characters.models import Character
from ryfsite import metrics, probes
from tests.live.lines import until, visitors

pytestmark = pytest.mark.live


@pytest.fixture
def ask(live):
    """`ask("/healthz")`: as a probe asks, under a name the site does not know."""

    def get(path: str, method: str = "GET", **headers: str) -> httpx.Response:
        return httpx.request(method, live.url + path, headers={"Host": "10.9.8.7", **headers})

    return get


def test_a_process_that_lives_says_so_to_any_host_and_stores_nothing(ask, settings):
    settings.SECURE_SSL_REDIRECT = True  # as under https, where a probe comes behind the proxy
    answer = ask("/healthz")

    assert (answer.status_code, answer.text) == (200, "alive\n")
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    assert ask("/healthz", "HEAD").status_code == 200
    assert ask("/healthz", "POST").status_code == 400  # a page, and no such host


def test_a_site_whose_database_answers_is_ready(ask):
    assert (ask("/readyz").status_code, ask("/readyz").text) == (200, "ready\n")


def test_a_site_whose_database_is_away_lives_but_is_not_ready_and_says_no_more(ask, monkeypatch):
    def away() -> bool:
        raise OperationalError("password authentication failed for user hugo")

    monkeypatch.setattr(probes, "is_ready", away)
    assert ask("/healthz").status_code == 200
    answer = ask("/readyz")
    assert (answer.status_code, answer.text) == (503, "not ready\n")


def test_a_site_whose_tables_are_of_an_older_version_is_not_ready(ask, monkeypatch):
    monkeypatch.setattr(probes, "_has_migrated", False)
    monkeypatch.setattr(probes.prepare, "needs_migrating", lambda: True)
    assert ask("/readyz").status_code == 503
    monkeypatch.setattr(probes.prepare, "needs_migrating", lambda: False)
    assert ask("/readyz").status_code == 200


# --- what is counted --------------------------------------------------------------------------------------------------


def test_metrics_do_not_exist_without_a_token_and_are_for_who_has_it(ask, monkeypatch):
    assert ask("/metrics").status_code == 404

    monkeypatch.setenv("METRICS_TOKEN", "una-larga")

    assert ask("/metrics").status_code == 401
    assert ask("/metrics", Authorization="Bearer otra").status_code == 401
    answer = ask("/metrics", Authorization="Bearer una-larga")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    assert "mesa_streams_open" in answer.text


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_streams_actions_pushes_and_requests_are_counted(live, as_, pablo, ines, brianda, goblin):
    route, pushes = "characters:points", value("mesa_push_seconds_count")
    before = value("mesa_actions_total", kind="pool"), value("mesa_page_seconds_count", route=route)
    with visitors(lambda: live.port, as_) as visit:
        there, open_before = visit(ines), value("mesa_streams_open")
        line = visit(pablo).listen()
        assert value("mesa_streams_open") == open_before + 1
        answer = there.press(reverse(route, args=[brianda.key, "pv"]), amount="-1")
        line.until(lambda line: line.entries)
        line.close()
        until(lambda: value("mesa_streams_open") == open_before)

    assert answer.status_code == 204
    after = value("mesa_actions_total", kind="pool"), value("mesa_page_seconds_count", route=route)
    assert after == (before[0] + 1, before[1] + 1)
    assert value("mesa_push_seconds_count") > pushes


def test_what_is_rolled_back_is_no_action(transactional_db, brianda, marta):
    before = value("mesa_actions_total", kind="pool")
    with transaction.atomic():
        brianda.change_pool(marta, "pv", -1)
        transaction.set_rollback(True)
    assert value("mesa_actions_total", kind="pool") == before
    Character.objects.get(pk=brianda.pk).change_pool(marta, "pv", -1)
    assert value("mesa_actions_total", kind="pool") == before + 1


def test_nobody_makes_up_series(as_, db):
    as_(None).generic("BREW", "/nada-de-esto/")
    as_(None).get("/nor/this/")
    told = metrics.written().decode()
    assert "BREW" not in told
    assert "nada-de-esto" not in told
    assert 'method="other"' in told
    assert 'route="unknown"' in told


def test_a_worker_that_has_made_its_file_and_not_filled_it_breaks_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv(metrics.FOLDER, str(tmp_path))
    (tmp_path / f"counter_{os.getpid()}.db").touch()

    assert metrics.written() == b""


def test_several_processes_count_as_one_and_a_dead_one_has_no_streams(tmp_path, monkeypatch):
    program = (
        "from ryfsite import metrics\n"
        "metrics.ACTIONS.labels('pool').inc(3)\n"
        "metrics.STREAMS.inc(2)\n"
        "input() if {stays} else None\n"
    )
    environment = {**os.environ, metrics.FOLDER: str(tmp_path), "DATA_DIR": str(tmp_path / "data")}
    with ExitStack() as stack:
        for stays in (True, False):
            command = [sys.executable, "-c", program.format(stays=stays)]
            child = stack.enter_context(subprocess.Popen(command, env=environment, stdin=subprocess.PIPE))
            if not stays:
                assert child.wait(60) == 0
        until(lambda: len(list(tmp_path.glob("gauge_livesum_*.db"))) == 2)
        monkeypatch.setenv(metrics.FOLDER, str(tmp_path))
        until(lambda: 'mesa_actions_total{kind="pool"} 6.0' in metrics.written().decode())

        told = metrics.written().decode()

        assert re.search(r"^mesa_streams_open 2\.0$", told, re.M)
