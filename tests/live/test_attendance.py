"""Who is here, as the hub counts it: by who has a screen open, told to those who show it when it changes, and to other
processes."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import pytest

from live import Hub, Message, Screen, presence
from live import hub as hubs
from live.presence import Others
from tests.live.test_hub import heard, run, until


class Room:
    """What the hub of these tests asks: no news ever, and who is here in words."""

    def __init__(self) -> None:
        self.hub: Hub
        self.faults: list[Exception] = []
        self.asked = 0
        self.told: list[dict[str, frozenset[str]]] = []
        self.deaf: list[Exception] = []
        self.listening: set[str] = {"ourselves"}

    def attend(self, channel: str, screens: Sequence[Screen]) -> list[Message | None]:
        self.asked += 1
        if self.faults:
            raise self.faults.pop()
        here = ",".join(sorted(self.hub.attendance(channel).here)).encode()
        return [Message(here, "") if screen.page == "table" else None for screen in screens]

    def tell(self, here: Mapping[str, frozenset[str]]) -> None:
        if self.deaf:
            raise self.deaf.pop()
        self.told.append(dict(here))


@pytest.fixture
def room() -> Room:
    return Room()


@asynccontextmanager
async def hub_of(room: Room):
    with ThreadPoolExecutor(1) as threads:
        others = Others(room.tell, lambda: room.listening)
        room.hub = Hub(
            lambda channel, screens: [None] * len(screens), lambda channels: {}, threads, room.attend, others
        )
        try:
            yield room.hub
        finally:
            room.hub.close()


def screen(who: str, page: str = "table", channel: str = "salt") -> Screen:
    return Screen(channel, None, page, "place", frozenset(), who)


async def heard_of(listener: hubs.Listener, words: bytes) -> Message:
    """The first message that says so; those before it were on their way already."""
    while True:
        message = await heard(listener)
        assert message is not None
        if message.data == words:
            return message


def test_who_comes_is_told_to_those_who_show_it_and_to_no_other_page(room):
    async def story() -> None:
        async with hub_of(room) as hub:
            marta = hub.subscribe(screen("marta"))
            await heard_of(marta, b"marta")
            sheet = hub.subscribe(screen("pablo", "sheet"))

            message = await heard_of(marta, b"marta,pablo")

            assert message.after == "place", "the place in the log stays what it is"
            assert sheet.queue.empty()
            assert hub.attendance("iron").here == frozenset()

    run(story())


def test_a_second_screen_of_the_same_person_is_told_and_nobody_else(room):
    async def story() -> None:
        async with hub_of(room) as hub:
            marta = hub.subscribe(screen("marta"))
            await heard_of(marta, b"marta")

            again = hub.subscribe(screen("marta"))
            await heard_of(again, b"marta")

            assert marta.queue.empty()
            hub.unsubscribe(again)
            assert hub.attendance("salt").here == {"marta"}, "the first one is still open"

    run(story())


def test_who_opens_another_page_meanwhile_was_never_gone(room):
    async def story() -> None:
        async with hub_of(room) as hub:
            marta, pablo = hub.subscribe(screen("marta")), hub.subscribe(screen("pablo"))
            await heard_of(marta, b"marta,pablo")

            hub.unsubscribe(pablo)

            assert hub.attendance("salt").here == {"marta", "pablo"}
            assert hub.attendance("salt").left == {}

    run(story())


def test_who_stays_away_is_told_with_when_it_was(room, monkeypatch):
    monkeypatch.setattr(presence, "GRACE_SECONDS", 0.0)

    async def story() -> None:
        async with hub_of(room) as hub:
            marta, pablo = hub.subscribe(screen("marta")), hub.subscribe(screen("pablo"))
            await heard_of(marta, b"marta,pablo")

            hub.unsubscribe(pablo)

            await heard_of(marta, b"marta")
            assert list(hub.attendance("salt").left) == ["pablo"]
            hub.subscribe(screen("pablo"))
            assert hub.attendance("salt").left == {}

    run(story())


def test_a_fault_while_telling_ends_nothing(room):
    async def story() -> None:
        async with hub_of(room) as hub:
            room.faults.append(RuntimeError("no database"))
            marta = hub.subscribe(screen("marta"))
            await until(lambda: room.asked)

            hub.subscribe(screen("pablo"))

            await heard_of(marta, b"marta,pablo")

    run(story())


def test_those_who_left_are_remembered_up_to_a_number(room, monkeypatch):
    monkeypatch.setattr(presence, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(presence, "REMEMBERED", 3)

    async def story() -> None:
        async with hub_of(room) as hub:
            for number in range(6):
                hub.unsubscribe(hub.subscribe(screen(f"guest {number}")))
            await asyncio.sleep(0)

            assert sorted(hub.attendance("salt").left) == ["guest 3", "guest 4", "guest 5"]

    run(story())


def test_who_comes_is_told_to_other_processes(room):
    async def story() -> None:
        async with hub_of(room) as hub:
            hub.subscribe(screen("marta"))
            await until(lambda: room.told == [{"salt": frozenset({"marta"})}])

            hub.introduce()

            await until(lambda: room.told == [{"salt": frozenset({"marta"})}] * 2)

    run(story())


def test_who_leaves_is_told_to_other_processes_after_the_grace(room, monkeypatch):
    monkeypatch.setattr(presence, "GRACE_SECONDS", 0.0)

    async def story() -> None:
        async with hub_of(room) as hub:
            marta = hub.subscribe(screen("marta"))
            await until(lambda: room.told)

            hub.unsubscribe(marta)

            await until(lambda: room.told[1:] == [{"salt": frozenset()}])

    run(story())


def test_what_others_say_is_told_to_those_who_show_it(room):
    async def story() -> None:
        async with hub_of(room) as hub:
            marta = hub.subscribe(screen("marta"))

            hub.hear("another", "salt", frozenset({"pablo"}))

            await heard_of(marta, b"marta,pablo")

    run(story())


def test_what_a_dead_process_said_is_taken_back_at_the_next_look(room, monkeypatch):
    monkeypatch.setattr(hubs, "LOOK_SECONDS", 0.01)
    room.listening = {"ourselves", "another"}

    async def story() -> None:
        async with hub_of(room) as hub:
            marta = hub.subscribe(screen("marta"))
            hub.hear("another", "salt", frozenset({"pablo"}))
            await heard_of(marta, b"marta,pablo")

            room.listening = {"ourselves"}

            await heard_of(marta, b"marta")

    run(story())


def test_what_could_not_be_told_is_told_at_the_next_look(room, monkeypatch):
    monkeypatch.setattr(hubs, "LOOK_SECONDS", 0.01)
    room.deaf.append(RuntimeError("no database"))

    async def story() -> None:
        async with hub_of(room) as hub:
            hub.subscribe(screen("marta"))
            await until(lambda: room.told == [{"salt": frozenset({"marta"})}])
            assert not room.deaf

    run(story())
