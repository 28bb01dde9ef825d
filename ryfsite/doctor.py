"""`run.py doctor`: what is wrong with an installation, in plain words, and what to do about it. It mends nothing.

Each examination is a function that yields findings; what cannot be examined because something before it is wrong, is
not.
"""

import argparse
import logging
import os
import shutil
import stat
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Final

import django
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from ryfsite import environment
from ryfsite.environment import ROOT, Misconfigured
from ryfsite.serve import faults, listen

LITTLE, LEAST = 500_000_000, 50_000_000  # bytes that are free
SHORT_KEY, SHORT_TOKEN = 50, 16
LOOKED_AT: Final = 3  # campaigns, the newest


class Grade(StrEnum):
    SOUND = "✓"
    DOUBTFUL = "!"
    WRONG = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    grade: Grade
    sentence: str


def sound(sentence: str) -> Finding:
    return Finding(Grade.SOUND, sentence)


def doubtful(sentence: str) -> Finding:
    return Finding(Grade.DOUBTFUL, sentence)


def wrong(sentence: str) -> Finding:
    return Finding(Grade.WRONG, sentence)


def main(arguments: Sequence[str]) -> int:
    """The exit code: 1 where something is wrong."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without accents
    parser = argparse.ArgumentParser(prog="run.py doctor", description="Say what is wrong with this installation.")
    parser.add_argument("--language", choices=("es", "en"), default=language_of(os.environ))
    asked = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ryfsite.settings")
    grades = {show(finding) for finding in examined(asked.language)}
    return 1 if Grade.WRONG in grades else 0


def language_of(variables: Mapping[str, str]) -> str:
    """English where the terminal is, else the site's own."""
    spoken = variables.get("LC_ALL") or variables.get("LC_MESSAGES") or variables.get("LANG") or ""
    return "en" if spoken.startswith("en") else "es"


def show(finding: Finding) -> Grade:
    print(f" {finding.grade} {finding.sentence}", flush=True)
    return finding.grade


def examined(language: str) -> Iterator[Finding]:
    """All findings, in order. Until the settings can be read, faults are told as the server tells them."""
    if found := faults():
        yield from map(wrong, found)
        return
    try:
        from ryfsite import prepare

        prepare.compile_messages(ROOT / "locale")
        django.setup()
    except Misconfigured as fault:
        yield wrong(str(fault))
        return
    logging.disable(logging.CRITICAL)  # what fails is told below
    with override(language):
        yield from folder()
        yield from secrets()
        yield from addresses()
        yield from port()
        yield from static_files()
        reached = list(database())
        yield from reached
        if not any(finding.grade is Grade.WRONG for finding in reached):
            yield from tables()


# --- what lies on the disk --------------------------------------------------------------------------------------------


def folder() -> Iterator[Finding]:

    place = {"folder": settings.DATA_DIR}
    free = shutil.disk_usage(settings.DATA_DIR).free
    given = {**place, "mb": free // 1_000_000}
    if free < LEAST:
        yield wrong(_("Only %(mb)s MB are free in %(folder)s: make room, or nothing can be saved soon.") % given)
    elif free < LITTLE:
        yield doubtful(_("Only %(mb)s MB are free in %(folder)s: make room before it is full.") % given)
    else:
        yield sound(_("The data is in %(folder)s, where %(mb)s MB are free.") % given)


def secrets() -> Iterator[Finding]:
    """Who may read what opens every door: the key, and the database."""

    if os.environ.get("SECRET_KEY") and len(settings.SECRET_KEY) < SHORT_KEY:
        yield doubtful(_("SECRET_KEY is short: leave it out, and one is made and kept in the data folder."))
    for name in ("secret.key", "mesa.sqlite3"):
        file = settings.DATA_DIR / name
        others = stat.S_IRGRP | stat.S_IROTH if name == "secret.key" else stat.S_IROTH
        is_open = settings.DATA_DIR.stat().st_mode & stat.S_IXOTH
        if sys.platform != "win32" and is_open and file.exists() and file.stat().st_mode & others:
            yield doubtful(_("Other users of this computer can read %(file)s: chmod 600 %(file)s") % {"file": file})
    if (token := os.environ.get("METRICS_TOKEN")) and len(token) < SHORT_TOKEN:
        yield doubtful(_("METRICS_TOKEN is short: anybody could guess it."))


def static_files() -> Iterator[Finding]:

    from ryfsite import prepare

    stamp = settings.STATIC_ROOT / "stamp"
    if not os.access(settings.STATIC_ROOT if settings.STATIC_ROOT.exists() else ROOT, os.W_OK):
        yield wrong(_("%(folder)s cannot be written: let this user write there.") % {"folder": settings.STATIC_ROOT})
    elif not settings.DEBUG and not (stamp.exists() and stamp.read_text() == prepare.static_stamp()):
        yield sound(_("The static files are not gathered yet: the next start does it."))
    else:
        yield sound(_("The static files are those of this version."))


# --- how it is reached ------------------------------------------------------------------------------------------------


def addresses() -> Iterator[Finding]:

    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "").strip()
    given = {"site": settings.SITE_URL}
    if settings.DEBUG:
        yield doubtful(_("DEBUG is on, which shows strangers the inside of the site: leave it out."))
    if trusted == "*":
        yield doubtful(_("FORWARDED_ALLOW_IPS is *: anybody can pretend another address. Name that of the proxy."))
    if settings.IS_HTTPS and not trusted:
        message = _(
            "SITE_URL is %(site)s and no proxy is named: set FORWARDED_ALLOW_IPS to the address of the one in front."
        )
        yield doubtful(message % given)
    if settings.IS_HTTPS and environment.host() not in {"127.0.0.1", "localhost", "::1"}:
        yield doubtful(_("The port is open to the network beside the proxy: set HOST=127.0.0.1."))
    if settings.SITE_URL and not settings.IS_HTTPS:
        yield doubtful(_("%(site)s is not encrypted: whoever is in between reads everything. Use https.") % given)
    if not settings.SITE_URL and not settings.LAN_ADDRESSES:
        yield doubtful(_("This computer is in no network: nobody else can reach the site."))


