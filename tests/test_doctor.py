"""`run.py doctor`: each thing that can be wrong with an installation has its sentence."""

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from django.utils.translation import override

from campaigns.models import LogEntry
from characters.models import Pool
from ryfsite import doctor
from ryfsite.doctor import Grade
from ryfsite.environment import ROOT, Misconfigured
from tests.live.lines import until

pytestmark = pytest.mark.postgres

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


@pytest.fixture
def here(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def told(findings) -> list[tuple[Grade, str]]:
    return [(finding.grade, finding.sentence) for finding in findings]


@pytest.mark.parametrize(
    ("free", "grade", "sentence"),
    [
        (9_000_000, Grade.WRONG, "Only 9 MB are free in {here}: make room, or nothing can be saved soon."),
        (90_000_000, Grade.DOUBTFUL, "Only 90 MB are free in {here}: make room before it is full."),
        (9_000_000_000, Grade.SOUND, "The data is in {here}, where 9000 MB are free."),
    ],
)
def test_the_room_that_is_left(here, monkeypatch, free, grade, sentence):
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(0, 0, free))
    assert told(doctor.folder()) == [(grade, sentence.format(here=here))]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such bits")
def test_who_else_may_read_the_key(here):
    key = here / "secret.key"
    key.write_text("x")
    key.chmod(0o644)
    here.chmod(0o700)
    assert told(doctor.secrets()) == []
    here.chmod(0o755)
    assert told(doctor.secrets()) == [(Grade.DOUBTFUL, f"Other users of this computer can read {key}: chmod 600 {key}")]
    key.chmod(0o600)
    assert told(doctor.secrets()) == []


def test_short_secrets(here, settings, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "corta")
    monkeypatch.setenv("METRICS_TOKEN", "corta")
    settings.SECRET_KEY = "corta"
    assert [sentence.split(" is short")[0] for _grade, sentence in told(doctor.secrets())] == [
        "SECRET_KEY",
        "METRICS_TOKEN",
    ]


@pytest.mark.parametrize(
    ("variables", "values", "sentence"),
    [
        ({}, {"DEBUG": True}, "DEBUG is on"),
        ({"FORWARDED_ALLOW_IPS": "*"}, {}, "FORWARDED_ALLOW_IPS is *"),
        ({"HOST": "127.0.0.1"}, {"SITE_URL": "https://mesa.example.org", "IS_HTTPS": True}, "no proxy is named"),
        (
            {"HOST": "0.0.0.0", "FORWARDED_ALLOW_IPS": "127.0.0.1"},
            {"SITE_URL": "https://mesa.example.org", "IS_HTTPS": True},
            "set HOST=127.0.0.1",
        ),
        ({}, {"SITE_URL": "http://mesa.example.org"}, "http://mesa.example.org is not encrypted"),
        ({}, {"LAN_ADDRESSES": []}, "This computer is in no network"),
    ],
)
def test_how_it_is_reached(settings, monkeypatch, variables, values, sentence):
    for name in ("HOST", "FORWARDED_ALLOW_IPS"):
        monkeypatch.delenv(name, raising=False)
    settings.DEBUG, settings.SITE_URL, settings.IS_HTTPS, settings.LAN_ADDRESSES = False, "", False, ["10.0.0.5"]
    assert told(doctor.addresses()) == []

    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    for name, value in values.items():
        setattr(settings, name, value)

    ((grade, found),) = told(doctor.addresses())
    assert grade is Grade.DOUBTFUL
    assert sentence in found


@pytest.mark.live
def test_a_port_that_is_free_that_is_ours_and_that_is_anothers(live, monkeypatch):
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setenv("PORT", str(live.port))
    assert told(doctor.port()) == [(Grade.SOUND, f"The site is running on port {live.port}.")]

    monkeypatch.setattr(doctor, "is_ours", lambda _port: False)
    ((grade, sentence),) = told(doctor.port())
    assert (grade, sentence.split(":")[0]) == (Grade.WRONG, f"Port {live.port} is in use")

    live.stop()
    try:
        until(lambda: told(doctor.port()) == [(Grade.SOUND, f"Port {live.port} is free.")])
    finally:
        live.start()


