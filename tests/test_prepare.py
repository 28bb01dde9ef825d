"""Each step of a start does its work once, and again only when there is something new."""

import gettext
import os
import sqlite3
from contextlib import closing

import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from ryfsite import prepare

pytestmark = pytest.mark.postgres


@pytest.fixture
def po(tmp_path):
    file = tmp_path / "locale" / "es" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Wound"\nmsgstr "Herida"\n')
    return file


def spoken(po):
    with po.with_suffix(".mo").open("rb") as mo:
        return gettext.GNUTranslations(mo).gettext("Wound")


def test_messages_are_compiled_once(po, tmp_path):
    assert prepare.compile_messages(tmp_path / "locale")
    assert spoken(po) == "Herida"

    assert not prepare.compile_messages(tmp_path / "locale")


def test_messages_are_compiled_again_after_a_change_even_to_an_older_file(po, tmp_path):
    prepare.compile_messages(tmp_path / "locale")

    po.write_text(po.read_text().replace("Herida", "Tajo"))
    os.utime(po, (0, 0))  # as a copy that keeps its time

    assert prepare.compile_messages(tmp_path / "locale")
    assert spoken(po) == "Tajo"
    assert [file.name for file in po.parent.glob("*.mo")] == ["django.mo"]


@pytest.fixture
def stylesheet(tmp_path, settings):
    """The only static file of a site, which keeps its files as the real one does."""
    file = tmp_path / "sources" / "sheet.css"
    file.parent.mkdir()
    file.write_text("body { color: red }")
    settings.STATICFILES_DIRS = [file.parent]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    settings.STATIC_ROOT.mkdir()
    return file


def collected(settings):
    return {file.name for file in settings.STATIC_ROOT.iterdir()}


def test_static_files_are_hashed_and_compressed_once(stylesheet, settings):
    stylesheet.write_text("body { color: red }" * 100)

    assert prepare.collect_static()
    assert not prepare.collect_static()

    kinds = {name.rpartition(".")[2] for name in collected(settings)}
    assert {"css", "gz", "br", "json"} <= kinds


def test_static_files_are_collected_again_after_a_change(stylesheet, settings):
    prepare.collect_static()
    before = collected(settings)

    stylesheet.write_text("body { color: tan }")  # as long as before, within the same second

    assert prepare.collect_static()
    assert before < collected(settings)  # a page that is open still finds the older one


def test_static_files_begin_again_when_they_were_cut_short(stylesheet, settings, monkeypatch):
    def cut_short(*_, **__):
        raise KeyboardInterrupt

    prepare.collect_static()
    stylesheet.write_text("body { color: tan }")
    with monkeypatch.context() as while_cut:
        while_cut.setattr("django.core.management.call_command", cut_short)
        with pytest.raises(KeyboardInterrupt):
            prepare.collect_static()
    stylesheet.write_text("body { color: red }")  # back to what was collected at first

    assert prepare.collect_static()


@pytest.mark.django_db
def test_a_database_that_is_up_to_date_is_left_alone():
    assert not prepare.migrate()


@pytest.mark.django_db
def test_the_demo_is_for_an_empty_site(settings):
    settings.DEMO = True
    assert prepare.needs_demo()

    get_user_model().objects.create_guest("Marta")

    assert not prepare.needs_demo()
    assert not prepare.load_demo()


@pytest.mark.django_db
def test_the_demo_can_be_declined(settings):
    settings.DEMO = False

    assert not prepare.load_demo()


@pytest.mark.django_db
def test_the_demo_is_loaded_once(settings):
    settings.DEMO = True

    assert prepare.load_demo()
    assert not prepare.load_demo()


@pytest.mark.django_db(transaction=True)
def test_one_start_at_a_time_touches_the_database():
    if connection.vendor != "postgresql":
        pytest.skip("a lock of PostgreSQL; SQLite's is a file, see test_run.py")

    def held():
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")
            return cursor.fetchone()[0]

    with prepare.one_at_a_time():
        assert held() == 1
    assert held() == 0


# --- the copy before an update ---------------------------------------------------------------------------------------


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has pg_dump")
def test_an_update_begins_with_a_whole_copy_of_the_database(transactional_db, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    get_user_model().objects.create_guest("Marta")

    copy = prepare.keep_a_copy()

    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert kept.execute("SELECT name FROM accounts_user").fetchall() == [("Marta",)]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has pg_dump")
def test_only_the_newest_copies_stay(transactional_db, settings, tmp_path):
    settings.DATA_DIR = tmp_path

    made = [prepare.keep_a_copy() for _ in range(prepare.KEPT_COPIES + 2)]

    assert sorted((tmp_path / "backups").iterdir()) == sorted(made[2:])