def port() -> Iterator[Finding]:

    number = environment.port()
    try:
        with listen(environment.host(), number):
            yield sound(_("Port %(port)s is free.") % {"port": number})
    except Misconfigured as fault:
        if is_ours(number):
            yield sound(_("The site is running on port %(port)s.") % {"port": number})
        else:
            yield wrong(str(fault))


def is_ours(number: int) -> bool:
    """Whether the site itself answers there."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{number}/healthz", timeout=3) as answer:
            return bool(answer.read(20) == b"alive\n")
    except (OSError, ValueError):
        return False


# --- the database -----------------------------------------------------------------------------------------------------


def database() -> Iterator[Finding]:
    """Whether it can be reached and written: a table is made and taken back."""

    from ryfsite import prepare

    try:
        prepare.reach_database()
    except Misconfigured as fault:
        yield wrong(str(fault))
        return
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("CREATE TABLE doctor_was_here (here integer)")
            transaction.set_rollback(True)
        yield sound(_("The database (%(kind)s) can be read and written.") % {"kind": connection.vendor})
    except DatabaseError as fault:
        given = {"why": str(fault).strip().partition("\n")[0]}
        yield wrong(_("The database cannot be written (%(why)s): make room, or let this user write.") % given)
        return
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check")
            if (told := cursor.fetchone()[0]) != "ok":
                yield wrong(_("The database is damaged (%(why)s): restore a copy.") % {"why": told})


def tables() -> Iterator[Finding]:

    executor = MigrationExecutor(connection)
    ours = {app for app, _name in executor.loader.disk_migrations}
    newer = [each for each in executor.loader.applied_migrations if each[0] in ours]
    if any(each not in executor.loader.disk_migrations and each not in executor.loader.replacements for each in newer):
        yield wrong(_("The database is of a newer version of the site: bring the program up to date."))
        return
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield sound(_("The tables are not those of this version yet: the next start makes them, after a copy."))
        return
    yield sound(_("The tables are those of this version."))
    yield from clock()
    yield from campaigns()
    yield from copies()


def clock() -> Iterator[Finding]:

    from campaigns.models import LogEntry

    newest = LogEntry.objects.order_by("-pk").values_list("at", flat=True).first()
    if newest and newest > timezone.now() + timedelta(minutes=5):
        given = {
            "now": timezone.localtime().strftime("%Y-%m-%d %H:%M"),
            "then": timezone.localtime(newest).strftime("%Y-%m-%d %H:%M"),
        }
        yield doubtful(_("The clock says %(now)s, and the log has an entry of %(then)s: set the clock.") % given)


def campaigns() -> Iterator[Finding]:

    from campaigns.models import Campaign
    from campaigns.replay import at_one_moment, differences

    looked = list(Campaign.objects.order_by("-pk")[:LOOKED_AT])
    with at_one_moment():
        broken = [each.name for each in looked if next(differences(each), None)]
    if broken:
        given = {"names": ", ".join(broken)}
        yield wrong(
            _("What is stored is not what the log says (%(names)s): manage.py check_campaigns tells where.") % given
        )
    elif looked:
        yield sound(_("The newest campaigns are stored as their logs say."))


def copies() -> Iterator[Finding]:

    kept = sorted(Path(settings.DATA_DIR / "backups").glob("mesa-*"))
    if kept:
        yield sound(_("The newest copy here is %(file)s.") % {"file": kept[-1].name})
    else:
        yield doubtful(_("There is no copy in the data folder: manage.py backup makes one, best to another disk."))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
