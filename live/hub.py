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

from live import presence
from live.presence import Attendance, Others, Presence

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)

QUEUE_LIMIT: Final = 64  # messages a slow client may be behind before it is dropped; it comes back with its place
LOOK_SECONDS: Final = 10.0  # how often versions are compared, for what no wake told us


@dataclass(frozen=True, slots=True)
class Screen:
    """One open page, as the site admitted it.

    `viewer` and `page` mean something to the site only; `after` is the last entry the page has; `tags` are the names
    under which it can be sent away (a session, a seat); `who` is the one of whom it says that they are here.
    """

    channel: str
    viewer: object
    page: str
    after: str
    tags: frozenset[str] = frozenset()
    who: str = ""

    def at(self, after: str) -> "Screen":
        """The same page at another place (what `dataclasses.replace` makes, in a third of the time)."""
        return Screen(self.channel, self.viewer, self.page, after, self.tags, self.who)


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
    """A screen with its queue, and who it knows to be here. None in the queue ends the stream."""

    screen: Screen
    told: frozenset[str] | None = None
    queue: "asyncio.Queue[Message | None]" = field(default_factory=lambda: asyncio.Queue(QUEUE_LIMIT))

    def offer(self, message: Message) -> None:
        if message.after != self.screen.after:
            self.screen = self.screen.at(message.after)
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

    `read(channel, screens)` answers for each screen what is new to it and `look(channels)` gives their versions;
    `attend(channel, screens)` answers what those show who came or left; `others` are the processes that hear of them.
    All block and run in `threads`. Every other method but `wake`, `expel` and `attendance` belongs to the event loop.
    """

    def __init__(
        self, read: Read, look: Look, threads: Executor, attend: Read | None = None, others: Others | None = None
    ) -> None:
        self._read, self._look, self._threads, self._attend, self._others = read, look, threads, attend, others
        self._presence, self._came_or_left = Presence(), asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._channels: dict[str, Channel] = defaultdict(Channel)
        self._versions: dict[str, int] = {}
        self._tasks = [self._loop.create_task(self._watch_versions())]
        if others is not None:
            self._tasks.append(self._loop.create_task(self._tell_others(others)))
        self.is_open = True
        self.expulsions = 0  # how often anybody was sent away: who was being let in meanwhile is asked again

    def __len__(self) -> int:
        return sum(len(channel.listeners) for channel in self._channels.values())

    def subscribe(self, screen: Screen) -> Listener:
        """Start to listen; whatever happened since `screen.after` comes first."""
        listener = Listener(screen)
        channel = self._channels[screen.channel]
        channel.listeners.add(listener)
        self._count(screen.channel)
        if channel.pump is None:
            channel.pump = self._loop.create_task(self._pump(screen.channel, channel))
        channel.news.set()
        return listener

    def unsubscribe(self, listener: Listener) -> None:
        channel = self._channels.get(listener.screen.channel)
        if channel is None:
            return
        channel.listeners.discard(listener)
        self._count(listener.screen.channel)
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

    def attendance(self, channel: str) -> Attendance:
        """Who is here; who left within the grace still is. From any thread."""
        return self._presence.of(channel)

    def hear(self, process: str, channel: str, here: frozenset[str]) -> None:
        """Another process says who is there."""
        self._presence.hear(process, channel, here)
        self._set(channel)

    def introduce(self) -> None:
        """Others have come, or have heard nothing from us for a while."""
        self._presence.tell_again()
        self._came_or_left.set()

    def _count(self, name: str) -> None:
        """Somebody came or left, or opened another screen."""
        now = frozenset(each.screen.who for each in self._channels[name].listeners if each.screen.who)
        if self._presence.count(name, now):
            self._loop.call_later(presence.GRACE_SECONDS, self._after_the_grace, name)
        self._came_or_left.set()

    def _after_the_grace(self, name: str) -> None:
        self._set(name)
        self._came_or_left.set()

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
        for task in self._tasks:
            task.cancel()
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
            await self._tell_who_is_here(name, channel)

    async def _tell_who_is_here(self, name: str, channel: Channel) -> None:
        """Those who show it hear who came and who left; the place of a screen in the log stays what it is."""
        here = self.attendance(name).here
        # mostly it is the very same set, and to compare two of a whole table for each of it would take milliseconds
        listeners = [each for each in channel.listeners if each.told is not here and each.told != here]
        if self._attend is None or not listeners:
            return
        for listener in listeners:
            listener.told = here
        try:
            answers = await self.in_thread(self._attend, name, [listener.screen for listener in listeners])
        except Exception:  # who is here is a courtesy: the next who comes or leaves tries again
            logger.exception("telling who is here failed")
            return
        for listener, answer in zip(listeners, answers, strict=True):
            if isinstance(answer, Message):
                listener.offer(replace(answer, after=listener.screen.after))

    async def _tell_others(self, others: Others) -> None:
        """One word at a time, so that the last one is the newest."""
        while True:
            await self._came_or_left.wait()
            self._came_or_left.clear()
            here = self._presence.to_tell()
            try:
                if here:
                    await self.in_thread(others.tell, here)
            except Exception:  # the database may be away: the next look tries again
                logger.exception("telling other processes who is here failed")
                self._presence.failed_to_tell(here)

    async def _look_for_others(self, others: Others) -> None:
        try:
            for name in self._presence.forget_all_but(await self.in_thread(others.listening)):
                self._set(name)
        except Exception:
            logger.exception("looking for the other processes failed")
        self._came_or_left.set()

    async def _watch_versions(self) -> None:
        """Compare versions now and then: a second process without a relay works, late but right."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._others is not None:
                await self._look_for_others(self._others)
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


def attendance(channel: str) -> Attendance:
    """Who has a screen of `channel` open, in this process or in one that told us."""
    found = [hub.attendance(channel) for hub in list(_open)]
    here = frozenset(who for each in found for who in each.here)
    return Attendance(here, {who: at for each in found for who, at in each.left.items() if who not in here})


def screens() -> int:
    """How many screens are open in this process."""
    return sum(len(hub) for hub in list(_open))


def close() -> None:
    """End every stream of this process, so that the server can stop at once."""
    for hub in list(_open):
        hub.close()
