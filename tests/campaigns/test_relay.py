"""Two processes on one PostgreSQL database: what one commits wakes the screens of the other."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from importlib.util import find_spec, module_from_spec
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.sessions import session_tag
from campaigns import relay, wakes
from live import Hub, Message, Screen
from live.hub import Listener
from tests.live.lines import visitors

PATIENCE = 20

pytestmark = [
    pytest.mark.live,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not settings.IS_POSTGRES, reason="NOTIFY is PostgreSQL's; SQLite is served by one process"),
]


class Reads:
    """What the hubs of these tests read: a number that goes up with each read of a channel."""

    def __init__(self) -> None:
        self.channels: list[str] = []

    def __call__(self, channel: str, screens: Sequence[Screen]) -> list[Message | None]:
        self.channels.append(channel)
        return [None] * len(screens)


@pytest.fixture
def conninfo() -> str:
    return relay.conninfo(connection.get_connection_params())


@pytest.fixture(autouse=True)
def another_process(monkeypatch) -> SimpleNamespace:
    """Notes of this process are passed over: its own hubs have been woken already. So another copy of the module sends
    them, as another process would that has the same number. `own_notify`: what this process itself would send with."""
    spec = find_spec(relay.__name__)
    another = module_from_spec(spec)
    spec.loader.exec_module(another)
    own = relay.notify
    monkeypatch.setattr(relay, "notify", another.notify)
    return SimpleNamespace(own_notify=own, relay=another)


@asynccontextmanager
async def process(conninfo: str) -> AsyncIterator[tuple[Hub, Reads]]:
    """The half of a process that listens: a hub and its relay, which has connected."""
    reads = Reads()
    with ThreadPoolExecutor(1) as threads:
        hub = Hub(reads, lambda channels: {}, threads)
        listening = asyncio.create_task(relay.listen(hub, conninfo))
        listener = hub.subscribe(screen("until-connected"))
        await until(lambda: reads.channels.count("until-connected") >= 2)
        hub.unsubscribe(listener)
        try:
            yield hub, reads
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
            hub.close()


def screen(channel: str, *tags: str) -> Screen:
    return Screen(channel, None, "table", "", frozenset(tags))


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


async def told(listener: Listener) -> Message | None:
    return await asyncio.wait_for(listener.queue.get(), PATIENCE)


def run(story: Coroutine[object, object, None]) -> None:
    asyncio.run(story)


def wake(channel: str) -> None:
    with transaction.atomic():
        wakes.wake(channel)


def expel(tag: str) -> None:
    with transaction.atomic():
        wakes.expel(tag)


def listeners() -> list[int]:
    """The backends of PostgreSQL that wait for notes in this database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %%'")
        return [pid for (pid,) in cursor.fetchall()]


def terminate(pids: list[int]) -> None:
    with connection.cursor() as cursor:
        for pid in pids:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])


async def elsewhere(work: Callable[..., Any], *args: Any) -> Any:
    """Database work from a test's loop: in a thread that gives its connection back."""

    def in_thread() -> Any:
        try:
            return work(*args)
        finally:
            connection.close()

    return await asyncio.to_thread(in_thread)


def test_a_commit_of_another_process_wakes_the_hubs_of_all(conninfo):
    async def story() -> None:
        async with process(conninfo) as (first, reads), process(conninfo) as (second, others):
            first.subscribe(screen("salt"))
            second.subscribe(screen("salt"))
            await until(lambda: "salt" in reads.channels and "salt" in others.channels)
            before = (reads.channels.count("salt"), others.channels.count("salt"))

            await elsewhere(wake, "salt")

            await until(lambda: reads.channels.count("salt") > before[0])
            await until(lambda: others.channels.count("salt") > before[1])

    run(story())


def test_notes_of_its_own_are_passed_over(conninfo, another_process):
    async def story() -> None:
        async with process(conninfo) as (hub, reads):
            hub.subscribe(screen("salt"))
            hub.subscribe(screen("iron"))
            await until(lambda: {"salt", "iron"} <= set(reads.channels))
            reads.channels.clear()

            await elsewhere(another_process.own_notify, connection, "wake", "salt")
            await elsewhere(wake, "iron")

            await until(lambda: "iron" in reads.channels)
            assert "salt" not in reads.channels

    run(story())


def test_what_is_rolled_back_wakes_nobody(conninfo):
    def wake_and_take_it_back() -> None:
        with transaction.atomic():
            wakes.wake("salt")
            transaction.set_rollback(True)

    async def story() -> None:
        async with process(conninfo) as (hub, reads):
            hub.subscribe(screen("salt"))
            hub.subscribe(screen("iron"))
            await until(lambda: {"salt", "iron"} <= set(reads.channels))
            reads.channels.clear()

            await elsewhere(wake_and_take_it_back)
            await elsewhere(wake, "iron")

            await until(lambda: "iron" in reads.channels)
            assert "salt" not in reads.channels

    run(story())


def test_a_wake_is_sent_after_the_commit_and_an_expulsion_with_it():
    """NOTIFY in a transaction makes all commits of the database wait for one another's disk."""
    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        wakes.wake("salt")
        wakes.expel("seat:pablo")

    statements = [query["sql"].split(None, 2) for query in queries.captured_queries]
    notes = [" ".join(words[:1]) if words[0] != "SELECT" else words[2] for words in statements]
    assert [re.sub(r".*(wake|expel).*", r"\1", note) for note in notes] == ["BEGIN", "expel", "COMMIT", "wake"]