# --- the database -----------------------------------------------------------------------------------------------------


def test_a_database_that_can_be_written_is_left_as_it_was(transactional_db):
    before = connection.introspection.table_names()
    ((grade, sentence),) = told(doctor.database())
    assert (grade, sentence) == (Grade.SOUND, f"The database ({connection.vendor}) can be read and written.")
    assert connection.introspection.table_names() == before


def test_a_database_that_cannot_be_written(transactional_db):
    read_only = {
        "sqlite": "PRAGMA query_only=1",
        "postgresql": "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
    }
    with connection.cursor() as cursor:
        cursor.execute(read_only[connection.vendor])
    try:
        ((grade, sentence),) = told(doctor.database())
    finally:
        connection.close()
    assert grade is Grade.WRONG
    assert sentence.startswith("The database cannot be written (")


def test_a_database_that_is_away(transactional_db, monkeypatch):
    def away() -> None:
        raise Misconfigured("The database x cannot be reached.")

    monkeypatch.setattr("ryfsite.prepare.reach_database", away)
    assert told(doctor.database()) == [(Grade.WRONG, "The database x cannot be reached.")]


def test_tables_of_a_newer_version(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '9999_later', %s)",
            [timezone.now()],
        )
    assert told(doctor.tables()) == [
        (Grade.WRONG, "The database is of a newer version of the site: bring the program up to date.")
    ]


def test_tables_that_wait_for_the_next_start(db):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'combat'")
    ((grade, sentence),) = told(doctor.tables())
    assert grade is Grade.SOUND
    assert "the next start makes them" in sentence


def test_a_clock_that_went_back(db, brianda, marta):
    assert told(doctor.clock()) == []
    brianda.change_pool(marta, "pv", -1)
    assert told(doctor.clock()) == []
    LogEntry.objects.update(at=timezone.now() + timedelta(hours=1))
    ((grade, sentence),) = told(doctor.clock())
    assert grade is Grade.DOUBTFUL
    assert sentence.startswith("The clock says ")


def test_a_campaign_that_is_not_as_its_log_says(db, brianda, marta, campaign):
    brianda.change_pool(marta, "pv", -1)
    assert told(doctor.campaigns()) == [(Grade.SOUND, "The newest campaigns are stored as their logs say.")]
    Pool.objects.update(current=3)
    ((grade, sentence),) = told(doctor.campaigns())
    assert grade is Grade.WRONG
    assert f"({campaign.name})" in sentence


def test_copies_that_are_there_and_that_are_not(here):
    assert [grade for grade, _sentence in told(doctor.copies())] == [Grade.DOUBTFUL]
    (here / "backups").mkdir()
    (here / "backups" / "mesa-20260101-000000-0.sqlite3").touch()
    assert told(doctor.copies()) == [(Grade.SOUND, "The newest copy here is mesa-20260101-000000-0.sqlite3.")]


# --- all of it --------------------------------------------------------------------------------------------------------


def run(**environment: str) -> "subprocess.CompletedProcess[str]":
    others = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO_", "DATABASE_URL"))}
    command = [sys.executable, "-m", "ryfsite.doctor"]
    return subprocess.run(command, cwd=ROOT, env={**others, **environment}, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("language", "sentence"), [("es_ES.UTF-8", "Los datos están en"), ("en_GB.UTF-8", "The data is in")]
)
def test_a_fresh_installation_is_told_in_the_language_of_the_terminal(tmp_path, language, sentence):
    told = run(DATA_DIR=str(tmp_path / "data"), PORT="0" * 4 + "8399", LC_ALL=language, PYTHONIOENCODING="utf-8")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith(f" ✓ {sentence}")


def test_what_stops_the_server_is_told_first_and_alone(tmp_path):
    told = run(DATA_DIR=str(tmp_path / "data"), PORT="ochenta", SITE_URL="mesa", PYTHONIOENCODING="utf-8")
    assert told.returncode == 1
    assert [line.split(" is ")[0] for line in told.stdout.splitlines()] == [" ✗ PORT", " ✗ SITE_URL"]
