"""The hub alone: who hears of news, in which order, and who is sent away. Pure asyncio, no server and no database."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest

import live
from live import GONE, Gone, Hub, Message, Screen
from live import hub as hubs

PATIENCE = 10  # seconds until a state that must come is given up


class Tables:
    """What the hubs of these tests read: each channel is a list of words, and a screen's place is how many it has."""

    def __init__(self) -> None:
        self.words: dict[str, list[str]] = defaultdict(list)
        self.reads: list[str] = []
        self.faults: list[Exception] = []
        self.gone: set[str] = set()

    def read(self, channel: str, screens: Sequence[Screen]) -> list[Message | Gone | None]:
        self.reads.append(channel)
        if self.faults:
            raise self.faults.pop()
        return [GONE if screen.page in self.gone else self.news(channel, screen) for screen in screens]

    def news(self, channel: str, screen: Screen) -> Message | None:
        words = self.words[channel]
        missing = words[int(screen.after) :]
        return Message(" ".join(missing).encode(), str(int(screen.after) + len(missing))) if missing else None

    def look(self, channels: Sequence[str]) -> dict[str, int]:
        return {channel: len(self.words[channel]) for channel in channels}


@pytest.fixture
def tables() -> Tables:
    return Tables()


@asynccontextmanager
async def hub_of(tables: Tables) -> AsyncIterator[Hub]:
    with ThreadPoolExecutor(1) as threads:
        hub = Hub(tables.read, tables.look, threads)
        try:
            yield hub
        finally:
            hub.close()


def screen(channel: str = "salt", *, after: int = 0, page: str = "table", tags: Sequence[str] = ()) -> Screen:
    return Screen(channel, None, page, str(after), frozenset(tags))


async def heard(listener: hubs.Listener) -> Message | None:
    return await asyncio.wait_for(listener.queue.get(), PATIENCE)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0)


def run(story: Coroutine[object, object, None]) -> None:
    asyncio.run(story)


