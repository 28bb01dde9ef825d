"""Whole requests in, whole answers out, so that no slow or broken client holds one of the few page threads."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from live.stream import SAFE, Event, Receive, Scope, Send

App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES: Final = 6 * 1024 * 1024  # a picture of 5 MB in its form (characters.pictures); pages refuse less than that
MOST_SECONDS: Final = 20.0
SLOWEST: Final = 50_000  # bytes a second that a line must bring beyond that, so that a phone can send its picture
SENTENCES: Final = {
    408: "La petición tardó demasiado en llegar: repítela con mejor conexión. · "
    "The request took too long to arrive: try again on a better line.",
    413: "La petición es demasiado grande: vuelve atrás y elige un archivo de 5 MB o menos. · "
    "The request is too large: go back and choose a file of 5 MB or less.",
}


class _Unreadable(Exception):
    def __init__(self, status: int) -> None:
        self.status = status


def _length(scope: Scope) -> int:
    """How long the body claims to be, as far as any is taken; 0 where that is not said."""
    return min(int(dict(scope["headers"]).get(b"content-length", b"0")), MOST_BYTES)


class WholeRequests:
    """Wraps the pages: reads each body to its end before they see it, and keeps their answer until it is complete.

    A body cut short is dropped without an answer (nobody is there to hear one) and never reaches a page.
    """

    def __init__(self, app: App, *, most_bytes: int = MOST_BYTES, seconds: float = MOST_SECONDS) -> None:
        self._app, self._most_bytes, self._seconds = app, most_bytes, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await asyncio.wait_for(self._body(scope, receive), self._seconds + _length(scope) / SLOWEST)
        except TimeoutError:
            return await self._refuse(send, 408)
        except _Unreadable as fault:
            return await self._refuse(send, fault.status)
        if body is None:
            return None

        async def whole() -> Event:
            return {"type": "http.request", "body": body, "more_body": False}

        start: list[Event] = []
        parts: list[bytes] = []

        async def keep(message: Event) -> None:
            if message["type"] == "http.response.start":
                start.append(message)
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        await self._app(scope, whole, keep)
        for message in start:
            await send(message)
            await send({"type": "http.response.body", "body": b"".join(parts), "more_body": False})
        return None

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        headers = dict(scope["headers"])
        length = headers.get(b"content-length")
        if length is not None and int(length) > self._most_bytes:
            raise _Unreadable(413)
        parts: list[bytes] = []
        size = 0
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._most_bytes:
                raise _Unreadable(413)
            more = message.get("more_body", False)
        if length is not None and size != int(length):
            return None
        return b"".join(parts)

    async def _refuse(self, send: Send, status: int) -> None:
        body = SENTENCES[status].encode()
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *SAFE]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
