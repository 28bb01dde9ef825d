"""The fixed cast: marta is the GM, coral co-GM, pablo and ines play, vera watches; sergio is a stranger, hugo hosts."""

import asyncio
import gc
import gettext
import os
import socket
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections, transaction
from django.test import Client, TransactionTestCase
from django.utils.translation import trans_real

from campaigns import chance, feed, luck
from campaigns.models import Campaign, Membership, Role
from campaigns.templatetags import pieces
from characters.models import Character, Erasure, Gender, LedgerEntry
from rules.dice import scripted
from ryfsite import prepare
from ryfsite.environment import ROOT
from tests.browser import MISSING

BACKEND = "django.contrib.auth.backends.ModelBackend"
PASSWORD = "una frase que nadie adivina"
LONG_FIXTURES = {"every_page", "pages"}
LONG = (
    "tests/faults/",  # servers that are killed
    "tests/access/test_access.py",  # every address × every role, value and key
    "tests/access/test_bad_values.py",
    "tests/access/test_carriers.py",
    "tests/access/test_foreign_keys.py",
    "tests/access/test_fuzz.py",
    "tests/combat/test_any_evening.py",  # chance plays
    "tests/combat/test_bad_values.py",
    "tests/combat/test_many_hands.py",
    "tests/exchange/test_hostile.py",
    "tests/exchange/test_shown.py",
    "tests/e2e/test_access_axe.py",  # a browser looks at every page, or plays a whole evening
    "tests/e2e/test_admin.py",
    "tests/e2e/test_encounter_look.py",
    "tests/e2e/test_evening.py",
    "tests/e2e/test_evening_by_keyboard.py",
    "tests/e2e/test_phone.py::test_no_page",
    "tests/e2e/test_pieces.py",
    "tests/e2e/test_print_pages.py",
    "tests/e2e/test_reconnect.py",
    "tests/e2e/test_whole_fight.py",
)
"""Two thirds of the time and a tenth of the tests: run where they are named, and with --long, as CI does."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also the long tests, as CI does")


def pytest_configure(config: pytest.Config) -> None:
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        config.option.long = True  # what is named is wanted
    if prepare.compile_messages(ROOT / "locale"):
        trans_real._translations.clear()  # Django has read the catalogue of before
        gettext._translations.clear()
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright's loop runs in the thread of the test


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items) -> None:
    """The long ones are left out where nothing is named and --long is not given.

    Browser tests come last: Playwright leaves its loop running in the thread, where none can be started then.

    Of each kind the long ones come first, that at the end no core waits for another: those that look at every page, and
    those that play at a running server.
    """
    if not config.option.long:
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid.startswith(LONG)])
        items[:] = [item for item in items if not item.nodeid.startswith(LONG)]
    items.sort(
        key=lambda item: (
            item.get_closest_marker("browser") is not None,
            LONG_FIXTURES.isdisjoint(getattr(item, "fixturenames", ())),
            item.get_closest_marker("live") is None,
        )
    )


def pytest_collection_finish() -> None:
    """All that is there by now stays to the end: the garbage collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def quick_settings(settings) -> None:
    """Plain static files and a cheap password hash; everything else as it is served."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    pieces.icon.cache_clear()  # a server that stopped late may have kept where its own sprite lay
    settings.WHITENOISE_AUTOREFRESH = True  # else each client of a test reads every static file first
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
    settings.LIMITS, settings.PRESSES_A_MINUTE = False, 0  # tests press faster than anybody
    feed.forget()
    luck.forget()


@pytest.fixture(autouse=True)
def own_chance(monkeypatch) -> None:
    """Whatever a test puts in its place, the next one has the system's chance again."""
    monkeypatch.setattr(chance, "source", chance.source)


@pytest.fixture
def dice(monkeypatch) -> Callable[..., None]:
    """`dice(2, 7, 9)`: what the next dice show."""

    def script(*faces: int) -> None:
        monkeypatch.setattr(chance, "source", scripted(*faces))

    return script


def _account(login: str, **extra: object) -> object:
    return get_user_model().objects.create_user(login, PASSWORD, login.capitalize(), **extra)


@pytest.fixture
def campaign(db) -> Campaign:
    return Campaign.objects.create(name="La sal y el hierro")


@pytest.fixture
def seat_of(campaign) -> Callable[..., Membership]:
    """`seat_of("pablo", Role.PLAYER)`: a person with a login, sitting at the campaign."""

    def sit(name: str, role: Role) -> Membership:
        return Membership.objects.create(campaign=campaign, user=_account(name), role=role, name=name.capitalize())

    return sit


@pytest.fixture
def marta(seat_of) -> Membership:
    return seat_of("marta", Role.GM)


@pytest.fixture
def coral(seat_of) -> Membership:
    return seat_of("coral", Role.CO_GM)


@pytest.fixture
def pablo(seat_of) -> Membership:
    return seat_of("pablo", Role.PLAYER)


@pytest.fixture
def ines(seat_of) -> Membership:
    return seat_of("ines", Role.PLAYER)


