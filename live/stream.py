"""The stream itself: a short ASGI coroutine that waits beside the pages, outside their middleware."""

import asyncio
import contextlib
import math
import random
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final

from live.hub import Hub, Listener, Message, Screen

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]

PING_SECONDS: Final = 15.0
SEND_SECONDS: Final = 20.0  # a client that takes no byte for so long is gone
LIFE_SECONDS: Final = 900.0  # then it ends and comes back, asked again who it is
SAFE: Final = [
    (b"cache-control", b"no-store, no-transform"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
"""What every answer says that is made beside the pages."""
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),
    *SAFE,
]


@dataclass(frozen=True, slots=True)
class Denied:
    """Why there is no stream: an HTTP status (400 Host or Origin, 401 logged out, 403, 404)."""

    status: int


Admit = Callable[[Scope], Screen | Denied]


def event(name: str, html: str, *, after: str = "") -> bytes:
    """One server-sent event; `after` becomes its id, which the browser sends back when it reconnects."""
    lines = [f"id: {after}"] if after else []
    lines += [f"event: {name}", *(f"data: {line}" for line in html.splitlines() or [""])]
    return ("\n".join(lines) + "\n\n").encode()


async def stream(scope: Scope, receive: Receive, send: Send, *, hub: Hub, admit: Admit) -> None:
    """Answer one GET with the news of one page until it is closed, sent away or too slow."""
    screen = await _asked(scope, hub, admit)
    if isinstance(screen, Denied):
        await send({"type": "http.response.start", "status": screen.status, "headers": SAFE})
        await send({"type": "http.response.body", "body": b""})
        return
    listener = hub.subscribe(screen)
    tasks = [asyncio.ensure_future(_left(receive)), asyncio.ensure_future(_write(send, listener))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.unsubscribe(listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        if not task.cancelled():  # it was where the client took nothing
            with contextlib.suppress(OSError):  # a client that is gone
                task.result()


async def _asked(scope: Scope, hub: Hub, admit: Admit) -> Screen | Denied:
    """Who asks, as of now: where somebody was sent away meanwhile, what was read before may not hold any more."""
    while hub.is_open:
        expulsions = hub.expulsions
        screen = await hub.in_thread(admit, scope)
        if hub.is_open and hub.expulsions == expulsions:
            return screen
    return Denied(503)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Pulse:
    """The one timer of a stream: a ping when it was quiet, its end after its life, and no waiting for a client that
    takes nothing. A timer for each message would cost as much as the message."""

    __slots__ = ("_listener", "_loop", "_timer", "_until", "_writing", "is_sending", "since")

    def __init__(self, listener: Listener, writing: "asyncio.Task[None] | None") -> None:
        self._listener, self._writing = listener, writing
        self._loop = asyncio.get_running_loop()
        self._until = self._loop.time() + LIFE_SECONDS * random.uniform(0.8, 1.2)  # noqa: S311  not all at once
        self.is_sending = False
        self.since = self._loop.time()
        self._timer = self._loop.call_later(min(PING_SECONDS, SEND_SECONDS), self._beat)

    def _beat(self) -> None:
        now = self._loop.time()
        if self.is_sending and now >= self.since + SEND_SECONDS:
            if self._writing is not None:
                self._writing.cancel()
            return
        if not self.is_sending and now >= self._until:
            self._listener.end()
            self._until = math.inf
        elif not self.is_sending and now >= self.since + PING_SECONDS:
            self._listener.offer(Message(b"event: ping\ndata:\n\n", self._listener.screen.after))
            self.since = now
        due = self.since + (SEND_SECONDS if self.is_sending else PING_SECONDS)
        self._timer = self._loop.call_at(min(due, now + min(PING_SECONDS, SEND_SECONDS)), self._beat)

    def stop(self) -> None:
        self._timer.cancel()


async def _write(send: Send, listener: Listener) -> None:
    time = asyncio.get_running_loop().time
    pulse = Pulse(listener, asyncio.current_task())

    async def say(event: Event) -> None:
        pulse.since, pulse.is_sending = time(), True
        await send(event)
        pulse.since, pulse.is_sending = time(), False

    try:
        await say({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await say(_body(b"retry: 1000\nevent: hello\ndata:\n\n"))
        while (message := await listener.queue.get()) is not None:
            await say(_body(message.data))
        await say(_body(b"", more=False))
    finally:
        pulse.stop()


def _body(data: bytes, *, more: bool = True) -> Event:
    return {"type": "http.response.body", "body": data, "more_body": more}
