"""The server as a process of its own, on the database of the test: it can be stopped, killed and started again."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.db import connection

from campaigns import chance
from characters.models import Character
from combat.models import Encounter
from tests.combat.conftest import add, ambush, start  # noqa: F401  a fight that is known by hand
from tests.combat.fights import FOE, stored
from tests.faults.process import Process
from tests.live.lines import Visitor, visitors


@pytest.fixture
def served(transactional_db, settings, tmp_path) -> Iterator[Process]:
    """A running server on this test's database; `served.kill()`, `served.stop()`, `served.start()`."""
    process = Process(tmp_path, DATABASE_URL=address_of_database(), SECRET_KEY=settings.SECRET_KEY, DEMO="off")
    process.start()
    yield process
    process.end()


@pytest.fixture
def site(tmp_path) -> Iterator[Callable[..., Process]]:
    """`site(DATABASE_URL=…)`: a running server with the demo in a database of its own."""
    with ExitStack() as stack:

        def begin(**environment: str) -> Process:
            process = Process(tmp_path, **{"DEMO": "on", "DATABASE_URL": "", **environment})
            stack.callback(process.end)
            process.start()
            return process

        yield begin


def address_of_database() -> str:
    place = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{place['NAME']}"
    secret = f":{place['PASSWORD']}" if place["PASSWORD"] else ""
    return f"postgres://{place['USER']}{secret}@{place['HOST']}:{place['PORT'] or 5432}/{place['NAME']}"


@pytest.fixture
def visit(served, as_) -> Iterator[Callable[..., Visitor]]:
    """`visit(pablo)`: that seat at the running server."""
    with visitors(lambda: served.port, as_) as visit:
        yield visit


@pytest.fixture
def brawl(ambush, add, marta, brianda, start, monkeypatch) -> Encounter:  # noqa: F811
    """Brianda, whose turn it is, and two ogres; enough points that the end is far. Dice fall as they do."""
    Character.objects.filter(pk=brianda.pk).update(traits={**brianda.traits, "fixed": {"pv": 900}})
    add("Ogro", 2, **FOE | {"pv": 900})
    brianda.refresh_from_db()
    stored(ambush).add(marta, [brianda])
    start(6, 3, 2)
    monkeypatch.setattr(chance, "source", chance.from_the_system)
    return ambush
