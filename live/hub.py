"""Who is listening, and one reader per channel that answers them all at once.

A wake carries no data: it says that a channel has news. The database is the truth, read once per wake for all screens
of the channel, in a thread. An idle screen is a queue and a coroutine: no thread, no database connection.
"""

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)

QUEUE_LIMIT: Final = 64  # messages a slow client may be behind before it is dropped; it comes back with its place
LOOK_SECONDS: Final = 10.0  # how often versions are compared, for what no wake told us


@dataclass(frozen=True, slots=True)
class Screen:
    """One open page, as the site admitted it.

    `viewer` and `page` mean something to the site only; `after` is the last entry the page has; `tags` are the names
    under which it can be sent away (a session, a seat).
    """

    channel: str
    viewer: object
    page: str
    after: str
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Message:
    """What one screen gets: `data` as it goes down the wire, `after` its place from then on."""

    data: bytes
    after: str


class Gone:
    """The answer for a screen that may no longer listen."""


GONE: Final = Gone()
Answer = Message | Gone | None
Read = Callable[[str, Sequence[Screen]], Sequence[Answer]]
Look = Callable[[Sequence[str]], Mapping[str, int]]


@dataclass(eq=False, slots=True)
class Listener:
    """A screen with its queue. None in the queue ends the stream."""

    screen: Screen
    queue: "asyncio.Queue[Message | None]" = field(default_factory=lambda: asyncio.Queue(QUEUE_LIMIT))

    def offer(self, message: Message) -> None:
        self.screen = replace(self.screen, after=message.after)
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """End the stream after what is already queued, or at once when the queue is full."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
        self.queue.put_nowait(None)


@dataclass(eq=False, slots=True)
class Channel:
    listeners: set[Listener] = field(default_factory=set)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    pump: "asyncio.Task[None] | None" = None


class Hub:
    """All open screens of this process; lives as long as the server's lifespan.

    `read(channel, screens)` answers for each screen what is new to it and `look(channels)` gives their versions; both
    block and run in `threads`. Every other method but `wake` and `expel` belongs to the event loop.
    """

    def __init__(self, read: Read, look: Look, threads: Executor) -> None:
        self._read, self._look, self._threads = read, look, threads
        self._loop = asyncio.get_running_loop()
        self._channels: dict[str, Channel] = defaultdict(Channel)
        self._versions: dict[str, int] = {}
        self._watch = self._loop.create_task(self._watch_versions())
        self.is_open = True
        self.expulsions = 0  # how often anybody was sent away: who was being let in meanwhile is asked again

    def __len__(self) -> int:
        return sum(len(channel.listeners) for channel in self._channels.values())

    def subscribe(self, screen: Screen) -> Listener:
        """Start to listen; whatever happened since `screen.after` comes first."""
        listener = Listener(screen)
        channel = self._channels[screen.channel]
        channel.listeners.add(listener)
        if channel.pump is None:
            channel.pump = self._loop.create_task(self._pump(screen.channel, channel))
        channel.news.set()
        return listener

    def unsubscribe(self, listener: Listener) -> None:
        channel = self._channels.get(listener.screen.channel)
        if channel is None:
            return
        channel.listeners.discard(listener)
        if not channel.listeners:
            del self._channels[listener.screen.channel]
            self._versions.pop(listener.screen.channel, None)
            if channel.pump is not None:
                channel.pump.cancel()

    def wake(self, channel: str) -> None:
        """There is news on `channel`. From any thread."""
        self._call(self._set, channel)

    def wake_all(self) -> None:
        """There may be news anywhere: wakes were possibly missed. From any thread."""
        self._call(self._set_all)

    def expel(self, tag: str) -> None:
        """End every stream that carries `tag`; whoever may still listen comes back by itself. From any thread."""
        self._call(self._end, tag)

    def close(self) -> None:
        """End every stream and take no more. From any thread; harmless twice."""
        self.is_open = False
        self._call(self._close)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run blocking work in the hub's own few threads."""
        return await self._loop.run_in_executor(self._threads, lambda: work(*args, **kwargs))

    def _call(self, act: Callable[..., None], *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(act, *args)
        except RuntimeError:  # the loop has ended, and every stream with it
            logger.debug("a wake came after the end")

    def _set(self, channel: str) -> None:
        if channel in self._channels:
            self._channels[channel].news.set()

    def _set_all(self) -> None:
        for channel in self._channels.values():
            channel.news.set()

    def _end(self, tag: str) -> None:
        self.expulsions += 1
        for listener in self._listeners():
            if tag in listener.screen.tags:
                listener.end()

    def _close(self) -> None:
        self._watch.cancel()
        for listener in self._listeners():
            listener.end()

    def _listeners(self) -> Iterable[Listener]:
        return [listener for channel in self._channels.values() for listener in channel.listeners]

    async def _pump(self, name: str, channel: Channel) -> None:
        while True:
            await channel.news.wait()
            channel.news.clear()
            listeners = list(channel.listeners)
            try:
                answers = await self.in_thread(self._read, name, [listener.screen for listener in listeners])
                answered = list(zip(listeners, answers, strict=True))
            except Exception:  # the database may be away: the next wake or look tries again
                logger.exception("reading the news of a channel failed")
                self._versions.pop(name, None)
                await asyncio.sleep(random.uniform(0.5, 1.5))  # noqa: S311  not for secrets
                channel.news.set()
                continue
            for listener, answer in answered:
                if isinstance(answer, Message):
                    listener.offer(answer)
                elif isinstance(answer, Gone):
                    listener.end()

    async def _watch_versions(self) -> None:
        """Compare versions now and then: a second process without a relay works, late but right."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                versions = await self.in_thread(self._look, list(self._channels))
            except Exception:
                logger.exception("looking at the versions failed")
                continue
            for name, version in versions.items():
                if name in self._channels and self._versions.get(name) != version:
                    self._versions[name] = version
                    self._set(name)


_open: list[Hub] = []


def opened(hub: Hub) -> None:
    """The server's lifespan says which hub this process has."""
    _open.append(hub)


def closed(hub: Hub) -> None:
    if hub in _open:
        _open.remove(hub)


def wake(channel: str) -> None:
    for hub in list(_open):
        hub.wake(channel)


def expel(tag: str) -> None:
    for hub in list(_open):
        hub.expel(tag)


def screens() -> int:
    """How many screens are open in this process."""
    return sum(len(hub) for hub in list(_open))


def close() -> None:
    """End every stream of this process, so that the server can stop at once."""
    for hub in list(_open):
        hub.close()
