"""The stream itself: a short ASGI coroutine that waits beside the pages, outside their middleware."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final

from live.hub import Hub, Listener, Screen

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
        with contextlib.suppress(OSError):  # a client that is gone or takes nothing, TimeoutError included
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


async def _write(send: Send, listener: Listener) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + LIFE_SECONDS * random.uniform(0.8, 1.2)  # noqa: S311  so that not all come back at once
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await _send(send, b"retry: 1000\nevent: hello\ndata:\n\n")
    while loop.time() < until:
        try:
            async with asyncio.timeout(PING_SECONDS):
                message = await listener.queue.get()
        except TimeoutError:
            await _send(send, b"event: ping\ndata:\n\n")
            continue
        if message is None:
            break
        await _send(send, message.data)
    await _send(send, b"", more=False)


async def _send(send: Send, data: bytes, *, more: bool = True) -> None:
    # Not wait_for: in Python 3.11 it can swallow a cancellation, and it costs a task for each message.
    async with asyncio.timeout(SEND_SECONDS):
        await send({"type": "http.response.body", "body": data, "more_body": more})
