"""`manage.py backup` and `restore`: whole copies while people play, and the way back."""

import sqlite3
import stat
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from campaigns.keys import new_key
from ryfsite import backup
from tests.combat.fights import address, key, pv, who
from tests.faults.cluster import own_cluster
from tests.faults.demo import Demo
from tests.faults.hands import Hands
from tests.faults.process import once
from tests.live.lines import until

pytestmark = pytest.mark.live
KEYS = "from campaigns.models import LogEntry as Log; print(*Log.objects.values_list('key', flat=True))"
only_sqlite = pytest.mark.skipif(settings.IS_POSTGRES, reason="PostgreSQL has a cluster of its own below")


@only_sqlite
def test_a_copy_made_while_they_fight_is_whole_and_has_all_that_was_acknowledged(
    served, visit, brawl, marta, coral, tmp_path
):
    ogre, copies = key(brawl, "Ogro 1"), tmp_path / "copies"
    there = [visit(seat) for seat in (marta, coral, marta, coral)]

    def press(number: int) -> str:
        answer = there[number].press(address("harm", brawl), who=ogre, amount=1, press=new_key())
        assert answer.status_code == 204
        return answer.headers["Mesa-Entry"]

    with Hands(press) as hands:
        until(lambda: len(hands.done) > 20)
        acknowledged = set(hands.done)
        copy = Path(served.manage("backup", str(copies)))
    assert len(hands.done) > len(acknowledged), "nobody played meanwhile"
    assert pv(who(brawl, "Ogro 1")) == 900 - len(hands.done)

    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert list(copies.glob("mesa-*")) == [copy]
    elsewhere = {"DATA_DIR": str(tmp_path / "elsewhere"), "DATABASE_URL": ""}
    assert served.manage("restore", str(copy), **elsewhere).startswith(f"Restored from {copy}")
    assert served.manage("check_campaigns", **elsewhere).endswith("all as they say")
    assert acknowledged <= set(served.manage("shell", "--no-imports", "-c", KEYS, **elsewhere).split())


@once
def test_a_running_site_is_not_restored_and_a_stopped_one_is_with_a_way_back(site, tmp_path):
    process, folder = site(), tmp_path / "copies"
    data = Path(process.environment["DATA_DIR"])
    with ExitStack() as stack:
        demo = Demo(process, stack)
        before = demo.pv
        old = process.manage("backup", str(folder))
        copy = process.manage("backup", str(folder), "--keep", "1")
        assert not Path(old).exists()
        assert (folder / "secret.key").read_text() == (data / "secret.key").read_text()
        assert stat.S_IMODE((folder / "secret.key").stat().st_mode) == 0o600
        assert demo.press(-1, new_key()).status_code == 204

        refused = process.manage("restore", copy, code=1)

        assert "The site is running: stop it first" in refused
        assert demo.pv == before - 1
        assert process.stop() == 0

        told = process.manage("restore", copy)

        kept = told.splitlines()[0].removeprefix("What was there is in ")
        assert points_in(kept)[demo.hero] == before - 1
        assert points_in(copy).get(demo.hero, before) == before
        process.start()
        assert Demo(process, stack).pv == before


def points_in(file: str) -> dict[str, int]:
    """The PV in a copy of those who have lost any."""
    asked = "SELECT c.key, p.current FROM characters_pool p JOIN characters_character c ON c.id = p.character_id"
    with closing(sqlite3.connect(file)) as copy:
        return dict(copy.execute(f"{asked} WHERE p.key = 'pv'").fetchall())


@only_sqlite
def test_what_is_no_copy_is_refused_and_changes_nothing(transactional_db, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    copy = backup.keep(tmp_path, "mesa")
    cut, other, none = tmp_path / "cut.sqlite3", tmp_path / "list.txt", tmp_path / "none"
    cut.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    other.write_text("a shopping list " * 100)

    for file, why in ((cut, "malformed"), (other, "file is not a database"), (none, "there is no such file")):
        with pytest.raises(CommandError, match=f"{file} cannot be restored .*{why}"):
            call_command("restore", file)


@once
def test_a_database_that_cannot_be_read_any_more_is_put_aside_and_restored(site, tmp_path):
    process = site()
    copy = process.manage("backup")
    process.stop()
    database = Path(process.environment["DATA_DIR"]) / "mesa.sqlite3"
    database.write_text("a shopping list " * 100)

    told = process.manage("restore", copy)

    assert (Path(told.splitlines()[0].removeprefix("What was there is in ")) / "mesa.sqlite3").exists()
    assert process.manage("check_campaigns").endswith("all as they say")


@once
def test_a_copy_of_postgresql_is_made_while_it_is_used_and_restored(site, tmp_path):
    with own_cluster() as cluster, ExitStack() as stack:
        process = site(DATABASE_URL=cluster.url)
        demo = Demo(process, stack)

        def press(number: int) -> str:
            return demo.press(number % 2 * 2 - 1, new_key()).headers.get("Mesa-Entry", "")

        with Hands(press) as hands:
            until(lambda: len(hands.done) > 20)
            acknowledged = set(hands.done) - {""}  # refused: all of them, or none left
            copy = process.manage("backup", str(tmp_path / "copies"))
        refused = process.manage("restore", copy, code=1)
        assert "The site is running: stop it first" in refused
        process.stop()

        told = process.manage("restore", copy)

        assert told.startswith(f"What was there is in {process.environment['DATA_DIR']}/backups/before-restore-")
        assert process.manage("check_campaigns").endswith("all as they say")
        with psycopg.connect(cluster.url) as own:
            found = {key for (key,) in own.execute("SELECT key FROM campaigns_logentry")}
        assert acknowledged <= found
