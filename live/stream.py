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
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
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
    screen = await hub.in_thread(admit, scope) if hub.is_open else Denied(503)
    if isinstance(screen, Denied):
        await send({"type": "http.response.start", "status": screen.status, "headers": [(b"cache-control", b"no-store")]})
        await send({"type": "http.response.body", "body": b""})
        return
    listener = hub.subscribe(screen)
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _send(send, b"retry: 1000\nevent: hello\ndata:\n\n")
        leaving = asyncio.ensure_future(_left(receive))
        writing = asyncio.ensure_future(_write(send, listener))
        _, rest = await asyncio.wait({leaving, writing}, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError, TimeoutError, OSError):
            await asyncio.gather(*rest)
            writing.result()
    finally:
        hub.unsubscribe(listener)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _write(send: Send, listener: Listener) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + LIFE_SECONDS * random.uniform(0.8, 1.2)  # noqa: S311  so that not all come back at once
    while loop.time() < until:
        try:
            message = await asyncio.wait_for(listener.queue.get(), PING_SECONDS)
        except TimeoutError:
            await _send(send, b"event: ping\ndata:\n\n")
            continue
        if message is None:
            break
        await _send(send, message.data)
    await asyncio.wait_for(send({"type": "http.response.body", "body": b"", "more_body": False}), SEND_SECONDS)


async def _send(send: Send, data: bytes) -> None:
    await asyncio.wait_for(send({"type": "http.response.body", "body": data, "more_body": True}), SEND_SECONDS)