@pytest.fixture
def vera(seat_of) -> Membership:
    return seat_of("vera", Role.SPECTATOR)


@pytest.fixture
def sergio(db) -> object:
    """A person with a login and no seat here."""
    return _account("sergio")


@pytest.fixture
def hugo(db) -> object:
    """The host: staff and superuser, without a seat."""
    return _account("hugo", is_staff=True, is_superuser=True)


@pytest.fixture
def brianda(campaign, ines) -> Character:
    """Inés's hero: physique 4 (16 PV), dexterity 4, stealth 3."""
    return Character.objects.create(
        campaign=campaign,
        owner=ines,
        name="Brianda",
        concept="Exploradora",
        gender=Gender.FEMININE,
        is_finished=True,
        traits={
            "attributes": {
                "physique": 4, "dexterity": 4, "intelligence": 3, "perception": 4, "charisma": 2, "willpower": 3,
            },
            "skills": {"stealth": 3, "notice": 4, "reflexes": 4, "dodge": 4, "melee_weapons": 5},
        },
    )  # fmt: skip


@pytest.fixture
def goblin(campaign) -> Character:
    """A foe, known to those who lead only."""
    return Character.objects.create(
        campaign=campaign, name="Goblin Secreto", is_foe=True, is_finished=True, traits={"fixed": {"pv": 8}}
    )


@pytest.fixture
def as_() -> Callable[[object], Client]:
    """`as_(pablo)`: a browser logged in as that seat or person; `as_(None)`: as nobody."""

    def browser(who: object) -> Client:
        client = Client()
        if who is not None:
            client.force_login(who.user if isinstance(who, Membership) else who, backend=BACKEND)
        return client

    return browser


@pytest.fixture(scope="session", autouse=True)
def no_connection_is_kept() -> None:
    """The server's threads outlive their test, and their connections would keep PostgreSQL's test database busy."""
    connections.databases["default"]["CONN_MAX_AGE"] = 0


@pytest.fixture(scope="session", autouse=True)
def tables_are_emptied_quickly() -> Iterator[None]:
    """After a test whose transactions are real, row by row and in one transaction. Django's own way truncates every
    table, which PostgreSQL takes a second for, and makes the permissions anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: empty_the_tables())
        yield


def empty_the_tables() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        told = LedgerEntry.objects.values_list("campaign_id", flat=True).distinct()
        Erasure.objects.bulk_create([Erasure(campaign_id=each) for each in told], ignore_conflicts=True)
        rows = [each for each in apps.get_models(include_auto_created=True) if each not in (ContentType, Permission)]
        for model in sorted(rows, key=lambda model: model is Erasure):  # what lets the ledger go stays to the end
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


@pytest.fixture(scope="session", autouse=True)
def servers_stop_quickly() -> Iterator[None]:
    """uvicorn looks ten times a second whether it is told to stop, and then whether all have gone: hundreds of tests
    would each wait twice for the next look."""
    hurried = SimpleNamespace(**vars(asyncio) | {"sleep": lambda seconds: asyncio.sleep(seconds / 10)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("uvicorn.server.asyncio", hurried)
        yield


@pytest.fixture
def live(transactional_db, settings) -> Iterator[SimpleNamespace]:
    """The whole server, pages and streams, on a port of its own; `live.url`, `live.restart()`."""
    server = Server()
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    server.start()
    yield server
    server.stop()
    feed.forget()


class Server:
    """uvicorn in a thread, as `ryfsite.serve` runs it."""

    def __init__(self) -> None:
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        import uvicorn

        from ryfsite import asgi

        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(2048)
        self.port = listener.getsockname()[1]
        config = uvicorn.Config(
            asgi.application,
            lifespan="on",
            log_config=None,
            log_level="warning",
            timeout_graceful_shutdown=1,
            ws="none",
        )
        self._asgi, self._server = asgi, uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        deadline = threading.Event()
        while not self._server.started and self._thread.is_alive():
            deadline.wait(0.01)

    def stop(self) -> None:
        self._asgi.close_streams()
        self._server.should_exit = True
        self._thread.join(10)
        assert not self._thread.is_alive(), "the server did not stop"

    def restart(self) -> None:
        self.stop()
        self.start()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory, django_db_modify_db_settings_parallel_suffix) -> None:
    """SQLite in a file: several threads share it as they do when it is served (memory would be one shared cache).

    No test cuts the power, so that no commit waits for the disk."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    if settings.IS_POSTGRES:
        database["OPTIONS"] = {**database["OPTIONS"], "options": "-c synchronous_commit=off"}
    else:
        database.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        quick = settings.SQLITE["init_command"].replace("synchronous=FULL", "synchronous=OFF")
        database["OPTIONS"] = {**database["OPTIONS"], "init_command": quick}


def pytest_terminal_summary(terminalreporter, config) -> None:
    """Say what was left out, and loudly what did not run for want of a browser."""
    if not config.option.long:
        terminalreporter.write_line("The long tests were left out: make test ARGS=--long runs them too, as CI does.")
    if any("NO BROWSER" in str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line(MISSING, red=True, bold=True)