def test_a_wake_reaches_every_screen_of_its_channel_and_no_other(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            ours = [hub.subscribe(screen("salt")) for _ in range(3)]
            theirs = hub.subscribe(screen("iron"))
            await until(lambda: {"salt", "iron"} <= set(tables.reads))
            tables.reads.clear()
            for channel in ("salt", "iron"):
                tables.words[channel].append("news")

            hub.wake("salt")

            assert [(await heard(each)).data for each in ours] == [b"news"] * 3
            assert "iron" not in tables.reads
            assert theirs.queue.empty()

    run(story())


def test_what_happened_before_a_screen_came_is_the_first_it_hears(tables):
    tables.words["salt"] += ["one", "two", "three"]

    async def story() -> None:
        async with hub_of(tables) as hub:
            assert await heard(hub.subscribe(screen(after=1))) == Message(b"two three", "3")
            assert await heard(hub.subscribe(screen(after=0))) == Message(b"one two three", "3")

    run(story())


def test_what_happens_while_the_news_are_read_is_not_missed(tables):
    """The wake comes after the rows were read and before their answer: one more read must follow."""

    async def story() -> None:
        async with hub_of(tables) as hub:
            read, tables.words["salt"] = tables.news, ["one"]

            def read_and_then_more(channel: str, asked: Screen) -> Message | None:
                found = read(channel, asked)
                if tables.words["salt"] == ["one"]:
                    tables.words["salt"].append("two")
                    hub.wake("salt")
                return found

            tables.news = read_and_then_more
            listener = hub.subscribe(screen())
            assert (await heard(listener)).data == b"one"
            assert (await heard(listener)).data == b"two"

    run(story())


def test_messages_come_once_and_in_order_whoever_writes_meanwhile(tables):
    def write(name: str, hub: Hub) -> None:
        for number in range(25):
            tables.words["salt"].append(f"{name}{number}")
            hub.wake("salt")

    async def story() -> None:
        async with hub_of(tables) as hub:
            listeners = [hub.subscribe(screen()) for _ in range(5)]
            writers = [threading.Thread(target=write, args=(name, hub)) for name in "abcd"]
            for writer in writers:
                writer.start()
            for listener in listeners:
                words: list[str] = []
                while len(words) < 100:
                    words += (await heard(listener)).data.decode().split()
                assert words == tables.words["salt"]
            for writer in writers:
                writer.join(PATIENCE)

    run(story())


def test_a_screen_that_falls_too_far_behind_is_dropped_and_keeps_no_message(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            slow, quick = hub.subscribe(screen()), hub.subscribe(screen())
            for number in range(hubs.QUEUE_LIMIT + 1):
                tables.words["salt"].append("news")
                hub.wake("salt")
                assert (await heard(quick)).after == str(number + 1)

            assert await heard(slow) is None
            assert slow.queue.empty()

    run(story())


def test_a_tag_ends_the_streams_that_carry_it_and_no_others(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            pablo = [hub.subscribe(screen(page=page, tags=["seat:pablo", "session:a"])) for page in ("table", "sheet")]
            ines = hub.subscribe(screen("iron", tags=["seat:ines", "session:b"]))

            hub.expel("seat:pablo")

            assert [await heard(each) for each in pablo] == [None, None]
            assert ines.queue.empty()
            hub.expel("session:b")
            assert await heard(ines) is None

    run(story())


def test_a_full_queue_does_not_keep_anybody_from_being_sent_away(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            listener = hub.subscribe(screen(tags=["seat:pablo"]))
            for number in range(hubs.QUEUE_LIMIT):
                tables.words["salt"].append("news")
                hub.wake("salt")
                await until(lambda place=str(number + 1): listener.screen.after == place)
            assert listener.queue.full()

            hub.expel("seat:pablo")

            assert await heard(listener) is None

    run(story())


def test_whom_the_site_no_longer_lets_listen_is_sent_away(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            stays, goes = hub.subscribe(screen(page="table")), hub.subscribe(screen(page="sheet"))
            tables.gone.add("sheet")
            tables.words["salt"].append("news")
            hub.wake("salt")

            assert await heard(goes) is None
            assert (await heard(stays)).data == b"news"

    run(story())


def test_close_ends_every_stream_at_once(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            listeners = [hub.subscribe(screen(channel)) for channel in ("salt", "salt", "iron")]

            hub.close()

            assert not hub.is_open
            assert [await heard(each) for each in listeners] == [None] * 3

    run(story())


def test_a_read_that_fails_is_tried_again(tables, monkeypatch, caplog):
    monkeypatch.setattr(hubs, "random", SimpleNamespace(uniform=lambda low, high: 0))
    tables.words["salt"].append("news")
    tables.faults += [OSError("the database is away"), OSError("still away")]

    async def story() -> None:
        async with hub_of(tables) as hub:
            assert (await heard(hub.subscribe(screen()))).data == b"news"
            assert not tables.faults

    run(story())
    assert "reading the news of a channel failed" in caplog.text


def test_an_answer_that_does_not_fit_the_screens_does_not_silence_the_channel(tables, monkeypatch, caplog):
    monkeypatch.setattr(hubs, "random", SimpleNamespace(uniform=lambda low, high: 0))
    tables.words["salt"].append("news")
    whole, answers = tables.read, [[]]
    tables.read = lambda channel, screens: answers.pop() if answers else whole(channel, screens)

    async def story() -> None:
        async with hub_of(tables) as hub:
            assert (await heard(hub.subscribe(screen()))).data == b"news"

    run(story())


def test_a_look_at_the_versions_brings_what_no_wake_told(tables, monkeypatch):
    monkeypatch.setattr(hubs, "LOOK_SECONDS", 0.001)

    async def story() -> None:
        async with hub_of(tables) as hub:
            listener = hub.subscribe(screen())
            for number in range(1, 4):
                tables.words["salt"].append("unheard")
                assert (await heard(listener)).after == str(number)

    run(story())


def test_a_look_that_fails_is_not_the_last(tables, monkeypatch, caplog):
    monkeypatch.setattr(hubs, "LOOK_SECONDS", 0.001)
    look, faults = tables.look, [OSError("the database is away")]

    def fail_once(channels: Sequence[str]) -> dict[str, int]:
        if faults:
            raise faults.pop()
        return look(channels)

    tables.look = fail_once

    async def story() -> None:
        async with hub_of(tables) as hub:
            listener = hub.subscribe(screen())
            await until(lambda: not faults)
            tables.words["salt"].append("unheard")
            assert (await heard(listener)).data == b"unheard"

    run(story())


def test_a_look_that_finds_nothing_new_reads_nothing(tables, monkeypatch):
    monkeypatch.setattr(hubs, "LOOK_SECONDS", 0.001)
    looks = []
    look = tables.look
    tables.look = lambda channels: looks.append(channels) or look(channels)

    async def story() -> None:
        async with hub_of(tables) as hub:
            hub.subscribe(screen())
            await until(lambda: len(looks) > 2)
            reads = len(tables.reads)
            await until(lambda: len(looks) > 8)
            assert len(tables.reads) == reads

    run(story())


def test_after_a_lost_line_every_channel_is_read(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            listeners = {name: hub.subscribe(screen(name)) for name in ("salt", "iron")}
            await until(lambda: {"salt", "iron"} <= set(tables.reads))
            for name in listeners:
                tables.words[name].append(name)

            hub.wake_all()

            assert {(await heard(each)).data.decode() for each in listeners.values()} == {"salt", "iron"}

    run(story())


def test_idle_screens_cost_no_thread_and_no_task(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            hub.subscribe(screen())
            await until(lambda: tables.reads)
            threads, tasks = threading.active_count(), len(asyncio.all_tasks())

            for _ in range(1000):
                hub.subscribe(screen())
            await until(lambda: len(tables.reads) > 1)

            assert len(hub) == 1001
            assert threading.active_count() == threads
            assert len(asyncio.all_tasks()) == tasks

    run(story())


def test_a_thousand_screens_are_read_for_at_once(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            listeners = [hub.subscribe(screen()) for _ in range(1000)]
            await until(lambda: tables.reads)
            tables.words["salt"].append("news")
            reads = len(tables.reads)
            hub.wake("salt")
            for listener in listeners:
                assert (await heard(listener)).data == b"news"
            assert len(tables.reads) - reads <= 2

    run(story())


def test_the_last_screen_that_leaves_frees_its_channel(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            tasks = len(asyncio.all_tasks())
            first, second = hub.subscribe(screen()), hub.subscribe(screen())
            await until(lambda: tables.reads)

            hub.unsubscribe(first)
            tables.words["salt"].append("news")
            hub.wake("salt")
            assert (await heard(second)).data == b"news"
            hub.unsubscribe(second)

            await until(lambda: len(asyncio.all_tasks()) == tasks)
            assert len(hub) == 0
            tables.reads.clear()
            hub.wake("salt")
            tables.words["iron"].append("news")
            assert (await heard(hub.subscribe(screen("iron")))).data == b"news"
            assert "salt" not in tables.reads
            hub.unsubscribe(second)  # once more harms nobody

    run(story())


def test_a_channel_that_is_left_and_entered_again_starts_afresh(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            hub.unsubscribe(hub.subscribe(screen()))
            tables.words["salt"].append("news")
            listener = hub.subscribe(screen())
            assert (await heard(listener)).data == b"news"
            tables.words["salt"].append("more")
            hub.wake("salt")
            assert (await heard(listener)).data == b"more"

    run(story())


def test_a_look_remembers_no_channel_that_was_left_meanwhile(tables, monkeypatch):
    monkeypatch.setattr(hubs, "LOOK_SECONDS", 0.001)
    looks, look = [], tables.look

    async def story() -> None:
        async with hub_of(tables) as hub:
            loop = asyncio.get_running_loop()

            def look_while_the_screen_leaves(channels: Sequence[str]) -> dict[str, int]:
                if listener in hub._listeners():
                    asyncio.run_coroutine_threadsafe(leave(), loop).result(PATIENCE)
                looks.append(channels)
                return look(channels)

            async def leave() -> None:
                hub.unsubscribe(listener)

            listener = hub.subscribe(screen())
            tables.look = look_while_the_screen_leaves
            hub._look = look_while_the_screen_leaves
            await until(lambda: len(looks) > 3)
            assert "salt" not in hub._versions

    run(story())


def test_wakes_find_every_open_hub_and_none_that_is_closed(tables):
    async def story() -> None:
        async with hub_of(tables) as hub:
            hubs.opened(hub)
            try:
                listener = hub.subscribe(screen(tags=["seat:pablo"]))
                tables.words["salt"].append("news")
                live.wake("salt")
                assert (await heard(listener)).data == b"news"
                live.expel("seat:pablo")
                assert await heard(listener) is None
            finally:
                hubs.closed(hub)
            hubs.closed(hub)
            live.close()
            assert hub.is_open

    run(story())


def test_a_wake_after_the_end_of_the_loop_is_no_fault(tables):
    kept: list[Hub] = []

    async def story() -> None:
        async with hub_of(tables) as hub:
            kept.append(hub)

    run(story())
    kept[0].wake("salt")
    kept[0].expel("seat:pablo")
    kept[0].close()
