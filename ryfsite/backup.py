"""Whole copies of the database, taken while it is used, and the way back.

SQLite copies itself by its online backup, which sees one moment however much is written meanwhile; PostgreSQL by its
own pg_dump and pg_restore, which have to be installed beside the site.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection, connections

from ryfsite import environment, locks
from ryfsite.environment import Misconfigured

OWN_TABLE: Final = "campaigns_campaign"
OURS_ONLY: Final = 0o600  # whoever reads a copy reads every secret of every table


def kind() -> str:
    """How a copy of the database in use is called at its end."""
    return "sqlite3" if connection.vendor == "sqlite" else "dump"


def keep(folder: Path, stem: str, most: int | None = None) -> Path:
    """A copy in `folder`, named by `stem` and the moment; of those with that stem the newest `most` stay.

    It has its name only once it is whole and has been checked. Raises Misconfigured with a sentence.
    """
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"{stem}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.{kind()}"
    made = copy.with_suffix(".part")
    os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OURS_ONLY))
    try:
        _write(made)
        problem = what_is_wrong_with(made)
        if problem:
            raise Misconfigured(f"The copy {copy} is not whole ({problem}): see whether there is room, and try again.")
        made.replace(copy)
    finally:
        made.unlink(missing_ok=True)
    if most is not None:
        for old in sorted(folder.glob(f"{stem}-*.{kind()}"))[:-most]:
            old.unlink()
    return copy


def keep_the_key(folder: Path) -> Path | None:
    """The secret key beside the copies: with another one every browser is logged out, and guests have nothing else."""
    file = settings.DATA_DIR / "secret.key"
    if os.environ.get("SECRET_KEY") or not file.exists() or file.parent == folder:
        return None
    copy = folder / file.name
    descriptor = os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OURS_ONLY)
    with os.fdopen(descriptor, "w") as out:
        out.write(file.read_text())
    return copy


def what_is_wrong_with(file: Path) -> str:
    """Why a file is no whole copy of a site's database, "" where it is one."""
    if not file.is_file():
        return "there is no such file"
    if kind() == "dump":
        ended = _run("pg_restore", "--list", str(file))
        if ended.returncode:
            return _last_words(ended)
        return "" if f" {OWN_TABLE} " in ended.stdout else "it is of another program"
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            found: str = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if found != "ok":
                return found
            copy.execute(f"SELECT count(*) FROM {OWN_TABLE}")  # noqa: S608  a name of ours
    except sqlite3.DatabaseError as fault:
        return str(fault)
    return ""


def restore(file: Path) -> Path | None:
    """Put a copy in the place of the database; what was there is kept first, and where it lies is the answer.

    Raises Misconfigured, and nothing has changed, for a file that is none, and while a server uses the database.
    """
    if problem := what_is_wrong_with(file):
        raise Misconfigured(f"{file} cannot be restored ({problem}): choose a file that `manage.py backup` made.")
    if locks.is_held(environment.in_use()) or _others_are_connected():
        raise Misconfigured("The site is running: stop it first, or what is done meanwhile would be lost.")
    before = _what_is_there()
    if kind() == "dump":
        ended = _run(
            "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "-d", _name(), str(file)
        )
        if ended.returncode:
            raise Misconfigured(f"pg_restore could not restore {file} ({_last_words(ended)}): nothing was changed.")
        return before
    database = _file()
    made = database.with_suffix(".new")
    shutil.copyfile(file, made)
    made.chmod(OURS_ONLY)
    for rest in _beside(database):
        rest.unlink(missing_ok=True)  # of the old database: never to be read with the new one
    made.replace(database)
    return before


# --- inside -----------------------------------------------------------------------------------------------------------


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _beside(database: Path) -> Iterator[Path]:
    return (database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm"))


def _write(file: Path) -> None:
    if kind() == "dump":
        ended = _run("pg_dump", "--format=custom", "--no-owner", "--file", str(file), _name())
        if ended.returncode:
            raise Misconfigured(f"pg_dump could not copy the database ({_last_words(ended)}).")
        return
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(file)) as made:
            connection.connection.backup(made)
            made.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
    except sqlite3.Error as fault:
        raise Misconfigured(f"The database cannot be copied to {file.parent} ({fault}): make room there.") from fault


def _what_is_there() -> Path | None:
    """A copy of the database as it is; an SQLite file that cannot be read is put aside as it stands."""
    folder = settings.DATA_DIR / "backups"
    if connection.vendor == "sqlite":
        database = _file()
        if not database.exists() or what_is_wrong_with(database) == f"no such table: {OWN_TABLE}":
            connections.close_all()
            return None
        if what_is_wrong_with(database):
            aside = folder / f"unreadable-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
            aside.mkdir(parents=True)
            for each in (database, *_beside(database)):
                if each.exists():
                    shutil.move(each, aside / each.name)
            return aside
    elif OWN_TABLE not in connection.introspection.table_names():
        return None
    kept = keep(folder, "before-restore")
    connections.close_all()
    return kept


def _others_are_connected() -> bool:
    """Whether somebody else uses the database: PostgreSQL's may be served from another computer too."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )
        return bool(cursor.fetchone()[0])


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _run(program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """One of PostgreSQL's programs on the site's database; the password goes by the environment, where no list of
    processes shows it."""
    found = shutil.which(program)
    if found is None:
        raise Misconfigured(f"{program} is missing: install PostgreSQL's client programs (Debian: postgresql-client).")
    place = connection.settings_dict
    given = {"PGHOST": place["HOST"], "PGPORT": place["PORT"], "PGUSER": place["USER"], "PGPASSWORD": place["PASSWORD"]}
    given["PGSSLMODE"] = place["OPTIONS"].get("sslmode", "")
    environment = {**os.environ, **{name: str(value) for name, value in given.items() if value}}
    return subprocess.run([found, *arguments], env=environment, capture_output=True, text=True)  # noqa: S603


def _last_words(ended: "subprocess.CompletedProcess[str]") -> str:
    lines = ended.stderr.strip().splitlines()
    return lines[-1] if lines else f"code {ended.returncode}"
