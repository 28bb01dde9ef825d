"""The stream as the server calls it: what goes down the wire, and every way in which it ends."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import pytest

from live import GONE, Gone, Hub, Message, Screen
from live import stream as streams
from live.stream import Denied, Scope, event, stream

PATIENCE = 10


class Line:
    """The server's side of one request: what was sent, and the moment its client leaves."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []
        self.came = asyncio.Event()
        self.left = asyncio.Event()
        self.is_stuck = False

    async def receive(self) -> dict[str, object]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, object]) -> None:
        if self.is_stuck:
            await asyncio.Event().wait()
        self.sent.append(message)
        self.came.set()

    @property
    def status(self) -> object:
        return self.sent[0]["status"]

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent[1:])

    @property
    def is_complete(self) -> bool:
        return bool(self.sent) and self.sent[-1].get("more_body", False) is False and len(self.sent) > 1

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self.came.clear()
                await self.came.wait()


class Table:
    """One channel: a list of words that every screen gets from its place on."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def read(self, channel: str, screens: Sequence[Screen]) -> list[Message | Gone | None]:
        count = len(self.words)
        return [
            Message(event("regions", " ".join(self.words[int(screen.after) : count]), after=str(count)), str(count))
            if int(screen.after) < count
            else None
            for screen in screens
        ]

    def look(self, channels: Sequence[str]) -> dict[str, int]:
        return {}


@pytest.fixture
def table() -> Table:
    return Table()


@asynccontextmanager
async def hub_of(table: Table) -> AsyncIterator[Hub]:
    with ThreadPoolExecutor(2) as threads:
        hub = Hub(table.read, table.look, threads)
        try:
            yield hub
        finally:
            hub.close()


def let_in(scope: Scope) -> Screen | Denied:
    return Screen("salt", None, "table", "0", frozenset({"seat:pablo"}))


def streaming(line: Line, hub: Hub, admit: streams.Admit = let_in) -> Coroutine[object, object, None]:
    return stream({"type": "http"}, line.receive, line.send, hub=hub, admit=admit)


def opened(hub: Hub, admit: streams.Admit = let_in) -> tuple[Line, "asyncio.Task[None]"]:
    line = Line()
    return line, asyncio.create_task(streaming(line, hub, admit))


async def ended(task: "asyncio.Task[None]") -> None:
    await asyncio.wait_for(task, PATIENCE)


def run(story: Coroutine[object, object, None]) -> None:
    asyncio.run(story)


def test_an_event_is_one_message_whatever_its_text():
    assert event("regions", "<p>one</p>\n<p>two</p>", after="k7") == (
        b"id: k7\nevent: regions\ndata: <p>one</p>\ndata: <p>two</p>\n\n"
    )
    assert event("ping", "") == b"event: ping\ndata: \n\n"


@pytest.mark.parametrize("breaks", ["\r", "\r\n", "\n\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_no_text_can_end_an_event_or_begin_another(breaks):
    sent = event("regions", f"a{breaks}event: regions{breaks}id: 666{breaks}{breaks}data: b").decode()

    lines = sent.removesuffix("\n\n").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert lines[0] == "event: regions"
    assert all(line.startswith("data: ") for line in lines[1:])


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409])
def test_who_is_not_let_in_gets_a_status_and_no_stream(table, status):
    async def story() -> None:
        async with hub_of(table) as hub:
            line, task = opened(hub, lambda scope: Denied(status))
            await ended(task)
            assert (line.status, line.body, line.is_complete) == (status, b"", True)
            assert len(hub) == 0

    run(story())


def test_the_news_go_down_the_wire_as_they_come(table):
    table.words.append("before")

    async def story() -> None:
        async with hub_of(table) as hub:
            line, task = opened(hub)
            await line.until(lambda: b"before" in line.body)
            assert line.status == 200
            assert (b"content-type", b"text/event-stream; charset=utf-8") in line.sent[0]["headers"]
            assert line.body.startswith(b"retry: 1000\nevent: hello\n")

            table.words.append("after")
            hub.wake("salt")

            await line.until(lambda: b"id: 2\nevent: regions\ndata: after\n\n" in line.body)
            line.left.set()
            await ended(task)
            assert len(hub) == 0
            assert not line.is_complete

    run(story())


def test_a_quiet_line_is_kept_alive(table, monkeypatch):
    monkeypatch.setattr(streams, "PING_SECONDS", 0.001)

    async def story() -> None:
        async with hub_of(table) as hub:
            line, task = opened(hub)
            await line.until(lambda: line.body.count(b"event: ping\n") > 2)
            line.left.set()
            await ended(task)

    run(story())


def test_every_line_ends_after_a_while_so_that_it_is_asked_again_who_it_is(table, monkeypatch):
    monkeypatch.setattr(streams, "LIFE_SECONDS", 0.01)
    monkeypatch.setattr(streams, "PING_SECONDS", 0.001)

    async def story() -> None:
        async with hub_of(table) as hub:
            line, task = opened(hub)
            await ended(task)
            assert line.is_complete
            assert len(hub) == 0

    run(story())


def test_a_client_that_takes_nothing_is_dropped(table, monkeypatch):
    monkeypatch.setattr(streams, "SEND_SECONDS", 0.01)

    async def story() -> None:
        faults: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: faults.append(context))
        async with hub_of(table) as hub:
            line, task = opened(hub)
            await line.until(lambda: b"hello" in line.body)
            line.is_stuck = True
            table.words.append("news")
            hub.wake("salt")
            await ended(task)
            assert len(hub) == 0
            del task
        assert faults == []

    run(story())


def test_a_client_that_is_stuck_from_the_first_byte_is_dropped_too(table, monkeypatch):
    monkeypatch.setattr(streams, "SEND_SECONDS", 0.01)

    async def story() -> None:
        async with hub_of(table) as hub:
            line, sent = Line(), 0

            async def only_the_head(message: dict[str, object]) -> None:
                nonlocal sent
                sent += 1
                if sent > 1:
                    await asyncio.Event().wait()

            line.send = only_the_head
            await ended(asyncio.create_task(streaming(line, hub)))
            assert len(hub) == 0

    run(story())


def test_who_is_sent_away_gets_a_whole_end_at_once(table):
    async def story() -> None:
        async with hub_of(table) as hub:
            line, task = opened(hub)
            await line.until(lambda: b"hello" in line.body)
            hub.expel("seat:pablo")
            await ended(task)
            assert line.is_complete

    run(story())


def test_who_is_sent_away_while_being_let_in_is_asked_again(table):
    """The seat was read before it was taken away, the stream would begin after: nobody may slip through between."""
    answers = [let_in({}), Denied(404)]

    async def story() -> None:
        async with hub_of(table) as hub:
            loop = asyncio.get_running_loop()

            def admit(scope: Scope) -> Screen | Denied:
                answer = answers.pop(0)
                if answers:
                    hub.expel("seat:pablo")
                    passed = threading.Event()
                    loop.call_soon_threadsafe(passed.set)
                    assert passed.wait(PATIENCE)
                return answer

            line, task = opened(hub, admit)
            await line.until(lambda: line.sent)
            assert line.status == 404
            await ended(task)
            assert len(hub) == 0

    run(story())


def test_a_line_that_is_let_in_while_the_server_stops_does_not_hold_it_up(table):
    async def story() -> None:
        async with hub_of(table) as hub:
            loop = asyncio.get_running_loop()

            def admit(scope: Scope) -> Screen | Denied:
                hub.close()
                passed = threading.Event()
                loop.call_soon_threadsafe(passed.set)
                assert passed.wait(PATIENCE)
                return let_in(scope)

            line, task = opened(hub, admit)
            await ended(task)
            assert line.status == 503
            late, task = opened(hub)
            await ended(task)
            assert late.status == 503

    run(story())


def test_a_server_that_gives_up_a_line_leaves_no_task_behind(table):
    async def story() -> None:
        async with hub_of(table) as hub:
            line, task = opened(hub)
            await line.until(lambda: b"hello" in line.body)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert len(hub) == 0
            ours = {task.get_coro().__name__ for task in asyncio.all_tasks()} & {"_left", "_write"}
            assert not ours

    run(story())


def test_whom_the_site_no_longer_lets_listen_gets_the_end_of_the_answer(table):
    read = table.read
    table.read = lambda channel, screens: [GONE for _ in screens] if table.words else read(channel, screens)

    async def story() -> None:
        async with hub_of(table) as hub:
            line, task = opened(hub)
            await line.until(lambda: b"hello" in line.body)
            table.words.append("news")
            hub.wake("salt")
            await ended(task)
            assert line.is_complete
            assert b"news" not in line.body

    run(story())