def test_who_is_sent_away_in_another_process_goes_blind_in_all(conninfo):
    async def story() -> None:
        async with process(conninfo) as (hub, _reads):
            pablo, ines = hub.subscribe(screen("salt", "seat:pablo")), hub.subscribe(screen("salt", "seat:ines"))

            await elsewhere(expel, "seat:pablo")

            assert await told(pablo) is None
            assert ines.queue.empty()

    run(story())


def test_who_logs_out_in_another_process_goes_blind_in_all(conninfo, as_, pablo):
    browser = as_(pablo)
    tag = session_tag(browser.cookies["sessionid"].value)

    async def story() -> None:
        async with process(conninfo) as (hub, _reads):
            there, elsewhere_too = hub.subscribe(screen("salt", tag)), hub.subscribe(screen("salt", "session:other"))

            await elsewhere(browser.post, "/log-out/")

            assert await told(there) is None
            assert elsewhere_too.queue.empty()

    run(story())


def test_a_change_of_a_campaign_is_notified_with_its_commit(conninfo, brianda, marta):
    async def story() -> None:
        async with process(conninfo) as (hub, reads):
            hub.subscribe(screen(brianda.campaign.key))
            await until(lambda: brianda.campaign.key in reads.channels)
            reads.channels.clear()

            await elsewhere(brianda.change_pool, marta, "pv", -1)

            await until(lambda: brianda.campaign.key in reads.channels)

    run(story())


def test_who_is_here_is_told_by_other_processes_and_not_by_its_own_notes(conninfo, another_process):
    another = another_process.relay
    marta, pablo = frozenset({"marta"}), frozenset({"pablo"})

    async def story() -> None:
        async with process(conninfo) as (hub, _reads):
            await elsewhere(another.tell, {"salt": pablo, "iron": marta})
            await until(lambda: hub.attendance("salt").here == pablo and hub.attendance("iron").here == marta)

            await elsewhere(another.tell, {"salt": frozenset()})
            await until(lambda: hub.attendance("salt").here == frozenset())

            await elsewhere(relay.tell, {"salt": marta})
            await elsewhere(another.tell, {"iron": pablo})
            await until(lambda: hub.attendance("iron").here == pablo)
            assert hub.attendance("salt").here == frozenset()

    run(story())


def test_who_listens_is_seen_by_all(conninfo):
    async def story() -> None:
        assert relay.OWN_NAME not in await elsewhere(relay.listening)
        async with process(conninfo):
            assert await elsewhere(relay.listening) == {relay.OWN_NAME}

    run(story())


def test_a_lost_connection_is_made_again_and_everything_looked_at(conninfo, monkeypatch, caplog):
    monkeypatch.setattr(relay, "FIRST_WAIT", 0.01)

    async def story() -> None:
        async with process(conninfo) as (hub, reads):
            for channel in ("salt", "iron"):
                hub.subscribe(screen(channel))
            await until(lambda: {"salt", "iron"} <= set(reads.channels))
            reads.channels.clear()
            pids = await elsewhere(listeners)
            assert len(pids) == 1

            await elsewhere(terminate, pids)

            await until(lambda: {"salt", "iron"} <= set(reads.channels))
            assert set(await elsewhere(listeners)) != set(pids)
            reads.channels.clear()
            await elsewhere(wake, "salt")
            await until(lambda: "salt" in reads.channels)

    run(story())
    assert "the relay lost PostgreSQL" in caplog.text


def test_a_note_that_is_none_of_ours_is_passed_over(conninfo):
    def say() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [relay.CHANNEL, "hola"])

    async def story() -> None:
        async with process(conninfo) as (hub, reads):
            hub.subscribe(screen("salt"))
            await until(lambda: "salt" in reads.channels)
            reads.channels.clear()
            await elsewhere(say)
            await elsewhere(wake, "salt")
            await until(lambda: "salt" in reads.channels)

    run(story())


def test_a_database_that_is_away_at_the_start_is_waited_for(conninfo, monkeypatch, caplog):
    monkeypatch.setattr(relay, "FIRST_WAIT", 0.01)
    connect, faults = psycopg.AsyncConnection.connect, [psycopg.OperationalError("away")] * 2

    async def connect_late(*args: Any, **kwargs: Any) -> Any:
        if faults:
            raise faults.pop()
        return await connect(*args, **kwargs)

    monkeypatch.setattr(relay.psycopg.AsyncConnection, "connect", connect_late)

    async def story() -> None:
        async with process(conninfo) as (hub, reads):
            hub.subscribe(screen("salt"))
            await until(lambda: "salt" in reads.channels)
            reads.channels.clear()
            await elsewhere(wake, "salt")
            await until(lambda: "salt" in reads.channels)

    run(story())
    assert not faults


def test_a_server_shows_what_another_process_does(live, as_, marta, pablo, brianda):
    with visitors(lambda: live.port, as_) as visit:
        line = visit(pablo).listen()
        with pytest.MonkeyPatch.context() as no_hub_here:
            no_hub_here.setattr("live.wake", lambda channel: None)
            entry = brianda.change_pool(marta, "pv", -1)
        line.brings(entry)
