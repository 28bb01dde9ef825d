"""What must be true before the first page: messages, database, demo campaign, static files.

Each step looks first whether there is anything to do, and says whether it did something; nothing to do is the usual
case and costs milliseconds, so the second start is quick. Two programs that start at once wait for each other.
"""

import errno
import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import django
import polib
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections

from ryfsite import backup
from ryfsite.environment import ROOT, Misconfigured
from ryfsite.locks import locked

MIGRATION_LOCK = 0x52_79_46  # "RyF": any number, the same for every process on one PostgreSQL database
KEPT_COPIES = 5  # of the database before an update
COMPRESSORS = ("django", "whitenoise", "brotli")
UNWRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC}


def everything() -> None:
    """All the steps, in order; raises Misconfigured with one sentence when the environment stands in the way."""
    try:
        compile_messages(ROOT / "locale")  # before Django, which keeps the first catalogue it reads
        django.setup()
        reach_database()
        with one_at_a_time():
            migrate()
            load_demo()
        if not settings.DEBUG:
            with locked(settings.STATIC_ROOT / "lock"):
                collect_static()
    except OSError as fault:
        if fault.errno not in UNWRITABLE:
            raise
        raise Misconfigured(
            f"{fault.filename or ROOT} cannot be written ({fault.strerror}): let this user write there, or make room."
        ) from fault
    connections.close_all()  # the pool's threads open their own; this thread asks nothing more


# --- messages -------------------------------------------------------------------------------------------------------


def needs_compiling(po: Path) -> bool:
    """Whether the catalogue beside `po` was made from another state of it: a compiled one carries its source's time."""
    mo = po.with_suffix(".mo")
    return not mo.exists() or mo.stat().st_mtime_ns != po.stat().st_mtime_ns


def compile_messages(folder: Path) -> bool:
    """Turn the .po files under `folder` into .mo files, without gettext, which those who host do not have."""
    stale = [po for po in sorted(folder.glob("*/LC_MESSAGES/*.po")) if needs_compiling(po)]
    for po in stale:
        time = po.stat().st_mtime_ns
        made = po.with_suffix(f".{os.getpid()}.mo")
        polib.pofile(str(po)).save_as_mofile(str(made))
        os.utime(made, ns=(time, time))
        made.replace(po.with_suffix(".mo"))
    return bool(stale)


# --- database -------------------------------------------------------------------------------------------------------


def reach_database() -> None:
    """Open the database and see that it can be written, or say in one sentence why not, without the password."""
    place = connection.settings_dict
    try:
        connection.ensure_connection()
    except DatabaseError as fault:
        reason = re.split("FATAL: |failed: ", str(fault).strip())[-1].partition("\n")[0].strip()
        if place["PASSWORD"]:
            reason = reason.replace(place["PASSWORD"], "…")
        if connection.vendor == "sqlite":
            raise Misconfigured(
                f"The database {place['NAME']} cannot be opened ({reason}): "
                "let this user write there, or point DATA_DIR to another folder."
            ) from fault
        where = f"{place['NAME']} on {place['HOST'] or 'this computer'}"
        raise Misconfigured(
            f"The database {where} cannot be reached ({reason}): start PostgreSQL, or correct DATABASE_URL."
        ) from fault
    if connection.vendor == "sqlite" and Path(place["NAME"]).exists() and not os.access(place["NAME"], os.W_OK):
        raise Misconfigured(f"The database {place['NAME']} is read-only: let this user write it.")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold the database's start for this process: a lock in PostgreSQL itself, or a file in the data folder."""
    if connection.vendor != "postgresql":
        with locked(settings.DATA_DIR / "start.lock"):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
    try:
        yield
    finally:
        if connection.is_usable():  # a lost connection has given the lock back
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def needs_migrating() -> bool:
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def migrate() -> bool:
    """Bring the tables up to this version of the code, after a copy of what was there before."""
    if not needs_migrating():
        return False
    from django.core.management import call_command

    keep_a_copy()
    call_command("migrate", interactive=False, verbosity=0)
    return True


def keep_a_copy() -> Path | None:
    """The SQLite database as it is, in `backups/` beside it, so that an update can be undone; the newest few stay.

    None for an empty database, and for PostgreSQL, whose hosts have it copied by `manage.py backup`.
    """
    if connection.vendor != "sqlite" or not connection.introspection.table_names():
        return None
    return backup.keep(settings.DATA_DIR / "backups", "before-update", KEPT_COPIES)


def needs_demo() -> bool:
    """The first start only: whoever has a campaign or an account wants no strangers in the list."""
    from django.contrib.auth import get_user_model

    from campaigns.models import Campaign

    return settings.DEMO and not get_user_model().objects.exists() and not Campaign.objects.exists()


def load_demo() -> bool:
    """Fill an empty site with a campaign to play with; DEMO=off leaves it empty."""
    if not needs_demo():
        return False
    from combat import demo

    demo.load_demo()
    return True


# --- static files ---------------------------------------------------------------------------------------------------


def static_stamp() -> str:
    """A fingerprint of every static file as it stands in its source, and of what gathers and compresses them."""
    from django.contrib.staticfiles.finders import get_finders

    from ryfsite import styles

    backend = settings.STORAGES["staticfiles"]["BACKEND"]
    made_by = [backend, *(f"{name} {version(name)}" for name in COMPRESSORS), Path(styles.__file__).read_text()]
    print_ = hashlib.sha256("\n".join(made_by).encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            print_.update(f"\n{getattr(storage, 'prefix', '')} {name} ".encode())
            print_.update(hashlib.sha256(Path(storage.path(name)).read_bytes()).digest())
    return print_.hexdigest()


def collect_static() -> bool:
    """Gather, hash and compress the static files, which takes seconds, when one of them is new.

    Older copies stay: a page that was open during an update still asks for them.
    """
    from django.core.management import call_command

    stamp, file = static_stamp(), settings.STATIC_ROOT / "stamp"
    if file.exists() and file.read_text() == stamp:
        return False
    file.unlink(missing_ok=True)  # cut short, it must begin again
    call_command("collectstatic", interactive=False, verbosity=0)
    file.write_text(stamp)
    return True
